import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "#backend/database/connection.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { audit } from "./audit.ts";
import { readBan } from "./ban.ts";
import { isBanned, metadataSchema, optional, person, readBody, readEmail, text, type Auth, type AuthContext } from "./context.ts";
import { AuthError, emailExists, userNotFound, validationFailed } from "./errors.ts";
import { checkStrength, hashPassword, isPasswordHash } from "./passwords.ts";
import { factors, flowStates, identities, oauthStates, oneTimeTokens, recoveryCodes, users, type User } from "./schema.ts";
import { endSessions } from "./sessions.ts";
import { bodyOf, userBody } from "./user-body.ts";
import { markVerified } from "./verify.ts";

const attributes = {
  ...person,
  password: optional(text),
  email_confirm: optional(z.boolean()),
  phone_confirm: optional(z.boolean()),
  user_metadata: metadataSchema,
  app_metadata: metadataSchema,
  ban_duration: optional(z.string().max(100)),
  role: optional(text.max(255)),
};
const newUserSchema = z.object({ ...attributes, id: optional(text), password_hash: optional(text) });
const changesSchema = z.object(attributes);

/** POST /admin/users: a new user, confirmed or not. No mail is sent. */
export async function createUser(auth: Auth, c: AuthContext): Promise<Response> {
  const body = await readBody(c, newUserSchema);
  if (!body.email && !body.phone) throw validationFailed("Cannot create a user without either an email or phone");
  const email = body.email ? readEmail(body.email) : null;
  const phone = body.phone ? readPhone(body.phone) : null;
  if (body.id && !isUuid(body.id)) throw validationFailed("ID must conform to the uuid v4 format");
  if (body.id && /^[0-]+$/.test(body.id)) throw validationFailed("ID cannot be a nil uuid");
  const providers = [...(email ? ["email"] : []), ...(phone ? ["phone"] : [])];
  const values = {
    ...(body.id && { id: body.id.toLowerCase() }),
    email,
    phone,
    ...(body.role && { role: body.role }),
    bannedUntil: readBan(body.ban_duration),
    emailConfirmedAt: email && body.email_confirm ? sql`now()` : null,
    phoneConfirmedAt: phone && body.phone_confirm ? sql`now()` : null,
    appMetadata: mergeMetadata({ provider: providers[0], providers }, body.app_metadata),
    userMetadata: { ...mergeMetadata({}, body.user_metadata), ...confirmedClaims(body) },
    encryptedPassword: await firstPassword(body, email),
  };
  const made = await unlessTaken(
    auth.queries.transaction(async (queries) => {
      const [user] = await queries.insert(users).values(values).returning();
      if (email) await writeIdentity(queries, user!, "email");
      if (phone) await writeIdentity(queries, user!, "phone");
      await audit(queries, c, "user_signedup", null, traitsOf(user!));
      return userBody(queries, user!);
    }),
  );
  return c.json(made);
}

/** The hash to begin with; without one there is no signing in by password. */
async function firstPassword(body: z.output<typeof newUserSchema>, email: string | null): Promise<string | null> {
  const { password, password_hash: hash } = body;
  if (password && hash) throw validationFailed("Only a password or a password hash should be provided");
  if (hash && !isPasswordHash(hash)) throw validationFailed("Password hash must be argon2id, in the PHC format");
  if (!password) return hash || null;
  checkStrength(password, { email });
  return hashPassword(password);
}

/** GET /admin/users?page=&per_page=: the newest first. */
export async function listUsers(auth: Auth, c: AuthContext): Promise<Response> {
  const page = readCount(c.req.query("page"), { usual: 1, most: 1e9 });
  const perPage = readCount(c.req.query("per_page"), { usual: 50, most: 1000 });
  const { queries } = auth;
  const [counted] = await queries.select({ total: count() }).from(users);
  const found = await queries
    .select()
    .from(users)
    .orderBy(desc(users.createdAt), asc(users.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const ids = found.map(({ id }) => id);
  const [theirIdentities, theirFactors] = await Promise.all([
    queries.select().from(identities).where(inArray(identities.userId, ids)).orderBy(asc(identities.createdAt)),
    queries.select().from(factors).where(inArray(factors.userId, ids)).orderBy(asc(factors.createdAt)),
  ]);
  const identitiesOf = Map.groupBy(theirIdentities, ({ userId }) => userId);
  const factorsOf = Map.groupBy(theirFactors, ({ userId }) => userId);

  const { total } = counted!;
  const lastPage = Math.ceil(total / perPage);
  // The page comes first: auth-js takes what stands after the first equals sign.
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  c.header("X-Total-Count", String(total));
  c.header("Link", [...(page < lastPage ? [link(page + 1, "next")] : []), link(lastPage, "last")].join(", "));
  return c.json({
    users: found.map((user) => bodyOf(user, identitiesOf.get(user.id) ?? [], factorsOf.get(user.id))),
    aud: "authenticated",
  });
}

function readCount(given: string | undefined, { usual, most }: { usual: number; most: number }): number {
  if (!given) return usual;
  const number = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (number < 1 || number > most) throw validationFailed("Bad Pagination Parameters");
  return number;
}

/** GET /admin/users/:id */
export async function getUser(auth: Auth, c: AuthContext): Promise<Response> {
  return c.json(await userBody(auth.queries, await findUser(auth.queries, c)));
}

/** The user of the address. Whoever was deleted softly can still be looked at. */
export async function findUser(queries: Queries, c: AuthContext): Promise<User> {
  const id = c.req.param("id");
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const [user] = await queries.select().from(users).where(eq(users.id, id));
  if (!user) throw userNotFound();
  return user;
}

/** PUT /admin/users/:id */
export async function updateUser(auth: Auth, c: AuthContext): Promise<Response> {
  const { id, email: knownAs } = await findUser(auth.queries, c);
  const body = await readBody(c, changesSchema);
  const email = body.email ? readEmail(body.email) : undefined;
  const phone = body.phone ? readPhone(body.phone) : undefined;
  const bannedUntil = readBan(body.ban_duration);
  if (body.password !== undefined) checkStrength(body.password, { email: email ?? knownAs });
  const encryptedPassword = body.password === undefined ? undefined : await hashPassword(body.password);

  const changed = await unlessTaken(
    auth.queries.transaction(async (queries) => {
      const [user] = await queries
        .select()
        .from(users)
        .where(and(eq(users.id, id), isNull(users.deletedAt)))
        .for("update");
      if (!user) throw userNotFound();
      const isMoved = email !== undefined && email !== user.email;
      const [updated] = await queries
        .update(users)
        .set({
          ...(isMoved && { email, emailChange: null, emailChangeConfirmStatus: 0 }),
          phone,
          bannedUntil,
          encryptedPassword,
          ...(body.role && { role: body.role }),
          ...(body.email_confirm && (email ?? user.email) && { emailConfirmedAt: user.emailConfirmedAt ?? sql`now()` }),
          ...(body.phone_confirm && (phone ?? user.phone) && { phoneConfirmedAt: user.phoneConfirmedAt ?? sql`now()` }),
          appMetadata: mergeMetadata(user.appMetadata, body.app_metadata),
          userMetadata: {
            ...mergeMetadata(user.userMetadata, body.user_metadata),
            ...(isMoved && "email" in user.userMetadata && { email }),
            ...confirmedClaims(body),
          },
          updatedAt: sql`now()`,
        })
        .where(eq(users.id, id))
        .returning();
      if (email) await writeIdentity(queries, updated!, "email");
      else if (body.email_confirm) await markVerified(queries, updated!);
      if (phone) await writeIdentity(queries, updated!, "phone");
      if (isMoved) await queries.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
      if (encryptedPassword || isBanned(updated!)) await endSessions(queries, updated!, "global");
      await audit(queries, c, "user_modified", null, traitsOf(updated!));
      return userBody(queries, updated!);
    }),
  );
  return c.json(changed);
}

/**
 * DELETE /admin/users/:id: takes the user out of the database. Softly, only what tells who it was: the id goes on standing for
 * somebody.
 */
export async function deleteUser(auth: Auth, c: AuthContext): Promise<Response> {
  const { id } = await findUser(auth.queries, c);
  const body = await readBody(c, z.object({ should_soft_delete: optional(z.boolean()) }));
  await auth.queries.transaction(async (queries) => {
    if (!body.should_soft_delete) {
      if (!(await removeUser(queries, c, id))) throw userNotFound();
      return;
    }
    const [user] = await queries.select().from(users).where(eq(users.id, id)).for("update");
    if (!user) throw userNotFound();
    if (user.deletedAt) return;
    await eraseUser(auth, queries, user);
    await audit(queries, c, "user_deleted", null, traitsOf(user));
  });
  return c.json({});
}

/** Takes a user out of the database, in the transaction of whoever does more than that. False when there is none. */
export async function removeUser(queries: Queries, c: AuthContext | null, id: string): Promise<boolean> {
  const [user] = await queries.delete(users).where(eq(users.id, id)).returning();
  if (user) await audit(queries, c, "user_deleted", null, traitsOf(user));
  return !!user;
}

async function eraseUser({ keys }: Auth, queries: Queries, user: User) {
  const hidden = (value: string | null) => value && keys.mac("deleted", `${user.id} ${value}`);
  const theirs = await queries.select().from(identities).where(eq(identities.userId, user.id));
  for (const { id, providerId } of theirs) {
    await queries
      .update(identities)
      .set({ providerId: hidden(providerId)!, identityData: {}, updatedAt: sql`now()` })
      .where(eq(identities.id, id));
  }
  await queries.delete(factors).where(eq(factors.userId, user.id));
  await queries.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  await queries.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
  await queries.delete(oauthStates).where(eq(oauthStates.linkingUserId, user.id));
  await queries.delete(flowStates).where(eq(flowStates.userId, user.id));
  await endSessions(queries, user, "global");
  await queries
    .update(users)
    .set({
      email: hidden(user.email),
      phone: hidden(user.phone),
      emailChange: null,
      encryptedPassword: null,
      appMetadata: {},
      userMetadata: {},
      deletedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, user.id));
}

/** The identity of the address or the number says the same as the user. */
async function writeIdentity(queries: Queries, user: User, provider: "email" | "phone") {
  const said =
    provider === "email"
      ? { email: user.email, email_verified: !!user.emailConfirmedAt }
      : { phone: user.phone, phone_verified: !!user.phoneConfirmedAt };
  const identityData = { sub: user.id, email_verified: false, phone_verified: false, ...said };
  await queries
    .insert(identities)
    .values({ userId: user.id, provider, providerId: user.id, identityData, lastSignInAt: sql`now()` })
    .onConflictDoUpdate({
      target: [identities.providerId, identities.provider],
      set: { identityData: sql`${identities.identityData} || ${JSON.stringify(said)}::jsonb`, updatedAt: sql`now()` },
    });
}

/** What is given goes over what there is; a null takes a value away. */
function mergeMetadata(metadata: Record<string, unknown>, given: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...metadata, ...given }).filter(([, value]) => value !== null));
}

function confirmedClaims(body: { email_confirm?: boolean; phone_confirm?: boolean }) {
  return { ...(body.email_confirm && { email_verified: true }), ...(body.phone_confirm && { phone_verified: true }) };
}

/** Whom it was done to, for the log of what somebody with the secret key did. */
export function traitsOf(user: User) {
  return { user_id: user.id, user_email: user.email };
}

function readPhone(given: string): string {
  const phone = given.trim().replace(/^\+/, "");
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw validationFailed("Invalid phone number format (E.164 required)");
  return phone;
}

const refusals: Record<string, () => AuthError> = {
  users_email_partial_key: emailExists,
  users_phone_key: () => new AuthError(422, "phone_exists", "Phone number already registered by another user"),
  users_pkey: () => new AuthError(422, "user_already_exists", "User already registered"),
};

/** The database alone can tell whether an address is taken when two ask for it at once. */
async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { constraint = "" } = ((error as Error).cause ?? {}) as { constraint?: string };
    throw refusals[constraint]?.() ?? error;
  }
}
