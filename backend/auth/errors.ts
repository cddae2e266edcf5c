import type { Context } from "hono";

/** An answer that says no, with one of GoTrue's codes (auth-js publishes the list in lib/error-codes.ts). */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
    this.headers = headers;
  }
}

const versionHeader = "X-Supabase-Api-Version";
const version = "2024-01-01";

/** GoTrue's body: since that version `code` is the name of the error, before it was the status. */
export function errorResponse(c: Context, { status, code, message, more, headers }: AuthError): Response {
  const modern = (c.req.header(versionHeader) ?? "") >= version;
  const body = modern ? { code, message, ...more } : { code: status, error_code: code, msg: message, ...more };
  return c.json(body, status as 400, { ...headers, ...(modern && { [versionHeader]: version }), "Cache-Control": "no-store" });
}

/** What the server in front of the service refuses, in the words of the service. */
export function refuseCall(c: Context, status: 400 | 405 | 413 | 414, message: string): Response {
  return errorResponse(c, new AuthError(status, "validation_failed", message));
}

export const validationFailed = (message: string) => new AuthError(400, "validation_failed", message);
export const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");
export const userBanned = () => new AuthError(403, "user_banned", "User is banned");
export const userNotFound = () => new AuthError(404, "user_not_found", "User not found");
export const otpExpired = (message = "Token has expired or is invalid") => new AuthError(403, "otp_expired", message);
export const emailExists = () => new AuthError(422, "email_exists", "A user with this email address has already been registered");
export const userExists = () => new AuthError(422, "user_already_exists", "User already registered");
export const signUpsClosed = () => new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
export const phoneDisabled = (message: string) => new AuthError(400, "phone_provider_disabled", message);
