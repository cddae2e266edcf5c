import { randomBytes } from "node:crypto";
import type { Auth, AuthContext } from "./context.ts";
import { sameText } from "./keys.ts";

/**
 * Says that somebody has got into an account in this browser: guesses of strangers do not lock them out of it. It comes with a session, our
 * pages keep it in a cookie, and send it along with what they ask in a visitor's name.
 */
export const deviceHeader = "x-known-device";

/** Whoever signs in again in the same browser keeps its mark: a new one would be a new allowance of guesses. */
export function markDevice(auth: Auth, c: AuthContext, userId: string) {
  const id = knownDevice(auth, c, userId) ?? randomBytes(16).toString("base64url");
  c.header(deviceHeader, `${id}.${auth.keys.mac("device", `${userId} ${id}`)}`);
}

/** The browser that asks, if this person has got in there before. */
export function knownDevice({ keys }: Auth, c: AuthContext, userId: string): string | undefined {
  const [id = "", mac = ""] = (c.req.header(deviceHeader) ?? "").split(".");
  return sameText(mac, keys.mac("device", `${userId} ${id}`)) ? id : undefined;
}
