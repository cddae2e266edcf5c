import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { openDatabase } from "#backend/database/connection.ts";
import { addMigrations, migrate, records, refuseNewer, runSeed } from "#backend/database/migrate.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";
import { migrationsIn, readAllMigrations } from "./database.ts";

/**
 * `npm run migrate`: brings the database up to date, as a start does, for the owner of a database whose site may not (deploy/roles.sql).
 * `npm run migrate -- folder seed.sql` then applies the migrations of a project of one's own, each once, and runs files that stand alone.
 */
await runStart(async () => {
  const added = process.argv.slice(2);
  for (const path of added) if (!existsSync(path)) throw new StartError(`There is no file or folder "${path}".`);
  const config = readSettings();
  if (!config.databaseUrl) mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase(config);
  try {
    const applied: string[] = [];
    for (const [record, migrations] of Object.entries(readAllMigrations())) {
      if (record === records.auth && config.supabase.url) continue;
      await refuseNewer(database, migrations, record, !!config.supabase.url);
      applied.push(...(await migrate(database, migrations, record)));
    }
    for (const path of added) {
      if (statSync(path).isDirectory()) applied.push(...(await addMigrations(database, migrationsIn(path))));
      else {
        await runSeed(database, readFileSync(path, "utf8"));
        applied.push(path);
      }
    }
    console.log(applied.length > 0 ? `Done: ${applied.join(", ")}.` : "Nothing was missing.");
  } finally {
    await database.close();
  }
});
