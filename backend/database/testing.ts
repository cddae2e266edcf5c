import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { createDatabase } from "../../tests/postgres.ts";
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

/** The engine of this run: the embedded one in `npm test`, Postgres in `npm run test:deep`. */
export const engine = inject("engine");

/** What is the embedded engine's alone, or the same on both: once, in `npm test`. */
export const testOnEmbedded = engine === "embedded" ? test : () => {};
export const describeOnEmbedded = engine === "embedded" ? describe : () => {};

type Opened = { database: Database; settings: { databaseUrl?: string; dataDir: string } };

/** Runs the tests on the engine of this run, with a migrated database of their own. `settings` open the same one again. */
export function onBothEngines(tests: (open: () => Opened) => void) {
  describe(engine === "postgres" ? "on Postgres" : "on the embedded database", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
    let opened: Opened;
    beforeAll(async () => {
      const settings = { dataDir, ...(engine === "postgres" && { databaseUrl: await createDatabase(inject("postgresUrl")!) }) };
      const database = await openDatabase(settings);
      await migrate(database, migrations);
      opened = { database, settings };
    });
    afterAll(async () => {
      await opened.database.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    tests(() => opened);
  });
}
