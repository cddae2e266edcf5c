import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Queries } from "#backend/database/connection.ts";
import { traitsOf } from "./admin.ts";
import { audit } from "./audit.ts";
import { allowedRedirect, issuerOf, metadataSchema, optional, readBody, readEmail, text, type Auth, type AuthContext } from "./context.ts";
import { AuthError, emailExists, validationFailed } from "./errors.ts";
import { queueToken } from "./mail.ts";
import { linkToken, makeToken, shortCode } from "./one-time-tokens.ts";
import { checkStrength, hashPassword } from "./passwords.ts";
import { oneTimeTokens, users, type OneTimeToken, type User } from "./schema.ts";
import { findOrCreate } from "./sign-up.ts";
import { userBody } from "./user-body.ts";
import { mergeUserData } from "./user.ts";

type Changes = PgUpdateSetSource<typeof users>;
type Made = { user: User; token: OneTimeToken };

/** POST /invite: an account for somebody, who opens it by the link in a mail. */
export async function invite(auth: Auth, c: AuthContext): Promise<Response> {
  const body = await readBody(c, z.object({ email: optional(text), data: metadataSchema }));
  const email = readEmail(body.email ?? "");
  const redirectTo = allowedRedirect(auth, c.req.query("redirect_to"));
  const invited = await auth.queries.transaction(async (queries) => {
    const { user, token } = await makeInvitation(auth, queries, c, { email, data: body.data, redirectTo });
    await queueToken(queries, user, token);
    return userBody(queries, user);
  });
  auth.wakeOutbox();
  return c.json(invited);
}

const linkTypes = ["signup", "invite", "magiclink", "recovery", "email_change_current", "email_change_new"] as const;

const linkSchema = z.object({
  type: optional(text),
  email: optional(text),
  new_email: optional(text),
  password: optional(text),
  data: metadataSchema,
  redirect_to: optional(text),
});

/** POST /admin/generate_link: what a mail would bring, for those who send their own. */
export async function generateLink(auth: Auth, c: AuthContext): Promise<Response> {
  const body = await readBody(c, linkSchema);
  let type = linkTypes.find((one) => one === body.type);
  if (!type) throw validationFailed(`Invalid email action link type requested: ${body.type ?? ""}`);
  const email = readEmail(body.email ?? "");
  const redirectTo = allowedRedirect(auth, body.redirect_to || c.req.query("redirect_to"));

  const [known] = await auth.queries
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.isSsoUser, false), isNull(users.deletedAt)));
  let encryptedPassword: string | undefined;
  if (!known && type === "signup") {
    if (!body.password) throw validationFailed("Signup requires a valid password");
    checkStrength(body.password, { email });
    encryptedPassword = await hashPassword(body.password);
  }
  if (!known && type === "magiclink") type = "signup";
  if (!known && type !== "signup" && type !== "invite") throw new AuthError(404, "user_not_found", "User with this email not found");

  const wanted = { email, data: body.data, redirectTo };
  const { user, token } = await auth.queries.transaction(async (queries): Promise<Made> => {
    if (type === "invite") return makeInvitation(auth, queries, c, wanted);
    if (type === "signup") return makeSignUp(auth, queries, c, { ...wanted, encryptedPassword });
    if (type === "magiclink" || type === "recovery") return makeRecovery(auth, queries, c, known!, type, redirectTo);
    return makeEmailChange(auth, queries, c, known!, type, { newEmail: readEmail(body.new_email ?? ""), redirectTo });
  });
  const link = linkToken(auth.keys, token.id);
  const query = new URLSearchParams({
    token: link,
    type: type.startsWith("email_change") ? "email_change" : type,
    redirect_to: redirectTo,
  });
  c.header("Cache-Control", "no-store");
  return c.json({
    ...(await userBody(auth.queries, user)),
    action_link: `${issuerOf(auth)}/verify?${query}`,
    email_otp: shortCode(auth.keys, token.id),
    hashed_token: link,
    redirect_to: redirectTo,
    verification_type: type,
  });
}

type Wanted = { email: string; data?: Record<string, unknown>; redirectTo: string; encryptedPassword?: string };

async function makeInvitation(auth: Auth, queries: Queries, c: AuthContext, { email, data, redirectTo }: Wanted): Promise<Made> {
  const { user: found } = await findOrCreate(queries, email, { data, by: "us" });
  const user = await changeUnconfirmed(queries, found, {
    invitedAt: sql`now()`,
    userMetadata: mergeUserData(found.userMetadata, data ?? {}),
    // Whoever signed up with this address has not shown that it is theirs: their password must not open the invited person's account.
    encryptedPassword: null,
  });
  await audit(queries, c, "user_invited", null, traitsOf(user));
  return { user, token: await makeToken(auth, queries, user, "invite", { email, redirectTo }) };
}

async function makeSignUp(auth: Auth, queries: Queries, c: AuthContext, wanted: Wanted): Promise<Made> {
  const { email, data, redirectTo } = wanted;
  const { user: found, isNew } = await findOrCreate(queries, email, { ...wanted, by: "us" });
  const user = await changeUnconfirmed(queries, found, {
    userMetadata: mergeUserData(found.userMetadata, data ?? {}),
  });
  await audit(queries, c, isNew ? "user_signedup" : "user_confirmation_requested", null, traitsOf(user));
  return { user, token: await makeToken(auth, queries, user, "signup", { email, redirectTo }) };
}

/** Only as long as the address is not confirmed: after that, an invitation or a sign-up comes too late. */
async function changeUnconfirmed(queries: Queries, user: User, changes: Changes): Promise<User> {
  const [changed] = await queries
    .update(users)
    .set({ ...changes, confirmationSentAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(users.id, user.id), isNull(users.emailConfirmedAt)))
    .returning();
  if (!changed) throw emailExists();
  return changed;
}

async function makeRecovery(
  auth: Auth,
  queries: Queries,
  c: AuthContext,
  known: User,
  type: "magiclink" | "recovery",
  redirectTo: string,
): Promise<Made> {
  const user = await change(queries, known, { recoverySentAt: sql`now()` });
  await audit(queries, c, "user_recovery_requested", null, traitsOf(user));
  return { user, token: await makeToken(auth, queries, user, type, { email: user.email!, redirectTo }) };
}

/** One of the two links of a change of address. Both must be opened, in whichever order. */
async function makeEmailChange(
  auth: Auth,
  queries: Queries,
  c: AuthContext,
  known: User,
  type: "email_change_current" | "email_change_new",
  { newEmail, redirectTo }: { newEmail: string; redirectTo: string },
): Promise<Made> {
  const [taken] = await queries.select({ id: users.id }).from(users).where(eq(users.email, newEmail));
  if (taken) throw emailExists();
  if (known.emailChange !== newEmail) {
    // What was mailed for another address must not confirm this one.
    const links = inArray(oneTimeTokens.purpose, ["email_change_current", "email_change_new"]);
    await queries.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, known.id), links));
  }
  const user = await change(queries, known, { emailChange: newEmail, emailChangeSentAt: sql`now()`, emailChangeConfirmStatus: 0 });
  await audit(queries, c, "user_modified", null, traitsOf(user));
  const email = type === "email_change_new" ? newEmail : user.email!;
  return { user, token: await makeToken(auth, queries, user, type, { email, redirectTo }) };
}

async function change(queries: Queries, user: User, changes: Changes): Promise<User> {
  const [changed] = await queries
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
    .returning();
  if (!changed) throw new AuthError(404, "user_not_found", "User with this email not found");
  return changed;
}
