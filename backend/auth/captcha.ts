import { ipOf, type Auth, type AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";

/** Asks the configured provider whether the token is a person's; without configuration any call passes. hCaptcha and Turnstile speak alike. */
export async function checkCaptcha({ config }: Auth, c: AuthContext) {
  const { captcha } = config.auth;
  if (!captcha) return;
  const token = await tokenIn(c);
  if (!token) throw refused("no-captcha-token");
  const response = await fetch(captcha.url, {
    method: "POST",
    body: new URLSearchParams({ secret: captcha.secret, response: token, remoteip: ipOf(c) }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  const verdict = response?.ok ? ((await response.json().catch(() => ({}))) as { success?: boolean; "error-codes"?: string[] }) : {};
  if (verdict.success !== true) throw refused(verdict["error-codes"]?.join(", ") ?? "no answer from the captcha provider");
}

async function tokenIn(c: AuthContext): Promise<string | undefined> {
  const body = (await c.req.json().catch(() => ({}))) as { gotrue_meta_security?: { captcha_token?: unknown } } | null;
  const token = body?.gotrue_meta_security?.captcha_token;
  return typeof token === "string" ? token : undefined;
}

function refused(why: string): AuthError {
  return new AuthError(400, "captcha_failed", `captcha protection: request disallowed (${why})`);
}
