import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { audit } from "./audit.ts";
import { isBanned, requireUser, type Auth, type AuthContext } from "./context.ts";
import { AuthError, signUpsClosed, userBanned, userNotFound } from "./errors.ts";
import { requireRecentSignIn, requireSecondStep, tellOwner } from "./gate.ts";
import { limitAddress, limitMails } from "./limits.ts";
import { languageOf, queueLetter, queueToken } from "./mail.ts";
import { makeToken } from "./one-time-tokens.ts";
import type { Profile } from "./provider-clients.ts";
import { identities, oneTimeTokens, users, type Identity, type User } from "./schema.ts";
import { endSessions } from "./sessions.ts";

/** Somebody whom a provider vouches for. */
export type Arrival = { provider: string; profile: Profile; redirectTo?: string };

/** Another call made or removed what this one counted on: what it did is undone, and it begins again. */
class Raced extends Error {}

/** Runs the work in a transaction of its own; `auth.queries` is that transaction. */
export async function inTransaction<T>(auth: Auth, work: (auth: Auth) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await auth.queries.transaction((queries) => work({ ...auth, queries }));
    } catch (error) {
      if (!(error instanceof Raced) || tries === 5) throw error;
    }
  }
}

/**
 * The user that an identity belongs to; a new one if there is none. An identity joins the account that has its address only
 * when the provider has verified the address. An error that comes back, instead of being thrown, is to be told after what was
 * done has been kept.
 */
export async function signInAs(auth: Auth, c: AuthContext, arrival: Arrival): Promise<User | AuthError> {
  const { queries } = auth;
  const { provider, profile } = arrival;
  const known = await findKnown(queries, arrival);
  if (known) {
    refuseBanned(known.user);
    // Until an address is confirmed the account stands for that address alone, whatever the provider says of another one.
    if (known.user.emailConfirmedAt || known.user.email === profile.email) return welcome(auth, c, known, arrival);
    await leaveUnconfirmed(queries, known);
  }

  if (auth.config.auth.signUps === "closed" && !(await isKnown(queries, profile.email))) throw signUpsClosed();
  const [made] = await queries
    .insert(users)
    .values({ email: profile.email, appMetadata: { provider, providers: [provider] }, userMetadata: profile.data })
    .onConflictDoNothing({ target: users.email, where: eq(users.isSsoUser, false) })
    .returning();
  const user = made ?? (await findByEmail(queries, profile.email));
  if (!made && !profile.emailVerified) return warnOwner(auth, c, user, arrival);
  refuseBanned(user);
  const identity = await addIdentity(queries, user, arrival);
  if (!identity) throw new Raced();
  if (user.emailConfirmedAt) {
    await audit(queries, c, "identity_linked", user, traitsOf(identity));
    await tellOwner(queries, user, "identityOn", { provider });
  }
  return welcome(auth, c, { user, identity }, arrival);
}

/** Lets the user in, or asks them to confirm the address first. */
async function welcome(auth: Auth, c: AuthContext, { user, identity }: Known, arrival: Arrival): Promise<User | AuthError> {
  const { queries } = auth;
  const { provider, profile } = arrival;
  if (!user.emailConfirmedAt && !profile.emailVerified) {
    await sendConfirmation(auth, c, user, arrival);
    return needsVerification(provider);
  }
  if (!user.emailConfirmedAt) {
    const claimed = await claim(queries, { user, identity }, arrival);
    await audit(queries, c, "user_signedup", claimed, { provider });
    return claimed;
  }
  await queries
    .update(users)
    .set({ userMetadata: { ...user.userMetadata, ...profile.data } })
    .where(eq(users.id, user.id));
  const welcomed = await nameProviders(queries, user);
  await audit(queries, c, "login", welcomed, { provider });
  return welcomed;
}

/**
 * Confirms the account for the owner of the address. Whoever began it may have been somebody else: their password, their
 * data and every other way in that they left are gone.
 */
async function claim(queries: Queries, { user, identity }: Known, { profile }: Arrival): Promise<User> {
  await queries.delete(identities).where(and(eq(identities.userId, user.id), ne(identities.id, identity.id)));
  await queries.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
  await endSessions(queries, user, "global");
  await queries
    .update(users)
    .set({ encryptedPassword: null, emailChange: null, emailConfirmedAt: sql`now()`, userMetadata: profile.data })
    .where(eq(users.id, user.id));
  return nameProviders(queries, user);
}

/** Adds an identity to a signed-in user. */
export async function linkTo(auth: Auth, c: AuthContext, userId: string, arrival: Arrival): Promise<User> {
  const { queries } = auth;
  const [user] = await queries.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user || user.deletedAt) throw new AuthError(422, "user_not_found", "Linking target user not found");
  refuseBanned(user);
  const identity = await addIdentity(queries, user, arrival);
  if (!identity) {
    const known = await findKnown(queries, arrival);
    const whose = known && known.user.id !== userId ? " to another user" : "";
    throw new AuthError(422, "identity_already_exists", `Identity is already linked${whose}`);
  }
  await audit(queries, c, "identity_linked", user, traitsOf(identity));
  await tellOwner(queries, user, "identityOn", { provider: arrival.provider });
  return nameProviders(queries, user);
}

/** DELETE /user/identities/:id */
export async function unlinkIdentity(auth: Auth, c: AuthContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  const { user } = signedIn;
  await limitAddress(auth, c, "user");
  await requireSecondStep(auth, signedIn, identitiesNeedSecondStep());
  requireRecentSignIn(auth, signedIn);
  const id = c.req.param("id");
  await auth.queries.transaction(async (queries) => {
    // Two that go at once must not both be the last but one.
    await queries.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("update");
    const theirs = await identitiesOf(queries, user);
    const identity = theirs.find((one) => isUuid(id) && one.id === id.toLowerCase());
    if (!identity) throw new AuthError(404, "identity_not_found", "Identity doesn't exist");
    if (theirs.length < 2) {
      throw new AuthError(422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking");
    }
    await queries.delete(identities).where(eq(identities.id, identity.id));
    await audit(queries, c, "identity_unlinked", user, traitsOf(identity));
    // The address of the account stays what it is: whoever unlinks must not move it to that of another identity.
    await tellOwner(queries, user, "identityOff", { provider: identity.provider });
    await nameProviders(queries, user);
  });
  auth.wakeOutbox();
  return c.json({});
}

export const identitiesNeedSecondStep = () =>
  new AuthError(403, "insufficient_aal", "AAL2 session is required to link or unlink identities when MFA is enabled.");

type Known = { user: User; identity: Identity };

/** The identity and its user, both up to date. The user is locked first, here and wherever identities change. */
async function findKnown(queries: Queries, arrival: Arrival): Promise<Known | undefined> {
  const isIt = and(eq(identities.provider, arrival.provider), eq(identities.providerId, arrival.profile.sub));
  const [found] = await queries.select().from(identities).where(isIt);
  if (!found) return;
  const [user] = await queries.select().from(users).where(eq(users.id, found.userId)).for("update");
  const [identity] = await queries
    .update(identities)
    .set({ identityData: arrival.profile.data, lastSignInAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(isIt, eq(identities.userId, found.userId)))
    .returning();
  if (!user || !identity) throw new Raced();
  return { user, identity };
}

async function isKnown(queries: Queries, email: string): Promise<boolean> {
  const [user] = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isSsoUser, false)));
  return !!user;
}

async function findByEmail(queries: Queries, email: string): Promise<User> {
  const [user] = await queries
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.isSsoUser, false)))
    .for("update");
  if (!user) throw new Raced();
  return user;
}

async function addIdentity(queries: Queries, user: User, { provider, profile }: Arrival): Promise<Identity | undefined> {
  const [identity] = await queries
    .insert(identities)
    .values({ userId: user.id, provider, providerId: profile.sub, identityData: profile.data, lastSignInAt: sql`now()` })
    .onConflictDoNothing({ target: [identities.providerId, identities.provider] })
    .returning();
  return identity;
}

/** Parts an identity from an account that nobody has confirmed; one that nothing else belongs to goes with it. */
async function leaveUnconfirmed(queries: Queries, { user, identity }: Known) {
  await queries.delete(identities).where(eq(identities.id, identity.id));
  const left = await identitiesOf(queries, user);
  if (left.length === 0) await queries.delete(users).where(eq(users.id, user.id));
}

/** The address has an account, and the provider cannot say that this is its owner: the answer is the same as for a new one. */
async function warnOwner(auth: Auth, c: AuthContext, user: User, arrival: Arrival): Promise<AuthError> {
  if (!user.emailConfirmedAt) {
    await sendConfirmation(auth, c, user, arrival);
  } else {
    await limitMails(auth, c, arrival.profile.email);
    await audit(auth.queries, c, "user_repeated_signup", user, { provider: arrival.provider });
    const locale = languageOf(user.userMetadata, arrival.redirectTo);
    await queueLetter(auth.queries, { to: arrival.profile.email, letter: "account_exists", locale });
  }
  return needsVerification(arrival.provider);
}

async function sendConfirmation(auth: Auth, c: AuthContext, user: User, { provider, redirectTo }: Arrival) {
  const { queries } = auth;
  await limitMails(auth, c, user.email!);
  await audit(queries, c, "user_confirmation_requested", user, { provider });
  await queueToken(queries, user, await makeToken(auth, queries, user, "signup", { email: user.email!, redirectTo, from: c }));
  await queries
    .update(users)
    .set({ confirmationSentAt: sql`now()` })
    .where(eq(users.id, user.id));
}

function needsVerification(provider: string): AuthError {
  const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`;
  return new AuthError(422, "provider_email_needs_verification", message);
}

function identitiesOf(queries: Queries, user: User): Promise<Identity[]> {
  return queries.select().from(identities).where(eq(identities.userId, user.id)).orderBy(asc(identities.createdAt));
}

/** `provider` is the first that the user came by, `providers` are all of them. */
async function nameProviders(queries: Queries, user: User): Promise<User> {
  const providers = [...new Set((await identitiesOf(queries, user)).map(({ provider }) => provider))];
  const [named] = await queries
    .update(users)
    .set({ appMetadata: { ...user.appMetadata, provider: providers[0], providers }, updatedAt: sql`now()` })
    .where(eq(users.id, user.id))
    .returning();
  return named!;
}

function traitsOf({ id, provider, providerId }: Identity) {
  return { identity_id: id, provider, provider_id: providerId };
}

function refuseBanned(user: User) {
  if (user.deletedAt) throw userNotFound();
  if (isBanned(user)) throw userBanned();
}
