import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { escapeLiteral } from "pg";
import { prepareDataFolder } from "#backend/data-folder.ts";
import { makeFolderDurably, moveDurably, syncTree, writeDurably } from "#backend/durable-files.ts";
import type { Settings } from "#backend/settings.ts";
import { StartError } from "#backend/start-error.ts";
import { isKeptFile, tablesIn, type Backup, type TableRows } from "./backup.ts";
import { openDatabase, type RunScript } from "./connection.ts";
import { lockFolder } from "./lock.ts";
import { applyMissing, type Migration } from "./migrate.ts";
import { PGlite } from "./pglite.ts";

const rowsAtOnce = 500;

/** Puts a backup where there is nothing yet: all of it, or nothing. It needs the migrations of this version, by where they are written down. */
export async function restoreBackup(
  backup: Backup,
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  known: Record<string, Migration[]>,
) {
  const migrations = migrationsOf(backup, known);
  prepareDataFolder(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    refuseOtherFiles(backup.files, dataDir);
    if (databaseUrl) await fill({ databaseUrl, dataDir });
    else await fillAside();
  } finally {
    unlock();
  }

  async function fill(where: { databaseUrl?: string; dataDir: string }) {
    const database = await openDatabase(where);
    try {
      await database.inOneTransaction(async (run) => {
        await refuseOtherTables(run, backup.tables);
        for (const [record, scripts] of migrations) await applyMissing(run, scripts, record);
        await insertRows(run, backup.tables);
        // Before the rows are there for good: a database without its keys would get new ones.
        writeFiles(backup.files, dataDir);
      });
    } finally {
      await database.close();
    }
  }

  /** Made aside and put in its place when whole. */
  async function fillAside() {
    const folder = join(dataDir, "db");
    if (existsSync(folder)) {
      throw new StartError(
        `There is a database in "${dataDir}" already: move it away, or choose another folder with the setting DATA_DIR.`,
      );
    }
    const aside = join(dataDir, "restoring");
    rmSync(aside, { recursive: true, force: true });
    mkdirSync(aside);
    try {
      await (await PGlite.create(join(aside, "db"))).close();
      await fill({ dataDir: aside });
      syncTree(join(aside, "db"));
      moveDurably(join(aside, "db"), folder);
    } finally {
      rmSync(aside, { recursive: true });
    }
  }
}

/** The tables are made as they were; what a newer version changes about them comes with its next start. */
function migrationsOf(backup: Backup, known: Record<string, Migration[]>): [string, Migration[]][] {
  return Object.entries(backup.migrations).map(([record, versions]) => {
    const scripts = (known[record] ?? []).filter(({ version }) => versions.includes(version));
    if (scripts.length < versions.length) throw new StartError("This backup is of a newer version of the site: restore it with that one.");
    return [record, scripts];
  });
}

/** Files that are the same already are left of an earlier try, or of the same site with a new database. */
function refuseOtherFiles(files: Backup["files"], dataDir: string) {
  for (const [name, content] of Object.entries(files)) {
    if (!isKeptFile.test(name)) throw new StartError(`This backup has a file in it that is not the site's: "${name}".`);
    const file = join(dataDir, name);
    if (existsSync(file) && readFileSync(file, "utf8") !== content) {
      throw new StartError(`There is another "${file}" already: move it away, or choose another folder with the setting DATA_DIR.`);
    }
  }
}

function writeFiles(files: Backup["files"], dataDir: string) {
  for (const [name, content] of Object.entries(files)) {
    const file = join(dataDir, name);
    makeFolderDurably(dirname(file));
    writeDurably(file, content);
  }
}

async function refuseOtherTables(run: RunScript, tables: TableRows[]) {
  const names = tables.map(({ table }) => escapeLiteral(table)).join(", ");
  const [found] = await run(`select name from unnest(array[${names}]) as name where to_regclass(name) is not null limit 1`);
  if (found) {
    throw new StartError(`The database of DATABASE_URL is not empty (it has "${found.name}"): make an empty one and name that.`);
  }
}

async function insertRows(run: RunScript, tables: TableRows[]) {
  const made = new Map((await tablesIn(run)).map((table) => [table.name, table.columns]));
  for (const { table, columns: names, rows } of tables) {
    const columns = names.map((name) => {
      const column = made.get(table)?.find((one) => one.name === name);
      if (!column) throw new StartError(`This backup has something in it that this version does not know: ${table}.${name}.`);
      return column;
    });
    const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(", ");
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const lines = escapeLiteral(`[${rows.slice(from, from + rowsAtOnce).join(",")}]`);
      await run(`insert into ${table} (${names.join(", ")}) select ${values} from json_array_elements(${lines}::json) as line`);
    }
    // Numbers that the database gives go on after those that are there.
    for (const { name } of columns.filter(({ type }) => type === "bigint" || type === "integer")) {
      const sequence = `pg_get_serial_sequence(${escapeLiteral(table)}, ${escapeLiteral(name)})`;
      await run(`select setval(${sequence}, max(${name})) from ${table}`);
    }
  }
}
