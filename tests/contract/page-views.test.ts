import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { sql, type SQL } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { openDatabase } from "#backend/database/connection.ts";
import { policyVersion } from "../e2e/site.ts";
import { createDatabase } from "../postgres.ts";
import { startServer } from "../server.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Page views as the running server counts them, and choices about cookies as it keeps them. */
test("what was read and chosen is counted and kept, and nothing is lost on a clean stop", async () => {
  const databaseUrl = inject("engine") === "postgres" ? await createDatabase(inject("postgresUrl")!) : undefined;
  const dataDir = mkdtempSync(join(inject("folder"), "views-"));
  const server = await startServer({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
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
  const kept = await read("/consent", { Cookie: `consent=${policyVersion}_s_chosen-at-last`, Referer: `${server.url}/contact` });
  expect([chosen.status, kept.status]).toEqual([204, 204]);
  expect((await server.stop()).code).toBe(0);

  const { queries, close } = await openDatabase({ dataDir, databaseUrl });
  const rowsOf = async (query: SQL) =>
    ((await queries.execute(query)) as unknown as { rows: { row: unknown }[] }).rows.map(({ row }) => row);
  const views = await rowsOf(sql`select to_jsonb(v) as row from public.page_views v order by locale, referrer`);
  const choices = await rowsOf(sql`select to_jsonb(c) as row from public.consent_choices c`);
  await close();
  const day = expect.any(String);
  expect(views).toEqual([
    { day, path: "/contact", locale: "en", referrer: "", views: 1 },
    { day, path: "/contact", locale: "en", referrer: "search.example", views: 1 },
    { day, path: "/contact", locale: "gl", referrer: "", views: 1 },
  ]);
  // The proof: number, version, categories and time, and nothing else.
  const [id, created_at] = [expect.any(String), expect.any(String)];
  expect(choices).toEqual([{ id, choice_id: "chosen-at-last", version: policyVersion, granted: ["statistic"], created_at }]);
});
