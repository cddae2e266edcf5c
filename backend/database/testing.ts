import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { findPostgres, startPostgres } from "../../tests/postgres.ts";
import { openDatabase, type Database } from "./connection.ts";
import { migrate, readMigrations } from "./migrate.ts";
import type { requests } from "./schema.ts";

export const migrations = readMigrations(
  import.meta.glob<string>("/supabase/migrations/*.sql", { query: "?raw", import: "default", eager: true }),
);

/** A request as it is stored. */
export const sampleRequest = {
  mode: "contact",
  name: "Uxía Nogueira",
  email: "uxia@example.com",
  reason: "general",
  message: "Temos unha panadaría en Lugo e queremos unha páxina para os encargos.",
  locale: "gl",
  contentHash: "c",
  messageHash: "m",
} satisfies typeof requests.$inferInsert;

/** Runs the tests on both engines, each with a migrated database of its own. `settings` open the same one again. */
export function onBothEngines(tests: (open: () => { database: Database; settings: { databaseUrl?: string; dataDir: string } }) => void) {
  describe("on the embedded database", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
    suite({ settings: async () => ({ dataDir }), end: async () => rmSync(dataDir, { recursive: true, force: true }) });
  });

  describe.skipIf(!findPostgres())("on Postgres", () => {
    let server: Awaited<ReturnType<typeof startPostgres>>;
    suite({
      async settings() {
        server = await startPostgres();
        return { dataDir: "unused", databaseUrl: await server.createDatabase() };
      },
      end: () => server.stop(),
    });
  });

  function suite({ settings: prepare, end }: { settings(): Promise<{ databaseUrl?: string; dataDir: string }>; end(): Promise<void> }) {
    let opened: { database: Database; settings: { databaseUrl?: string; dataDir: string } };
    beforeAll(async () => {
      const settings = await prepare();
      const database = await openDatabase(settings);
      await migrate(database, migrations);
      opened = { database, settings };
    });
    afterAll(async () => {
      await opened.database.close();
      await end();
    });
    tests(() => opened);
  }
}
