import { describe, expect, test } from "vitest";
import { tryPattern } from "./attack.ts";
import { lineOf, sources, visit } from "./sources.ts";

/**
 * A pattern that goes back and forth stops the server with a few kilobytes. Every pattern of the site is attacked, whoever's text it sees today:
 * it must take in step with the length of what it is given. One that cannot is replaced by plain string work.
 */
const patterns = new Map<string, RegExp>();
const made: string[] = [];
for (const source of sources) {
  visit(source.tree, (node) => {
    const place = `${source.file}:${lineOf(source, node)}`;
    const { regex, callee } = node as { regex?: { pattern: string; flags: string }; callee?: { name?: string } };
    if (regex) patterns.set(`${place} /${regex.pattern}/${regex.flags}`, new RegExp(regex.pattern, regex.flags));
    if (callee?.name === "RegExp") made.push(place);
  });
}

test("every pattern of the site is written down in full, so that it can be attacked", () => {
  expect(patterns.size).toBeGreaterThan(80);
  expect(made).toEqual([]);
});

test.each([...patterns])("%s", (_, pattern) => {
  expect(tryPattern(pattern)).toEqual({ isLinear: true, says: "" });
});

// An attack that finds nothing proves nothing.
describe("the attack finds what is known to be bad:", () => {
  test.each([/\s+$/, /<[^>]*>/, /^https?:\/\/.*?\/*$/, /^a=(\s*;\s*)*$/])("%s takes with the square of the length", (pattern) => {
    expect(tryPattern(pattern).isLinear).toBe(false);
  });

  test.each([/(a+)+$/, /^(\w+\s?)*$/, /^(?:[a-z]+,?)+;$/])("%s doubles with every sign", (pattern) => {
    expect(tryPattern(pattern, 300).isLinear).toBe(false);
  });
});
