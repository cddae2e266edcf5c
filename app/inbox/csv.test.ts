import { expect, test } from "vitest";
import { csvCell, csvLine } from "./csv.ts";

test.each(["=1+1", "+34", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x"])(
  "%j is a text in every spreadsheet",
  (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  },
);

test("leaves alone what only holds such a sign", () => {
  expect(csvCell("a=b")).toBe('"a=b"');
  expect(csvCell("Uxía 🌊")).toBe('"Uxía 🌊"');
});

test("quotes every cell, doubles quotes and keeps line ends inside", () => {
  expect(csvLine(['a "b"', "c;d", "e\nf", null, 0])).toBe('"a ""b""";"c;d";"e\nf";"";"0"\r\n');
});
