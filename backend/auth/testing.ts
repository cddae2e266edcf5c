import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { Database } from "#backend/database/connection.ts";
import { migrate, readMigrations, records } from "#backend/database/migrate.ts";
import { readConfig } from "#server/config.ts";
import { inProcess } from "#backend/api/in-process.ts";
import { openKeys } from "./keys.ts";
import { refuseCall } from "./errors.ts";
import { createAuth } from "./service.ts";

export const authMigrations = readMigrations(
  import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
);

/** Our accounts service on a test's database, called as the pages call it. */
export async function openAccounts(database: Database) {
  await migrate(database, authMigrations, records.auth);
  const config = readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), "abrente-")), SITE_URL: "http://localhost:3000" });
  const keys = await openKeys(config);
  rmSync(config.dataDir, { recursive: true });
  const auth = createAuth({ queries: database.queries, config, keys, log: pino({ level: "silent" }), wakeOutbox() {} });
  return {
    url: config.siteUrl,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    providers: [],
    isOurs: true,
    signUps: config.auth.signUps,
    recentSignIn: config.clocks.recentSignIn,
    fetch: inProcess({ "/auth/v1": { app: auth, refuse: refuseCall } })({ address: "127.0.0.1", origin: config.siteUrl }),
  };
}
