import { parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { mailedCookie } from "./session-cookie.ts";

/** What was mailed, and to whom: the page that waits for it shows the address, takes the code, and sends it again. */
export type Mailed = { kind: "signup" | "link" | "recovery"; email: string };

const form = /^(signup|link|recovery) (\S+@\S+)$/;

/** In the browser that asked, and in no address: those are written down in many places. */
export function rememberMailed(siteUrl: string, { kind, email }: Mailed): string {
  return serializeCookieHeader(mailedCookie.name, `${kind} ${email}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    maxAge: mailedCookie.days * 86_400,
    secure: siteUrl.startsWith("https:"),
  });
}

export function readMailed(request: Request): Mailed | undefined {
  const cookie = parseCookieHeader(request.headers.get("cookie") ?? "").find(({ name }) => name === mailedCookie.name)?.value;
  const [, kind, email] = form.exec(cookie ?? "") ?? [];
  return kind && email ? { kind: kind as Mailed["kind"], email } : undefined;
}
