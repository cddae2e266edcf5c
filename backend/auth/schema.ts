import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  inet,
  integer,
  json,
  jsonb,
  pgSchema,
  smallint,
  text,
  timestamp,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";

/** The tables of schema `auth` as the queries see them; backend/auth/migrations makes them. */

const auth = pgSchema("auth");
const id = () => uuid().primaryKey().defaultRandom();
const time = () => timestamp({ withTimezone: true });
const now = () => time().notNull().defaultNow();
const metadata = (column: string) =>
  jsonb(column)
    .$type<Record<string, unknown>>()
    .notNull()
    .default(sql`'{}'`);

export const users = auth.table("users", {
  id: id(),
  aud: varchar().notNull().default("authenticated"),
  role: varchar().notNull().default("authenticated"),
  email: varchar(),
  encryptedPassword: varchar(),
  emailConfirmedAt: time(),
  invitedAt: time(),
  confirmationSentAt: time(),
  recoverySentAt: time(),
  emailChange: varchar(),
  emailChangeSentAt: time(),
  emailChangeConfirmStatus: smallint().notNull().default(0),
  lastSignInAt: time(),
  appMetadata: metadata("raw_app_meta_data"),
  userMetadata: metadata("raw_user_meta_data"),
  createdAt: now(),
  updatedAt: now(),
  phone: text(),
  phoneConfirmedAt: time(),
  bannedUntil: time(),
  reauthenticationSentAt: time(),
  isSsoUser: boolean().notNull().default(false),
  deletedAt: time(),
  isAnonymous: boolean().notNull().default(false),
});

export const identities = auth.table("identities", {
  providerId: text().notNull(),
  userId: uuid().notNull(),
  identityData: jsonb().$type<Record<string, unknown>>().notNull(),
  provider: text().notNull(),
  lastSignInAt: time(),
  createdAt: now(),
  updatedAt: now(),
  id: id(),
});

export const sessions = auth.table("sessions", {
  id: id(),
  userId: uuid().notNull(),
  createdAt: now(),
  updatedAt: now(),
  factorId: uuid(),
  aal: text({ enum: ["aal1", "aal2", "aal3"] })
    .notNull()
    .default("aal1"),
  notAfter: time(),
  refreshedAt: time(),
  userAgent: text(),
  ip: inet(),
});

export const refreshTokens = auth.table("refresh_tokens", {
  id: bigserial({ mode: "number" }).primaryKey(),
  token: varchar().notNull(),
  userId: varchar().notNull(),
  revoked: boolean().notNull().default(false),
  createdAt: now(),
  updatedAt: now(),
  parent: varchar(),
  sessionId: uuid().notNull(),
});

export const amrClaims = auth.table("mfa_amr_claims", {
  sessionId: uuid().notNull(),
  createdAt: now(),
  updatedAt: now(),
  authenticationMethod: text().notNull(),
  id: id(),
});

export const factors = auth.table("mfa_factors", {
  id: id(),
  userId: uuid().notNull(),
  friendlyName: text(),
  factorType: text({ enum: ["totp", "webauthn", "phone"] }).notNull(),
  status: text({ enum: ["unverified", "verified"] }).notNull(),
  createdAt: now(),
  updatedAt: now(),
  secret: text(),
  phone: text(),
  lastChallengedAt: time(),
  lastUsedStep: bigint({ mode: "number" }),
});

export const challenges = auth.table("mfa_challenges", {
  id: id(),
  factorId: uuid().notNull(),
  createdAt: now(),
  verifiedAt: time(),
  ipAddress: inet().notNull(),
});

export const recoveryCodes = auth.table("recovery_codes", {
  id: id(),
  userId: uuid().notNull(),
  codeHash: text().notNull(),
  createdAt: now(),
  usedAt: time(),
});

export const flowStates = auth.table("flow_state", {
  id: id(),
  userId: uuid(),
  authCode: text(),
  codeChallengeMethod: text({ enum: ["s256", "plain"] }),
  codeChallenge: text(),
  providerType: text().notNull(),
  providerAccessToken: text(),
  providerRefreshToken: text(),
  createdAt: now(),
  updatedAt: now(),
  authenticationMethod: text().notNull(),
  authCodeIssuedAt: time(),
});

export const oneTimeTokens = auth.table("one_time_tokens", {
  id: id(),
  userId: uuid().notNull(),
  tokenType: text({
    enum: ["confirmation_token", "reauthentication_token", "recovery_token", "email_change_token_new", "email_change_token_current"],
  }).notNull(),
  tokenHash: text().notNull(),
  codeHash: text().notNull(),
  relatesTo: text().notNull(),
  purpose: text({
    enum: ["signup", "magiclink", "recovery", "invite", "email_change_new", "email_change_current", "reauthentication"],
  }).notNull(),
  redirectTo: text(),
  flowStateId: uuid(),
  failedAttempts: integer().notNull().default(0),
  askedFrom: text().notNull().default(""),
  createdAt: now(),
  updatedAt: now(),
});

export const oauthStates = auth.table("oauth_client_states", {
  id: id(),
  providerType: text().notNull(),
  codeVerifier: text().notNull(),
  nonce: text(),
  redirectTo: text().notNull(),
  flowStateId: uuid(),
  linkingUserId: uuid(),
  createdAt: now(),
});

export const auditLog = auth.table("audit_log_entries", {
  id: id(),
  payload: json().$type<Record<string, unknown>>(),
  createdAt: now(),
  ipAddress: varchar().notNull().default(""),
});

export type User = typeof users.$inferSelect;
export type Identity = typeof identities.$inferSelect;
export type Session = typeof sessions.$inferSelect;
export type Factor = typeof factors.$inferSelect;
export type OneTimeToken = typeof oneTimeTokens.$inferSelect;
