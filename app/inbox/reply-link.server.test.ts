import { expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { es } from "#content/es/index.ts";
import type { RequestRow } from "#backend/database/schema.ts";
import { sampleRequest } from "#backend/database/testing.ts";
import { replyLink } from "./reply-link.server.ts";

const request = { ...sampleRequest, id: "0b9d1c1e-0000-4000-8000-000000000000", createdAt: new Date("2026-11-15T23:30:00Z"), locale: "es" };

function read(changes: Partial<RequestRow>) {
  const link = replyLink({ ...request, ...changes } as RequestRow, es);
  const url = new URL(link);
  // As mail programs do: a plus is a plus.
  const field = (name: string) => decodeURIComponent(new RegExp(`[?&]${name}=([^&]*)`).exec(url.search)![1]!);
  return { link, to: decodeURIComponent(url.pathname), subject: field("subject"), body: field("body") };
}

test("answers in the sender's language, and quotes line by line", () => {
  const { to, subject, body } = read({ name: "Uxía & Xan", message: "Ola\n\n50% + IVE?" });
  expect(to).toBe("uxia@example.com");
  expect(subject).toBe(`Tu mensaje a ${agency.name} (0B9D1C1E)`);
  expect(body).toMatch(/^Hola, Uxía & Xan:\r\n\r\n/);
  expect(body).toMatch(/El 16 de noviembre de 2026 nos escribiste:\r\n> Ola\r\n> \r\n> 50% \+ IVE\?$/);
});

test("no sign of an address or a name adds a field of its own", () => {
  const { link, to } = read({ email: "a?bcc=x&cc=y%40z@example.com", name: "x\r\nBcc: y&bcc=z" });
  expect(to).toBe("a?bcc=x&cc=y%40z@example.com");
  expect(link.match(/[?&]\w+=/g)).toEqual(["?subject=", "&body="]);
});

test("is short enough for every mail program, and never cuts a character in two", () => {
  const { link, body } = read({ message: "🌊".repeat(5000) });
  expect(link.length).toBeLessThanOrEqual(1800);
  expect(body).toMatch(/> (🌊)+ …$/u);
});
