import type { EventRow, FileRow, RequestRow } from "#backend/database/schema.ts";
import { messageAnchor } from "#backend/requests/message-anchor.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { Action, Letter, SentFiles, SmallPrint, Words } from "./letter.tsx";

type Props = { request: RequestRow; answer: EventRow; files: FileRow[]; texts: Content; siteUrl: string };

/** Tells the agency what a client has answered. */
export function Answer({ request, answer, files, texts, siteUrl }: Props) {
  const { answer: words, notice, spelled } = texts.mail;
  const locale = agency.language;
  return (
    <Letter
      locale={locale}
      preview={fill(words.preview, { reference: referenceOf(request) })}
      heading={fill(words.heading, { name: request.name })}
    >
      {answer.text && <Words text={answer.text} />}
      <SentFiles files={files} locale={locale} texts={texts} />
      <Action
        href={`${siteUrl}${localePath(locale, `/admin/messages?request=${request.id}#${messageAnchor(answer.id)}`)}`}
        label={notice.open}
        spelled={spelled}
      />
      <SmallPrint>{fill(notice.reply, { name: request.name })}</SmallPrint>
    </Letter>
  );
}
