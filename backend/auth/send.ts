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
  requireUser,
  text,
  type Auth,
  type AuthContext,
} from "./context.ts";
import { askForChange } from "./email-change.ts";
import { AuthError, phoneDisabled, validationFailed } from "./errors.ts";
import { beginFlow } from "./flows.ts";
import { limitAddress, limitMails } from "./limits.ts";
import { queueToken } from "./mail.ts";
import { makeToken } from "./one-time-tokens.ts";
import { users, type User } from "./schema.ts";
import { findOrCreate, startOver } from "./sign-up.ts";
import { registrationHeader } from "./verify.ts";

/** The answers of these calls say nothing about whether there is such a user, and neither does their time. */
const answerTime = 100;

const otpSchema = z.object({ ...person, ...pkce, create_user: optional(z.boolean()), data: metadataSchema, channel: optional(text) });

/** POST /otp: a link and a code to sign in with; for an address without an account they make one. */
export async function otp(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "otp");
  const body = await readBody(c, otpSchema);
  await checkCaptcha(auth, c);
  if (body.phone) throw phoneDisabled("Unsupported phone provider");
  if (!body.email) throw validationFailed("One of email or phone must be set");
  const email = readEmail(body.email);
  await limitMails(auth, c, email);
  const isSignUp = body.create_user !== false && auth.config.auth.signUps !== "closed";
  await notBefore(
    answerTime,
    auth.queries.transaction(async (queries) => {
      const { user, isNew } = isSignUp
        ? await findOrCreate(queries, email, { data: body.data })
        : { user: await findUser(queries, email), isNew: false };
      if (!user || user.deletedAt) return;
      const unconfirmed = !user.emailConfirmedAt;
      await audit(queries, c, unconfirmed ? "user_confirmation_requested" : "user_recovery_requested", user);
      const flowStateId = await beginFlow(queries, body, {
        user,
        provider: "magiclink",
        method: unconfirmed ? "email/signup" : "magiclink",
      });
      const token = await makeToken(auth, queries, user, unconfirmed ? "signup" : "magiclink", {
        email,
        redirectTo: redirectOf(auth, c),
        flowStateId,
        from: c,
        // Whoever signs up anew ends what was typed before.
        isRepeat: !unconfirmed || !isSignUp,
      });
      await queueToken(queries, user, token);
      if (isSignUp && !isNew) await startOver(queries, user, { data: body.data });
      if (!isSignUp && c.req.header(registrationHeader) === undefined) await dropPassword(queries, user);
      await queries
        .update(users)
        .set(unconfirmed ? { confirmationSentAt: sql`now()` } : { recoverySentAt: sql`now()` })
        .where(eq(users.id, user.id));
    }),
  );
  auth.wakeOutbox();
  return c.json({});
}

/**
 * Whoever asks for a link to an account that nobody has confirmed may have begun it: what they said of themselves stays. The password may be
 * a stranger's. Of browsers that say where they began, the confirmation knows (verify.ts).
 */
async function dropPassword(queries: Queries, { id }: User) {
  await queries
    .update(users)
    .set({ encryptedPassword: null })
    .where(and(eq(users.id, id), isNull(users.emailConfirmedAt), isNull(users.invitedAt)));
}

/** POST /recover: a link to choose a new password. */
export async function recover(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "recover");
  const body = await readBody(c, z.object({ email: optional(text), ...pkce }));
  await checkCaptcha(auth, c);
  if (!body.email) throw validationFailed("Password recovery requires an email");
  const email = readEmail(body.email);
  await limitMails(auth, c, email);
  await notBefore(
    answerTime,
    auth.queries.transaction(async (queries) => {
      const user = await findUser(queries, email);
      if (!user) return;
      await audit(queries, c, "user_recovery_requested", user);
      const flowStateId = await beginFlow(queries, body, { user, provider: "recovery", method: "recovery" });
      await queueToken(
        queries,
        user,
        await makeToken(auth, queries, user, "recovery", { email, redirectTo: redirectOf(auth, c), flowStateId, from: c, isRepeat: true }),
      );
      await queries
        .update(users)
        .set({ recoverySentAt: sql`now()` })
        .where(eq(users.id, user.id));
    }),
  );
  auth.wakeOutbox();
  return c.json({});
}

const resendSchema = z.object({ ...person, ...pkce, type: optional(text) });

/** POST /resend: the confirmation of a sign-up or of a change of address once more. */
export async function resend(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "resend");
  const body = await readBody(c, resendSchema);
  await checkCaptcha(auth, c);
  if (!["signup", "email_change", "sms", "phone_change"].includes(body.type ?? "")) {
    throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (body.type === "sms" || body.type === "phone_change") throw phoneDisabled("Phone logins are disabled");
  if (!body.email) throw validationFailed(`Type provided requires an email address`);
  const email = readEmail(body.email);
  await limitMails(auth, c, email);
  await notBefore(
    answerTime,
    auth.queries.transaction(async (queries) => {
      const user = await findUser(queries, email);
      if (!user) return;
      const redirectTo = redirectOf(auth, c);
      if (body.type === "signup" && !user.emailConfirmedAt) {
        await audit(queries, c, "user_confirmation_requested", user);
        const flowStateId = await beginFlow(queries, body, { user, provider: "email", method: "email/signup" });
        const token = await makeToken(auth, queries, user, "signup", { email, redirectTo, flowStateId, from: c, isRepeat: true });
        await queueToken(queries, user, token);
        await queries
          .update(users)
          .set({ confirmationSentAt: sql`now()` })
          .where(eq(users.id, user.id));
      }
      if (body.type === "email_change" && user.emailChange && (await mayWriteTo({ ...auth, queries }, c, user.emailChange))) {
        await audit(queries, c, "user_modified", user);
        await askForChange(auth, queries, user, { newEmail: user.emailChange, redirectTo });
      }
    }),
  );
  auth.wakeOutbox();
  return c.json({});
}

/** GET /reauthenticate: a code that allows a signed-in user to change the password. */
export async function reauthenticate(auth: Auth, c: AuthContext): Promise<Response> {
  const { user } = await requireUser(auth, c);
  await limitAddress(auth, c, "reauthenticate");
  if (!user.email) throw validationFailed("Reauthentication requires the user to have an email or a phone number");
  if (!user.emailConfirmedAt) throw new AuthError(422, "email_not_confirmed", "Please verify your email before reauthenticating");
  await limitMails(auth, c, user.email);
  await auth.queries.transaction(async (queries) => {
    await audit(queries, c, "user_reauthenticate_requested", user);
    const token = await makeToken(auth, queries, user, "reauthentication", { email: user.email!, from: c, isRepeat: true });
    await queueToken(queries, user, token);
    await queries
      .update(users)
      .set({ reauthenticationSentAt: sql`now()` })
      .where(eq(users.id, user.id));
  });
  auth.wakeOutbox();
  return c.json({});
}

/** Whether the other mailbox may get a mail too. That it may not is not for whoever asks to learn. */
async function mayWriteTo(auth: Auth, c: AuthContext, email: string): Promise<boolean> {
  return limitMails(auth, c, email).then(
    () => true,
    (error) => {
      if (error instanceof AuthError) return false;
      throw error;
    },
  );
}

async function findUser(queries: Queries, email: string): Promise<User | undefined> {
  const [user] = await queries
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.isSsoUser, false), isNull(users.deletedAt)));
  return user;
}

function redirectOf(auth: Auth, c: AuthContext): string {
  return allowedRedirect(auth, c.req.query("redirect_to"));
}
