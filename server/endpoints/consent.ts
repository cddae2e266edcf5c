import { randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { consentCookie, grantable, readChoice, writeChoice, type Choice } from "#backend/consent-choice.ts";
import type { ConsentProofs } from "#backend/consent-proofs.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "#server/http/env.ts";
import { refererPath } from "#server/http/referer-path.ts";

type Settings = Pick<Config, "siteUrl"> & { policyVersion: string };

/** The cookie banner's form: keeps the proof of the choice, remembers it, and comes back to the page. */
export function consentChoice({ siteUrl, policyVersion }: Settings, proofs: ConsentProofs): Handler<Env> {
  return async (c) => {
    const wait = await proofs.limit(c.get("client").address);
    if (wait !== undefined) return c.text("Too many choices. Wait a minute.", 429, { "Retry-After": String(wait) });
    const form = await readForm(c.req.raw);
    const choice = textIn(form, "choice");
    if (choice !== "all" && choice !== "none" && choice !== "some") return c.text("No such choice.", 400);
    const granted = grantable.filter((category) => choice === "all" || (choice === "some" && textIn(form, category) === "on"));
    c.header("Cache-Control", "no-store");
    // With JavaScript the choice is in its cookie already, by this number. An answer may come late, when another choice was made.
    const given = /^[\w-]{8,60}$/.exec(textIn(form, "id"))?.[0];
    const id = given ?? randomUUID();
    proofs.keep({ choiceId: id, version: policyVersion, granted });
    if (given) return c.body(null, 204);
    setChoice(c, siteUrl, { version: policyVersion, granted, id });
    return c.redirect(refererPath(c, siteUrl) ?? "/", 303);
  };
}

/** Sets the cookie that app/consent/consent.inline.ts has set: Safari would keep that one for a week. */
export function keepChoice({ siteUrl, policyVersion }: Settings): Handler<Env> {
  return (c) => {
    const choice = readChoice(getCookie(c, consentCookie.name), policyVersion);
    if (choice) setChoice(c, siteUrl, choice);
    return c.body(null, 204, { "Cache-Control": "no-store" });
  };
}

function setChoice(c: Context, siteUrl: string, choice: Choice) {
  setCookie(c, consentCookie.name, writeChoice(choice), {
    path: "/",
    maxAge: consentCookie.days * 86_400,
    sameSite: "Lax",
    secure: siteUrl.startsWith("https:"),
  });
}

/** Whether the visitor has still to be asked. Global Privacy Control is an answer. */
export function asksConsent(cookies: Record<string, string>, privacyControl: string | undefined, policyVersion: string): boolean {
  return privacyControl !== "1" && !readChoice(cookies[consentCookie.name], policyVersion);
}
