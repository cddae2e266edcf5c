import type { Content } from "#content/en/index.ts";
import type { EventRow, MailRow } from "#backend/database/schema.ts";
import { dateAndTime, dayInWords, fill, phoneGroups, wholeNumber } from "#content/format.ts";
import { agency } from "#content/agency.ts";
import { languageNames, languageTags, localePath, type Locale } from "#content/locales.ts";
import { queryOf, told, type Filters } from "#backend/requests/inbox-filters.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { isOnItsWay } from "#backend/requests/change-request.ts";
import type { RequestDetail } from "#backend/requests/inbox.ts";
import { replyLink } from "./reply-link.server.ts";

export type RequestView = ReturnType<typeof requestView>;
type Fact = { label: string; value: string; href?: string };

type Props = RequestDetail & {
  locale: Locale;
  texts: Content;
  /** The texts in the sender's language. */
  sender: Content;
  /** Of which state the sender is to be told. */
  tell: Filters["tell"];
  /** The account of whoever sent it. */
  personId?: string;
};

/** A request as it is shown, in the reader's language; the mails to its sender are in theirs. */
export function requestView({ request, consents, events, mails, fromSender, locale, texts, sender, tell, personId }: Props) {
  const { messages: text, contact, mail } = texts;
  const { detail } = text;
  const when = (date: Date) => dateAndTime(locale, date);
  const contactFacts: (Fact | false)[] = [
    { label: detail.email, value: request.email, href: `mailto:${encodeURIComponent(request.email).replace("%40", "@")}` },
    request.phone !== null && { label: detail.phone, value: phoneGroups(request.phone), href: `tel:${request.phone}` },
    request.company !== null && { label: detail.company, value: request.company },
    request.city !== null && { label: detail.city, value: request.city },
    { label: detail.received, value: dayInWords(locale, request.createdAt) },
    personId !== undefined && {
      label: detail.account,
      value: detail.openAccount,
      href: localePath(locale, `/admin/profiles?person=${personId}`),
    },
    fromSender > 1 && {
      label: detail.fromSender,
      value: fill(detail.fromSender, { n: wholeNumber(locale, fromSender) }),
      href: localePath(locale, `/admin/messages${queryOf({ sender: request.id, request: request.id })}`),
    },
  ];
  const facts: (Fact | false)[] = [
    { label: detail.reason, value: contact.form.reasons[request.reason] },
    { label: detail.mode, value: text.modes[request.mode] },
    { label: detail.language, value: languageNames[request.locale] },
    { label: detail.received, value: when(request.createdAt) },
    request.page !== null && { label: detail.page, value: request.page },
    ...Object.entries(request.campaign).map(([name, value]) => ({ label: `${detail.campaign} (${name})`, value })),
    request.spamSignals.length > 0 && {
      label: detail.signals,
      value: request.spamSignals.map((signal) => mail.notice.signals[signal]).join(", "),
    },
    ...consents.map(({ document, version, acceptedAt }) => ({
      label: detail.consents,
      value: fill(detail.consent, { document: fill(mail.notice.documents[document], { version }), date: when(acceptedAt) }),
    })),
    { label: detail.reference, value: referenceOf(request) },
  ];
  return {
    id: request.id,
    name: request.name,
    state: request.state,
    email: request.email,
    language: languageNames[request.locale],
    assigneeId: request.assigneeId,
    contact: contactFacts.filter((fact) => fact !== false),
    tell: request.state === "spam" ? [] : told.filter((state) => state !== request.state).map((state) => ({ state })),
    telling:
      tell === undefined || tell === request.state || request.state === "spam"
        ? undefined
        : { state: tell, text: fill(sender.mail.news.texts[tell], { person: request.name, name: agency.name }) },
    message: request.message,
    messageLanguage: languageTags[request.locale],
    reply: replyLink(request, sender),
    facts: facts.filter((fact) => fact !== false),
    history: [
      {
        id: request.id,
        what: request.spamSignals.length > 0 ? text.history.arrivedAsSpam : text.history.arrived,
        note: null,
        by: when(request.createdAt),
      },
      ...events.map((event) => ({
        id: event.id,
        what: whatHappened(event),
        note: event.note,
        by: fill(text.history.by, { who: event.actorEmail, date: when(event.createdAt) }),
      })),
    ],
    mails: mails.map((row) => ({
      id: row.id,
      kind: text.mails.kinds[row.kind as "notice"],
      lines: howItStands(row),
      isTrouble: row.state === "failed",
      canBeSentAgain: isLatest(row) && !isOnItsWay(row) && !(row.kind !== "notice" && request.state === "spam"),
    })),
  };

  function whatHappened({ kind, fromState, toState, mail: which, assigneeEmail }: EventRow): string {
    switch (kind) {
      case "state":
        return fill(text.history.moved, { from: text.folders[fromState!], to: text.folders[toState!] });
      case "assigned":
        return assigneeEmail ? fill(text.history.assigned, { who: assigneeEmail }) : text.history.unassigned;
      case "mail_again":
        return text.history.again[which!];
      default:
        return text.history[kind];
    }
  }

  function howItStands(row: MailRow): string[] {
    const { due, dueNow, onItsWay, held, heldTooMany, sent, failed, attempts, lastError } = text.mails;
    const now = new Date();
    const state = {
      due: isOnItsWay(row, now) ? onItsWay : row.dueAt <= now ? dueNow : fill(due, { date: when(row.dueAt) }),
      held: request.state === "spam" ? held : heldTooMany,
      sent: fill(sent, { date: row.sentAt ? when(row.sentAt) : "" }),
      failed,
    }[row.state];
    const isTroubled = row.state === "failed" || (row.state === "due" && row.lastError !== null);
    return [
      state,
      ...(isTroubled ? [fill(row.attempts === 1 ? attempts.one : attempts.many, { n: wholeNumber(locale, row.attempts) })] : []),
      ...(isTroubled && row.lastError ? [fill(lastError, { error: row.lastError })] : []),
    ];
  }

  function isLatest(row: MailRow): boolean {
    const isSame = ({ kind, payload }: MailRow) => kind === row.kind && JSON.stringify(payload) === JSON.stringify(row.payload);
    return mails.findLast(isSame)!.id === row.id;
  }
}
