import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "#backend/database/connection.ts";
import { audit } from "./audit.ts";
import { checkCaptcha } from "./captcha.ts";
import {
  allowedRedirect,
  metadataSchema,
  notBefore,
  optional,
  person,
  pkce,
  readBody,
  readEmail,
  text,
  type Auth,
  type AuthContext,
} from "./context.ts";
import { AuthError, phoneDisabled, signUpsClosed, userExists, validationFailed } from "./errors.ts";
import { beginFlow } from "./flows.ts";
import { limitAddress, limitMails } from "./limits.ts";
import { languageOf, queueLetter, queueToken } from "./mail.ts";
import { makeToken } from "./one-time-tokens.ts";
import { checkLength, checkStrength, hashPassword } from "./passwords.ts";
import { identities, users, type Identity, type User } from "./schema.ts";
import { openSession, sessionBody } from "./sessions.ts";
import { bodyOf, userBody } from "./user-body.ts";
import { markVerified } from "./verify.ts";

const signUpSchema = z.object({ ...person, ...pkce, password: optional(text), data: metadataSchema });

/**
 * POST /signup: a new user, who must confirm the address. Whoever has an account already is answered alike, and told by mail.
 */
export async function signUp(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "signup");
  const body = await readBody(c, signUpSchema);
  await checkCaptcha(auth, c);
  if (auth.config.auth.signUps === "closed") throw signUpsClosed();
  if (!body.email && !body.phone && !body.password) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (!body.password) throw validationFailed("Signup requires a valid password");
  if (!body.email)
    throw body.phone ? phoneDisabled("Phone signups are disabled") : validationFailed("To signup, please provide your email");
  const email = readEmail(body.email);
  if (auth.config.auth.signUps === "unconfirmed") return signUpUnconfirmed(auth, c, { email, password: body.password, data: body.data });
  checkStrength(body.password, { email });
  await limitMails(auth, c, email);

  const encryptedPassword = await hashPassword(body.password);
  const redirectTo = allowedRedirect(auth, c.req.query("redirect_to"));
  const answer = notBefore(
    100,
    auth.queries.transaction(async (queries) => {
      const { user, isNew } = await findOrCreate(queries, email, { encryptedPassword, data: body.data });
      if (user.emailConfirmedAt) {
        await audit(queries, c, "user_repeated_signup", user);
        await queueLetter(queries, { to: email, letter: "account_exists", locale: languageOf(user.userMetadata, redirectTo) });
        return imaginedUser(queries, email, body.data);
      }
      await audit(queries, c, isNew ? "user_signedup" : "user_confirmation_requested", user);
      const flowStateId = await beginFlow(queries, body, { user, provider: "email", method: "email/signup" });
      const token = await makeToken(auth, queries, user, "signup", { email, redirectTo, flowStateId, from: c });
      await queueToken(queries, user, token);
      if (!isNew) await startOver(queries, user, { encryptedPassword, data: body.data });
      const [sent] = await queries
        .update(users)
        .set({ confirmationSentAt: sql`now()` })
        .where(eq(users.id, user.id))
        .returning();
      // Somebody else may have begun: what they said of themselves is not for whoever asks again.
      return isNew ? userBody(queries, sent!) : imaginedUser(queries, email, body.data);
    }),
  );
  const user = await answer;
  auth.wakeOutbox();
  return c.json(user);
}

/** For tests on this machine: the account is open at once, and the answer is a session, as from a project that wants no confirmation. */
async function signUpUnconfirmed(
  auth: Auth,
  c: AuthContext,
  { email, password, data }: { email: string; password: string; data?: Record<string, unknown> },
): Promise<Response> {
  checkLength(password);
  const encryptedPassword = await hashPassword(password);
  const issued = await auth.queries.transaction(async (queries) => {
    const { user, isNew } = await findOrCreate(queries, email, { encryptedPassword, data });
    if (!isNew) throw userExists();
    const [confirmed] = await queries
      .update(users)
      .set({ emailConfirmedAt: sql`now()`, userMetadata: { ...user.userMetadata, email_verified: true } })
      .where(eq(users.id, user.id))
      .returning();
    await markVerified(queries, confirmed!);
    await audit(queries, c, "user_signedup", confirmed!);
    return openSession(queries, c, confirmed!, "password");
  });
  return c.json(await sessionBody(auth, c, issued));
}

/** The user of an address; made if there is none. Two that ask at once get the same one. As in GoTrue, whom somebody with the secret key makes has their own data alone. */
export async function findOrCreate(
  queries: Queries,
  email: string,
  {
    encryptedPassword,
    data = {},
    by = "themselves",
  }: { encryptedPassword?: string; data?: Record<string, unknown>; by?: "themselves" | "us" },
): Promise<{ user: User; isNew: boolean }> {
  const [made] = await queries
    .insert(users)
    .values({ email, encryptedPassword, appMetadata: { provider: "email", providers: ["email"] } })
    .onConflictDoNothing({ target: users.email, where: eq(users.isSsoUser, false) })
    .returning();
  if (!made) {
    const [user] = await queries
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.isSsoUser, false)));
    return { user: user!, isNew: false };
  }
  const claims = claimsOf(made.id, email);
  const [user] = await queries
    .update(users)
    .set({ userMetadata: by === "us" ? data : { ...data, ...claims } })
    .where(eq(users.id, made.id))
    .returning();
  await queries.insert(identities).values({
    userId: made.id,
    provider: "email",
    providerId: made.id,
    identityData: { ...data, ...claims },
    lastSignInAt: sql`now()`,
  });
  return { user: user!, isNew: true };
}

/**
 * An address that nobody has confirmed belongs to whoever asked last, to whom the newest mail goes. Otherwise a stranger could
 * sign up with somebody's address and wait, with a password, until they confirm it. An invited user keeps what was prepared.
 */
export async function startOver(
  queries: Queries,
  user: User,
  { encryptedPassword = null, data = {} }: { encryptedPassword?: string | null; data?: Record<string, unknown> },
) {
  if (user.invitedAt || user.emailConfirmedAt) return;
  const userMetadata = { ...data, ...claimsOf(user.id, user.email!) };
  const [changed] = await queries
    .update(users)
    .set({ encryptedPassword, userMetadata })
    // It may have been confirmed in this moment.
    .where(and(eq(users.id, user.id), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  if (!changed) return;
  await queries
    .update(identities)
    .set({ identityData: userMetadata, updatedAt: sql`now()` })
    .where(and(eq(identities.userId, user.id), eq(identities.provider, "email")));
}

/** What the service itself says of a user who is new. */
function claimsOf(sub: string, email: string) {
  return { sub, email, email_verified: false, phone_verified: false };
}

/** What a new user would look like, for those who may not learn that there is one. */
async function imaginedUser(queries: Queries, email: string, data: Record<string, unknown> = {}) {
  const id = crypto.randomUUID();
  const time = new Date();
  // As the database would give it back: the order of its names would tell.
  const stored = sql<Record<string, unknown>>`${JSON.stringify({ ...data, ...claimsOf(id, email) })}::jsonb`;
  const [{ claims } = { claims: {} }] = await queries.select({ claims: stored }).from(sql`(select 1) as one`);
  const nobody = {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    confirmationSentAt: time,
    appMetadata: { provider: "email", providers: ["email"] },
    userMetadata: claims,
    createdAt: time,
    updatedAt: time,
    isAnonymous: false,
  } as unknown as User;
  const identity: Identity = {
    id: crypto.randomUUID(),
    providerId: id,
    userId: id,
    identityData: claims,
    provider: "email",
    lastSignInAt: time,
    createdAt: time,
    updatedAt: time,
  };
  return bodyOf(nobody, [identity]);
}
