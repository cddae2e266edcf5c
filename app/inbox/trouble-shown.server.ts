import type { Content } from "#content/en/index.ts";
import type { MailTrouble } from "#backend/mail/trouble.ts";
import { fill, wholeNumber } from "#content/format.ts";
import type { Locale } from "#content/locales.ts";

export type TroubleShown = { lines: string[]; reason?: string; canBeSentAgain: boolean };

/** What the team must know of mails that do not leave or do not arrive; nothing while all is well. */
export function troubleShown(
  { waiting, tried, failed, reason, mailbox }: MailTrouble,
  mailsLeave: boolean,
  locale: Locale,
  { trouble: text, mails }: Pick<Content["messages"], "trouble" | "mails">,
): TroubleShown | undefined {
  const say = (words: { one: string; many: string }, count: number) =>
    count === 0 ? [] : [fill(count === 1 ? words.one : words.many, { n: wholeNumber(locale, count) })];
  const leaving = mailsLeave
    ? [...say(text.tried, tried), ...say(text.failed, failed)]
    : [text.noServer, ...say(text.waiting, waiting), ...say(text.failed, failed)];
  const lines = [...leaving, ...(mailbox ? [text.noMailbox] : [])];
  if (lines.length === 0) return;
  const reasons = [reason, mailbox].filter(Boolean).join(" · ");
  return { lines, reason: reasons && fill(mails.lastError, { error: reasons }), canBeSentAgain: mailsLeave && leaving.length > 0 };
}
