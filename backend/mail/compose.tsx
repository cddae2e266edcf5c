import { asc, inArray } from "drizzle-orm";
import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import type { Keys } from "#backend/auth/keys.ts";
import type { Queries } from "#backend/database/connection.ts";
import {
  outbox,
  requestConsents,
  requestEvents,
  requests,
  type ConsentRow,
  type EventRow,
  type FileRow,
  type MailRow,
  type RequestRow,
} from "#backend/database/schema.ts";
import { replyAddress } from "#backend/mailbox/reply-address.ts";
import { goesToSender } from "#backend/requests/change-request.ts";
import { emailsOf } from "#backend/people/people.ts";
import { isLinkGood, linkEnd, linkKey } from "#backend/requests/conversation-link.ts";
import { readFiles } from "#backend/requests/files.ts";
import { messageAnchor } from "#backend/requests/message-anchor.ts";
import type { Settings } from "#backend/settings.ts";
import { agency } from "#content/agency.ts";
import { contentFor } from "#content/content-for.server.ts";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { Answer } from "./answer.tsx";
import { authLetter } from "./auth-letter.tsx";
import type { Draft } from "./letter.tsx";
import { Notice } from "./notice.tsx";
import { Receipt } from "./receipt.tsx";
import { Reply } from "./reply.tsx";
import type { Message } from "./transport.ts";

const doctype = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
// Making the converter costs more than using it: once for all letters.
const toText = compile({
  wordwrap: false,
  preserveNewlines: true,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'a[href^="tel:"]', format: "inline" },
  ],
});

type Row = Pick<MailRow, "id" | "createdAt" | "kind" | "requestId" | "eventId" | "payload">;
/** A mail of the same conversation. */
type Sibling = Pick<MailRow, "id" | "createdAt" | "kind" | "requestId" | "state">;
type About = { request: RequestRow; consents: ConsentRow[]; events: EventRow[]; files: FileRow[]; mails: Sibling[]; accountEmail?: string };
/** A row of the outbox, with the request it is about. */
export type DueMail = Row & { about?: About };

/** What the letters will say, for all of them at once. */
export async function withRequests<Mail extends Row>(queries: Queries, mails: Mail[]): Promise<(Mail & DueMail)[]> {
  const ids = mails.flatMap(({ requestId }) => requestId ?? []);
  if (ids.length === 0) return mails;
  // The mails of a request that nobody has answered yet need none of what was said since.
  const talks = mails.flatMap(({ requestId, eventId }) => (eventId && requestId) || []);
  const { id, createdAt, kind, requestId, state } = outbox;
  const [found, consents, events, files, siblings] = await Promise.all([
    queries.select().from(requests).where(inArray(requests.id, ids)),
    queries.select().from(requestConsents).where(inArray(requestConsents.requestId, ids)),
    talks.length === 0
      ? []
      : queries.select().from(requestEvents).where(inArray(requestEvents.requestId, talks)).orderBy(asc(requestEvents.createdAt)),
    readFiles(queries, talks),
    talks.length === 0
      ? []
      : queries.select({ id, createdAt, kind, requestId, state }).from(outbox).where(inArray(requestId, talks)).orderBy(asc(createdAt)),
  ]);
  const accounts = await emailsOf(
    queries,
    found.flatMap(({ id: one, userId }) => (talks.includes(one) && userId) || []),
  );
  return mails.map((mail) => {
    const request = found.find((one) => one.id === mail.requestId);
    const ofRequest = <Part extends { requestId: string | null }>(all: Part[]) => all.filter((one) => one.requestId === mail.requestId);
    const about = request && {
      request,
      consents: ofRequest(consents),
      events: ofRequest(events),
      files: ofRequest(files),
      mails: ofRequest(siblings),
      accountEmail: accounts.get(request.userId ?? ""),
    };
    return { ...mail, about };
  });
}

/** The mail that a row of the outbox stands for. */
export async function compose(mail: DueMail, config: Settings, keys?: Keys): Promise<Message> {
  const letter = mail.kind === "auth" ? await authLetter(mail.payload!, config, keys) : await requestLetter(mail, config, keys);
  const html = doctype + renderToStaticMarkup(letter.body);
  const thread = threadOf(mail);
  // The same at every attempt, so that a mailbox recognises a mail that comes twice.
  const messageId = ({ id }: { id: string }) => `<${id}@${config.mail.from.replace(/^.*@|>$/g, "")}>`;
  return {
    messageId: messageId(mail),
    inReplyTo: thread?.before && messageId(thread.before),
    references: thread?.all.map(messageId),
    date: mail.createdAt,
    from: config.mail.from,
    to: letter.to,
    replyTo: letter.replyTo,
    subject: letter.subject,
    html,
    text: toText(html),
  };
}

/** More than anybody's mail program looks at. */
const longestThread = 20;

/**
 * The mails of the conversation before one that brings a message: the receipt is the first where it was sent, otherwise the notice. A mail
 * answers the latest one that the same side has got.
 */
function threadOf({ id, eventId, kind, createdAt, about }: DueMail): { before?: Sibling; all: Sibling[] } | undefined {
  if (!eventId || !about) return;
  const earlier = about.mails.filter((mail) => mail.id !== id && mail.createdAt <= createdAt && mail.state !== "held");
  const root = earlier.find((mail) => mail.kind === "receipt") ?? earlier.find((mail) => mail.kind === "notice");
  const others = earlier.filter((mail) => mail !== root).slice(-longestThread);
  const before = earlier.findLast((mail) => goesToSender(mail.kind) === goesToSender(kind)) ?? root;
  return { before, all: root ? [root, ...others] : others };
}

async function requestLetter({ id, kind, eventId, about }: DueMail, config: Settings, keys?: Keys): Promise<Draft> {
  if (!about) throw new Error(`The request of the mail ${id} is gone`);
  if (kind === "notice") return notice(about, config);
  if (kind === "receipt") return receipt(about.request, config, keys);
  const message = about.events.find((event) => event.id === eventId);
  if (!message) throw new Error(`The message of the mail ${id} is gone`);
  return kind === "reply" ? reply(about, message, config, keys) : answer(about, message, config);
}

async function notice({ request, consents }: About, { mail, siteUrl }: Settings): Promise<Draft> {
  const texts = await contentFor(agency.language);
  return {
    to: mail.to,
    replyTo: { name: plainName(request), address: request.email },
    subject: noticeSubject(request, texts),
    body: <Notice request={request} consents={consents} texts={texts} siteUrl={siteUrl} />,
  };
}

async function receipt(request: RequestRow, config: Settings, keys?: Keys): Promise<Draft> {
  const texts = await contentFor(request.locale);
  return {
    // Nobody has shown yet that the address is theirs, so nothing that was typed goes there.
    to: { name: "", address: request.email },
    replyTo: answersTo(request, config, keys),
    subject: texts.mail.receipt.subject,
    body: <Receipt request={request} texts={texts} settings={config} />,
  };
}

async function reply(about: About, message: EventRow, config: Settings, keys?: Keys): Promise<Draft> {
  const { request, events, files } = about;
  const texts = await contentFor(request.locale);
  const answered = events.findLast(({ kind, createdAt }) => kind === "answer" && createdAt < message.createdAt);
  const quoted = answered
    ? {
        text: [answered.text!, ...filesOf(files, answered).map(({ name }) => name)].filter(Boolean).join("\n"),
        createdAt: answered.createdAt,
      }
    : { text: request.message, createdAt: request.createdAt };
  const way = wayTo(about, message, keys?.secretKey ?? config.supabase.secretKey!);
  const href = way && config.siteUrl + localePath(request.locale, `/conversation?${way.query}#${messageAnchor(message.id)}`);
  return {
    to: { name: "", address: request.email },
    replyTo: answersTo(request, config, keys),
    // By its subject, too, it belongs to the receipt.
    subject: `Re: ${texts.mail.receipt.subject}`,
    body: (
      <Reply
        request={request}
        reply={message}
        files={filesOf(files, message)}
        quoted={quoted}
        href={href}
        until={way?.until}
        texts={texts}
      />
    ),
  };
}

/** Whoever has an account of the address finds it there; anybody else is let in by the mail, as long as its link is good. */
function wayTo(
  { request, accountEmail }: About,
  { id, createdAt }: EventRow,
  secretKey: string,
): { query: string; until?: Date } | undefined {
  if (accountEmail === request.email.toLowerCase()) return { query: `request=${request.id}` };
  return isLinkGood(request, createdAt) ? { query: `key=${linkKey(secretKey, id)}`, until: linkEnd(createdAt) } : undefined;
}

/** To the agency; where its mailbox is read for answers, in a way that says which conversation they belong to. */
function answersTo({ id }: RequestRow, { mail, supabase }: Settings, keys?: Keys): string {
  return mail.answersTo ? replyAddress(mail.answersTo, keys?.secretKey ?? supabase.secretKey!, id) : mail.to;
}

async function answer({ request, files }: About, message: EventRow, { mail, siteUrl }: Settings): Promise<Draft> {
  const texts = await contentFor(agency.language);
  return {
    to: mail.to,
    replyTo: { name: plainName(request), address: request.email },
    subject: `Re: ${noticeSubject(request, texts)}`,
    body: <Answer request={request} answer={message} files={filesOf(files, message)} texts={texts} siteUrl={siteUrl} />,
  };
}

function filesOf(files: FileRow[], message: EventRow): FileRow[] {
  return files.filter(({ eventId }) => eventId === message.id);
}

function noticeSubject(request: RequestRow, { mail, contact }: Content): string {
  const subject = request.state === "spam" ? mail.notice.spamSubject : mail.notice.subject;
  return fill(subject, { reason: contact.form.reasons[request.reason], name: plainName(request) });
}

/** In a header, a name that looks like an encoded word would be decoded into another one, with characters that no form accepts. */
function plainName({ name }: RequestRow): string {
  return name.replaceAll("=?", "= ?");
}
