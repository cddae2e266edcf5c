import { accessSync, constants } from "node:fs";
import { spareMemory } from "#backend/database/pglite.ts";
import { checkBackup, restoreBackup } from "#backend/database/restore.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";
import { readAllMigrations } from "./database.ts";

/** `npm run restore -- FILE`: puts a backup into an empty database, of either kind. With `--check` it only reads it, to its end. */
function readSource(): { file: string; onlyCheck: boolean } {
  const words = process.argv.slice(2);
  const onlyCheck = words[0] === "--check";
  const [file, ...more] = onlyCheck ? words.slice(1) : words;
  if (!file || more.length > 0) throw new StartError("Usage: npm run restore -- [--check] FILE");
  try {
    accessSync(file, constants.R_OK);
    return { file, onlyCheck };
  } catch (error) {
    throw new StartError(`The file "${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

await runStart(async () => {
  spareMemory();
  const { file, onlyCheck } = readSource();
  if (onlyCheck) {
    const { head, rows, files } = await checkBackup(file, readAllMigrations());
    return console.log(`The backup of ${head.madeAt} is whole: ${rows} rows, ${files.length} files.`);
  }
  const config = readSettings();
  const { head, rows, files } = await restoreBackup(file, config, readAllMigrations());
  const where = config.databaseUrl ? "the database of DATABASE_URL" : `"${config.dataDir}"`;
  console.log(`The backup of ${head.madeAt} is in ${where}: ${rows} rows, ${files.length} files.`);
});
