import { expect, test } from "vitest";
import { offer } from "./agency.ts";
import { en } from "./en/index.ts";
import { es } from "./es/index.ts";
import { gl } from "./gl/index.ts";
import { legalNames, readDocument } from "./legal-document.server.ts";
import { locales } from "./locales.ts";

function leaves(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[path + key, value] as [string, string]]
      : typeof value === "object"
        ? leaves(value, `${path}${key}.`)
        : [],
  );
}

function placeholders(tree: object) {
  return leaves(tree).map(([path, text]) => [path, (text.match(/\{\w+\}/g) ?? []).toSorted().join()]);
}

test.each(Object.entries({ en, es, gl }))("texts in %s hold no number of their own: facts and prices come from agency.ts", (_, texts) => {
  expect(leaves(texts).filter(([, text]) => /\d/.test(text))).toEqual([]);
});

test.each(Object.entries({ es, gl }))("texts in %s use the same placeholders as the English", (_, texts) => {
  expect(placeholders(texts)).toEqual(placeholders(en));
});

test.each(Object.entries({ en, es, gl }))("texts in %s have typographic quotes and no exclamation in a heading", (_, texts) => {
  for (const [path, text] of leaves(texts)) {
    expect(text, path).not.toMatch(/["']/);
    if (path.endsWith("heading")) expect(text, path).not.toContain("!");
  }
});

test.each(Object.entries({ en, es, gl }))(
  "where texts in %s say when the days begin, they name the days in which a consumer may withdraw",
  (_, texts) => {
    for (const text of [texts.offer.when.start.text, texts.questions.items.when.answer]) expect(text).toContain("{withdrawal}");
  },
);

const taxes = {
  en: { added: "VAT", included: " VAT included" },
  es: { added: "IVA", included: " con IVA incluido" },
  gl: { added: "IVE", included: " co IVE incluído" },
};

test.each(Object.entries({ en, es, gl }))("pages in %s put the tax beside every price, in the same words", (locale, texts) => {
  const { added, included } = taxes[locale as keyof typeof taxes];
  const { home, offer: details, questions, contact } = texts;
  let found = 0;
  for (const [path, text] of leaves({ home, details, questions, contact })) {
    // The price set large, its tax beside it; the message of the offer, as the specification has it.
    if (["home.benefits.items.transparent.figure", "contact.offerMessage"].includes(path)) continue;
    for (const [placeholder, name] of text.matchAll(/\{(\w+)\}/g)) {
      const after = text.slice(text.indexOf(placeholder!) + placeholder!.length);
      const isNet = ["price", "month", "year", "report", "initial", "rest", "net"].includes(name!);
      const isTotal = ["total", "initialTotal", "restTotal", "refundTotal", "gross"].includes(name!);
      if (isNet) expect(after.slice(0, 3 + added.length), path).toBe(`\u00a0+\u00a0${added}`);
      if (isTotal) expect(after.slice(0, included.length), path).toBe(included);
      if (isNet || isTotal) found++;
    }
  }
  expect(found).toBeGreaterThan(15);
});

test.each(Object.entries({ en, es, gl }))(
  "texts in %s keep to one spelling, one way to speak to people and one kind of quotes",
  (locale, texts) => {
    const unwanted = {
      en: /\b(e-mails?|colours?|favou?rites|\w+is(e|ed|ing|ation) (the|your) site|licences?|centre|programme)\b|[«»]/i,
      es: /\b(usted(es)?|español(es)?|elegís|e-mails?|email)\b|[“”](?!»)/i,
      gl: /\b(vostedes?|usted(es)?|español(es)?|elix\w+|amos(ar|a|an)|e-mails?|email)\b|[“”](?!»)/i,
    }[locale]!;
    for (const [path, text] of leaves(texts)) {
      // A number of Spain, not of the language.
      if (path.endsWith("errors.phone")) continue;
      expect(text.replaceAll(/\{\w+\}/g, ""), path).not.toMatch(unwanted);
      expect(text, path).not.toMatch(/\s…|\.\.\.| {2}|\s[,.;:](\s|$)/);
    }
  },
);

test("texts that speak of the first month of the report are true: one month is free", () => {
  expect(offer.report.monthsFree).toBe(1);
});

test.each(legalNames)("%s has no price of its own, and the same numbers in every language", (name) => {
  const numbers = locales.map((locale) => {
    const { body } = readDocument(locale, name);
    expect(body).not.toMatch(/€|\d ?%/);
    // Addresses of other sites, and how each language cites a law, apart.
    return body
      .replaceAll(/\]\([^)]*\)/g, "")
      .match(/\d+/g)!
      .toSorted();
  });
  expect(numbers[1]).toEqual(numbers[0]);
  expect(numbers[2]).toEqual(numbers[0]);
});
