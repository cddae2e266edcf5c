import type { RequestRow } from "#backend/database/schema.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import type { Settings } from "#backend/settings.ts";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { dateAndTime, fill, fillAll, replyTime } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { Details, Letter, Link, Paragraph, SmallPrint } from "./letter.tsx";

/** Tells the sender that the request has arrived. It repeats nothing that they wrote, not even their name: that would let anyone mail anything to anyone in our name. */
export function Receipt({ request, texts, settings }: { request: RequestRow; texts: Content; settings: Settings }) {
  const { siteUrl, auth } = settings;
  const text = fillAll(texts.mail.receipt, { soon: replyTime(request.locale) });
  return (
    <Letter locale={request.locale} preview={text.preview}>
      <Paragraph>{text.greeting}</Paragraph>
      <Paragraph>{text.text}</Paragraph>
      <Details
        items={[
          [text.details.reason, texts.contact.form.reasons[request.reason]],
          [text.details.sent, dateAndTime(request.locale, request.createdAt)],
          [text.details.reference, referenceOf(request)],
        ]}
      />
      <Paragraph>{text.reply}</Paragraph>
      {(request.userId || auth.signUps === "open") && (
        <Paragraph>
          {request.userId ? text.follow.member : text.follow.guest}
          <Link href={siteUrl + localePath(request.locale, request.userId ? "/me" : "/register")}>
            {request.userId ? text.follow.area : text.follow.create}
          </Link>
        </Paragraph>
      )}
      <Paragraph>{fill(text.sign, { name: agency.name })}</Paragraph>
      <SmallPrint>{fill(text.why, { site: new URL(siteUrl).host })}</SmallPrint>
    </Letter>
  );
}
