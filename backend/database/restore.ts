import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { escapeLiteral } from "pg";
import { prepareDataFolder } from "#backend/data-folder.ts";
import { makeFolderDurably, moveDurably, syncFiles, syncFolder, syncTree } from "#backend/durable-files.ts";
import type { Settings } from "#backend/settings.ts";
import { StartError } from "#backend/start-error.ts";
import { isKeptFile, readBackup, tablesIn, type Head, type TableHead } from "./backup.ts";
import { openDatabase, type RunScript } from "./connection.ts";
import { lockFolder } from "./lock.ts";
import { applyMissing, type Migration } from "./migrate.ts";
import { PGlite } from "./pglite.ts";

/** What a backup has in it. */
type Survey = { head: Head; tables: string[]; files: string[]; rows: number };

/** Puts a backup where there is nothing yet: all of it, or nothing. It needs the migrations of this version, by where they are written down. */
export async function restoreBackup(
  file: string,
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  known: Record<string, Migration[]>,
): Promise<Survey> {
  prepareDataFolder(dataDir);
  const unlock = lockFolder(dataDir);
  const aside = join(dataDir, "restoring");
  try {
    // All of it is read once before anything is changed.
    const survey = await surveyOf(file, dataDir);
    const migrations = migrationsOf(survey.head, known);
    const folder = join(dataDir, "db");
    if (!databaseUrl && existsSync(folder)) {
      throw new StartError(
        `There is a database in "${dataDir}" already: move it away, or choose another folder with the setting DATA_DIR.`,
      );
    }
    rmSync(aside, { recursive: true, force: true });
    mkdirSync(join(aside, "files"), { recursive: true });
    if (databaseUrl) await fill({ databaseUrl, dataDir }, survey, migrations);
    else {
      await (await PGlite.create(join(aside, "db"))).close();
      await fill({ dataDir: aside }, survey, migrations);
      syncTree(join(aside, "db"));
      moveDurably(join(aside, "db"), folder);
    }
    return survey;
  } finally {
    rmSync(aside, { recursive: true, force: true });
    unlock();
  }

  async function fill(where: { databaseUrl?: string; dataDir: string }, survey: Survey, migrations: [string, Migration[]][]) {
    const database = await openDatabase(where);
    try {
      await database.inOneTransaction(async (run) => {
        await refuseOtherTables(run, survey.tables);
        for (const [record, scripts] of migrations) await applyMissing(run, scripts, record);
        await insertAll(run, file, join(aside, "files"));
        // Before the rows are there for good: a database without its keys would get new ones.
        await moveFiles(survey.files, join(aside, "files"), dataDir);
      });
    } finally {
      await database.close();
    }
  }
}

/** Reads a backup to its end and changes nothing: whether it is whole, and this version can restore it. */
export async function checkBackup(file: string, known: Record<string, Migration[]>): Promise<Survey> {
  const survey = await surveyOf(file);
  migrationsOf(survey.head, known);
  return survey;
}

async function surveyOf(file: string, dataDir?: string): Promise<Survey> {
  let head: Head | undefined;
  const tables: string[] = [];
  const files: string[] = [];
  let rows = 0;
  for await (const entry of readBackup(file)) {
    if ("abrenteBackup" in entry) head = entry;
    else if ("table" in entry) tables.push(entry.table);
    else if ("rows" in entry) rows += entry.rows.length;
    else {
      if (!isKeptFile.test(entry.file)) throw new StartError(`This backup has a file in it that is not the site's: "${entry.file}".`);
      if ("text" in entry && dataDir) refuseOtherFile(entry.file, entry.text, dataDir);
      if (files.at(-1) !== entry.file) files.push(entry.file);
    }
  }
  return { head: head!, tables, files, rows };
}

/**
 * A file that is the same already is left of an earlier try, or of the same site with a new database. What people have stored is never changed
 * under its name: where the store is the same, so is each of its files.
 */
function refuseOtherFile(name: string, text: string, dataDir: string) {
  const file = join(dataDir, name);
  if (existsSync(file) && readFileSync(file, "utf8") !== text) {
    throw new StartError(`There is another "${file}" already: move it away, or choose another folder with the setting DATA_DIR.`);
  }
}

/** The tables are made as they were; what a newer version changes about them comes with its next start. */
function migrationsOf(head: Head, known: Record<string, Migration[]>): [string, Migration[]][] {
  return Object.entries(head.migrations).map(([record, versions]) => {
    const scripts = (known[record] ?? []).filter(({ version }) => versions.includes(version));
    if (scripts.length < versions.length) throw new StartError("This backup is of a newer version of the site: restore it with that one.");
    return [record, scripts];
  });
}

async function refuseOtherTables(run: RunScript, tables: string[]) {
  const names = tables.map((table) => escapeLiteral(table)).join(", ");
  const [found] = await run(`select name from unnest(array[${names}]::text[]) as name where to_regclass(name) is not null limit 1`);
  if (found) {
    throw new StartError(`The database of DATABASE_URL is not empty (it has "${found.name}"): make an empty one and name that.`);
  }
}

async function insertAll(run: RunScript, file: string, filesFolder: string) {
  const made = new Map((await tablesIn(run)).map((table) => [table.name, table.columns]));
  let insert: ((lines: string) => string) | undefined;
  let finish: (() => Promise<void>) | undefined;
  for await (const entry of readBackup(file)) {
    if ("rows" in entry) await run(insert!(escapeLiteral(`[${entry.rows.join(",")}]`)));
    else if ("table" in entry) {
      await finish?.();
      const columns = columnsOf(entry);
      // What the migrations put there was there, too, or has been changed since.
      await run(`delete from ${entry.table}`);
      const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(", ");
      insert = (lines) =>
        `insert into ${entry.table} (${entry.columns.join(", ")}) select ${values} from json_array_elements(${lines}::json) as line`;
      finish = () => goOnCounting(run, entry.table, columns);
    } else if ("file" in entry) {
      const path = join(filesFolder, entry.file);
      mkdirSync(dirname(path), { recursive: true });
      if ("text" in entry) writeFileSync(path, entry.text);
      else appendFileSync(path, Buffer.from(entry.base64, "base64"));
    }
  }
  await finish?.();

  function columnsOf({ table, columns }: TableHead) {
    return columns.map((name) => {
      const column = made.get(table)?.find((one) => one.name === name);
      if (!column) throw new StartError(`This backup has something in it that this version does not know: ${table}.${name}.`);
      return column;
    });
  }
}

/** Numbers that the database gives go on after those that are there. */
async function goOnCounting(run: RunScript, table: string, columns: { name: string; type: string }[]) {
  for (const { name } of columns.filter(({ type }) => type === "bigint" || type === "integer")) {
    const sequence = `pg_get_serial_sequence(${escapeLiteral(table)}, (parse_ident(${escapeLiteral(name)}))[1])`;
    await run(`select setval(${sequence}, max(${name})) from ${table}`);
  }
}

/** Each is there as a whole or not at all. */
async function moveFiles(files: string[], from: string, dataDir: string) {
  await syncFiles(files.map((name) => join(from, name)));
  const folders = new Set(files.map((name) => dirname(join(dataDir, name))));
  for (const folder of folders) makeFolderDurably(folder);
  for (const name of files) renameSync(join(from, name), join(dataDir, name));
  for (const folder of folders) syncFolder(folder);
}
