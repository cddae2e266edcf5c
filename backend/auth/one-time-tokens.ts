import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import type { Auth } from "./context.ts";
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

/**
 * Makes the token of a purpose; an earlier one of the same kind is over. What is mailed, a link and a short code, is worked
 * out from the token's id and our key: the database holds hashes alone, and a mail that is sent again says the same.
 */
export async function makeToken(
  auth: Auth,
  queries: Queries,
  user: User,
  purpose: Purpose,
  { email, redirectTo, flowStateId }: { email: string; redirectTo?: string; flowStateId?: string },
): Promise<OneTimeToken> {
  const id = crypto.randomUUID();
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
  const [token] = await queries
    .insert(oneTimeTokens)
    .values({ ...made, userId: user.id, tokenType: typeOf[purpose] })
    .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.tokenType], set: made })
    .returning();
  return token!;
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
  return token;
}
