import { randomBytes } from "node:crypto";
import type { User } from "@supabase/supabase-js";
import { hashOf } from "#backend/auth/keys.ts";
import { readCookie, writeCookie } from "./own-cookie.server.ts";
import { registrationCookie } from "./session-cookie.ts";

/**
 * Anybody can register with somebody else's address and wait, with a password, until the owner opens the link. So the password counts only
 * where it was typed: the browser has a mark, and the account the mark's hash. Whoever opens the link elsewhere chooses another password.
 */
export function markRegistration(siteUrl: string): { mark: string; cookie: string } {
  const id = randomBytes(32).toString("base64url");
  return { mark: hashOf(id), cookie: writeCookie(siteUrl, registrationCookie, id) };
}

/** What this browser has of the mark. Our accounts are told with every call: they let go of the password in the moment of the confirmation. */
export function registrationOf(request: Request): string {
  return readCookie(request, registrationCookie);
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
