import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import type { Queries } from "./database/connection.ts";
import { pageViews } from "./database/schema.ts";
import { onBothEngines } from "./database/testing.ts";
import { countPageViews } from "./page-views.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const from =
  (headers: Record<string, string> = {}) =>
  (name: string) =>
    ({ "user-agent": firefox, host: "abrente.example", ...headers })[name];

onBothEngines((open) => {
  const queries = (): Queries => open().database.queries;
  const counter = (using = queries()) =>
    countPageViews({ queries: using, siteUrl: "https://www.abrente.example", log: pino({ enabled: false }) });
  const stored = async () =>
    (await queries().select().from(pageViews))
      .map(({ path, locale, referrer, views }) => [path, locale, referrer, views].join(" "))
      .toSorted();

  beforeEach(async () => {
    await queries().delete(pageViews);
  });

  test("views add up by page, language and referring host, over several servers", async () => {
    const [one, other] = [counter(), counter()];
    for (const views of [one, other, one]) {
      views.count("/gl/contact", from());
      views.count("/", from({ referer: "https://search.example/?q=secret" }));
    }
    one.count("/gl", from({ referer: "https://www.abrente.example/gl/contact" }));
    one.count("/gl", from({ referer: "https://abrente.example/gl/contact" }));
    one.count("/es", from({ referer: "not an address" }));
    await Promise.all([one.stop(), other.stop()]);
    expect(await stored()).toEqual(["/ en search.example 3", "/ es  1", "/ gl  2", "/contact gl  3"]);
  });

  test("machines and what is fetched in advance do not count", async () => {
    const views = counter();
    for (const agent of ["", "Googlebot/2.1", "curl/8.5", "Mozilla/5.0 HeadlessChrome/140", "python-requests/2"]) {
      views.count("/", from({ "user-agent": agent }));
    }
    views.count("/", from({ "sec-purpose": "prefetch" }));
    views.count("/", from({ purpose: "prefetch" }));
    await views.stop();
    expect(await stored()).toEqual([]);
  });

  test("nobody fills the table with hosts that they make up", async () => {
    const views = counter();
    for (let index = 0; index < 1000; index++) views.count("/", from({ referer: `https://host-${index}.example/` }));
    await views.stop();
    const rows = await queries().select().from(pageViews);
    expect(rows).toHaveLength(301);
    expect(rows.reduce((sum, row) => sum + row.views, 0)).toBe(1000);
  });

  test("what the database will never take is dropped, and does not hold up what comes after it", async () => {
    const views = counter();
    const path = Array.from({ length: 10_000 }, () => Math.random().toString(36).slice(2, 3)).join("");
    views.count(`/${path}`, from());
    await views.stop();
    views.count("/", from());
    await views.stop();
    expect(await stored()).toEqual(["/ en  1"]);
  });

  test("a page view costs no write of its own: many are one", async () => {
    let writes = 0;
    const watched = new Proxy(queries(), {
      get: (target, name) => {
        if (name === "insert") writes++;
        return Reflect.get(target, name);
      },
    });
    const views = counter(watched);
    for (let index = 0; index < 1000; index++) views.count(index % 2 ? "/" : "/gl", from());
    expect(writes).toBe(0);
    await views.stop();
    expect(writes).toBe(1);
    expect(await stored()).toEqual(["/ en  500", "/ gl  500"]);
  });

  test("what could not be written is written later", async () => {
    let away = true;
    const flaky = new Proxy(queries(), {
      get: (target, name) => (name === "insert" && away ? () => raise() : Reflect.get(target, name)),
    });
    const views = counter(flaky);
    views.count("/", from());
    await views.stop();
    away = false;
    views.count("/", from());
    await views.stop();
    expect(await stored()).toEqual(["/ en  2"]);
  });
});

function raise(): never {
  throw new Error("The database is away");
}
