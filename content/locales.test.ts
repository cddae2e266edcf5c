import { expect, test } from "vitest";
import { localeOf, localePath, withoutLocale } from "./locales.ts";

test.each([
  ["/", "en"],
  ["/contact", "en"],
  ["/es", "es"],
  ["/gl/contact", "gl"],
  ["/glass", "en"],
  ["/en/contact", "en"],
  ["/.well-known/security.txt", "en"],
])("reads the language of %s", (pathname, locale) => {
  expect(localeOf(pathname)).toBe(locale);
});

test.each([
  ["en", "/", "/"],
  ["es", "/", "/es"],
  ["gl", "/contact", "/gl/contact"],
  ["gl", "/#offer", "/gl#offer"],
  ["es", "/?utm_source=x#offer", "/es?utm_source=x#offer"],
] as const)("gives the address of a page in %s: %s → %s", (locale, path, expected) => {
  expect(localePath(locale, path)).toBe(expected);
  expect(withoutLocale(expected)).toBe(path);
});
