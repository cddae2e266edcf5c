import { sql } from "drizzle-orm";
import type { AuthMailPayload } from "#server/auth/mail.ts";
import { date, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** The tables as the queries see them. supabase/migrations makes them, with their checks, indexes and rights. */

const id = () => uuid().primaryKey().defaultRandom();
const time = () => timestamp({ withTimezone: true });

export const requests = pgTable("requests", {
  id: id(),
  createdAt: time().notNull().defaultNow(),
  lastContactAt: time().notNull().defaultNow(),
  state: text({ enum: ["new", "in_progress", "won", "lost", "spam"] })
    .notNull()
    .default("new"),
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
  locale: text({ enum: ["en", "es", "gl"] }).notNull(),
  page: text(),
  campaign: jsonb().$type<Record<string, string>>().notNull().default({}),
  submissionKey: text(),
  contentHash: text().notNull(),
  messageHash: text().notNull(),
  addressHash: text(),
});

export const requestConsents = pgTable("request_consents", {
  id: id(),
  requestId: uuid().references(() => requests.id, { onDelete: "set null" }),
  email: text().notNull(),
  document: text({ enum: ["privacy", "terms"] }).notNull(),
  version: text().notNull(),
  locale: text({ enum: ["en", "es", "gl"] }).notNull(),
  acceptedAt: time().notNull().defaultNow(),
});

export const outbox = pgTable("outbox", {
  id: id(),
  createdAt: time().notNull().defaultNow(),
  kind: text({ enum: ["notice", "receipt", "auth"] }).notNull(),
  requestId: uuid().references(() => requests.id, { onDelete: "cascade" }),
  payload: jsonb().$type<AuthMailPayload>(),
  /** A mail is held while its request is in the spam folder. */
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

export type RequestRow = typeof requests.$inferSelect;
export type ConsentRow = typeof requestConsents.$inferSelect;
export type MailRow = typeof outbox.$inferSelect;
