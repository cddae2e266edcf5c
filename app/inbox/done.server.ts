import type { Content } from "#content/en/index.ts";
import type { Queries } from "#backend/database/connection.ts";
import { isUuid } from "#backend/database/uuid.ts";
import type { Folder } from "#backend/requests/inbox-filters.ts";
import { readEvent } from "#backend/requests/inbox.ts";
import { fill, wholeNumber } from "#content/format.ts";
import type { Locale } from "#content/locales.ts";

/** What was done last, as the address names it: an event, several moves, that a request was erased, or that mails are sent again. */
export type Done = {
  kind: "event" | "bulk" | "erased" | "resent";
  says: string;
  /** The request that it was about, where another one is open by now. */
  requestId?: string;
  /** What is on record with it: the draft of it can go. */
  written?: "note" | "message";
};

/** `moved-won-7-1`: seven were moved, and one could not be. */
export function bulkDone(what: { state: Folder } | "given", done: number, missed: number): string {
  return [...(what === "given" ? ["given"] : ["moved", what.state]), done, missed].join("-");
}

export function resentDone(mails: number): string {
  return `resent-${mails}`;
}

const resent = /^resent-(\d{1,9})$/;
const bulk = /^(?:given|moved-(new|in_progress|won|lost|spam))-(\d{1,3})-(\d{1,3})$/;

export async function readDone(queries: Queries, name: string, locale: Locale, text: Content["messages"]): Promise<Done | undefined> {
  if (name === "erased") return { kind: "erased", says: text.erase.done };
  const [, mails] = resent.exec(name) ?? [];
  if (mails) {
    const say = mails === "1" ? text.trouble.resent.one : text.trouble.resent.many;
    return { kind: "resent", says: fill(say, { n: wholeNumber(locale, Number(mails)) }) };
  }
  const [whole, state, done, missed] = bulk.exec(name) ?? [];
  if (whole) {
    const say = (words: { one: string; many: string }, count: string) =>
      fill(count === "1" ? words.one : words.many, {
        n: wholeNumber(locale, Number(count)),
        state: state ? text.folders[state as Folder] : "",
      });
    const parts = [say(state ? text.bulk.moved : text.bulk.assigned, done!), missed !== "0" && say(text.bulk.missed, missed!)];
    return { kind: "bulk", says: parts.filter(Boolean).join(" ") };
  }
  const event = isUuid(name) ? await readEvent(queries, name) : undefined;
  // A client's is nothing that was done here.
  if (!event || event.kind === "answer") return;
  const values = { name: event.name, state: event.toState ? text.folders[event.toState] : "" };
  return { kind: "event", says: fill(text.done[event.kind], values), requestId: event.requestId, written: writtenIn(event) };
}

function writtenIn({ kind, hasNote }: { kind: string; hasNote: boolean }): Done["written"] {
  if (kind === "reply") return "message";
  return hasNote ? "note" : undefined;
}
