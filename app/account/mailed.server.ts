import { readCookie, writeCookie } from "./own-cookie.server.ts";
import { mailedCookie } from "./session-cookie.ts";

/** What was mailed, and to whom: the page that waits for it shows the address, takes the code, and sends it again. */
export type Mailed = { kind: "signup" | "link" | "recovery"; email: string };

const form = /^(signup|link|recovery) (\S+@\S+)$/;

/** In the browser that asked, and in no address: those are written down in many places. */
export function rememberMailed(siteUrl: string, { kind, email }: Mailed): string {
  return writeCookie(siteUrl, mailedCookie, `${kind} ${email}`);
}

/** With the account goes its address. */
export function forgetMailed(siteUrl: string): string {
  return writeCookie(siteUrl, { ...mailedCookie, days: 0 }, "");
}

export function readMailed(request: Request): Mailed | undefined {
  const [, kind, email] = form.exec(readCookie(request, mailedCookie)) ?? [];
  return kind && email ? { kind: kind as Mailed["kind"], email } : undefined;
}
