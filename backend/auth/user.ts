import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { audit } from "./audit.ts";
import {
  allowedRedirect,
  fitsToken,
  metadataSchema,
  optional,
  person,
  pkce,
  readBody,
  readEmail,
  requireUser,
  text,
  type Auth,
  type AuthContext,
  type SignedIn,
} from "./context.ts";
import { askForChange } from "./email-change.ts";
import { AuthError, phoneDisabled, validationFailed } from "./errors.ts";
import { beginFlow } from "./flows.ts";
import { isRecent, reauthenticationNeeded, requireSecondStep, tellOwner } from "./gate.ts";
import { limitAccount, limitAddress, limitMails } from "./limits.ts";
import { takeByCode } from "./one-time-tokens.ts";
import { checkStrength, hashPassword, isPassword } from "./passwords.ts";
import { oneTimeTokens, users, type User } from "./schema.ts";
import { endSessions } from "./sessions.ts";
import { userBody } from "./user-body.ts";

/** GET /user */
export async function readUser(auth: Auth, c: AuthContext): Promise<Response> {
  const { user } = await requireUser(auth, c);
  c.header("Cache-Control", "no-store");
  return c.json(await userBody(auth.queries, user));
}

const changes = z.object({ ...person, ...pkce, password: optional(text), nonce: optional(text), data: metadataSchema });

/** PUT /user: password, address and data of the user's own. */
export async function changeUser(auth: Auth, c: AuthContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  const { user } = signedIn;
  await limitAddress(auth, c, "user");
  const body = await readBody(c, changes);

  const email = body.email && readEmail(body.email) !== user.email ? readEmail(body.email) : undefined;
  const phone = body.phone && body.phone !== user.phone ? body.phone : undefined;
  if (email || phone || body.password) {
    const refusal = new AuthError(401, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled.");
    await requireSecondStep(auth, signedIn, refusal);
  }
  if (phone) throw phoneDisabled("Phone updates are disabled");
  const isProven = isRecent(auth, signedIn);
  if (email && !isProven && !body.nonce) throw reauthenticationNeeded("Email update");
  if (email) for (const mailbox of [user.email, email]) if (mailbox) await limitMails(auth, c, mailbox);
  const encryptedPassword = body.password === undefined ? undefined : await newPassword(auth, c, signedIn, body.password, body.nonce);
  if (email && !isProven && body.password === undefined) await takeNonce(auth, c, user, body.nonce!);

  const changed = await auth.queries.transaction(async (queries) => {
    // What was mailed for the old password is over with it.
    if (encryptedPassword) await queries.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
    if (email) {
      const flowStateId = await beginFlow(queries, body, { user, provider: "email_change", method: "email_change" });
      const redirectTo = allowedRedirect(auth, c.req.query("redirect_to"));
      await askForChange(auth, queries, user, { newEmail: email, redirectTo, flowStateId });
    }
    // As it is now: somebody may have changed it since it was read. Only after the tokens, in the order in which a verification takes both.
    const [{ userMetadata } = user] = await queries.select().from(users).where(eq(users.id, user.id)).for("no key update");
    const [updated] = await queries
      .update(users)
      .set({
        ...(encryptedPassword && { encryptedPassword }),
        ...(body.data && { userMetadata: mergeUserData(userMetadata, body.data) }),
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, user.id))
      .returning();
    if (!updated) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
    if (encryptedPassword) {
      await endSessions(queries, user, "others", signedIn.session);
      await audit(queries, c, "user_updated_password", user);
      // Whoever has just shown that the address is theirs is still at it.
      const isNew = Date.now() - (user.emailConfirmedAt?.getTime() ?? 0) < auth.config.clocks.recentSignIn;
      if (!isNew) await tellOwner(queries, user, "password");
    }
    await audit(queries, c, "user_modified", user);
    return updated;
  });
  if (email || encryptedPassword) auth.wakeOutbox();
  return c.json(await userBody(auth.queries, changed));
}

/** The hash of a new password, once it is sure that it may be set. */
async function newPassword(auth: Auth, c: AuthContext, signedIn: SignedIn, password: string, nonce?: string): Promise<string> {
  const { user } = signedIn;
  const isOld = !isRecent(auth, signedIn);
  if (isOld && !nonce) throw reauthenticationNeeded("Password update");
  if (!password) throw validationFailed("Password is required");
  checkStrength(password, user);
  if (isOld) await takeNonce(auth, c, user, nonce!);
  if (user.encryptedPassword && (await isPassword(password, user.encryptedPassword))) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return hashPassword(password);
}

/** The code of a mail, in the place of a sign-in of the last minutes. */
async function takeNonce(auth: Auth, c: AuthContext, user: User, nonce: string) {
  await limitAccount(auth, c, `nonce ${user.id}`, eq(users.id, user.id));
  if (!user.email || !(await takeByCode(auth, user.email, nonce, ["reauthentication"]))) {
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
}

/** What the service itself says of a user in their data; they cannot say otherwise. */
const ownClaims = new Set(["sub", "email", "email_verified", "phone_verified"]);

/** The data with what is new; a null takes a value away. */
export function mergeUserData(metadata: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> {
  const allowed = Object.entries(given).filter(([name]) => !ownClaims.has(name));
  const all = Object.entries({ ...metadata, ...Object.fromEntries(allowed) });
  const data = Object.fromEntries(all.filter(([, value]) => value !== null));
  if (!fitsToken(data)) throw validationFailed("Could not read data: too large");
  return data;
}

/** POST /logout?scope=: ends this session, the others, or all. */
export async function logout(auth: Auth, c: AuthContext): Promise<Response> {
  const { user, session } = await requireUser(auth, c);
  const scope = c.req.query("scope") ?? "global";
  if (scope !== "global" && scope !== "local" && scope !== "others") throw validationFailed(`Unsupported logout scope "${scope}"`);
  await auth.queries.transaction(async (queries) => {
    await endSessions(queries, user, scope, session);
    await audit(queries, c, "logout", user, { scope });
  });
  return c.body(null, 204);
}
