import type { EventRow, FileRow, RequestRow } from "#backend/database/schema.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { dateAndTime, fill, longDate } from "#content/format.ts";
import { Action, Letter, Paragraph, Quote, SentFiles, SmallPrint, Words } from "./letter.tsx";

type Props = {
  request: RequestRow;
  reply: EventRow;
  files: FileRow[];
  /** What the client wrote last. */
  quoted: { text: string; createdAt: Date };
  /** Where the conversation is, as long as its link is good, and until when that is where it is the mail's own. */
  href?: string;
  until?: Date;
  texts: Content;
};

/** Brings the client what the agency writes, in its own words, and what it answers. */
export function Reply({ request, reply, files, quoted, href, until, texts }: Props) {
  const { reply: words, spelled } = texts.mail;
  const { locale } = request;
  const reference = referenceOf(request);
  return (
    <Letter locale={locale} preview={fill(words.preview, { reference })}>
      {reply.text && <Words text={reply.text} />}
      <SentFiles files={files} locale={locale} texts={texts} />
      {href && <Action href={href} label={words.open} spelled={spelled} />}
      <Paragraph>{fill(words.wrote, { date: dateAndTime(locale, quoted.createdAt) })}</Paragraph>
      <Quote text={quoted.text} />
      <SmallPrint>
        {fill(href ? words.why : words.whyWithoutLink, { name: agency.name, reference })}
        {until && ` ${fill(words.link, { date: longDate(locale, until) })}`}
      </SmallPrint>
    </Letter>
  );
}
