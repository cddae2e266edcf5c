import { randomInt } from "node:crypto";
import { and, asc, eq, isNull, lt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "#backend/database/connection.ts";
import { audit } from "./audit.ts";
import { optional, readBody, requireUser, text, type Auth, type AuthContext } from "./context.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { lockUser, requireRecentSignIn, tellOwner, writeToOwner } from "./gate.ts";
import type { Keys } from "./keys.ts";
import { limitAccount, limitAddress } from "./limits.ts";
import { factors, recoveryCodes, sessions, users, type User } from "./schema.ts";
import { raiseSession, renewTokens, sessionBody } from "./sessions.ts";

/** GoTrue has none of this: a Supabase project answers 404, and the pages do without. */

const howMany = 10;
/** Digits, as those of the apps are, so that a phone shows the same keys; with 200 guesses a day, one in 10¹² is enough. */
const digits = 12;

/** GET /recovery_codes: how many there are, and how many are left; not what they are, which nobody knows but the user. */
export async function countRecoveryCodes(auth: Auth, c: AuthContext): Promise<Response> {
  const { user } = await requireUser(auth, c);
  const theirs = await auth.queries.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  c.header("Cache-Control", "no-store");
  return c.json({
    total: theirs.length,
    left: theirs.filter(({ usedAt }) => !usedAt).length,
    created_at: theirs[0]?.createdAt ?? null,
  });
}

/** POST /recovery_codes: ten new ones, said this once. Those that were there are over. */
export async function makeRecoveryCodes(auth: Auth, c: AuthContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  await limitAddress(auth, c, "factors");
  if (signedIn.session.aal !== "aal2") throw new AuthError(403, "insufficient_aal", "AAL2 required to make recovery codes");
  requireRecentSignIn(auth, signedIn);
  const codes = Array.from({ length: howMany }, newCode);
  await auth.queries.transaction(async (queries) => {
    const user = await lockUser(queries, signedIn.user);
    const before = await queries.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)).returning({ id: recoveryCodes.id });
    await queries.insert(recoveryCodes).values(codes.map((code) => ({ userId: user.id, codeHash: hashOfCode(auth.keys, user, code) })));
    await audit(queries, c, "generate_recovery_codes", user);
    // The first ones come with the second step, of which they hear anyway.
    if (before.length > 0) await tellOwner(queries, user, "recoveryCodes");
  });
  auth.wakeOutbox();
  c.header("Cache-Control", "no-store");
  return c.json({ codes: codes.map((code) => code.replaceAll(/.{4}(?=.)/g, "$& ")) });
}

/** POST /recovery_codes/verify: in the place of a factor's code, for whoever has lost it. The session goes on at aal2. */
export async function verifyRecoveryCode(auth: Auth, c: AuthContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  await limitAddress(auth, c, "factors");
  const { code } = await readBody(c, z.object({ code: optional(text) }));
  if (!code) throw validationFailed("Code needs to be non-empty");
  await limitAccount(auth, c, `recovery ${signedIn.user.id}`, eq(users.id, signedIn.user.id));

  const issued = await auth.queries.transaction(async (queries) => {
    const user = await lockUser(queries, signedIn.user);
    const codeHash = hashOfCode(auth.keys, user, code);
    const [used] = await queries
      .update(recoveryCodes)
      .set({ usedAt: sql`now()` })
      .where(and(eq(recoveryCodes.userId, user.id), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
      .returning({ id: recoveryCodes.id });
    const [factor] = await queries
      .select()
      .from(factors)
      .where(and(eq(factors.userId, user.id), eq(factors.status, "verified")))
      .orderBy(asc(factors.createdAt));
    if (!used || !factor) throw new AuthError(422, "mfa_verification_failed", "Invalid recovery code entered");
    const session = await raiseSession(queries, signedIn, factor, "recovery_code");
    const refreshToken = await renewTokens(queries, session);
    await queries.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, session.id), lt(sessions.aal, "aal2")));
    await audit(queries, c, "recovery_code_used", user, { session_id: session.id });
    await writeToOwner(queries, user, { letter: "recovery_code_used" });
    return { user, session, refreshToken };
  });
  auth.wakeOutbox();
  c.header("Cache-Control", "no-store");
  return c.json(await sessionBody(auth, c, issued));
}

/** With the last factor go the codes that stand for it. */
export async function forgetCodesWithoutFactor(queries: Queries, userId: string) {
  const theirs = and(eq(factors.userId, userId), eq(factors.status, "verified"));
  const [left] = await queries.select({ id: factors.id }).from(factors).where(theirs).limit(1);
  if (!left) await queries.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

function newCode(): string {
  return Array.from({ length: digits }, () => randomInt(10)).join("");
}

/** However it was written down. */
function hashOfCode(keys: Keys, { id }: User, code: string): string {
  return keys.mac("recovery code", `${id} ${code.replaceAll(/\D/g, "")}`);
}
