import { expect, test } from "vitest";
import { gl } from "#content/gl/index.ts";
import type { RequestRow } from "#backend/database/schema.ts";
import { sampleRequest } from "#backend/database/testing.ts";
import { requestsCsv } from "./requests-csv.server.ts";

type Written = { createdAt: Date; actorEmail: string; note: string | null; text: string | null };

const request: RequestRow & { written: Written[] } = {
  ...sampleRequest,
  id: "0b9d1c1e-0000-4000-8000-000000000000",
  createdAt: new Date("2026-11-15T23:30:00Z"),
  lastContactAt: new Date("2026-11-16T08:00:00Z"),
  state: "in_progress",
  spamSignals: ["links"],
  company: null,
  city: "=HYPERLINK(1)",
  phone: "+34612345678",
  page: "/gl",
  campaign: { utm_source: "a&b" },
  submissionKey: null,
  addressHash: null,
  userId: null,
  seenAt: null,
  assigneeId: null,
  assigneeEmail: "iria@abrente.example",
  linksEndedAt: null,
  written: [
    { createdAt: new Date("2026-11-16T08:00:00Z"), actorEmail: "iria@abrente.example", note: "Chamei", text: null },
    { createdAt: new Date("2026-11-16T09:00:00Z"), actorEmail: "uxia@example.com", note: null, text: "Grazas!" },
  ],
};

async function* twoBatches() {
  yield [request];
  yield [{ ...request, name: "＋wide", message: 'dúas\n"liñas"' }];
}

test("is a file with the day in its name, a mark for spreadsheets, a head in the page's language, and a line for each request", async () => {
  const response = requestsCsv(twoBatches(), gl, new Date("2026-11-15T23:30:00Z"));
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="solicitudes-2026-11-16.csv"');
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [head, first, second, end] = new TextDecoder().decode(bytes).split("\r\n");
  expect(head).toMatch(/^"Referencia";"Recibida";/);
  expect(first).toBe(
    [
      "0B9D1C1E",
      "2026-11-16 00:30:00",
      "2026-11-16 09:00:00",
      "En curso",
      "iria@abrente.example",
      "Contacto",
      "Unha consulta xeral",

      "Uxía Nogueira",
      "uxia@example.com",
      "612 345 678",
      "",
      "'=HYPERLINK(1)",
      sampleRequest.message,
      "Galego",
      "/gl",
      "utm_source=a%26b",

      gl.mail.notice.signals.links,
      "2026-11-16 09:00:00, iria@abrente.example: Chamei",
      "2026-11-16 10:00:00, uxia@example.com: Grazas!",
    ]
      .map((cell) => `"${cell}"`)
      .join(";"),
  );
  expect(second).toContain(`"'＋wide"`);
  expect(second).toContain('"dúas\n""liñas"""');
  expect(end).toBe("");
});

test("who stops the download stops the reading, and nothing is read before it is wanted", async () => {
  let read = 0;
  let ended = false;
  async function* batches() {
    try {
      for (;;) {
        read++;
        yield [request];
      }
    } finally {
      ended = true;
    }
  }
  const reader = requestsCsv(batches(), gl).body!.getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(read).toBeLessThanOrEqual(3);
  expect(ended).toBe(true);
});
