import { expect, test } from "vitest";
import { languageTags, locales } from "./locales.ts";
import { dayInWords, decimalPoint, euros, fill, longDate, offerEnd, phoneGroups, replyTime } from "./format.ts";

test.each([
  ["en", "€399"],
  ["es", "399\u00a0€"],
  ["gl", "399\u00a0€"],
] as const)("writes a price as %s does: %s", (locale, price) => {
  expect(euros(locale, 399)).toBe(price);
});

test("writes cents only where there are any, and then both digits", () => {
  expect(euros("en", 482.79)).toBe("€482.79");
  expect(euros("es", 241.4)).toBe("241,40\u00a0€");
});

test("writes thousands as the language does", () => {
  expect(euros("en", 12_500)).toBe("€12,500");
  expect(euros("es", 12_500)).toBe("12.500\u00a0€");
});

test.each(locales)("writes amounts in %s as Intl does, for Galician as for Spanish", (locale) => {
  const format = new Intl.NumberFormat(languageTags[locale === "gl" ? "es" : locale], {
    style: "currency",
    currency: "EUR",
    trailingZeroDisplay: "stripIfInteger",
  });
  for (const amount of [0, 0.5, 1.005, 7.1, 99.99, 399, 999.999, 1000, 1234.5, 9999, 10_000, 123_456.78, 1_234_567])
    expect(euros(locale, amount)).toBe(format.format(Number(amount.toFixed(2))));
  expect(new Intl.NumberFormat(languageTags[locale]).format(0.5)).toBe(`0${decimalPoint(locale)}5`);
});

test.each([
  ["en", "April 31st"],
  ["es", "31 de abril"],
  ["gl", "31 de abril"],
] as const)("says in %s when an offer ends: %s, a day that does not exist", (locale, words) => {
  expect(offerEnd(locale, { day: 31, month: 4 })).toBe(words);
});

test("writes a day as it is in Galicia, where it begins before it does in UTC", () => {
  const justAfterMidnight = new Date("2026-08-31T22:30:00Z");
  expect(longDate("en", justAfterMidnight)).toBe("September 1, 2026");
  expect(longDate("es", justAfterMidnight)).toBe("1 de septiembre de 2026");
  expect(longDate("gl", justAfterMidnight)).toBe("1 de setembro de 2026");
});

test("groups the digits of a Spanish phone number, and leaves any other as it is", () => {
  expect(phoneGroups("+34600000000")).toBe("+34 600 000 000");
  expect(phoneGroups("+351912345678")).toBe("+351912345678");
  expect(phoneGroups("+346000000001")).toBe("+346000000001");
});

test("puts values into a text, as often as they are named, numbers too", () => {
  expect(fill("{n} of {n}, {name}", { n: 0, name: "Uxía" })).toBe("0 of 0, Uxía");
});

test("puts values in as they are: neither a pattern nor another placeholder means anything", () => {
  expect(fill("{a}!", { a: "$& {b} $1", b: "no" })).toBe("$& {b} $1!");
});

test("empties a placeholder whose value is empty", () => {
  expect(fill("[{a}]", { a: "" })).toBe("[]");
});

test("leaves a placeholder without a value as it is", () => {
  expect(fill("{missing} {not one} {}", {})).toBe("{missing} {not one} {}");
});

test("takes a name that every object has for a missing value", () => {
  const text = "{constructor} {toString} {__proto__} {hasOwnProperty}";
  expect(fill(text, { n: 1 })).toBe(text);
});

test("every day of the year can be the last of the offer, in each language", () => {
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
  for (const date of days) {
    const until = { day: date.getUTCDate(), month: date.getUTCMonth() + 1 };
    const { day } = until;
    const ending = [11, 12, 13].includes(day) ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
    expect(offerEnd("en", until)).toMatch(new RegExp(`^[A-Z][a-z]+ ${day}${ending}$`));
    for (const locale of ["es", "gl"] as const) expect(offerEnd(locale, until)).toMatch(new RegExp(`^${day} de [a-zñ]+$`));
  }
});

test.each([
  ["en", "within one business day", "within 2 business days"],
  ["es", "en un día laborable como máximo", "en 2 días laborables como máximo"],
  ["gl", "nun día laborable como moito", "en 2 días laborables como moito"],
] as const)("promises in %s a reply %s, or %s", (locale, one, two) => {
  expect([replyTime(locale, 1), replyTime(locale, 2)]).toEqual([one, two]);
});

test.each([
  ["en", ["today 12:10 AM", "yesterday 11:50 PM", "Nov 16", "Dec 31, 2025"]],
  ["es", ["hoy 0:10", "ayer 23:50", "16 nov", "31 dic 2025"]],
  ["gl", ["hoxe 00:10", "onte 23:50", "16 de nov.", "31 de dec. de 2025"]],
] as const)("says in %s when something came: %j", (locale, words) => {
  const now = new Date("2026-11-18T10:00:00Z");
  const times = ["2026-11-17T23:10:00Z", "2026-11-17T22:50:00Z", "2026-11-16T12:00:00Z", "2025-12-31T12:00:00Z"];
  expect(times.map((time) => dayInWords(locale, new Date(time), now).replaceAll(/[\u00a0\u202f]/g, " "))).toEqual(words);
});
