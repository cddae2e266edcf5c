import { expect, test } from "vitest";
import { en } from "./en/index.ts";
import { es } from "./es/index.ts";
import { gl } from "./gl/index.ts";

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
