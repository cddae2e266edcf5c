import { readFileSync } from "node:fs";
import { readBackup } from "#backend/database/backup.ts";
import { restoreBackup } from "#backend/database/restore.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";
import { readAllMigrations } from "./database.ts";

/** `npm run restore -- FILE`: puts a backup into an empty database, of either kind. */
function readSource(): Buffer {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new StartError("Usage: npm run restore -- FILE");
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartError(`The file "${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

await runStart(async () => {
  const source = readSource();
  const config = readSettings();
  const backup = await readBackup(source);
  await restoreBackup(backup, config, readAllMigrations());
  const rows = backup.tables.reduce((sum, table) => sum + table.rows.length, 0);
  console.log(
    `The backup of ${backup.madeAt} is in ${config.databaseUrl ? "the database of DATABASE_URL" : `"${config.dataDir}"`}: ${rows} rows.`,
  );
});
