import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { readFilters } from "./inbox-filters.ts";
import { countFolders, mostCounted, readAll, readArrivals, readPage } from "./inbox.ts";

const filters = (query = "") => readFilters(new URLSearchParams(query));

onBothEngines((open) => {
  const queries = () => open().database.queries;
  type Given = Partial<typeof requests.$inferInsert>;
  const store = (...given: Given[]) =>
    queries()
      .insert(requests)
      .values(given.map((one) => ({ ...sampleRequest, ...one })));
  const namesAt = async (query: string, folder = "new" as const) =>
    (await readPage(queries(), folder, filters(query))).rows.map(({ name }) => name).toSorted();

  beforeEach(async () => {
    await queries().delete(requests);
  });

  describe("search", () => {
    beforeEach(() =>
      store(
        { name: "ÁNXEL Muñoz", email: "anxel@forno.example", city: "A Coruña" },
        { name: "Sabela <b>Rial</b>", company: "Café & Pan", phone: "+34612345678" },
        { name: "Iria", message: "Precisamos unha tenda en liña para 25 productos distintos, coas súas fotos." },
      ),
    );

    test.each([
      ["anxel", ["ÁNXEL Muñoz"]],
      ["ÁNX mun", ["ÁNXEL Muñoz"]],
      ["forno.example", ["ÁNXEL Muñoz"]],
      ["coruna", ["ÁNXEL Muñoz"]],
      ["rial", ["Sabela <b>Rial</b>"]],
      ["cafe & pan", ["Sabela <b>Rial</b>"]],
      ["612 345 678", ["Sabela <b>Rial</b>"]],
      ["+34612345678", ["Sabela <b>Rial</b>"]],
      ["tend product 25", ["Iria"]],
      ["tenda forno", []],
      ["enda", []],
      ["'); drop table requests; --", []],
      ["%", []],
      ["a:* | !b", []],
    ])("finds by %j: %j", async (words, names) => {
      expect(await namesAt(`?${new URLSearchParams({ q: words })}`)).toEqual(names);
    });
  });

  test("filters by reason, language, form and day, each and all together", async () => {
    await store(
      { name: "a", reason: "offer", locale: "es", mode: "requestOffer", createdAt: new Date("2026-03-28T23:30:00Z") },
      { name: "b", reason: "offer", locale: "gl", mode: "contact", createdAt: new Date("2026-03-29T21:59:59Z") },
      { name: "c", reason: "general", locale: "gl", mode: "contact", createdAt: new Date("2026-03-29T22:00:00Z") },
    );
    expect(await namesAt("reason=offer")).toEqual(["a", "b"]);
    expect(await namesAt("language=gl")).toEqual(["b", "c"]);
    expect(await namesAt("mode=requestOffer")).toEqual(["a"]);
    // The day has 23 hours, from 23:00 UTC the day before to 22:00 UTC.
    expect(await namesAt("from=2026-03-29&to=2026-03-29")).toEqual(["a", "b"]);
    expect(await namesAt("from=2026-03-30")).toEqual(["c"]);
    expect(await namesAt("to=2026-03-28")).toEqual([]);
    expect(await namesAt("reason=offer&language=gl&mode=contact&from=2026-03-29&q=uxia")).toEqual(["b"]);
  });

  test.each(["", "q=uxia"])("pages hold everything once, also where many came at the same moment (%s)", async (query) => {
    // Microseconds apart, and at the very same one: finer than JavaScript's clock.
    await store(...Array.from({ length: 23 }, (_, index) => ({ name: `n${index}` })));
    await queries().execute(
      sql`update requests set created_at = timestamptz '2026-05-01 10:00:00.123456Z' + (substr(name, 2)::int / 6) * interval '1 microsecond'`,
    );
    const all = await readPage(queries(), "new", filters(query), 100);
    const ids = all.rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(23);

    const down: string[] = [];
    let page = await readPage(queries(), "new", filters(query), 5);
    expect(page.newer).toBeUndefined();
    for (;;) {
      down.push(...page.rows.map(({ id }) => id));
      if (!page.older) break;
      page = await readPage(queries(), "new", { ...filters(query), before: page.older }, 5);
    }
    expect(down).toEqual(ids);

    const up = page.rows.map(({ id }) => id);
    while (up.length < 18) {
      page = await readPage(queries(), "new", { ...filters(query), after: page.newer }, 5);
      up.unshift(...page.rows.map(({ id }) => id));
    }
    expect(up).toEqual(ids.slice(5));
    // The top page is a whole one.
    page = await readPage(queries(), "new", { ...filters(query), after: page.newer }, 5);
    expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(page.newer).toBeUndefined();
    expect(page.older).toBeDefined();
  });

  test("an export holds everything once, however small its batches", async () => {
    await store(...Array.from({ length: 12 }, () => ({ createdAt: new Date("2026-05-01T10:00:00Z") })), { state: "spam" });
    const sizes: number[] = [];
    const ids = new Set<string>();
    for await (const batch of readAll(queries(), "new", filters(), 5)) {
      sizes.push(batch.length);
      for (const { id } of batch) ids.add(id);
    }
    expect(sizes).toEqual([5, 5, 2]);
    expect(ids.size).toBe(12);
  });

  test("counts each folder, up to a limit", async () => {
    await queries().execute(sql`
      insert into requests (state, mode, name, email, reason, message, locale, content_hash, message_hash)
      select 'lost', 'contact', 'n', 'a@b.example', 'general', repeat('x', 60), 'gl', 'c', 'm' from generate_series(1, ${mostCounted + 5})`);
    await store({ state: "won" }, { state: "won", reason: "offer" }, {});
    expect(await countFolders(queries())).toEqual({ new: 1, in_progress: 0, won: 2, lost: mostCounted, spam: 0 });
  });

  test("the newest of the new folder come first, and only those", async () => {
    await store({ name: "old", createdAt: new Date("2026-01-01") }, { state: "spam" }, { state: "won" });
    await store({ name: "newest" });
    const [first, second, ...others] = await readArrivals(queries());
    const newest = await readPage(queries(), "new", filters());
    expect([first, second]).toEqual(newest.rows.map(({ id }) => id));
    expect(others).toEqual([]);
  });
});
