import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { audit } from "./audit.ts";
import { checkCaptcha } from "./captcha.ts";
import { optional, person, readBody, text, type Auth, type AuthContext } from "./context.ts";
import { AuthError, invalidCredentials, phoneDisabled, validationFailed } from "./errors.ts";
import { takeFlow } from "./flows.ts";
import { signInWithIdToken } from "./id-tokens.ts";
import { forgetAccountAttempts, limitAccount, limitAddress } from "./limits.ts";
import { isPassword } from "./passwords.ts";
import { users } from "./schema.ts";
import { openSession, refresh, sessionBody } from "./sessions.ts";

/** POST /token: a session in exchange for a proof. */
export async function token(auth: Auth, c: AuthContext): Promise<Response> {
  const grants = { password: withPassword, refresh_token: withRefreshToken, pkce: withCode, id_token: signInWithIdToken };
  const grant = c.req.query("grant_type") ?? "";
  if (!Object.hasOwn(grants, grant)) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  c.header("Cache-Control", "no-store");
  return grants[grant as keyof typeof grants](auth, c);
}

const passwordSchema = z.object({ ...person, password: optional(text) });

async function withPassword(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "token");
  const body = await readBody(c, passwordSchema);
  await checkCaptcha(auth, c);
  if (body.email && body.phone) throw validationFailed("Only an email address or phone number should be provided on login.");
  if (body.phone) throw phoneDisabled("Phone logins are disabled");
  if (!body.email) throw validationFailed("missing email or phone");
  const email = body.email.trim().toLowerCase();
  const counted = await limitAccount(auth, c, email, and(eq(users.email, email), eq(users.isSsoUser, false))!);

  const [user] = await auth.queries
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.isSsoUser, false), isNull(users.deletedAt)));
  if (!(await isPassword(body.password ?? "", user?.encryptedPassword)) || !user) throw invalidCredentials();
  if (!user.emailConfirmedAt) throw new AuthError(400, "email_not_confirmed", "Email not confirmed");

  await forgetAccountAttempts(auth, counted);
  const issued = await auth.queries.transaction(async (queries) => {
    const opened = await openSession(queries, c, user, "password");
    await audit(queries, c, "login", user, { provider: "email" });
    return opened;
  });
  return c.json(await sessionBody(auth, c, issued));
}

async function withRefreshToken(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "refresh");
  const body = await readBody(c, z.object({ refresh_token: optional(text) }));
  if (!body.refresh_token) throw validationFailed("refresh_token required");
  const issued = await refresh(auth, body.refresh_token);
  return c.json(await sessionBody(auth, c, issued));
}

async function withCode(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "token");
  const body = await readBody(c, z.object({ auth_code: optional(text), code_verifier: optional(text) }));
  if (!body.auth_code || !body.code_verifier)
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  const flow = await takeFlow(auth, body.auth_code, body.code_verifier);
  const issued = await auth.queries.transaction(async (queries) => {
    const [user] = await queries
      .select()
      .from(users)
      .where(and(eq(users.id, flow.userId), isNull(users.deletedAt)));
    if (!user) throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    const opened = await openSession(queries, c, user, flow.authenticationMethod);
    await audit(queries, c, "login", user, { provider: flow.providerType, login_method: "pkce" });
    return opened;
  });
  const providerTokens = {
    ...(flow.providerAccessToken && { provider_token: flow.providerAccessToken }),
    ...(flow.providerRefreshToken && { provider_refresh_token: flow.providerRefreshToken }),
  };
  return c.json({ ...(await sessionBody(auth, c, issued)), ...providerTokens });
}
