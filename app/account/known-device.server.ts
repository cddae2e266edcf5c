import { parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { deviceHeader } from "#backend/auth/known-device.ts";
import { deviceCookie } from "./session-cookie.ts";

/** What the accounts gave this browser when somebody got in. */
export function deviceOf(request: Request): string {
  return parseCookieHeader(request.headers.get("cookie") ?? "").find(({ name }) => name === deviceCookie.name)?.value ?? "";
}

/** What they give it now, to be kept. */
export function keepDevice(answer: Response, siteUrl: string): string | undefined {
  const mark = answer.headers.get(deviceHeader);
  if (!mark) return;
  return serializeCookieHeader(deviceCookie.name, mark, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    maxAge: deviceCookie.days * 86_400,
    secure: siteUrl.startsWith("https:"),
  });
}
