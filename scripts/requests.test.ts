import { expect, test } from "vitest";
import type { Report } from "#backend/database/report.ts";
import { asCsv, asTable, readOptions } from "./requests.ts";

const request: Report["requests"][number] = {
  id: "0b9d1c1e-0000-4000-8000-000000000000",
  createdAt: "2026-11-15T23:30:00.000Z",
  lastContactAt: "2026-11-15T23:30:00.000Z",
  state: "new",
  spamSignals: [],
  mode: "contact",
  name: "Uxía 🌊",
  email: "uxia@example.com",
  company: null,
  city: null,
  phone: "+34612345678",
  reason: "general",
  message: `Dúas liñas,\n"comiñas" e ${"moito texto ".repeat(10)}`,
  locale: "gl",
  page: "/gl",
  campaign: { utm_source: "radio" },
  mails: [
    { kind: "notice", state: "sent", attempts: 1, lastError: null },
    { kind: "receipt", state: "due", attempts: 3, lastError: "refused" },
  ],
  messages: [{ at: "2026-11-16T10:00:00.000Z", kind: "reply", from: "iria@abrente.example", text: "Ola!" }],
};
const outbox = { due: 1, held: 0, sent: 1, failed: 0, next: "2026-11-15T23:34:00.000Z", oldest: null };

test("the table has a line for each request, in Galicia's time, and says how the outbox stands", () => {
  const lines = asTable({ requests: [request], outbox }).split("\n");
  expect(lines).toHaveLength(5);
  expect(lines[2]).toMatch(
    /^2026-11-16 00:30   new    general  Uxía 🌊  uxia@example.com  \+34612345678  gl  notice sent, receipt due \(3 tries\)  Dúas liñas/,
  );
  expect(lines.at(-1)).toBe("Outbox: 1 due, the next at 2026-11-16 00:34; 0 held; 1 sent; 0 failed.");
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const footer = (minutes: number, lastError: string | null) =>
  asTable({ requests: [], outbox: { ...outbox, oldest: { since: ago(minutes), lastError } } })
    .split("\n")
    .at(-1);

test("the footer says how long the oldest mail has been waiting, and why", () => {
  expect(footer(200, "connect ECONNREFUSED")).toBe("The oldest mail waits 3 h: connect ECONNREFUSED.");
  expect(footer(5, null)).toBe("The oldest mail waits 5 min.");
  expect(footer(3000, null)).toBe("The oldest mail waits 2 days.");
});

test("times are said to be those of Madrid", () => {
  expect(asTable({ requests: [request], outbox })).toMatch(/^received \(Madrid\) /);
});

test("an empty table says so", () => {
  expect(asTable({ requests: [], outbox: { ...outbox, due: 0, next: null } })).toBe(
    "No requests yet.\n\nOutbox: 0 due; 0 held; 1 sent; 0 failed.",
  );
});

test("CSV quotes every cell and lets no spreadsheet take a text for a formula", () => {
  const names = ["=1+1", "+1", "-1", "@x", "\tx", "plain", 'a "b"'];
  const [head, ...rows] = asCsv({ requests: names.map((name) => ({ ...request, name })), outbox }).split("\r\n");
  const column = head!.split(";").indexOf('"name"');
  expect(rows.map((row) => row.split(";")[column])).toEqual([`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@x"`, `"'\tx"`, `"plain"`, `"a ""b"""`]);
  expect(rows[0]).toContain(`"utm_source=radio"`);
  expect(rows[0]).toContain(`"Dúas liñas,\n""comiñas""`);
});

test.each([
  [["--limit", "1000000"], '--limit must be a whole number from 1 to 100000, and "1000000" is not.'],
  [["--limit", "many"], '--limit must be a whole number from 1 to 100000, and "many" is not.'],
  [["--limit", "0"], '--limit must be a whole number from 1 to 100000, and "0" is not.'],
  [["--jsn"], "Unknown option '--jsn'"],
])("%j is answered with what is wrong", (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence);
});

test("without options the newest twenty are shown", () => {
  expect(readOptions([])).toMatchObject({ limit: 20 });
});
