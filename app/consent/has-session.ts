import { sessionCookie } from "#app/account/session-cookie.ts";
import { readCookie } from "./browser-cookie.ts";

/** Whether somebody may be signed in here. Scripts can read the session, and tags are scripts of others: none loads while there is one. */
export function hasSession(): boolean {
  return sessionNow() !== undefined;
}

/** The session itself, to tell it from another one. */
export function sessionNow(): string | undefined {
  // A long one is kept in parts.
  return readCookie(sessionCookie.name) ?? readCookie(`${sessionCookie.name}.0`);
}
