import { Hono } from "hono";
import type { Logger } from "pino";
import type { Env } from "./app.ts";
import { openKeys, type Keys } from "./auth/keys.ts";
import { createAuth } from "./auth/service.ts";
import type { Config } from "./config.ts";
import { openControl } from "./control.ts";
import { openDatabase, type Queries } from "./database/connection.ts";
import { migrate, readMigrations, records } from "./database/migrate.ts";
import { eraseWhatIsOver } from "./database/retention.ts";
import { freeClaims, startOutbox } from "./mail/outbox.ts";

const migrations = readMigrations(
  import.meta.glob<string>("/supabase/migrations/*.sql", { query: "?raw", import: "default", eager: true }),
);

const authMigrations = readMigrations(
  import.meta.glob<string>("./auth/migrations/*.sql", { query: "?raw", import: "default", eager: true }),
);

const erasing = 6 * 3_600_000;

/** What stands behind the pages. */
export type Backend = {
  queries: Queries;
  /** There is a new mail in the outbox. */
  wakeOutbox(): void;
  /** Our own accounts service; undefined when a Supabase project has the accounts. */
  auth?: { app: Hono<Env>; keys: Keys };
  /** Whether the database answers. */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Opens the database, brings it up to date, and starts what works without being asked: the outbox, and the erasing of old data. */
export async function startBackend(config: Config, log: Logger): Promise<Backend> {
  const database = await openDatabase(config);
  const { queries } = database;
  const applied = await migrate(database, migrations);
  const keys = config.supabase.url ? undefined : await openKeys(config);
  if (keys) applied.push(...(await migrate(database, authMigrations, records.auth)));
  if (applied.length > 0) log.info({ migrations: applied }, "database brought up to date");

  const control = database.engine === "embedded" ? openControl(config.dataDir, queries) : undefined;
  if (database.engine === "embedded") await freeClaims(queries);
  const outbox = startOutbox({ database, config, keys, log });

  const erase = () => eraseWhatIsOver(queries).catch((error) => log.error({ err: error }, "old data could not be erased"));
  void erase();
  const timer = setInterval(erase, erasing);

  return {
    queries,
    wakeOutbox: outbox.wake,
    auth: keys && { keys, app: createAuth({ queries, config, keys, log, wakeOutbox: outbox.wake }) },
    isReady: () => Promise.race([queries.execute("select 1").then(yes, no), after(2000).then(no)]),
    async stop() {
      clearInterval(timer);
      control?.close();
      await outbox.stop();
      await database.close();
    },
  };
}

const yes = () => true;
const no = () => false;

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
