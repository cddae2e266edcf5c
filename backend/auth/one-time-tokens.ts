import { and, desc, eq, gt, inArray, lt, notInArray, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queries } from "#backend/database/connection.ts";
import { networkOf } from "#backend/network.ts";
import { ipOf, type Auth, type AuthContext } from "./context.ts";
import { hashOf, sameText, type Keys } from "./keys.ts";
import { oneTimeTokens, type OneTimeToken, type User } from "./schema.ts";

type Purpose = OneTimeToken["purpose"];
type TokenType = OneTimeToken["tokenType"];

const typeOf: Record<Purpose, TokenType> = {
  signup: "confirmation_token",
  invite: "confirmation_token",
  magiclink: "recovery_token",
  recovery: "recovery_token",
  email_change_new: "email_change_token_new",
  email_change_current: "email_change_token_current",
  reauthentication: "reauthentication_token",
};

const lifetime = sql`now() - interval '1 hour'`;
const mostGuesses = 5;
/** That may be asked for from as many networks at once. */
const mostSideBySide = 5;
/** A change of address that is asked for ends the one before, whoever asks: the old address confirms the last one alone. */
const alone = new Set<Purpose>(["email_change_new", "email_change_current"]);

type Wanted = {
  email: string;
  redirectTo?: string;
  flowStateId?: string;
  from?: AuthContext;
  /** Nothing has changed since it was last asked for: the mails of both times are good. */
  isRepeat?: boolean;
};

/**
 * Makes the token of a purpose; an earlier one of the same kind that was asked for from the same network is over, or repeated. What is
 * mailed, a link and a short code, is worked out from the token's id and our key: the database holds hashes alone, and a mail that is sent
 * again says the same.
 */
export async function makeToken(
  auth: Auth,
  queries: Queries,
  user: User,
  purpose: Purpose,
  { email, redirectTo, flowStateId, from, isRepeat = false }: Wanted,
): Promise<OneTimeToken> {
  const id = crypto.randomUUID();
  const askedFrom = from && !alone.has(purpose) ? auth.keys.mac("asked from", networkOf(ipOf(from))) : "";
  const made = {
    id,
    tokenHash: hashOf(linkToken(auth.keys, id)),
    codeHash: auth.keys.mac("code", `${email} ${shortCode(auth.keys, id)}`),
    relatesTo: email,
    purpose,
    redirectTo: redirectTo ?? null,
    flowStateId: flowStateId ?? null,
    failedAttempts: 0,
    createdAt: sql`now()`,
    updatedAt: sql`now()`,
  };
  // Guesses that were made at it count on.
  const kept = isRepeat && askedFrom ? keepGood(made) : {};
  const [token] = await queries
    .insert(oneTimeTokens)
    .values({ ...made, userId: user.id, tokenType: typeOf[purpose], askedFrom })
    .onConflictDoUpdate({
      target: [oneTimeTokens.userId, oneTimeTokens.tokenType, oneTimeTokens.askedFrom],
      set: { ...made, ...kept },
    })
    .returning();
  // What the agency asks for, an invitation or a link, is the last word too.
  const newest = queries
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(sameKind(token!))
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(askedFrom ? mostSideBySide : 1);
  await queries.delete(oneTimeTokens).where(and(sameKind(token!), notInArray(oneTimeTokens.id, newest)));
  return token!;
}

/** What stays of a token that is still good when the same is asked for again. */
function keepGood(made: Pick<OneTimeToken, "id" | "tokenHash" | "codeHash" | "purpose" | "relatesTo">) {
  const isGood = and(
    eq(oneTimeTokens.purpose, made.purpose),
    eq(oneTimeTokens.relatesTo, made.relatesTo),
    gt(oneTimeTokens.createdAt, lifetime),
    lt(oneTimeTokens.failedAttempts, mostGuesses),
  );
  const kept = (column: AnyPgColumn, value: string | number) => sql`case when ${isGood} then ${column} else ${value} end`;
  return {
    id: kept(oneTimeTokens.id, made.id),
    tokenHash: kept(oneTimeTokens.tokenHash, made.tokenHash),
    codeHash: kept(oneTimeTokens.codeHash, made.codeHash),
    failedAttempts: kept(oneTimeTokens.failedAttempts, 0),
  };
}

/** What stands in the link. */
export function linkToken(keys: Keys, id: string): string {
  return keys.mac("link", id);
}

/** Six digits, for those who read the mail elsewhere. */
export function shortCode(keys: Keys, id: string): string {
  const number = Buffer.from(keys.mac("short code", id), "base64url").readUInt32BE();
  return String(number % 1_000_000).padStart(6, "0");
}

/** Takes the token of a link out of the database: it opens once, and within the hour. */
export async function takeByLink(queries: Queries, link: string, purposes: Purpose[]): Promise<OneTimeToken | undefined> {
  const [token] = await queries
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.tokenHash, hashOf(link)), inArray(oneTimeTokens.purpose, purposes), gt(oneTimeTokens.createdAt, lifetime)))
    .returning();
  if (token) await queries.delete(oneTimeTokens).where(sameKind(token));
  return token;
}

/**
 * The same by the short code, for a few guesses. Each is counted before it is looked at, so that many at once are no more
 * than a few; the caller must let the count stand. The link, which nobody can guess, stays good.
 */
export async function takeByCode(
  { queries, keys }: Pick<Auth, "queries" | "keys">,
  email: string,
  code: string,
  purposes: Purpose[],
): Promise<OneTimeToken | undefined> {
  const tried = await queries
    .update(oneTimeTokens)
    .set({ failedAttempts: sql`${oneTimeTokens.failedAttempts} + 1` })
    .where(
      and(
        eq(oneTimeTokens.relatesTo, email),
        inArray(oneTimeTokens.purpose, purposes),
        gt(oneTimeTokens.createdAt, lifetime),
        lt(oneTimeTokens.failedAttempts, mostGuesses),
      ),
    )
    .returning();
  const codeHash = keys.mac("code", `${email} ${code}`);
  const found = tried.find((token) => sameText(token.codeHash, codeHash));
  if (!found) return;
  const [token] = await queries.delete(oneTimeTokens).where(eq(oneTimeTokens.id, found.id)).returning();
  if (token) await queries.delete(oneTimeTokens).where(sameKind(token));
  return token;
}

/** What one of them does need not be done again: with it, those that were asked for beside it are over. */
function sameKind({ userId, tokenType }: OneTimeToken) {
  return and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.tokenType, tokenType));
}
