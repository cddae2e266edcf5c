import { randomUUID } from "node:crypto";
import type { Content } from "#content/en/index.ts";
import type { Shown } from "#app/conversation/messages.tsx";
import { allFiles, fileTexts, filesAddress, shownFile } from "#app/conversation/shown-files.server.ts";
import type { EventRow, FileRow, MailRow, RequestMail } from "#backend/database/schema.ts";
import { dateAndTime, dayInWords, fill, longDate, phoneGroups, wholeNumber } from "#content/format.ts";
import { agency } from "#content/agency.ts";
import { languageNames, languageTags, localePath, type Locale } from "#content/locales.ts";
import { queryOf, told, type Filters } from "#backend/requests/inbox-filters.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { goesToSender, isOnItsWay } from "#backend/requests/change-request.ts";
import { largestFile } from "#backend/requests/files.ts";
import { isLinkGood, linkEnd } from "#backend/requests/conversation-link.ts";
import { fillReply, type SavedReply } from "#backend/requests/saved-replies.ts";
import type { RequestDetail } from "#backend/requests/inbox.ts";

export type RequestView = ReturnType<typeof requestView>;
type Fact = { label: string; value: string; href?: string };

type Props = RequestDetail & {
  locale: Locale;
  texts: Content;
  /** The texts in the sender's language. */
  sender: Content;
  /** What a reply may begin with, and what was chosen of it. */
  saved: { chosen: Filters["saved"]; replies: SavedReply[] };
  /** The account of whoever sent it. */
  personId?: string;
  /** What the reader has added to a reply, and not sent. */
  unsent: FileRow[];
  filesPerConversation: number;
};

/** A request as it is shown, in the reader's language; the mails to its sender are in theirs. */
export function requestView({ request, consents, events, mails, files, fromSender, locale, texts, sender, saved, ...rest }: Props) {
  const { personId, unsent, filesPerConversation } = rest;
  const { messages: text, contact, mail } = texts;
  const { detail } = text;
  const when = (date: Date) => dateAndTime(locale, date);
  const address = filesAddress(locale, "/admin/messages", { request: request.id });
  const shownFiles = (rows: FileRow[]) => rows.map((file) => shownFile(file, address, locale));
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
    isSeen: request.seenAt !== null,
    email: request.email,
    language: text.reply.languages[request.locale],
    assigneeId: request.assigneeId,
    contact: contactFacts.filter((fact) => fact !== false),
    lang: languageTags[request.locale],
    reply: request.state === "spam" ? undefined : replyShown(),
    link: linkShown(),
    allFiles: allFiles(files, address, locale, texts.files),
    fileField: {
      address,
      largest: largestFile,
      unsent: shownFiles(unsent),
      sent: files.map(({ id }) => id),
      text: fileTexts(locale, texts, filesPerConversation),
    },
    facts: facts.filter((fact) => fact !== false),
    conversation: [
      {
        id: `${request.id} arrived`,
        side: "event",
        heading: request.spamSignals.length > 0 ? text.history.arrivedAsSpam : text.history.arrived,
        when: when(request.createdAt),
      },
      {
        id: request.id,
        side: "theirs",
        heading: request.name,
        when: when(request.createdAt),
        text: request.message,
        lang: languageTags[request.locale],
      },
      ...events.map(shown),
    ] satisfies Shown[] as Shown[],
    mails: mails.map((row) => ({
      id: row.id,
      kind: text.mails.kinds[row.kind as RequestMail],
      lines: howItStands(row),
      isTrouble: row.state === "failed",
      canBeSentAgain: isLatest(row) && !isOnItsWay(row) && !(goesToSender(row.kind) && request.state === "spam"),
    })),
  };

  function replyShown() {
    const states = told.filter((state) => state !== request.state);
    const choices = [
      ...states.map((state) => ({
        value: state as string,
        label: fill(text.reply.moved, { state: text.folders[state] }),
        text: fill(sender.mail.news.texts[state], { person: request.name, name: agency.name }),
      })),
      ...saved.replies.map(({ id, name, texts: words }) => ({
        value: id,
        label: name,
        text: fillReply(words[request.locale] ?? "", request),
      })),
    ];
    const chosen = choices.find(({ value }) => value === saved.chosen);
    return {
      key: randomUUID(),
      choices,
      chosen: chosen?.value,
      text: chosen?.text,
      moves: states.map((state) => ({ state, name: text.folders[state] })),
      /** What was new is new no more, unless whoever answers says so. */
      move: states.find((state) => state === chosen?.value) ?? (request.state === "new" ? "in_progress" : ""),
    };
  }

  /** Until when somebody can come by the link of a mail. An account that they have got since ends none. */
  function linkShown() {
    const replied = events.findLast(({ kind }) => kind === "reply")?.createdAt;
    if (!replied || !isLinkGood(request, replied)) return;
    return fill(text.link.open, { name: request.name, date: longDate(locale, linkEnd(replied)) });
  }

  function shown(event: EventRow): Shown {
    const who = event.actorName || event.actorEmail;
    const part = { id: event.id, when: when(event.createdAt) };
    if (event.text !== null) {
      const side = event.kind === "answer" ? "theirs" : "ours";
      const folded = event.rest === null ? undefined : { label: texts.conversation.rest, text: event.rest };
      return { ...part, side, heading: who, text: event.text, rest: folded, lang: languageTags[request.locale], files: filesOf(event) };
    }
    const by = { ...part, when: fill(text.history.by, { who, date: part.when }) };
    if (event.kind === "note") return { ...by, side: "note", heading: text.history.note, text: event.note! };
    return { ...by, side: "event", heading: whatHappened(event), note: event.note ?? undefined };
  }

  function filesOf(event: EventRow) {
    return shownFiles(files.filter(({ eventId }) => eventId === event.id));
  }

  function whatHappened({ kind, fromState, toState, mail: which, assigneeEmail }: EventRow): string {
    switch (kind) {
      case "state":
        return fill(text.history.moved, { from: text.folders[fromState!], to: text.folders[toState!] });
      case "assigned":
        return assigneeEmail ? fill(text.history.assigned, { who: assigneeEmail }) : text.history.unassigned;
      case "mail_again":
        return text.history.again[which!];
      default:
        return text.history.links_ended;
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
    const isSame = ({ kind, eventId }: MailRow) => kind === row.kind && eventId === row.eventId;
    return mails.findLast(isSame)!.id === row.id;
  }
}
