import { sessionCookie } from "#app/account/session-cookie.ts";

/** Whether somebody may be signed in here. Scripts can read the session, and tags are scripts of others: none loads while there is one. */
export function hasSession(): boolean {
  // A long one is kept in parts: `sb-session.0`.
  return document.cookie
    .split("; ")
    .some((cookie) => cookie.startsWith(`${sessionCookie.name}=`) || cookie.startsWith(`${sessionCookie.name}.`));
}
