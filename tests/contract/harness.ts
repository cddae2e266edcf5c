import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { sql as drizzle } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createApp, type AppParts } from "#server/app.ts";
import { startBackend } from "#backend/backend.ts";
import type { Queries } from "#backend/database/connection.ts";
import { readConfig } from "#server/config.ts";
import { takeUpgrades, upgradeOptions } from "#server/http/upgrades.ts";
import { createDatabase, freePort } from "../postgres.ts";
import { generous, openSite, type Settings, type Site } from "../site.ts";

/** What a test sees of a site that runs in its own process. */
export type Accounts = Site & {
  /** The database, to look behind the service, and to let time pass. */
  sql<Row = Record<string, any>>(query: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  queries: Queries;
  /** Where it is a Postgres: others may connect to it too. */
  databaseUrl?: string;
  /** How many mails an address has, once everything that was on its way has arrived. */
  mailCount(address: string): Promise<number>;
};

/** A test of what only many sessions can do to each other. The embedded database has one. */
export const testOnPostgres = inject("engine") === "postgres" ? test : () => {};

/**
 * Runs the tests on the accounts service in this process, on the engine of the run: all of the server but its pages, behind a real
 * socket. Those without settings share one, whose data the others left there; settings may be known only at the start.
 */
export function onAccounts(tests: (site: () => Accounts) => void, settings?: Settings | (() => Settings)) {
  let running: Awaited<ReturnType<typeof startAccounts>>;
  beforeAll(async () => {
    if (settings) running = await startAccounts(typeof settings === "function" ? settings() : settings);
    else running = await (shared ??= startAccounts({}));
  });
  afterAll(async () => {
    if (settings) await running?.stop();
  });
  tests(() => running.site);
}

/** One in each worker (vitest.config.ts: nothing is loaded anew for the next file). It ends with it. */
let shared: ReturnType<typeof startAccounts> | undefined;

/** The service for those who start and stop it themselves. */
export async function startAccounts(settings: Settings) {
  const dataDir = mkdtempSync(join(inject("folder"), "accounts-"));
  const databaseUrl = inject("engine") === "postgres" ? await createDatabase(inject("postgresUrl")!) : undefined;
  const place = { DATA_DIR: dataDir, PORT: String(await freePort()), ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const config = readConfig({ ...generous, ...place, ...settings });
  const log = pino({ level: "silent" });
  const backend = await startBackend(config, log);
  const parts = { config, log, backend, build: { routes: {} }, files: new Map(), buildId: "", builtAt: new Date() };
  const { app } = createApp(parts as unknown as AppParts);
  const server = createServer(upgradeOptions, getRequestListener(app.fetch)).listen(config.port, config.host);
  takeUpgrades(server, config, log, backend.realtime);
  await once(server, "listening");

  const sql: Accounts["sql"] = async (query, ...values) => {
    const { rows } = (await backend.queries.execute(drizzle(query, ...values))) as unknown as { rows: any[] };
    return rows;
  };
  const site: Accounts = {
    ...openSite(`http://localhost:${config.port}`, dataDir),
    sql,
    queries: backend.queries,
    databaseUrl,
    async mailCount(address) {
      await expect.poll(async () => (await sql`select from public.outbox where state = 'due'`).length).toBe(0);
      return (await site.mailsTo(address)).length;
    },
  };
  return {
    site,
    async stop() {
      server.close().closeAllConnections();
      await backend.stop();
    },
  };
}
