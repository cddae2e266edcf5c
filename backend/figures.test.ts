import { beforeEach, expect, test } from "vitest";
import { pageViews, requests } from "./database/schema.ts";
import { onBothEngines, sampleRequest } from "./database/testing.ts";
import { readFigures } from "./figures.ts";

/** Sunday. Clocks in Galicia are an hour ahead. */
const now = new Date("2026-11-15T12:00:00Z");

onBothEngines((open) => {
  const queries = () => open().database.queries;
  const view = { path: "/", locale: "gl", referrer: "" };
  const seen = (...rows: Partial<typeof pageViews.$inferInsert>[]) =>
    queries()
      .insert(pageViews)
      .values(rows.map((row) => ({ ...view, day: "2026-11-15", views: 1, ...row })));
  const sent = (...times: string[]) =>
    queries()
      .insert(requests)
      .values(times.map((time) => ({ ...sampleRequest, createdAt: new Date(time) })));

  beforeEach(async () => {
    await queries().delete(pageViews);
    await queries().delete(requests);
  });

  test("days are those of Galicia, those without anything too, and what came before is told apart", async () => {
    await sent("2026-11-15T22:59:59Z", "2026-11-08T23:00:00Z", "2026-11-08T22:59:59Z", "2026-11-15T23:00:00Z", "2026-11-01T22:59:59Z");
    await queries()
      .insert(requests)
      .values({ ...sampleRequest, createdAt: now, state: "spam" });
    await seen({ views: 3 }, { views: 4, path: "/contact" }, { day: "2026-11-09" }, { day: "2026-11-08", views: 5 }, { day: "2026-11-16" });
    const { steps, views, requests: came, before, isByWeek } = await readFigures(queries(), 7, now);
    expect(isByWeek).toBe(false);
    expect(steps.map(({ from }) => from)).toEqual([9, 10, 11, 12, 13, 14, 15].map((day) => `2026-11-${String(day).padStart(2, "0")}`));
    expect(steps[0]).toEqual({ from: "2026-11-09", views: 1, requests: 1 });
    expect(steps[1]).toEqual({ from: "2026-11-10", views: 0, requests: 0 });
    expect(steps[6]).toEqual({ from: "2026-11-15", views: 7, requests: 1 });
    expect([views, came, before]).toEqual([8, 2, { views: 5, requests: 1 }]);
  });

  test("a year is told in weeks from Monday, over the change of the clocks", async () => {
    // The week from August 24 began in summer time.
    await sent("2026-11-08T23:00:00Z", "2026-11-08T22:59:59Z", "2026-08-23T22:00:00Z", "2026-08-23T21:59:59Z", "2025-11-16T23:00:00Z");
    await seen({ views: 3 }, { day: "2026-11-09" }, { day: "2026-11-08", views: 5 }, { day: "2025-11-16", views: 9 });
    const { steps, views, before, isByWeek } = await readFigures(queries(), 365, now);
    const week = (from: string) => steps.find((step) => step.from === from);
    expect([isByWeek, steps.length, steps[0]!.from]).toEqual([true, 52, "2025-11-17"]);
    expect(week("2026-11-09")).toEqual({ from: "2026-11-09", views: 4, requests: 1 });
    expect(week("2026-11-02")).toEqual({ from: "2026-11-02", views: 5, requests: 1 });
    expect(week("2026-08-24")!.requests).toBe(1);
    expect(week("2026-08-17")!.requests).toBe(1);
    expect(week("2025-11-17")!.requests).toBe(1);
    expect([views, before.views]).toEqual([9, 9]);
  });

  test("views are told by page, language and source, the most frequent first", async () => {
    await seen(
      { views: 2 },
      { views: 5, path: "/contact", locale: "es", referrer: "search.example" },
      { day: "2026-11-14", views: 1, path: "/contact" },
      { day: "2026-10-01", views: 99, path: "/old" },
    );
    const { by } = await readFigures(queries(), 30, now);
    const told = (side: keyof typeof by) => by[side].shares.map(({ name, views, steps }) => [name, views, ...steps.slice(-2)]);
    expect(told("path")).toEqual([
      ["/contact", 6, 1, 5],
      ["/", 2, 0, 2],
    ]);
    expect(told("locale")).toEqual([
      ["es", 5, 0, 5],
      ["gl", 3, 1, 2],
    ]);
    expect(told("referrer")).toEqual([
      ["search.example", 5, 0, 5],
      ["", 3, 1, 2],
    ]);
    expect(by.referrer.others).toBe(0);
  });

  test("of many sources the first are named, the others are a number", async () => {
    await seen(...Array.from({ length: 300 }, (_, n) => ({ referrer: `host-${n}.example`, views: n + 1 })));
    const { by, views } = await readFigures(queries(), 90, now);
    expect(by.referrer.shares).toHaveLength(20);
    expect(by.referrer.shares[0]).toMatchObject({ name: "host-299.example", views: 300 });
    expect(by.referrer.shares.reduce((sum, share) => sum + share.views, by.referrer.others)).toBe(views);
  });
});
