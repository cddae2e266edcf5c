import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostgres, startPostgres } from "../postgres.ts";
import { startServer } from "../server.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Page views as the running server counts them, and choices about cookies as it keeps them. */
describe.skipIf(!findPostgres())("on Postgres", () => {
  let database: Awaited<ReturnType<typeof startPostgres>>;
  let databaseUrl: string;

  beforeAll(async () => {
    database = await startPostgres();
    databaseUrl = await database.createDatabase();
  });
  afterAll(() => database.stop());

  test("what was read and chosen is counted and kept, and nothing is lost on a clean stop", async () => {
    const server = await startServer({ DATABASE_URL: databaseUrl });
    const read = (path: string, headers: Record<string, string> = {}) =>
      fetch(server.url + path, { redirect: "manual", headers: { "User-Agent": browser, "Accept-Language": "en", ...headers } });
    const first = await read("/contact", { Referer: "https://search.example/results?q=private" });
    // A page that the browser still has is read all the same.
    expect((await read("/contact", { "If-None-Match": first.headers.get("etag")! })).status).toBe(304);
    await read("/gl/contact.data");
    await read("/gl/contact.data", { "Sec-Purpose": "prefetch" });
    await read("/contact", { "User-Agent": "Googlebot/2.1" });
    for (const path of ["/login", "/me", "/no/such/page", "/favicon.svg", "/healthz"]) await read(path);
    const choice = { choice: "some", statistic: "on", id: "chosen-at-last" };
    // What a script sends about a choice is no second reading of its page.
    const headers = { "User-Agent": browser, Referer: `${server.url}/contact` };
    const chosen = await fetch(`${server.url}/consent`, { method: "POST", headers, body: new URLSearchParams(choice) });
    const kept = await read("/consent", { Cookie: "consent=1.0_s_chosen-at-last", Referer: `${server.url}/contact` });
    expect([chosen.status, kept.status]).toEqual([204, 204]);
    expect((await server.stop()).code).toBe(0);

    const sql = postgres(databaseUrl, { max: 1 });
    const rows = await sql`select path, locale, referrer, views from public.page_views order by locale, referrer`;
    const choices = await sql`select choice_id, granted from public.consent_choices`;
    const columns = await sql`select column_name from information_schema.columns where table_name = 'page_views'`;
    await sql.end();
    expect([...rows]).toEqual([
      { path: "/contact", locale: "en", referrer: "", views: 1 },
      { path: "/contact", locale: "en", referrer: "search.example", views: 1 },
      { path: "/contact", locale: "gl", referrer: "", views: 1 },
    ]);
    expect([...choices]).toEqual([{ choice_id: "chosen-at-last", granted: ["statistic"] }]);
    expect(columns.map(({ column_name: name }) => name).toSorted()).toEqual(["day", "locale", "path", "referrer", "views"]);
  });
});
