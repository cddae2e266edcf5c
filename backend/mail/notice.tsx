import type { ConsentRow, RequestRow } from "#backend/database/schema.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { dateAndTime, fill, phoneGroups } from "#content/format.ts";
import { languageNames, localePath } from "#content/locales.ts";
import { Action, Details, Letter, Paragraph, SmallPrint } from "./letter.tsx";

type Props = { request: RequestRow; consents: ConsentRow[]; texts: Content; siteUrl: string };

/** Brings the agency everything that was sent. */
export function Notice({ request, consents, texts, siteUrl }: Props) {
  const text = texts.mail.notice;
  const { details } = text;
  const locale = agency.language;
  return (
    <Letter locale={locale} preview={text.preview} heading={text.heading}>
      {request.spamSignals.length > 0 && (
        <Paragraph>{fill(text.spam, { signals: request.spamSignals.map((signal) => text.signals[signal]).join(", ") })}</Paragraph>
      )}
      <Details
        items={[
          [details.name, request.name],
          [details.email, request.email, `mailto:${request.email}`],
          [details.company, request.company],
          [details.city, request.city],
          [details.phone, request.phone && phoneGroups(request.phone), `tel:${request.phone}`],
          [details.reason, texts.contact.form.reasons[request.reason]],
          [details.message, request.message],
          [details.language, languageNames[request.locale]],
          [details.page, request.page],
          [
            details.campaign,
            Object.entries(request.campaign)
              .map(([name, value]) => `${name}: ${value}`)
              .join(", "),
          ],
          [details.sent, dateAndTime(locale, request.createdAt)],
          [details.consents, consents.map(({ document, version }) => fill(text.documents[document], { version })).join(", ")],
          [details.reference, referenceOf(request)],
        ]}
      />
      <Action
        href={`${siteUrl}${localePath(locale, "/admin/messages")}?request=${request.id}`}
        label={text.open}
        spelled={texts.mail.spelled}
      />
      <SmallPrint>{fill(text.reply, { name: request.name })}</SmallPrint>
    </Letter>
  );
}
