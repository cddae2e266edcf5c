import { deviceHeader } from "#backend/auth/known-device.ts";
import { readCookie, writeCookie } from "./own-cookie.server.ts";
import { deviceCookie } from "./session-cookie.ts";

/** What the accounts gave this browser when somebody got in. */
export function deviceOf(request: Request): string {
  return readCookie(request, deviceCookie);
}

/** What they give it now, to be kept. */
export function keepDevice(answer: Response, siteUrl: string): string | undefined {
  const mark = answer.headers.get(deviceHeader);
  return mark ? writeCookie(siteUrl, deviceCookie, mark) : undefined;
}
