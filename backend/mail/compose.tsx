import { plainTextSelectors } from "@react-email/components";
import { inArray } from "drizzle-orm";
import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import type { Keys } from "#backend/auth/keys.ts";
import type { Queries } from "#backend/database/connection.ts";
import {
  requestConsents,
  requests,
  type AuthMailPayload,
  type ConsentRow,
  type MailRow,
  type NewsPayload,
  type RequestRow,
} from "#backend/database/schema.ts";
import type { Settings } from "#backend/settings.ts";
import { agency } from "#content/agency.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { contentFor } from "#content/content-for.server.ts";
import { fill } from "#content/format.ts";
import { authLetter } from "./auth-letter.tsx";
import type { Draft } from "./letter.tsx";
import { News } from "./news.tsx";
import { Notice } from "./notice.tsx";
import { Receipt } from "./receipt.tsx";
import type { Message } from "./transport.ts";

// As React Email's own `render` and `toPlainText` do it, at a third of their cost: nothing in a letter is waited for, and the converter is
// made once.
const doctype = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
const toText = compile({
  wordwrap: false,
  preserveNewlines: true,
  selectors: [...plainTextSelectors, { selector: 'a[href^="tel:"]', format: "inline" }],
});

type Row = Pick<MailRow, "id" | "createdAt" | "kind" | "requestId" | "payload">;
/** A row of the outbox, with the request it is about. */
export type DueMail = Row & { about?: { request: RequestRow; consents: ConsentRow[] } };

/** What the letters will say, for all of them at once. */
export async function withRequests<Mail extends Row>(queries: Queries, mails: Mail[]): Promise<(Mail & DueMail)[]> {
  const ids = mails.flatMap(({ requestId }) => requestId ?? []);
  if (ids.length === 0) return mails;
  const [found, consents] = await Promise.all([
    queries.select().from(requests).where(inArray(requests.id, ids)),
    queries.select().from(requestConsents).where(inArray(requestConsents.requestId, ids)),
  ]);
  return mails.map((mail) => {
    const request = found.find(({ id }) => id === mail.requestId);
    return { ...mail, about: request && { request, consents: consents.filter(({ requestId }) => requestId === request.id) } };
  });
}

/** The mail that a row of the outbox stands for. */
export async function compose(mail: DueMail, config: Settings, keys?: Keys): Promise<Message> {
  const letter = mail.kind === "auth" ? await authLetter(mail.payload as AuthMailPayload, config, keys) : await requestLetter(mail, config);
  const html = doctype + renderToStaticMarkup(letter.body);
  return {
    // The same at every attempt, so that a mailbox recognises a mail that comes twice.
    messageId: `<${mail.id}@${config.mail.from.replace(/^.*@|>$/g, "")}>`,
    date: mail.createdAt,
    from: config.mail.from,
    to: letter.to,
    replyTo: letter.replyTo,
    subject: letter.subject,
    html,
    text: toText(html),
  };
}

async function requestLetter({ id, kind, about, payload }: DueMail, config: Settings): Promise<Draft> {
  if (!about) throw new Error(`The request of the mail ${id} is gone`);
  if (kind === "news") return news(about.request, (payload as NewsPayload).text, config);
  return kind === "notice" ? notice(about, config) : receipt(about.request, config);
}

async function notice({ request, consents }: NonNullable<DueMail["about"]>, { mail, siteUrl }: Settings): Promise<Draft> {
  const texts = await contentFor(agency.language);
  const subject = request.state === "spam" ? texts.mail.notice.spamSubject : texts.mail.notice.subject;
  return {
    to: mail.to,
    replyTo: { name: plainName(request), address: request.email },
    subject: fill(subject, { reason: texts.contact.form.reasons[request.reason], name: plainName(request) }),
    body: <Notice request={request} consents={consents} texts={texts} siteUrl={siteUrl} />,
  };
}

async function receipt(request: RequestRow, { mail, siteUrl }: Settings): Promise<Draft> {
  const texts = await contentFor(request.locale);
  return {
    // Nobody has shown yet that the address is theirs, so nothing that was typed goes there.
    to: { name: "", address: request.email },
    replyTo: mail.to,
    subject: texts.mail.receipt.subject,
    body: <Receipt request={request} texts={texts} siteUrl={siteUrl} />,
  };
}

async function news(request: RequestRow, text: string, { mail }: Settings): Promise<Draft> {
  const texts = await contentFor(request.locale);
  return {
    to: { name: "", address: request.email },
    replyTo: mail.to,
    subject: fill(texts.mail.news.subject, { name: agency.name, reference: referenceOf(request) }),
    body: <News request={request} text={text} texts={texts} />,
  };
}

/** In a header, a name that looks like an encoded word would be decoded into another one, with characters that no form accepts. */
function plainName({ name }: RequestRow): string {
  return name.replaceAll("=?", "= ?");
}
