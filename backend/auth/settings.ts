import { z } from "zod";
import { optional, readBody, text, type Auth, type AuthContext } from "./context.ts";
import { AuthError, validationFailed } from "./errors.ts";

/** GET /settings: what a client may offer. */
export async function settings(auth: Auth, c: AuthContext): Promise<Response> {
  const providers = Object.fromEntries(Object.keys(auth.config.auth.providers).map((name) => [name, true]));
  return c.json({
    external: { email: true, phone: false, anonymous_users: false, google: false, github: false, ...providers },
    disable_signup: auth.config.auth.signUps === "closed",
    mailer_autoconfirm: auth.config.auth.signUps === "unconfirmed",
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
  });
}

/** POST /sso: no company has its own sign-in here; the answers are GoTrue's. */
export async function signInWithSso(_auth: Auth, c: AuthContext): Promise<Response> {
  const body = await readBody(c, z.object({ provider_id: optional(text), domain: optional(text) }));
  if (body.provider_id && body.domain) throw validationFailed("Only one of provider_id or domain supported");
  if (!body.provider_id && !body.domain) throw validationFailed("A provider_id or domain needs to be provided");
  throw new AuthError(
    404,
    "sso_provider_not_found",
    body.provider_id ? "No such SSO provider" : "No SSO provider assigned for this domain",
  );
}
