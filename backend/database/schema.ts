import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { OneTimeToken } from "#backend/auth/schema.ts";
import { categories } from "#backend/consent-choice.ts";
import { locales, type Locale } from "#content/locales.ts";

/** The tables as the queries see them. supabase/migrations makes them, with their checks, indexes and rights. */

const id = () => uuid().primaryKey().defaultRandom();
const time = () => timestamp({ withTimezone: true });

export const requestStates = ["new", "in_progress", "won", "lost", "spam"] as const;
const requestState = () => text({ enum: requestStates });

/** The mails about a request: to the agency that it came, to its sender that it has arrived, and what each side writes to the other. */
export const mailKinds = ["notice", "receipt", "reply", "answer"] as const;
export type RequestMail = (typeof mailKinds)[number];

export const requests = pgTable("requests", {
  id: id(),
  createdAt: time().notNull().defaultNow(),
  lastContactAt: time().notNull().defaultNow(),
  state: requestState().notNull().default("new"),
  spamSignals: text({ enum: ["trap", "speed", "links", "repeated"] })
    .array()
    .notNull()
    .default(sql`'{}'`),
  mode: text({ enum: ["contact", "requestOffer"] }).notNull(),
  name: text().notNull(),
  email: text().notNull(),
  company: text(),
  city: text(),
  phone: text(),
  reason: text({ enum: ["general", "offer", "support", "partnership"] }).notNull(),
  message: text().notNull(),
  locale: text({ enum: locales }).notNull(),
  page: text(),
  campaign: jsonb().$type<Record<string, string>>().notNull().default({}),
  submissionKey: text(),
  contentHash: text().notNull(),
  messageHash: text().notNull(),
  addressHash: text(),
  /** Who was signed in when it was sent. */
  userId: uuid(),
  /** When somebody of the agency first opened it, since its sender last wrote. */
  seenAt: time(),
  /** Links of replies before this moment open the conversation no more. */
  linksEndedAt: time(),
  /** The administrator who looks after it. */
  assigneeId: uuid(),
  assigneeEmail: text(),
});

/** What happened to a request after it came in: the conversation, and what the agency did. */
export const requestEvents = pgTable("request_events", {
  id: id(),
  requestId: uuid()
    .notNull()
    .references(() => requests.id, { onDelete: "cascade" }),
  createdAt: time().notNull().defaultNow(),
  kind: text({ enum: ["state", "note", "mail_again", "assigned", "reply", "answer", "links_ended"] }).notNull(),
  fromState: requestState(),
  toState: requestState(),
  /** For the agency alone. */
  note: text(),
  /** What both sides read: a reply of the agency, an answer of the client. */
  text: text(),
  /** Of an answer by mail: quotes and signature, which are folded away. */
  rest: text(),
  /** Which mail it was, so that it is taken once. */
  mailKey: text(),
  mail: text({ enum: mailKinds }),
  /** To whom it was given; nobody when it was taken from somebody. */
  assigneeEmail: text(),
  /** Nobody, when a client answered by the link of a mail. */
  actorId: uuid(),
  actorEmail: text().notNull(),
  /** What they were called then. */
  actorName: text().notNull().default(""),
});

/** What was sent with a message, or is about to be. The bytes are in the storage (backend/requests/files.ts). */
export const requestFiles = pgTable("request_files", {
  id: id(),
  requestId: uuid()
    .notNull()
    .references(() => requests.id, { onDelete: "cascade" }),
  createdAt: time().notNull().defaultNow(),
  /** The message that it was sent with; none until then. */
  eventId: uuid().references(() => requestEvents.id, { onDelete: "cascade" }),
  fromAgency: boolean().notNull(),
  /** Who adds it, until it is sent; nobody where the link of a mail opened the conversation. */
  uploaderId: uuid(),
  name: text().notNull(),
  type: text().notNull(),
  size: bigint({ mode: "number" }).notNull(),
  /** Where its upload goes on, while it comes in parts. */
  upload: text(),
  /** A form that is sent twice brings the same again. */
  digest: text(),
  /** Since when the storage has all of it. */
  storedAt: time(),
});

/** Files whose rows are gone, until the storage has forgotten them. */
export const removedFiles = pgTable("removed_files", {
  path: text().primaryKey(),
  removedAt: time().notNull().defaultNow(),
});

export const requestConsents = pgTable("request_consents", {
  id: id(),
  requestId: uuid().references(() => requests.id, { onDelete: "set null" }),
  email: text().notNull(),
  document: text({ enum: ["privacy", "terms"] }).notNull(),
  version: text().notNull(),
  locale: text({ enum: locales }).notNull(),
  acceptedAt: time().notNull().defaultNow(),
});

export const outbox = pgTable("outbox", {
  id: id(),
  createdAt: time().notNull().defaultNow(),
  kind: text({ enum: [...mailKinds, "auth"] }).notNull(),
  requestId: uuid().references(() => requests.id, { onDelete: "cascade" }),
  /** The message that it brings. */
  eventId: uuid().references(() => requestEvents.id, { onDelete: "cascade" }),
  payload: jsonb().$type<AuthMailPayload>(),
  /** A mail is held while its request is in the spam folder, and where the governor has seen too many (backend/mail/governor.ts). */
  state: text({ enum: ["due", "held", "sent", "failed"] })
    .notNull()
    .default("due"),
  attempts: integer().notNull().default(0),
  dueAt: time().notNull().defaultNow(),
  attemptedAt: time(),
  sentAt: time(),
  lastError: text(),
});

export const addressKeys = pgTable("address_keys", {
  day: date().primaryKey(),
  key: text().notNull(),
});

/** What was changed about a person, and by whom; written down before it is done. */
export const peopleLog = pgTable("people_log", {
  id: id(),
  createdAt: time().notNull().defaultNow(),
  userId: uuid(),
  email: text().notNull(),
  action: text().notNull(),
  details: jsonb().$type<Record<string, string>>().notNull().default({}),
  /** Nobody, when it was the owner of the server by a command. */
  actorId: uuid(),
  actorEmail: text().notNull(),
  outcome: text({ enum: ["begun", "done", "refused", "unknown"] })
    .notNull()
    .default("begun"),
  touchesAdmins: boolean().notNull().default(false),
});

/** How often pages were read on a day, with nothing about who read them. */
export const pageViews = pgTable(
  "page_views",
  {
    day: date().notNull(),
    path: text().notNull(),
    locale: text().notNull(),
    referrer: text().notNull(),
    views: integer().notNull(),
  },
  ({ day, path, locale, referrer }) => [primaryKey({ columns: [day, path, locale, referrer] })],
);

/** What the agency writes again and again, by language. */
export const savedReplies = pgTable("saved_replies", {
  id: id(),
  name: text().notNull(),
  texts: jsonb().$type<Partial<Record<Locale, string>>>().notNull(),
  updatedAt: time().notNull().defaultNow(),
});

/** How far the mailbox of IMAP_URL is read, by which copy of the site, and what is wrong with it. */
export const mailboxes = pgTable("mailboxes", {
  id: text().primaryKey(),
  /** Mails before this are none of ours. */
  since: time().notNull().defaultNow(),
  /** Where it is another one, the mails have other numbers. */
  uidValidity: text(),
  nextUid: bigint({ mode: "number" }).notNull().default(1),
  holder: uuid(),
  heldUntil: time().notNull().defaultNow(),
  trouble: text(),
});

/** The proof of what was chosen in the cookie banner. */
export const consentChoices = pgTable("consent_choices", {
  id: id(),
  choiceId: text().notNull(),
  createdAt: time().notNull().defaultNow(),
  version: text().notNull(),
  granted: text({ enum: categories }).array().notNull(),
});

/** Attempts within a window of time. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  startedAt: time().notNull().defaultNow(),
  count: integer().notNull().default(0),
});

/** What a letter of the accounts is written from. */
export type AuthMailPayload = {
  to: string;
  locale: Locale;
  /** Which letter it is. */
  letter: OneTimeToken["purpose"] | "account_exists" | "changed" | "recovery_code_used" | "guesses" | "deleted";
  /** The one-time token that it brings; link and code are worked out from it when the mail is written. */
  tokenId?: string;
  redirectTo?: string;
  newEmail?: string;
  /** What has changed about how they sign in. */
  change?: "password" | "email" | "factorOn" | "factorOff" | "identityOn" | "identityOff" | "recoveryCodes";
  provider?: string;
};

export type RequestState = (typeof requestStates)[number];
export type EventRow = typeof requestEvents.$inferSelect;
export type FileRow = typeof requestFiles.$inferSelect;
export type RequestRow = typeof requests.$inferSelect;
export type ConsentRow = typeof requestConsents.$inferSelect;
export type MailRow = typeof outbox.$inferSelect;
