import type { Content } from "#content/en/index.ts";
import type { RequestRow } from "#backend/database/schema.ts";
import { phoneGroups } from "#content/format.ts";
import { languageNames } from "#content/locales.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { csvLine } from "./csv.ts";

/** As spreadsheets read it in any language: 2026-11-15 14:30:00. */
const times = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: "Europe/Madrid" });
const days = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "Europe/Madrid" });

/** Spreadsheets take a file for UTF-8 only if it begins with this mark. */
const mark = "\ufeff";

type Written = { createdAt: Date; actorEmail: string; note: string | null; text: string | null };
type Exported = RequestRow & { written: Written[] };

/** The requests as a CSV file, written while they are read. */
export function requestsCsv(batches: AsyncIterable<Exported[]>, texts: Content, today = new Date()): Response {
  const encoder = new TextEncoder();
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    yield encoder.encode(mark + csvLine(columns(texts).map(([title]) => title)));
    for await (const batch of batches) {
      yield encoder.encode(batch.map((request) => csvLine(columns(texts).map(([, cell]) => cell(request)))).join(""));
    }
  }
  const lines = chunks();
  const file = new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // Whoever does not want the rest need not have it read.
    cancel: async () => void (await lines.return()),
  });
  return new Response(file, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${texts.messages.csv.file}-${days.format(today)}.csv"`,
    },
  });
}

function columns({ messages: { csv, detail, folders, modes }, contact, mail }: Content): [string, (request: Exported) => unknown][] {
  return [
    [detail.reference, referenceOf],
    [csv.received, ({ createdAt }) => times.format(createdAt)],
    [csv.lastContact, ({ lastContactAt }) => times.format(lastContactAt)],
    [csv.state, ({ state }) => folders[state]],
    [csv.assigned, ({ assigneeEmail }) => assigneeEmail],
    [detail.mode, ({ mode }) => modes[mode]],
    [detail.reason, ({ reason }) => contact.form.reasons[reason]],
    [detail.name, ({ name }) => name],
    [detail.email, ({ email }) => email],
    // All are Spanish numbers. Without the prefix, no spreadsheet takes its plus for the start of a formula.
    [detail.phone, ({ phone }) => phone && phoneGroups(phone).replace("+34 ", "")],
    [detail.company, ({ company }) => company],
    [detail.city, ({ city }) => city],
    [detail.message, ({ message }) => message],
    [detail.language, ({ locale }) => languageNames[locale]],
    [detail.page, ({ page }) => page],
    [detail.campaign, ({ campaign }) => new URLSearchParams(campaign)],
    [detail.signals, ({ spamSignals }) => spamSignals.map((signal) => mail.notice.signals[signal]).join(", ")],
    [csv.notes, ({ written }) => linesOf(written, "note")],
    [csv.conversation, ({ written }) => linesOf(written, "text")],
  ];
}

function linesOf(written: Written[], what: "note" | "text"): string {
  return written
    .filter((one) => one[what])
    .map((one) => `${times.format(one.createdAt)}, ${one.actorEmail}: ${one[what]}`)
    .join("\n");
}
