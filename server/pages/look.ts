import type { Theme } from "#app/shell/theme-cookie.ts";
import { asksConsent } from "#server/endpoints/consent.ts";
import { chosenTheme } from "#server/endpoints/theme.ts";

/** All that a page which is the same for everyone still depends on: the colours, and whether the visitor is asked about cookies. */
export type Look = { theme: Theme | undefined; asks: boolean };

export function lookFor(cookies: Record<string, string>, privacyControl: string | undefined, policyVersion: string): Look {
  return { theme: chosenTheme(cookies), asks: asksConsent(cookies, privacyControl, policyVersion) };
}

/** The key of a page in the response cache. No address has a space in it, so no file can have the same. */
export function pageKey(address: string, { theme, asks }: Look): string {
  return `${address} ${theme ?? "system"} ${asks ? "asks" : ""}`;
}
