import { expect, test } from "vitest";
import { searchPatterns, searchQuery } from "./search-words.ts";

test.each([
  ["Uxía", "uxia:*"],
  ["ÁNXEL Muñoz", "anxel:* & munoz:*"],
  ["uxia@example.com", "uxia:* & example:* & com:*"],
  ["u\u0301ltima", "ultima:*"],
  ["612 34-56.78", "34612345678:*"],
  ["6123456789", "6123456789:*"],
  ["612 345 678", "34612345678:*"],
  ["+34 981 234 567", "34981234567:*"],
  ["(0034) 612.345.678 Noia", "34612345678:* & noia:*"],
  ["a & !b | (c) <-> d':* \\ e%", "a:* & b:* & c:* & d:* & e:*"],
  ["!!! ---", ""],
])("%j is looked for as %j", (typed, query) => {
  expect(searchQuery(typed)).toBe(query);
});

test("a long text is looked for by its first words", () => {
  expect(searchQuery("pan ".repeat(50)).split(" & ")).toHaveLength(10);
});

test.each([
  ["Uxía  NOGUEIRA", ["%uxia%", "%nogueira%"]],
  ["cliente2@example.org", ["%cliente2@example.org%"]],
  ["“pan”, (forno)!", ["%pan%", "%forno%"]],
  ["612 34-56.78", ["%34612345678%"]],
  ["a 25", ["% a%", "% 25%"]],
  ["100%_\\x", ["%100\\%\\_\\\\x%"]],
  ["%%% -- '", []],
])("parts of %j are looked for by %j", (typed, patterns) => {
  expect(searchPatterns(typed)).toEqual(patterns);
});
