import { expect, test } from "vitest";
import { isNarrowed, queryOf, readFilters, viewOf } from "./inbox-filters.ts";

const id = "0b9d1c1e-0000-4000-8000-00000000abcd";
const read = (query: string) => readFilters(new URLSearchParams(query));

test("reads what an address asks for, and writes the same address", () => {
  const query = `?folder=won&q=pan&reason=offer&language=gl&mode=requestOffer&from=2026-02-01&to=2026-02-28&assigned=me&person=${id}&sender=${id}&before=1763216489123456-${id}&request=${id}&saved=won`;
  const filters = read(query);
  expect(filters).toMatchObject({ folder: "won", q: "pan", reason: "offer", language: "gl", mode: "requestOffer", request: id });
  expect(queryOf(filters)).toBe(query);
});

test.each([
  "folder=trash",
  "folder=__proto__",
  "q=",
  "q=+++",
  "reason=x",
  "language=pt",
  "mode=x",
  "from=2026-02-30",
  "from=0000-01-01",
  "to=yesterday",
  "before=1-x",
  `before=12345678901234567-${id}`,
  "after='; drop table requests",
  "request=1",
  "assigned=you",
  "person=x",
  "saved=spam",
  "unknown=1",
])("ignores what makes no sense: %s", (query) => {
  expect(queryOf(read(query))).toBe("");
});

test("a folder, a place in it or an open request narrows nothing", () => {
  expect(isNarrowed(read(`folder=won&before=1-${id}&request=${id}`))).toBe(false);
  expect(isNarrowed(read("to=2026-02-01"))).toBe(true);
});

test("a search is over all folders unless one is named; a request that is opened by its mail comes with its folder", () => {
  expect(viewOf(read(""))).toBe("new");
  expect(viewOf(read("q=pan"))).toBe("all");
  expect(viewOf(read("q=pan&folder=won"))).toBe("won");
  expect(viewOf(read(`request=${id}`), { state: "lost" })).toBe("lost");
  expect(viewOf(read(`folder=all&request=${id}`), { state: "lost" })).toBe("all");
});
