import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { audit } from "./audit.ts";
import {
  allowedRedirect,
  limitAccount,
  limitAddress,
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
import { AuthError, phoneDisabled, validationFailed } from "./errors.ts";
import { hasVerifiedFactor } from "./factors.ts";
import { beginFlow } from "./flows.ts";
import { languageOf, limitMails, queueLetter, queueToken } from "./mail.ts";
import { makeToken, takeByCode } from "./one-time-tokens.ts";
import { checkStrength, hashPassword, isPassword } from "./passwords.ts";
import { users } from "./schema.ts";
import { endSessions } from "./sessions.ts";
import { userBody } from "./user-body.ts";

/** A sign-in counts as recent for a day; after that a change of password needs a code by mail. */
const recent = 24 * 3_600_000;

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
  const { user, session } = signedIn;
  const body = await readBody(c, changes);
  await limitAddress(auth, c, "user");

  const email = body.email && readEmail(body.email) !== user.email ? readEmail(body.email) : undefined;
  const phone = body.phone && body.phone !== user.phone ? body.phone : undefined;
  if ((email || phone || body.password) && session.aal !== "aal2" && (await hasVerifiedFactor(auth.queries, user))) {
    throw new AuthError(401, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled.");
  }
  if (phone) throw phoneDisabled("Phone updates are disabled");
  const encryptedPassword = body.password === undefined ? undefined : await newPassword(auth, signedIn, body.password, body.nonce);
  if (email) await limitMails(auth, email);

  const changed = await auth.queries.transaction(async (queries) => {
    if (encryptedPassword) {
      await queries.update(users).set({ encryptedPassword }).where(eq(users.id, user.id));
      await endSessions(queries, user, "others", session);
      await audit(queries, c, "user_updated_password", user);
    }
    if (email) {
      const redirectTo = allowedRedirect(auth, c.req.query("redirect_to"));
      const flowStateId = await beginFlow(queries, body, { user, provider: "email_change", method: "email_change" });
      const [taken] = await queries
        .select()
        .from(users)
        .where(and(eq(users.email, email), ne(users.id, user.id)));
      if (user.email) {
        await queueToken(
          queries,
          user,
          await makeToken(auth, queries, user, "email_change_current", { email: user.email, redirectTo, flowStateId }),
          email,
        );
      }
      // Whether somebody has that address is not for others to learn; its owner is told instead.
      if (taken) await queueLetter(queries, { to: email, letter: "account_exists", locale: languageOf(taken.userMetadata, redirectTo) });
      else
        await queueToken(
          queries,
          user,
          await makeToken(auth, queries, user, "email_change_new", { email, redirectTo, flowStateId }),
          email,
        );
      await queries
        .update(users)
        .set({ emailChange: email, emailChangeSentAt: sql`now()`, emailChangeConfirmStatus: 0 })
        .where(eq(users.id, user.id));
    }
    const userMetadata = body.data ? withoutNull({ ...user.userMetadata, ...body.data, ...ownClaims(user.userMetadata) }) : undefined;
    const [updated] = await queries
      .update(users)
      .set({ ...(userMetadata && { userMetadata }), updatedAt: sql`now()` })
      .where(eq(users.id, user.id))
      .returning();
    await audit(queries, c, "user_modified", user);
    return updated!;
  });
  if (email) auth.wakeOutbox();
  return c.json(await userBody(auth.queries, changed));
}

/** The hash of a new password, once it is sure that it may be set. */
async function newPassword(auth: Auth, { user, session }: SignedIn, password: string, nonce?: string): Promise<string> {
  if (Date.now() - session.createdAt.getTime() > recent) {
    if (!nonce) throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
    await limitAccount(auth, `nonce ${user.id}`);
    if (!user.email || !(await takeByCode(auth, user.email, nonce, ["reauthentication"]))) {
      throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
    }
  }
  if (!password) throw validationFailed("Password is required");
  checkStrength(password, user);
  if (user.encryptedPassword && (await isPassword(password, user.encryptedPassword))) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return hashPassword(password);
}

/** What the service itself says of a user in their data; they cannot say otherwise. */
export function ownClaims(metadata: Record<string, unknown>): Record<string, unknown> {
  const names = ["sub", "email", "email_verified", "phone_verified"];
  return Object.fromEntries(names.filter((name) => name in metadata).map((name) => [name, metadata[name]]));
}

/** A null takes a value away. */
function withoutNull(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
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
