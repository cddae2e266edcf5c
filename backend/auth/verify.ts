import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "#backend/database/connection.ts";
import { audit } from "./audit.ts";
import { isBanned, namedRedirect, optional, person, readBody, text, type Auth, type AuthContext } from "./context.ts";
import { AuthError, emailExists, otpExpired, phoneDisabled, validationFailed } from "./errors.ts";
import { issueCode } from "./flows.ts";
import { tellOwner } from "./gate.ts";
import { hashOf } from "./keys.ts";
import { limitAddress, limitCodes, purposesOfGuess } from "./limits.ts";
import { takeByCode, takeByLink } from "./one-time-tokens.ts";
import { identities, users, type OneTimeToken, type User } from "./schema.ts";
import { openSession, sessionBody, type Method } from "./sessions.ts";

/** Which tokens a type of verification accepts. `email` is whatever lets somebody in by mail. */
const purposesOf: Record<string, OneTimeToken["purpose"][]> = {
  signup: ["signup"],
  invite: ["invite"],
  magiclink: ["magiclink", "signup"],
  email: ["magiclink", "signup", "invite"],
  recovery: ["recovery"],
  email_change: ["email_change_current", "email_change_new"],
};

const methodOf: Record<OneTimeToken["purpose"], Method> = {
  signup: "email/signup",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change_current: "email_change",
  email_change_new: "email_change",
  reauthentication: "otp",
};

const uniqueViolation = "23505";
const halfDone = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const verifySchema = z.object({ ...person, type: optional(text), token: optional(text), token_hash: optional(text) });

/** POST /verify: a session in exchange for the code of a mail, or for the token in its link. */
export async function verifyByPost(auth: Auth, c: AuthContext): Promise<Response> {
  const body = await readBody(c, verifySchema);
  const email = body.email?.trim().toLowerCase() ?? "";
  const known = body.type && Object.hasOwn(purposesOf, body.type) ? purposesOf[body.type] : undefined;
  const guess = body.token && email && known && (await purposesOfGuess(auth, { email, code: body.token, purposes: known }));
  if (!guess || !guess.isCounted) await limitAddress(auth, c, "verify");
  if (!body.type) throw validationFailed("Verify requires a verification type");
  if (body.type === "sms" || body.type === "phone_change") throw phoneDisabled("Phone logins are disabled");
  const purposes = guess ? guess.purposes : known;
  if (!purposes) throw validationFailed("Invalid email verification type");
  if (!body.token && !body.token_hash) throw validationFailed("Verify requires a token or a token hash");
  if (body.token_hash && (body.email || body.phone)) throw validationFailed("Only the token_hash and type should be provided");
  if (body.phone) throw phoneDisabled("Phone logins are disabled");
  if (body.token && !body.email) throw validationFailed("Only an email address or phone number should be provided on verify");

  if (guess && !guess.isCounted) await limitCodes(auth, c, email);
  const issued = await auth.queries.transaction(async (queries) => {
    const token = body.token_hash
      ? await takeByLink(queries, body.token_hash, purposes)
      : await takeByCode({ ...auth, queries }, email, body.token!, purposes);
    if (!token) return otpExpired();
    const user = await confirm(queries, c, token);
    return user && openSession(queries, c, user, methodOf[token.purpose]);
  });
  auth.wakeOutbox();
  // Thrown only now: a wrong guess must stay counted.
  if (issued instanceof AuthError) throw issued;
  c.header("Cache-Control", "no-store");
  return c.json(issued ? await sessionBody(auth, c, issued) : { msg: halfDone, code: 200 });
}

/** GET /verify: the same from a link, and on to the page it leads to, with the session or with a code for one. */
export async function verifyByLink(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "verify");
  c.header("Cache-Control", "no-store");
  const { token: link = "", type = "" } = c.req.query();
  const wanted = namedRedirect(auth, c.req.query("redirect_to"));
  // Nobody waits for the session: our own page asks in words, as it does for the links in mails.
  if (!wanted) {
    const query = new URLSearchParams({ token_hash: link.slice(0, 100), type: type.slice(0, 20) });
    return c.redirect(`${auth.config.siteUrl}/confirm?${query}`, 303);
  }
  const target = new URL(wanted);
  const purposes = Object.hasOwn(purposesOf, type) ? purposesOf[type]! : [];
  try {
    await auth.queries.transaction(async (queries) => {
      const token = await takeByLink(queries, link, purposes);
      if (!token) throw otpExpired("Email link is invalid or has expired");
      const user = await confirm(queries, c, token);
      if (!user) {
        target.hash = new URLSearchParams({ message: halfDone }).toString();
      } else if (token.flowStateId) {
        target.searchParams.set("code", (await issueCode(queries, token.flowStateId, user)) ?? "");
      } else {
        const issued = await openSession(queries, c, user, methodOf[token.purpose]);
        const session = await sessionBody({ ...auth, queries }, c, issued);
        target.hash = new URLSearchParams({
          access_token: session.access_token,
          expires_at: String(session.expires_at),
          expires_in: String(session.expires_in),
          refresh_token: session.refresh_token,
          token_type: "bearer",
          type,
        }).toString();
      }
    });
    auth.wakeOutbox();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const said = { error: "access_denied", error_code: error.code, error_description: error.message };
    for (const [name, value] of Object.entries(said)) target.searchParams.set(name, value);
    target.hash = new URLSearchParams(said).toString();
  }
  return c.redirect(target.href, 303);
}

/** What a page of ours knows of the browser in which an account was begun. Other clients do not say it. */
export const registrationHeader = "x-registered-in";

/** A password that was typed in another browser than the one that confirms may be a stranger's. */
function isElsewhere(c: AuthContext, { userMetadata }: User, { purpose }: OneTimeToken): boolean {
  const mark = c.req.header(registrationHeader);
  return purpose === "signup" && mark !== undefined && (!mark || hashOf(mark) !== userMetadata.registered_in);
}

/** Does what the token stands for, in the transaction that took it. Undefined when the other mailbox has to confirm too. */
async function confirm(queries: Queries, c: AuthContext, token: OneTimeToken): Promise<User | undefined> {
  const [user] = await queries
    .select()
    .from(users)
    .where(and(eq(users.id, token.userId), isNull(users.deletedAt)))
    .for("no key update");
  if (!user) throw otpExpired();
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  if (token.purpose === "email_change_current" || token.purpose === "email_change_new") return changeEmail(queries, c, user, token);
  if (token.relatesTo !== user.email) throw otpExpired();
  if (user.emailConfirmedAt) return user;
  const [confirmed] = await queries
    .update(users)
    .set({
      emailConfirmedAt: sql`now()`,
      updatedAt: sql`now()`,
      userMetadata: { ...user.userMetadata, email_verified: true },
      // Whoever asks for a new password did not sign up with the one that is there.
      ...((token.purpose === "recovery" || isElsewhere(c, user, token)) && { encryptedPassword: null }),
    })
    .where(eq(users.id, user.id))
    .returning();
  await markVerified(queries, confirmed!);
  await audit(queries, c, token.purpose === "invite" ? "invite_accepted" : "user_signedup", confirmed!);
  return confirmed;
}

async function changeEmail(queries: Queries, c: AuthContext, user: User, token: OneTimeToken): Promise<User | undefined> {
  const { emailChange } = user;
  if (!emailChange || token.relatesTo !== (token.purpose === "email_change_new" ? emailChange : user.email)) throw otpExpired();
  // The other token is still there until its mailbox has confirmed too.
  if (user.email && user.emailChangeConfirmStatus === 0) {
    await queries
      .update(users)
      .set({ emailChangeConfirmStatus: 1, updatedAt: sql`now()` })
      .where(eq(users.id, user.id));
    return;
  }
  const [taken] = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, emailChange), ne(users.id, user.id)));
  if (taken) throw emailExists();
  const [changed] = await queries
    .update(users)
    .set({
      email: emailChange,
      emailChange: null,
      emailChangeConfirmStatus: 0,
      emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`,
      userMetadata: { ...user.userMetadata, email: emailChange, email_verified: true },
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, user.id))
    .returning()
    .catch((error) => {
      // Somebody else has confirmed the same address in this moment.
      throw error.cause?.code === uniqueViolation ? emailExists() : error;
    });
  await markVerified(queries, changed!);
  await audit(queries, c, "user_modified", changed!, { email_changed: true });
  await tellOwner(queries, user, "email", { newEmail: emailChange });
  return changed;
}

/** The identity of the mailbox says the same as the user. */
export async function markVerified(queries: Queries, user: User) {
  await queries
    .update(identities)
    .set({
      identityData: sql`${identities.identityData} || ${JSON.stringify({ email: user.email, email_verified: true })}::jsonb`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(identities.userId, user.id), eq(identities.provider, "email")));
}
