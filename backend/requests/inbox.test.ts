import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { requestEvents, requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { addNote, changeState } from "./change-request.ts";
import { acceptAnswer, sendReply } from "./conversation.ts";
import { readFilters, viewOf, type View } from "./inbox-filters.ts";
import {
  countFolders,
  countFound,
  countUnread,
  markSeen,
  mostCounted,
  readAll,
  readArrivals,
  readNext,
  readPage,
  type Wanted,
} from "./inbox.ts";

const me = "0b9d1c1e-0000-4000-8000-000000000001";
const other = "0b9d1c1e-0000-4000-8000-000000000002";

function wantedAt(query = "", view?: View): Wanted {
  const filters = readFilters(new URLSearchParams(query));
  return { filters, view: view ?? viewOf(filters), me };
}

onBothEngines((open) => {
  const queries = () => open().database.queries;
  type Given = Partial<typeof requests.$inferInsert>;
  const store = (...given: Given[]) =>
    queries()
      .insert(requests)
      .values(given.map((one) => ({ ...sampleRequest, ...one })));
  const pageOf = async (wanted: Wanted, size?: number) => readPage(queries(), wanted, await countFound(queries(), wanted), size);
  const namesAt = async (query: string, more: Partial<Wanted> = {}) =>
    (await pageOf({ ...wantedAt(query), ...more })).rows.map(({ name }) => name).toSorted();

  beforeEach(async () => {
    await queries().delete(requests);
  });

  describe("search", () => {
    beforeEach(() =>
      store(
        // References are words too: none by chance.
        { name: "ÁNXEL Muñoz", email: "anxel@forno.example", city: "A Coruña", id: "00000001-0000-4000-8000-000000000000" },
        {
          name: "Sabela <b>Rial</b>",
          company: "Café & Pan",
          phone: "+34612345678",
          state: "won",
          id: "0b9d1c1e-0000-4000-8000-000000000000",
        },
        {
          name: "Iria",
          message: "Precisamos unha tenda en liña para 25 productos distintos, coas súas fotos.",
          id: "00000002-0000-4000-8000-000000000000",
        },
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
      ["enda", ["Iria"]],
      ["uño", ["ÁNXEL Muñoz"]],
      ["anxel@forno.example", ["ÁNXEL Muñoz"]],
      ["nxel@forno.exampl", ["ÁNXEL Muñoz"]],
      ["xel@forno.example.org", []],
      ["0B9D1C1E", ["Sabela <b>Rial</b>"]],
      ["0b9d1c", ["Sabela <b>Rial</b>"]],
      ["612345", ["Sabela <b>Rial</b>"]],
      ["ca", ["Sabela <b>Rial</b>"]],
      ["af", []],
      ["'); drop table requests; --", []],
      ["%", []],
      ["a:* | !qz", []],
    ])("finds by %j: %j", async (words, names) => {
      expect(await namesAt(`?${new URLSearchParams({ q: words })}`)).toEqual(names);
      expect((await countFound(queries(), wantedAt(`?${new URLSearchParams({ q: words })}`))).all).toBe(names.length);
    });

    test("finds by what was noted, and by what both sides wrote", async () => {
      const actor = { id: me, email: "iria@abrente.example" };
      const id = "00000002-0000-4000-8000-000000000000";
      await addNote(queries(), id, "Prefire que a chamemos\npola TARDE.", actor);
      await changeState(queries(), { id, from: "new", to: "won", note: "Orzamento 1.200 €" }, actor);
      await sendReply(queries(), { id, text: "Comezamos o luns." }, actor);
      await acceptAnswer(queries(), { id, text: "Mellor o mércores." });
      for (const q of ["tarde", "chamemos pola", "iria tarde 25", "1.200", "luns", "mercores"])
        expect(await namesAt(`?${new URLSearchParams({ q })}`), q).toEqual(["Iria"]);
      expect(await namesAt("q=tarde+anxel")).toEqual([]);
    });

    test("is over all folders unless one is named, and says how many each has", async () => {
      expect(await countFound(queries(), wantedAt("q=an"))).toMatchObject({ all: 1, new: 1, in_progress: 0, won: 0, lost: 0, spam: 0 });
      expect(await namesAt("q=cafe")).toEqual(["Sabela <b>Rial</b>"]);
      expect(await namesAt("q=cafe&folder=new")).toEqual([]);
      expect(await namesAt("q=cafe&folder=won")).toEqual(["Sabela <b>Rial</b>"]);
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
    const all = await pageOf(wantedAt(query, "new"), 100);
    const ids = all.rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(23);

    const down: string[] = [];
    const at = (place: { before?: string; after?: string }) =>
      pageOf({ ...wantedAt(query, "new"), filters: { ...wantedAt(query).filters, ...place } }, 5);
    let page = await at({});
    expect(page.newer).toBeUndefined();
    for (;;) {
      down.push(...page.rows.map(({ id }) => id));
      if (!page.older) break;
      page = await at({ before: page.older });
    }
    expect(down).toEqual(ids);

    const up = page.rows.map(({ id }) => id);
    while (up.length < 18) {
      page = await at({ after: page.newer });
      up.unshift(...page.rows.map(({ id }) => id));
    }
    expect(up).toEqual(ids.slice(5));
    // The top page is a whole one.
    page = await at({ after: page.newer });
    expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(page.newer).toBeUndefined();
    expect(page.older).toBeDefined();
  });

  test("an export holds everything once, however small its batches", async () => {
    await store(...Array.from({ length: 12 }, () => ({ createdAt: new Date("2026-05-01T10:00:00Z") })), { state: "spam" });
    const sizes: number[] = [];
    const ids = new Set<string>();
    for await (const batch of readAll(queries(), wantedAt(), 5)) {
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
    const newest = await pageOf(wantedAt());
    expect([first, second]).toEqual(newest.rows.map(({ id }) => ({ id, request: id })));
    expect(others).toEqual([]);
  });

  test("an answer that nobody has read is told of, counted and found, wherever its request is", async () => {
    const seenAt = new Date("2026-01-02");
    await store(
      { name: "answered", state: "won", createdAt: new Date("2026-01-01"), seenAt },
      { name: "read", state: "won", seenAt },
      { name: "spam", state: "spam" },
    );
    const [answered] = await queries().select().from(requests).where(eq(requests.name, "answered"));
    await acceptAnswer(queries(), { id: answered!.id, text: "Ola" });
    const [event] = await queries().select().from(requestEvents).where(eq(requestEvents.kind, "answer"));
    expect(await readArrivals(queries())).toEqual([{ id: event!.id, request: answered!.id }]);
    expect(await countUnread(queries())).toEqual({ new: 0, in_progress: 0, won: 1, lost: 0, spam: 0 });
    expect(await namesAt("unread=yes")).toEqual(["answered"]);
    await markSeen(queries(), answered!.id);
    expect([await readArrivals(queries()), await namesAt("unread=yes")]).toEqual([[], []]);
  });

  test("an account's requests are those sent while signed in, and those of its address, in all folders", async () => {
    await store(
      { name: "signed in", userId: me, email: "old@example.com", state: "won" },
      { name: "before", email: "Cliente2@example.com" },
      { name: "another", email: "cliente20@example.com" },
      { name: "of whoever had the address", userId: other, email: "cliente2@example.com" },
    );
    expect(await namesAt(`person=${me}`)).toEqual(["signed in"]);
    expect(await namesAt(`person=${me}`, { person: { id: me, email: "cliente2@example.com", isConfirmed: false } })).toEqual(["signed in"]);
    expect(await namesAt(`person=${me}`, { person: { id: me, email: "Cliente2@example.com", isConfirmed: true } })).toEqual([
      "before",
      "signed in",
    ]);
    const [{ id } = { id: "" }] = await queries()
      .select()
      .from(requests)
      .where(sql`name = 'another'`);
    expect(await namesAt(`sender=${id}`)).toEqual(["another"]);
  });

  test("mine are those that I look after; nobody's are those that nobody does", async () => {
    await store(
      { name: "mine", assigneeId: me, assigneeEmail: "me@abrente.example" },
      { name: "hers", assigneeId: other, assigneeEmail: "iria@abrente.example", state: "lost" },
      { name: "free" },
    );
    expect(await namesAt("assigned=me")).toEqual(["mine"]);
    expect(await namesAt(`assigned=${other}`)).toEqual(["hers"]);
    expect(await namesAt("assigned=nobody")).toEqual(["free"]);
  });

  test("after one comes the next older, after the last the one before it, and after the only one none", async () => {
    await store(
      { name: "a", createdAt: new Date("2026-05-03T10:00:00Z") },
      { name: "b", createdAt: new Date("2026-05-02T10:00:00Z") },
      { name: "c", createdAt: new Date("2026-05-01T10:00:00Z") },
      { name: "x", state: "won" },
    );
    const all = await queries().select().from(requests);
    const idOf = (name: string) => all.find((one) => one.name === name)!.id;
    const next = async (name: string, query = "", view?: View) => {
      const id = await readNext(queries(), wantedAt(query, view), idOf(name));
      return all.find((one) => one.id === id)?.name;
    };
    expect(await next("a")).toBe("b");
    expect(await next("c")).toBe("b");
    expect(await next("x", "", "won")).toBeUndefined();
    expect(await next("x", "", "all")).toBe("a");
    expect(await next("b", "q=uxia@")).toBe("c");
    // Gone from its folder, the place is still known.
    await queries()
      .update(requests)
      .set({ state: "won" })
      .where(sql`name = 'b'`);
    expect(await next("b")).toBe("c");
  });

  test("one that somebody has opened is read, once and for all", async () => {
    await store({});
    const [before] = (await pageOf(wantedAt())).rows;
    expect(before!.isSeen).toBe(false);
    await markSeen(queries(), before!.id);
    expect((await pageOf(wantedAt())).rows[0]!.isSeen).toBe(true);
  });

  test("an export brings what was written about each, in its order", async () => {
    const [one] = await queries().insert(requests).values(sampleRequest).returning();
    await store({});
    const event = { requestId: one!.id, actorId: me, actorEmail: "iria@abrente.example" };
    await queries()
      .insert(requestEvents)
      .values([
        { ...event, kind: "note", note: "second", createdAt: new Date("2026-05-02T10:00:00Z") },
        { ...event, kind: "state", note: "first", createdAt: new Date("2026-05-01T10:00:00Z") },
        { ...event, kind: "state" },
        { ...event, kind: "reply", text: "third", createdAt: new Date("2026-05-03T10:00:00Z") },
      ]);
    for await (const batch of readAll(queries(), wantedAt("", "all"))) {
      expect(batch.map(({ id, written }) => [id === one!.id, written.map(({ note, text }) => note ?? text)])).toEqual(
        expect.arrayContaining([
          [true, ["first", "second", "third"]],
          [false, []],
        ]),
      );
    }
  });
});
