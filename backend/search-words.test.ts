import { expect, test } from "vitest";
import { searchPatterns } from "./search-words.ts";

test("a long text is looked for by its first words", () => {
  expect(searchPatterns("pan ".repeat(50))).toHaveLength(10);
});

test.each([
  ["Uxía  NOGUEIRA", ["%uxia%", "%nogueira%"]],
  ["cliente2@example.org", ["%cliente2@example.org%"]],
  ["“pan”, (forno)!", ["%pan%", "%forno%"]],
  ["612 34-56.78", ["%34612345678%"]],
  ["6123456789", ["%6123456789%"]],
  ["+34 981 234 567", ["%34981234567%"]],
  ["(0034) 612.345.678 Noia", ["%34612345678%", "%noia%"]],
  ["u\u0301ltima", ["%ultima%"]],
  ["a 25", ["% a%", "% 25%"]],
  ["100%_\\x", ["%100\\%\\_\\\\x%"]],
  ["%%% -- '", []],
])("parts of %j are looked for by %j", (typed, patterns) => {
  expect(searchPatterns(typed)).toEqual(patterns);
});
