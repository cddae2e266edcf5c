import { openDatabase } from "#backend/database/connection.ts";
import { migrate, records, refuseNewer } from "#backend/database/migrate.ts";
import { readSettings, runStart } from "#server/start.ts";
import { readAllMigrations } from "./database.ts";

/** `npm run migrate`: brings the database up to date, as a start does, for the owner of a database whose site may not (deploy/roles.sql). */
await runStart(async () => {
  const config = readSettings();
  const database = await openDatabase(config);
  try {
    const applied: string[] = [];
    for (const [record, migrations] of Object.entries(readAllMigrations())) {
      if (record === records.auth && config.supabase.url) continue;
      await refuseNewer(database, migrations, record);
      applied.push(...(await migrate(database, migrations, record)));
    }
    console.log(applied.length > 0 ? `Done: ${applied.join(", ")}.` : "Nothing was missing.");
  } finally {
    await database.close();
  }
});
