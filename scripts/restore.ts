import { accessSync, constants } from "node:fs";
import { restoreBackup } from "#backend/database/restore.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";
import { readAllMigrations } from "./database.ts";

/** `npm run restore -- FILE`: puts a backup into an empty database, of either kind. */
function readSource(): string {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new StartError("Usage: npm run restore -- FILE");
  try {
    accessSync(file, constants.R_OK);
    return file;
  } catch (error) {
    throw new StartError(`The file "${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

await runStart(async () => {
  const file = readSource();
  const config = readSettings();
  const { head, rows, files } = await restoreBackup(file, config, readAllMigrations());
  const where = config.databaseUrl ? "the database of DATABASE_URL" : `"${config.dataDir}"`;
  console.log(`The backup of ${head.madeAt} is in ${where}: ${rows} rows, ${files.length} files.`);
});
