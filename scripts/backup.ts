import { renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { askForBackup } from "#backend/control.ts";
import { makeBackup } from "#backend/database/backup.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";
import { withDatabase } from "./database.ts";

/** `npm run backup -- FILE`: everything the site knows in one file, while it runs or not. */
function readTarget(): string {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new StartError("Usage: npm run backup -- FILE");
  return resolve(file);
}

/** Under another name until it is whole. It opens everything, so it is for its owner alone. */
function writeWhole(file: string, content: Buffer) {
  const part = `${file}.part`;
  try {
    rmSync(part, { force: true });
    writeFileSync(part, content, { mode: 0o600, flush: true });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
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
  writeWhole(file, backup);
  console.log(`The backup is in ${file} (${Math.ceil(backup.length / 1024)} KiB).`);
  if (config.supabase.url) console.log("The accounts are not in it: they are the Supabase project's, which has backups of its own.");
});
