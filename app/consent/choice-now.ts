import { readCookie } from "./browser-cookie.ts";
import { consentCookie, readChoice, type Choice } from "#backend/consent-choice.ts";

/** What this browser's visitor has chosen about the policy that the page names. */
export function choiceNow(): Choice | undefined {
  return readChoice(readCookie(consentCookie.name), policyVersion());
}

export function policyVersion(): string {
  return document.documentElement.dataset.policy ?? "";
}
