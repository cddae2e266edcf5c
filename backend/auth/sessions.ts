import { randomBytes } from "node:crypto";
import { and, asc, eq, getTableColumns, inArray, isNull, ne, sql } from "drizzle-orm";
import { SignJWT } from "jose";
import type { Queries } from "#backend/database/connection.ts";
import { ipOf, isBanned, issuerOf, type Auth, type AuthContext, type SignedIn } from "./context.ts";
import { AuthError, invalidCredentials } from "./errors.ts";
import { hasVerifiedFactor } from "./gate.ts";
import { hashOf } from "./keys.ts";
import { markDevice } from "./known-device.ts";
import { amrClaims, refreshTokens, sessions, users, type Factor, type Session, type User } from "./schema.ts";
import { userBody } from "./user-body.ts";

/** How a person proved who they are, in GoTrue's words. */
export type Method =
  | "password"
  | "otp"
  | "oauth"
  | "totp"
  | "recovery_code"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change"
  | "token_refresh";

const tokenLifetime = 3600;
/** A token that was just exchanged may come again within these seconds: from another tab, or after a lost answer. */
const reuseSeconds = 10;

type Issued = { user: User; session: Session; refreshToken: string };

/** A new session. */
export async function openSession(queries: Queries, c: AuthContext, user: User, method: Method): Promise<Issued> {
  const [signedIn] = await queries
    .update(users)
    .set({ lastSignInAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
    .returning();
  // As they are now: they may have been deleted or banned since they were looked up.
  if (!signedIn) throw invalidCredentials();
  if (isBanned(signedIn)) throw new AuthError(400, "user_banned", "User is banned");
  const [session] = await queries
    .insert(sessions)
    .values({ userId: user.id, userAgent: c.req.header("user-agent")?.slice(0, 500), ip: ipOf(c) })
    .returning();
  await addMethod(queries, session!, method);
  const refreshToken = randomBytes(24).toString("base64url");
  await queries.insert(refreshTokens).values({ token: hashOf(refreshToken), userId: user.id, sessionId: session!.id });
  return { user: signedIn, session: session!, refreshToken };
}

async function addMethod(queries: Queries, session: Session, method: Method) {
  await queries
    .insert(amrClaims)
    .values({ sessionId: session.id, authenticationMethod: method })
    .onConflictDoUpdate({ target: [amrClaims.sessionId, amrClaims.authenticationMethod], set: { updatedAt: sql`now()` } });
}

/** The session goes on at aal2, by a factor or by what stands for it. */
export async function raiseSession(queries: Queries, { session }: SignedIn, factor: Factor, method: Method): Promise<Session> {
  const [raised] = await queries
    .update(sessions)
    .set({ aal: "aal2", factorId: factor.id, updatedAt: sql`now()` })
    .where(eq(sessions.id, session.id))
    .returning();
  if (!raised) throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  await addMethod(queries, raised, method);
  return raised;
}

/** The sessions that this factor raised go on without it. */
export async function lowerSessions(queries: Queries, factor: Factor) {
  const lowered = await queries
    .update(sessions)
    .set({ aal: "aal1", factorId: null, updatedAt: sql`now()` })
    .where(eq(sessions.factorId, factor.id))
    .returning({ id: sessions.id });
  const ids = lowered.map(({ id }) => id);
  const secondSteps: Method[] = ["totp", "recovery_code"];
  await queries.delete(amrClaims).where(and(inArray(amrClaims.sessionId, ids), inArray(amrClaims.authenticationMethod, secondSteps)));
}

/** What a client gets for a session: the tokens, and the user. */
export async function sessionBody(auth: Auth, c: AuthContext, { user, session, refreshToken }: Issued) {
  const issuedAt = Math.floor(Date.now() / 1000);
  // Where there is a second factor, whoever has only the password is not known yet.
  if (session.aal === "aal2" || !(await hasVerifiedFactor(auth.queries, user))) markDevice(auth, c, user.id);
  return {
    access_token: await accessToken(auth, user, session, issuedAt),
    token_type: "bearer",
    expires_in: tokenLifetime,
    expires_at: issuedAt + tokenLifetime,
    refresh_token: refreshToken,
    user: await userBody(auth.queries, user),
  };
}

async function accessToken(auth: Auth, user: User, session: Session, issuedAt: number): Promise<string> {
  const methods = await auth.queries.select().from(amrClaims).where(eq(amrClaims.sessionId, session.id)).orderBy(asc(amrClaims.createdAt));
  return new SignJWT({
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    role: user.role,
    aal: session.aal,
    amr: methods.toReversed().map(({ authenticationMethod, updatedAt }) => ({
      method: authenticationMethod,
      timestamp: Math.floor(updatedAt.getTime() / 1000),
    })),
    session_id: session.id,
    is_anonymous: user.isAnonymous,
  })
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: auth.keys.kid })
    .setIssuer(issuerOf(auth))
    .setSubject(user.id)
    .setAudience(user.aud)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifetime)
    .sign(auth.keys.privateKey);
}

/**
 * Exchanges a refresh token for its successor. The successor is worked out from the token itself and our key, so the database
 * holds hashes alone, and the same token, sent twice within seconds, gets the same answer. Sent later, somebody has a copy:
 * the session ends.
 */
export async function refresh(auth: Auth, given: string): Promise<Issued> {
  const outcome = await auth.queries.transaction(async (queries): Promise<Issued | AuthError> => {
    // The session first, then its tokens, as those do who end or raise it: in another order two wait for each other for ever.
    const isGiven = eq(refreshTokens.token, hashOf(given));
    const itsSession = queries.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(isGiven);
    const [session] = await queries.select().from(sessions).where(inArray(sessions.id, itsSession)).for("update");
    // By the database's clock, which wrote the time.
    const age = sql<number>`extract(epoch from now() - ${refreshTokens.updatedAt})::float8`;
    const [token] = await queries
      .select({ ...getTableColumns(refreshTokens), age })
      .from(refreshTokens)
      .where(isGiven);
    if (!token) return new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
    const [user] = await queries.select().from(users).where(eq(users.id, token.userId));
    if (!session || !user || user.deletedAt) return new AuthError(400, "session_not_found", "Invalid Refresh Token: Session Not Found");
    if (isBanned(user)) return new AuthError(400, "user_banned", "Invalid Refresh Token: User Banned");
    if (session.notAfter && session.notAfter < new Date()) {
      return new AuthError(400, "session_expired", "Invalid Refresh Token: Session Expired");
    }

    const successor = auth.keys.mac("refresh token", given);
    if (token.revoked) {
      // Neither long ago nor in the future: the clock may have been put back.
      const isFresh = Math.abs(token.age) < reuseSeconds;
      const newest = isFresh && (await newestAfter(auth, queries, successor));
      if (newest) return { user, session, refreshToken: newest };
      // Just now it may be another tab, which has not heard yet of a second factor.
      if (!isFresh) await queries.delete(sessions).where(eq(sessions.id, session.id));
      return new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
    }

    await queries
      .update(refreshTokens)
      .set({ revoked: true, updatedAt: sql`now()` })
      .where(eq(refreshTokens.id, token.id));
    await queries.insert(refreshTokens).values({ token: hashOf(successor), parent: token.token, userId: user.id, sessionId: session.id });
    const [refreshed] = await queries
      .update(sessions)
      .set({ refreshedAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(sessions.id, session.id))
      .returning();
    return { user, session: refreshed!, refreshToken: successor };
  });
  // Thrown only now: the end of a stolen session must be committed.
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** The token that a line of successors has come to; undefined when it has ended. */
async function newestAfter(auth: Auth, queries: Queries, successor: string): Promise<string | undefined> {
  const [token] = await queries
    .select({ revoked: refreshTokens.revoked })
    .from(refreshTokens)
    .where(eq(refreshTokens.token, hashOf(successor)));
  if (!token?.revoked) return token && successor;
  return newestAfter(auth, queries, auth.keys.mac("refresh token", successor));
}

/** A refresh token for a session that goes on with more rights; those it had are over. */
export async function renewTokens(queries: Queries, session: Session): Promise<string> {
  await queries
    .update(refreshTokens)
    .set({ revoked: true, updatedAt: sql`now()` })
    .where(eq(refreshTokens.sessionId, session.id));
  const refreshToken = randomBytes(24).toString("base64url");
  await queries.insert(refreshTokens).values({ token: hashOf(refreshToken), userId: session.userId, sessionId: session.id });
  return refreshToken;
}

export async function endSessions(queries: Queries, user: User, scope: "global" | "others" | "local", session?: Session) {
  // In turn with whatever else ends or raises their sessions, and with nobody who only stores something for them.
  await queries.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
  const theirs = eq(sessions.userId, user.id);
  if (scope === "local" && session) await queries.delete(sessions).where(and(theirs, eq(sessions.id, session.id)));
  else if (scope === "others" && session) await queries.delete(sessions).where(and(theirs, ne(sessions.id, session.id)));
  else await queries.delete(sessions).where(theirs);
}
