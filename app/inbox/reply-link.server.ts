import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import type { RequestRow } from "#backend/database/schema.ts";
import { fill, longDate } from "#content/format.ts";
import { referenceOf } from "#backend/requests/reference.ts";

/** Longer addresses are cut by some mail programs, or not opened at all. */
const longest = 1800;

/** A mail that answers a request, in the sender's language, with the start of what they wrote. */
export function replyLink(request: RequestRow, { messages: { reply } }: Content): string {
  const subject = fill(reply.subject, { name: agency.name, reference: referenceOf(request) });
  const greeting = fill(reply.greeting, { name: request.name });
  const wrote = fill(reply.wrote, { date: longDate(request.locale, request.createdAt) });
  const link = (quote: string) => {
    const body = [greeting, "", "", "", wrote, ...quote.split("\n").map((line) => `> ${line}`)].join("\r\n");
    // An address may hold any sign but the one in its middle.
    return `mailto:${encodeURIComponent(request.email).replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  };
  const characters = [...request.message.toWellFormed()];
  let kept = characters.length;
  while (kept > 0 && link(quoteOf(characters, kept)).length > longest) kept = Math.floor(kept * 0.9);
  return link(quoteOf(characters, kept));
}

function quoteOf(characters: string[], kept: number): string {
  return characters.slice(0, kept).join("") + (kept < characters.length ? " …" : "");
}
