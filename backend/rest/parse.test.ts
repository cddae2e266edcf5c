import * as fc from "fast-check";
import { expect, test } from "vitest";
import { RestError } from "./errors.ts";
import { parseQuery } from "./parse.ts";

/** What its grammar is made of, in any order. */
const pieces = fc.constantFrom(
  ...'a id name select order limit offset and or not eq in is cs fts match any null asc nullslast . , ( ) : :: ! !inner * ... -> ->> " \\ { } [ ] 1 0 - \0 é 👋'.split(
    " ",
  ),
);
const text = fc.oneof(
  fc.array(pieces, { maxLength: 30 }).map((some) => some.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const key = fc.oneof(fc.constantFrom("select", "order", "limit", "or", "not.and", "a.or", "columns", "on_conflict", "id", "a.b.c"), text);

test("whatever is asked is understood or refused, and nothing else happens", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, text), { maxLength: 4 }), fc.boolean(), (pairs, takesArgs) => {
      const params = new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]));
      try {
        parseQuery(params, takesArgs);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        expect([error.status, error.code.slice(0, 5)]).toEqual([400, "PGRST"]);
      }
    }),
    { numRuns: 2000 },
  );
});

const filterOf = (query: string) => parseQuery(new URLSearchParams(query), false).restrictions.get("")!.conditions[0];

test.each([
  ["a=eq.b.c,(d)", { field: { name: "a", path: [] }, not: false, operator: "eq", value: "b.c,(d)" }],
  [
    "a->b->>c=not.gt.5",
    {
      field: {
        name: "a",
        path: [
          { arrow: "->", key: "b" },
          { arrow: "->>", key: "c" },
        ],
      },
      not: true,
      operator: "gt",
      value: "5",
    },
  ],
  ['a=in.(1,"2,3","\\"4\\"",)', { operator: "in", value: ["1", "2,3", '"4"', ""] }],
  ["a=like(any).{x,y}", { operator: "like", modifier: "any", value: "{x,y}" }],
  ["a=wfts(english).fat cat", { operator: "wfts", modifier: "english", value: "fat cat" }],
  [
    'not.or=(a.eq."x,y",and(b.cs.{1,2},c.not.in.(1,2)),"d e".is.null)',
    {
      kind: "or",
      not: true,
      conditions: [
        { operator: "eq", value: "x,y" },
        {
          kind: "and",
          not: false,
          conditions: [
            { operator: "cs", value: "{1,2}" },
            { operator: "in", not: true, value: ["1", "2"] },
          ],
        },
        { field: { name: "d e", path: [] }, operator: "is", value: "null" },
      ],
    },
  ],
])("%s", (query, condition) => {
  expect(filterOf(query)).toMatchObject(condition);
});

test("what is embedded has conditions, an order and a page of its own", () => {
  const { select, restrictions } = parseQuery(
    new URLSearchParams(
      "select=id,to:messages!key!inner(*,users(name::text))&to.id=eq.1&to.users.order=name.desc.nullslast&to.limit=2&limit=5",
    ),
    false,
  );
  expect(select[1]).toMatchObject({
    kind: "embedded",
    name: "messages",
    alias: "to",
    hint: "key",
    isInner: true,
    items: [{ kind: "all" }, { items: [{ cast: "text" }] }],
  });
  expect(restrictions.get("to")).toMatchObject({ conditions: [{ operator: "eq" }], limit: 2 });
  expect(restrictions.get("to.users")!.order).toEqual([{ field: { name: "name", path: [] }, descending: true, nulls: "last" }]);
  expect(restrictions.get("")).toMatchObject({ conditions: [], limit: 5 });
});

test("what nests too deep is refused, however it nests", () => {
  for (const query of [`select=${"a(".repeat(7)}${")".repeat(7)}`, `or=${"(or".repeat(7)}(a.eq.1)${")".repeat(7)}`]) {
    expect(() => parseQuery(new URLSearchParams(query), false)).toThrow("is not supported here");
  }
});
