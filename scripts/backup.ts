import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeBackup, type Written } from "#backend/database/backup.ts";
import { openDatabase } from "#backend/database/connection.ts";
import { copyDatabase } from "#backend/database/copy-database.ts";
import { spareMemory } from "#backend/database/pglite.ts";
import { StartError } from "#backend/start-error.ts";
import { holdFiles } from "#backend/storage/store.ts";
import type { Config } from "#server/config.ts";
import { readSettings, runStart } from "#server/start.ts";
import { noDatabase } from "./database.ts";

/** `npm run backup -- FILE`: everything the site knows in one file, while it runs or not. */
function readTarget(): string {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new StartError("Usage: npm run backup -- FILE");
  return resolve(file);
}

/** The embedded database belongs to the running server alone: a copy of it is read, which is made beside the backup and goes again. */
async function backUpEmbedded(config: Config, file: string): Promise<Written> {
  if (!existsSync(join(config.dataDir, "db"))) throw noDatabase(config);
  const aside = `${file}.copy`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  try {
    await copyDatabase(config.dataDir, aside);
    return await backUp({ dataDir: aside }, config.dataDir, file);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

async function backUp(where: Pick<Config, "dataDir" | "databaseUrl">, dataDir: string, file: string): Promise<Written> {
  const database = await openDatabase(where);
  try {
    return await writeBackup(database, dataDir, file);
  } finally {
    await database.close();
  }
}

function notWritten(file: string, error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const isTheirs = code && (path?.startsWith(file) || code === "ENOSPC");
  return isTheirs ? new StartError(`The backup could not be written to "${file}" (${code}).`) : error;
}

await runStart(async () => {
  spareMemory();
  const file = readTarget();
  const config = readSettings();
  const release = holdFiles(config.dataDir);
  const { length, missing } = await (config.databaseUrl ? backUp(config, config.dataDir, file) : backUpEmbedded(config, file))
    .catch((error) => {
      throw notWritten(file, error);
    })
    .finally(release);
  console.log(`The backup is in ${file} (${Math.ceil(length / 1024)} KiB).`);
  if (config.supabase.url) console.log("The accounts are not in it: they are the Supabase project's, which has backups of its own.");
  if (config.files.s3Url) console.log("The stored files are not in it: they are in the store of S3_URL, which needs backups of its own.");
  else if (missing > 0) console.log(`${missing} stored files are not in it: they are not in "${config.dataDir}".`);
});
