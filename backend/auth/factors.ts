import { and, eq, gt, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "#backend/database/connection.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { audit } from "./audit.ts";
import { ipOf, optional, readBody, requireUser, text, type Auth, type AuthContext } from "./context.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { lockUser, requireRecentSignIn, tellOwner } from "./gate.ts";
import { limitAccount, limitAddress } from "./limits.ts";
import { forgetCodesWithoutFactor } from "./recovery-codes.ts";
import { challenges, factors, sessions, users, type Factor, type User } from "./schema.ts";
import { lowerSessions, raiseSession, renewTokens, sessionBody } from "./sessions.ts";
import { makeSecret, sealSecret, stepOf, unsealSecret } from "./totp.ts";

const mostFactors = 10;
const challengeSeconds = 300;
/** An enrolment that nobody went on with. */
const isAbandoned = and(
  eq(factors.status, "unverified"),
  sql`coalesce(${factors.lastChallengedAt}, ${factors.createdAt}) < now() - interval '10 minutes'`,
)!;

const enrollSchema = z.object({
  factor_type: optional(text),
  // No longer than an index and a QR code can hold.
  friendly_name: optional(text.max(255)),
  issuer: optional(text.max(64).refine((value) => value.isWellFormed(), "must be well-formed")),
});

/** POST /factors: the secret of a new factor. It counts once a code has shown that the user has it. */
export async function enrollFactor(auth: Auth, c: AuthContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  const { user, session } = signedIn;
  await limitAddress(auth, c, "factors");
  const body = await readBody(c, enrollSchema);
  if (body.factor_type === "phone") throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  if (body.factor_type === "webauthn") throw new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
  if (body.factor_type !== "totp") throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  requireRecentSignIn(auth, signedIn);

  const id = crypto.randomUUID();
  const name = body.friendly_name ?? "";
  const totp = await makeSecret(user.email ?? "", body.issuer || undefined);
  await auth.queries.transaction(async (queries) => {
    await lockUser(queries, user);
    await queries.delete(factors).where(and(eq(factors.userId, user.id), isAbandoned));
    const theirs = await queries.select().from(factors).where(eq(factors.userId, user.id));
    if (theirs.some(({ friendlyName }) => (friendlyName ?? "") === name)) throw nameTaken(name);
    if (theirs.length >= mostFactors) {
      throw new AuthError(422, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue");
    }
    if (session.aal !== "aal2" && theirs.some(({ status }) => status === "verified")) {
      throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
    }
    const [made] = await queries
      .insert(factors)
      .values({
        id,
        userId: user.id,
        friendlyName: name || null,
        factorType: "totp",
        status: "unverified",
        secret: sealSecret(auth.keys, id, totp.secret),
      })
      .onConflictDoNothing()
      .returning({ id: factors.id });
    if (!made) throw nameTaken(name);
    await audit(queries, c, "factor_in_progress", user, { factor_id: id });
  });
  c.header("Cache-Control", "no-store");
  return c.json({ id, type: "totp", friendly_name: name, totp });
}

/** POST /factors/:id/challenge: the next code of this factor will be asked for, from this address. */
export async function challengeFactor(auth: Auth, c: AuthContext): Promise<Response> {
  const { user } = await requireUser(auth, c);
  await limitAddress(auth, c, "factors");
  const factor = await findFactor(auth.queries, user, c);
  onlyTotp(factor);
  const challenge = await auth.queries.transaction(async (queries) => {
    const [current] = await queries
      .update(factors)
      .set({ lastChallengedAt: sql`now()` })
      .where(and(eq(factors.id, factor.id), not(isAbandoned)))
      .returning({ id: factors.id });
    if (!current) throw factorNotFound();
    const isOld = sql`${challenges.createdAt} < now() - interval '1 day'`;
    await queries.delete(challenges).where(and(eq(challenges.factorId, factor.id), isOld));
    const [made] = await queries
      .insert(challenges)
      .values({ factorId: factor.id, ipAddress: ipOf(c) })
      .returning();
    await audit(queries, c, "challenge_created", user, { factor_id: factor.id, factor_status: factor.status });
    return made!;
  });
  return c.json({
    id: challenge.id,
    type: factor.factorType,
    expires_at: Math.floor(challenge.createdAt.getTime() / 1000) + challengeSeconds,
  });
}

const verifySchema = z.object({ challenge_id: optional(text), code: optional(text) });

/** POST /factors/:id/verify: with a code of the factor the session goes on at aal2. */
export async function verifyFactor(auth: Auth, c: AuthContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  await limitAddress(auth, c, "factors");
  const body = await readBody(c, verifySchema);
  const factor = await findFactor(auth.queries, signedIn.user, c);
  if (!body.code) throw validationFailed("Code needs to be non-empty");
  onlyTotp(factor);
  const challengeId = await checkChallenge(auth, c, factor, body.challenge_id);
  await limitAccount(auth, c, `factor ${factor.id}`, eq(users.id, signedIn.user.id));
  const step = stepOf(unsealSecret(auth.keys, factor.id, factor.secret!), body.code);
  if (step === undefined) throw wrongCode();

  const issued = await auth.queries.transaction(async (queries) => {
    const user = await lockUser(queries, signedIn.user);
    await useChallenge(queries, challengeId);
    await useStep(queries, factor, step);
    await queries.delete(factors).where(and(eq(factors.userId, user.id), eq(factors.status, "unverified")));
    const session = await raiseSession(queries, signedIn, factor, "totp");
    const refreshToken = await renewTokens(queries, session);
    await queries.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, session.id), lt(sessions.aal, "aal2")));
    const traits = { factor_id: factor.id, challenge_id: challengeId, factor_type: factor.factorType };
    await audit(queries, c, "verification_attempted", user, traits);
    if (factor.status === "unverified") await tellOwner(queries, user, "factorOn");
    return { user, session, refreshToken };
  });
  auth.wakeOutbox();
  c.header("Cache-Control", "no-store");
  return c.json(await sessionBody(auth, c, issued));
}

/** DELETE /factors/:id */
export async function unenrollFactor(auth: Auth, c: AuthContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  const { user, session } = signedIn;
  await limitAddress(auth, c, "factors");
  const id = await auth.queries.transaction(async (queries) => {
    await lockUser(queries, user);
    const factor = await findFactor(queries, user, c);
    if (factor.status === "verified" && session.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    if (factor.status === "verified") requireRecentSignIn(auth, signedIn);
    await removeFactor(queries, factor);
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session.id };
    await audit(queries, c, "factor_unenrolled", user, traits);
    if (factor.status === "verified") await tellOwner(queries, user, "factorOff");
    return factor.id;
  });
  auth.wakeOutbox();
  return c.json({ id });
}

/** What it opened is closed again: sessions go back to one step, and with the last factor its recovery codes go. */
export async function removeFactor(queries: Queries, factor: Factor) {
  await queries.delete(factors).where(eq(factors.id, factor.id));
  await lowerSessions(queries, factor);
  await forgetCodesWithoutFactor(queries, factor.userId);
}

async function findFactor(queries: Queries, user: User, c: AuthContext): Promise<Factor> {
  const id = c.req.param("id");
  const [factor] = isUuid(id)
    ? await queries
        .select()
        .from(factors)
        .where(and(eq(factors.id, id), eq(factors.userId, user.id)))
    : [];
  if (!factor) throw factorNotFound();
  return factor;
}

function onlyTotp({ factorType }: Factor) {
  if (factorType === "phone") throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
  if (factorType === "webauthn") throw new AuthError(422, "mfa_webauthn_verify_not_enabled", "MFA verification is disabled for WebAuthn");
}

/** The challenge must be this factor's, of this address, and not older than five minutes. */
async function checkChallenge(auth: Auth, c: AuthContext, factor: Factor, id: string | undefined): Promise<string> {
  const [challenge] = isUuid(id)
    ? await auth.queries
        .select({
          id: challenges.id,
          verifiedAt: challenges.verifiedAt,
          isFromHere: sql<boolean>`${challenges.ipAddress} = ${ipOf(c)}::inet`,
          isOver: sql<boolean>`${challenges.createdAt} < now() - ${challengeSeconds} * interval '1 second'`,
        })
        .from(challenges)
        .where(and(eq(challenges.id, id), eq(challenges.factorId, factor.id)))
    : [];
  if (!challenge) throw new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  if (challenge.verifiedAt || !challenge.isFromHere) throw challengeUsed();
  if (challenge.isOver) {
    const said = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", said);
  }
  return challenge.id;
}

async function useChallenge(queries: Queries, id: string) {
  const [used] = await queries
    .update(challenges)
    .set({ verifiedAt: sql`now()` })
    .where(and(eq(challenges.id, id), isNull(challenges.verifiedAt)))
    .returning({ id: challenges.id });
  if (!used) throw challengeUsed();
}

/** A code opens once, whoever has seen it. A step farther ahead than codes may differ was used before the clock was put back. */
async function useStep(queries: Queries, factor: Factor, step: number) {
  const [used] = await queries
    .update(factors)
    .set({ status: "verified", lastUsedStep: step, updatedAt: sql`now()` })
    .where(
      and(eq(factors.id, factor.id), or(isNull(factors.lastUsedStep), lt(factors.lastUsedStep, step), gt(factors.lastUsedStep, step + 2))),
    )
    .returning({ id: factors.id });
  if (!used) throw wrongCode();
}

const factorNotFound = () => new AuthError(404, "mfa_factor_not_found", "Factor not found");
const wrongCode = () => new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
/** GoTrue says the same of a challenge that was used already. */
const challengeUsed = () => new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
const nameTaken = (name: string) =>
  new AuthError(422, "mfa_factor_name_conflict", `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`);
