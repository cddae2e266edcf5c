import { resolve } from "node:path";
import { askForBackup } from "#backend/control.ts";
import { makeBackup } from "#backend/database/backup.ts";
import { writeDurably } from "#backend/durable-files.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";
import { withDatabase } from "./database.ts";

/** `npm run backup -- FILE`: everything the site knows in one file, while it runs or not. */
function readTarget(): string {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new StartError("Usage: npm run backup -- FILE");
  return resolve(file);
}

function write(file: string, content: Buffer) {
  try {
    writeDurably(file, content);
  } catch (error) {
    throw new StartError(`The backup could not be written to "${file}" (${(error as NodeJS.ErrnoException).code}).`);
  }
}

await runStart(async () => {
  const file = readTarget();
  const config = readSettings();
  const backup = await withDatabase(
    config,
    (database) => makeBackup(database, config.dataDir),
    () => askForBackup(config.dataDir),
  );
  write(file, backup);
  console.log(`The backup is in ${file} (${Math.ceil(backup.length / 1024)} KiB).`);
  if (config.supabase.url) console.log("The accounts are not in it: they are the Supabase project's, which has backups of its own.");
});
