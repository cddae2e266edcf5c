import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { desc, eq, sql } from "drizzle-orm";
import { bigint, boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { Hono } from "hono";
import { pino } from "pino";
import { openKeys } from "#backend/auth/keys.ts";
import { openDatabase, type Database } from "#backend/database/connection.ts";
import { migrate } from "#backend/database/migrate.ts";
import { createRest } from "#backend/rest/service.ts";
import { readConfig } from "#server/config.ts";
import { readAllMigrations } from "../scripts/database.ts";
import { findPostgres, startPostgres } from "../tests/postgres.ts";
import { rateOf } from "./load.ts";
import { medianOf } from "./median.ts";

/**
 * `node bench/rest.ts`: how many questions a second the data API answers, compared with the same question by Drizzle behind Hono, on both
 * engines. `--check` fails when a ratio is less than bench/budgets.json asks for.
 */
const rounds = 5;
const seconds = 2;
const connections = 10;
const nameOf = { embedded: "rest select, embedded, ratio to Drizzle", server: "rest select, Postgres, ratio to Drizzle" };

const notes = pgTable("notes", {
  id: bigint({ mode: "number" }).primaryKey(),
  words: text(),
  author: text(),
  seen: boolean(),
  createdAt: timestamp("created_at", { withTimezone: true }),
});
const query = "select=id,words,author,seen,created_at&author=eq.author-7&order=id.desc&limit=20";

if (import.meta.main) {
  const budgets: Record<string, { least: number }> = JSON.parse(readFileSync("bench/budgets.json", "utf8"));
  for (const [name, ratio] of Object.entries(await measureRest())) {
    const { least } = budgets[name]!;
    console.log(`${name}: ${ratio.toFixed(2)}, at least ${least} is asked for.`);
    if (process.argv.includes("--check") && ratio < least) process.exitCode = 1;
  }
}

/** The ratio of each engine, by its name in bench/budgets.json. Without a Postgres, there is one. */
export async function measureRest(): Promise<Record<string, number>> {
  const ratios: Record<string, number> = {};
  const folder = mkdtempSync(join(tmpdir(), "abrente-bench-"));
  const empty = join(process.env.BUILD_DIR ?? "build", "empty-database");
  if (existsSync(empty)) cpSync(empty, join(folder, "db"), { recursive: true });
  ratios[nameOf.embedded] = await measure(await openDatabase({ dataDir: folder }));
  if (findPostgres()) {
    const server = await startPostgres();
    ratios[nameOf.server] = await measure(await openDatabase({ dataDir: folder, databaseUrl: await server.createDatabase() }));
    await server.stop();
  }
  rmSync(folder, { recursive: true });
  return ratios;
}

async function measure(database: Database): Promise<number> {
  const { queries } = database;
  for (const [record, scripts] of Object.entries(readAllMigrations())) await migrate(database, scripts, record);
  await queries.execute(sql`create table notes (id bigint primary key, words text, author text, seen boolean, created_at timestamptz)`);
  await queries.execute(sql`create index on notes (author, id)`);
  await queries.execute(sql`
    insert into notes select n, 'Temos unha panadaría en Lugo, número ' || n, 'author-' || n % 50, n % 2 = 0, now() from generate_series(1, 5000) as n`);
  await queries.execute(sql`alter table notes enable row level security`);
  await queries.execute(sql`create policy everybody on notes for select using (true)`);
  await queries.execute(sql`analyze notes`);

  const config = readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), "abrente-bench-keys-")) });
  const keys = await openKeys(config);
  const rest = createRest({ queries, config, keys, log: pino({ level: "error" }), isReady: () => true });
  const app = new Hono()
    .route("/rest/v1", rest.app as unknown as Hono)
    .get("/drizzle", async (c) =>
      c.json(await queries.select().from(notes).where(eq(notes.author, "author-7")).orderBy(desc(notes.id)).limit(20)),
    );
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${keys.publishableKey}` };
  const [asked, reference] = [`${base}/rest/v1/notes?${query}`, `${base}/drizzle`];
  const [theirs, ours] = await Promise.all([reference, asked].map(async (url) => (await fetch(url, { headers })).json()));
  if ((theirs as unknown[]).length !== 20 || (ours as unknown[]).length !== 20) throw new Error("The answers are not the same");

  const ratios: number[] = [];
  // The first round compiles.
  for (let round = 0; round <= rounds; round++) {
    const [slow, fast] = [
      await rateOf(asked, { connections, seconds, headers }),
      await rateOf(reference, { connections, seconds, headers }),
    ];
    if (slow.errors + fast.errors > 0) throw new Error("There were errors");
    if (round > 0) ratios.push(slow.perSecond / fast.perSecond);
  }
  server.close().closeAllConnections();
  await database.close();
  rmSync(config.dataDir, { recursive: true });
  return medianOf(ratios);
}
