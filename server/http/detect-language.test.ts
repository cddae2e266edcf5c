import * as fc from "fast-check";
import { Hono } from "hono";
import { pino } from "pino";
import { expect, test } from "vitest";
import { isLocale, locales } from "#content/locales.ts";
import type { Env } from "./env.ts";
import { readConfig } from "#server/config.ts";
import { forwarded } from "./forwarded.ts";
import { languageSwitch } from "#server/endpoints/language.ts";
import { bestLocale } from "./detect-language.ts";

test.each([
  ["gl", "gl"],
  ["gl-ES", "gl"],
  ["GL-es", "gl"],
  ["es", "es"],
  ["es-ES", "es"],
  ["es-MX", "es"],
  ["es-419", "es"],
  ["en", "en"],
  ["en-GB", "en"],
  ["pt", "en"],
  ["pt-PT,pt;q=0.9", "en"],
  ["ca", "en"],
  ["", "en"],
])("answers Accept-Language %j in %s", (header, locale) => {
  expect(bestLocale(header)).toBe(locale);
});

test.each([
  ["gl,es;q=0.9,en;q=0.8", "gl"],
  ["en;q=0.8,es;q=0.9", "es"],
  ["es;q=0.5, gl;q=0.51", "gl"],
  ["es;q=0.999,gl", "gl"],
  ["pt,gl;q=0.5,es;q=0.4", "gl"],
  ["en-GB, es", "en"],
  ["gl ; q=0.1 , es ; q=0.2", "es"],
  ["gl;Q=0.1,es;Q=0.2", "es"],
  ["es,gl", "es"],
  ["gl,es", "gl"],
])("takes the visitor's order of preference in %j: %s", (header, locale) => {
  expect(bestLocale(header)).toBe(locale);
});

test.each([
  ["gl;q=0", "en"],
  ["gl;q=0.000,es;q=0.1", "es"],
  ["es;q=0,gl;q=0,*", "en"],
])("never answers %j in a language that it refuses, but in %s", (header, locale) => {
  expect(bestLocale(header)).toBe(locale);
});

test.each(["*", "*;q=0.5", "fr, *"])("answers %j, which takes any language, in English", (header) => {
  expect(bestLocale(header)).toBe("en");
});

test.each(["galego", "glg", "spanish", "e s", "es_ES", "-gl", ";q=1", ",,,;;;===", "constructor", "__proto__", "\0\ufffd"])(
  "answers %j, which names none of our languages, in English",
  (header) => {
    expect(bestLocale(header)).toBe("en");
  },
);

test("reads past garbage to the languages it knows", () => {
  expect(bestLocale(",,;q=,%%%,gl;q=0.3,;;")).toBe("gl");
});

test("reads the beginning of a header of 100 kB, and no more of it", () => {
  expect(bestLocale(`gl;q=0.9,${"de-DE;q=0.8,".repeat(8500)}`)).toBe("gl");
  expect(bestLocale(`es,${",".repeat(100_000)}`)).toBe("es");
  expect(bestLocale(";q=0.".repeat(20_000))).toBe("en");
  expect(bestLocale("x".repeat(100_000))).toBe("en");
  expect(bestLocale(`${"de,".repeat(33_000)}gl`)).toBe("en");
});

test("gives one of our languages for any header", () => {
  const part = fc.constantFrom("gl", "es", "en", "*", "-", ",", ";", "q=", "Q=0", "0.5", "1", ".", " ", "ES", "é");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join("")),
      ),
      (header) => isLocale(bestLocale(header)),
    ),
  );
});

/** Where the language switch leads. */
async function switchTo(locale: string, to: string) {
  const config = readConfig({});
  const app = new Hono<Env>().use(forwarded(config, pino({ level: "silent" }))).get("/language/:locale", languageSwitch(config));
  const response = await app.request(`/language/${locale}?to=${encodeURIComponent(to)}`);
  return response.headers.get("Location");
}

test("switches to the same page, with its query and anchor", async () => {
  expect(await switchTo("gl", "/contact?mode=requestOffer#form")).toBe("/gl/contact?mode=requestOffer#form");
  expect(await switchTo("en", "/gl/contact")).toBe("/contact");
  expect(await switchTo("es", "/gl")).toBe("/es");
});

test("never leads away from this site", async () => {
  const attempts = [
    "//evil.example",
    "/gl//evil.example",
    "/es//evil.example/x",
    "/gl/\\evil.example",
    "/gl/.//evil.example",
    "https://evil.example",
  ];
  for (const locale of locales) {
    const targets = await Promise.all(attempts.map(async (to) => new URL((await switchTo(locale, to))!, "http://localhost").origin));
    expect(targets).toEqual(attempts.map(() => "http://localhost"));
  }
});
