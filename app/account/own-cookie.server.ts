import { parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";

/** A cookie that no script reads. */
export function writeCookie(siteUrl: string, { name, days }: { name: string; days: number }, value: string): string {
  return serializeCookieHeader(name, value, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    maxAge: days * 86_400,
    secure: siteUrl.startsWith("https:"),
  });
}

export function readCookie(request: Request, { name }: { name: string }): string {
  return parseCookieHeader(request.headers.get("cookie") ?? "").find((cookie) => cookie.name === name)?.value ?? "";
}
