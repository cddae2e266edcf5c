import { createHash } from "node:crypto";
import PostalMime, { addressParser } from "postal-mime";

/** What the head of a mail says. */
export type Head = {
  from: string;
  /** All that it was sent or delivered to. */
  to: string[];
  subject: string;
  /** Of the mails that it answers, the one before it first. */
  answers: string[];
  id?: string;
  /** What it is known by, so that it is taken once. */
  key: string;
  /** Written by a program: an absence notice, a newsletter, a mail that could not be delivered. */
  isAutomatic: boolean;
};

/** More of a head than this is not read. */
export const largestHead = 64 * 1024;
/** Mails that a mail may name as those before it. */
const mostAnswers = 50;

/** Nothing where it does not say from whom it is, in one way. */
export async function readHead(bytes: Uint8Array): Promise<Head | undefined> {
  const { headers, subject = "" } = await PostalMime.parse(bytes, { maxHeadersSize: 2 * largestHead });
  const all = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  const addresses = (name: string) =>
    all(name)
      .flatMap((value) => addressParser(value, { flatten: true }))
      .flatMap(({ address }) => address || []);
  const senders = addresses("from");
  if (senders.length !== 1 || all("from").length !== 1) return;
  const [id] = idsIn(all("message-id"));
  return {
    from: senders[0]!,
    to: ["to", "cc", "delivered-to", "x-original-to", "envelope-to"].flatMap(addresses),
    subject,
    answers: [...idsIn(all("in-reply-to")), ...idsIn(all("references")).toReversed()].slice(0, mostAnswers),
    id,
    key: createHash("sha256")
      .update(id ? `id ${id}` : bytes)
      .digest("hex"),
    isAutomatic: isAutomatic(all),
  };
}

function idsIn(values: string[]): string[] {
  return values.flatMap((value) => [...value.matchAll(/<([^<>\s]{1,250})>/g)].map(([, id]) => id!));
}

function isAutomatic(all: (name: string) => string[]): boolean {
  const says = (name: string, pattern: RegExp) => all(name).some((value) => pattern.test(value));
  return (
    says("auto-submitted", /^\s*(?!no\b)\S/i) ||
    says("precedence", /^\s*(bulk|junk|list|auto_reply)\b/i) ||
    ["x-autoreply", "x-autorespond", "x-auto-reply", "list-id", "x-failed-recipients"].some((name) => all(name).length > 0) ||
    says("return-path", /^\s*<\s*>/) ||
    says("content-type", /^\s*multipart\/report\b/i) ||
    says("from", /\b(mailer-daemon|postmaster)@/i)
  );
}
