import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { openDatabase, type Database } from "#backend/database/connection.ts";
import { FolderInUse } from "#backend/database/lock.ts";
import { readMigrations, records, type Migration } from "#backend/database/migrate.ts";
import { StartError } from "#backend/start-error.ts";

/** Works on the site's database. The embedded one may be in use by the running server, which is then asked to do it. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>, ask: () => Promise<T>): Promise<T> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "db"))) throw noDatabase(config);
  try {
    const database = await openDatabase(config);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof FolderInUse) return ask();
    throw error;
  }
}

export function noDatabase({ dataDir }: Config): StartError {
  return new StartError(`There is no database in "${dataDir}" yet: start the site first, or name its folder with the setting DATA_DIR.`);
}

/** All migrations of this version, by where it is written down that they were applied. */
export function readAllMigrations(): Record<string, Migration[]> {
  return { [records.site]: migrationsIn("supabase/migrations"), [records.auth]: migrationsIn("backend/auth/migrations") };
}

export function migrationsIn(folder: string): Migration[] {
  return readMigrations(Object.fromEntries(globSync(join(folder, "*.sql")).map((file) => [file, readFileSync(file, "utf8")])));
}
