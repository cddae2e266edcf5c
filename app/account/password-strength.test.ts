import { expect, test } from "vitest";
import { strengthOf } from "./password-strength.ts";

test.each([
  ["", "length"],
  ["tr4ilers!", "length"],
  ["1234567890", "known"],
  ["Password123!", "weak"],
  ["abcabcabcabc", "known"],
  ["ana@example.com", "known"],
  ["anaanaana1999", "weak"],
  ["correct horse battery staple", "strong"],
])("%j is %s", (password, strength) => {
  expect(strengthOf(password, ["ana@example.com", "Ana"])).toBe(strength);
});

test("a word more never makes it weaker", () => {
  const words = "marea percebe faro lúa gaivota".split(" ");
  const order = ["length", "known", "weak", "fair", "strong"];
  const seen = words.map((_, count) => order.indexOf(strengthOf(words.slice(0, count + 1).join(" "), [])));
  expect(seen).toEqual(seen.toSorted());
  expect(seen.at(-1)).toBe(order.indexOf("strong"));
});
