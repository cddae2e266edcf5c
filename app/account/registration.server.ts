import { randomBytes } from "node:crypto";
import { parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import type { User } from "@supabase/supabase-js";
import { hashOf } from "#backend/auth/keys.ts";
import { registrationCookie } from "./session-cookie.ts";

/**
 * Anybody can register with somebody else's address and wait, with a password, until the owner opens the link. So the password counts only
 * where it was typed: the browser has a mark, and the account the mark's hash. Whoever opens the link elsewhere chooses another password.
 */
export function markRegistration(siteUrl: string): { mark: string; cookie: string } {
  const id = randomBytes(32).toString("base64url");
  const cookie = serializeCookieHeader(registrationCookie.name, id, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    maxAge: registrationCookie.days * 86_400,
    secure: siteUrl.startsWith("https:"),
  });
  return { mark: hashOf(id), cookie };
}

/** What this browser has of the mark. Our accounts are told with every call: they let go of the password in the moment of the confirmation. */
export function registrationOf(request: Request): string {
  return parseCookieHeader(request.headers.get("cookie") ?? "").find(({ name }) => name === registrationCookie.name)?.value ?? "";
}

/** Whether the account began in the browser that asks. */
export function isRegisteredHere(request: Request, { user_metadata: { registered_in: mark } }: User): boolean {
  const id = registrationOf(request);
  return !!id && hashOf(id) === mark;
}

/** A password that nobody knows. */
export function unknownPassword(): string {
  return randomBytes(32).toString("base64url");
}
