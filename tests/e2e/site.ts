import { readFileSync } from "node:fs";
import { locales, localePath } from "#content/locales.ts";

/** What a choice about cookies is for. */
export const policyVersion = /version: "(.*)"/.exec(readFileSync("content/en/legal/politica-cookies.md", "utf8"))![1];

/** The pages of the specification that anyone may see; /me and /admin/profiles send who is not signed in to /login. */
export const paths = [
  "/",
  "/contact",
  "/confirm",
  "/login",
  "/register",
  "/legal/aviso-legal",
  "/legal/politica-privacidad",
  "/legal/politica-cookies",
  "/legal/terminos-condiciones",
];

/** What the account pages show besides, by their query. */
export const accountStates = [
  "/register?sent=yes",
  "/login?step=link",
  "/login?step=forgot",
  "/login?step=company",
  "/login?step=sent",
  "/confirm?step=half",
  "/confirm?token_hash=x&type=invite",
];

export const publicPaths = paths.filter((path) => path === "/" || path === "/contact" || path.startsWith("/legal/"));

/** Every page in every language: locale, path and address. */
export const addresses = locales.flatMap((locale) => paths.map((path) => ({ locale, path, address: localePath(locale, path) })));
