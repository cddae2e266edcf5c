import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { inProcess } from "#backend/api/in-process.ts";
import { openKeys } from "#backend/auth/keys.ts";
import type { Database } from "#backend/database/connection.ts";
import { readConfig } from "#server/config.ts";
import { createStorage } from "./service.ts";
import { diskStore } from "./store.ts";

/** Our storage on a test's database, called as the server calls it, with all rights. Gives the folder of its files too. */
export async function openStorage({ queries }: Database) {
  const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
  const config = readConfig({ DATA_DIR: dataDir, SITE_URL: "http://localhost:3000" });
  const keys = await openKeys(config);
  const log = pino({ level: "silent" });
  const storage = createStorage({ queries, config, keys, log, isReady: () => true, store: diskStore(dataDir) });
  const { publishableKey, secretKey } = keys;
  const fetch = inProcess({ "/storage/v1": storage })({ address: "127.0.0.1", origin: config.siteUrl });
  return { folder: join(dataDir, "files"), accounts: { url: config.siteUrl, publishableKey, secretKey, fetch } };
}
