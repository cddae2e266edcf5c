import { createReadStream, globSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { writePiecesDurably } from "#backend/durable-files.ts";
import { StartError } from "#backend/start-error.ts";
import type { Database, RunScript } from "./connection.ts";
import { records } from "./migrate.ts";

/**
 * A backup is lines of JSON, compressed: a head; then the files; then the tables, each a line that names it and a line for each of its rows.
 * It is written and read piece by piece, so that it may be of any size.
 */
export type Head = {
  /** The format. In the first one the files were part of the head. */
  abrenteBackup: 1 | 2;
  madeAt: string;
  /** Which migrations had made the tables, by where they are written down. */
  migrations: Record<string, string[]>;
};

/** What else of the data folder cannot be made again. */
export type KeptFile = { file: string; text: string };

/** Of a file that people have stored: its pieces, one after another. The first is empty. */
export type Piece = { file: string; base64: string };

export type TableHead = { table: string; columns: string[] };

/** The values of a row are texts, in the order of the columns, as a line of JSON. */
export type Rows = { rows: string[] };

export type Entry = Head | KeptFile | Piece | TableHead | Rows;

/** The keys of the accounts, the mails where there is no mail server, and what people have stored, with what its store is known by. */
export const isKeptFile = /^(auth-keys\.json|mail\/[^/\\]+\.eml|files\/(store|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}))$/;

const rowsAtOnce = 500;
const pieceSize = 192 * 1024;

/** Writes everything the site knows, as it was in one moment. Both engines give the same, so either can take the other's. */
export async function writeBackup(database: Database, dataDir: string, file: string): Promise<Written> {
  const written: Written = { length: 0, missing: 0 };
  await database.inOneTransaction(async (run) => {
    const zip = createGzip();
    const lines = Readable.from(linesOf(run, dataDir, written)).on("error", (error) => zip.destroy(error));
    written.length = await writePiecesDurably(file, lines.pipe(zip));
  });
  return written;
}

/** The length of a backup, and how many stored files are not in it because they are not in the data folder. */
export type Written = { length: number; missing: number };

async function* linesOf(run: RunScript, dataDir: string, written: Written): AsyncGenerator<string> {
  await run("set transaction isolation level repeatable read, read only; set local datestyle = iso");
  const head: Head = { abrenteBackup: 2, madeAt: new Date().toISOString(), migrations: await appliedMigrations(run) };
  yield line(head);
  for (const file of keptFilesIn(dataDir)) {
    const text = readIfThere(join(dataDir, file));
    if (text !== undefined) yield line({ file, text } satisfies KeptFile);
  }
  for (const file of await storedFiles(run)) {
    const isThere = yield* piecesOf(dataDir, file);
    if (!isThere) written.missing++;
  }
  for (const { name, columns } of await tablesIn(run)) {
    yield line({ table: name, columns: columns.map((column) => column.name) } satisfies TableHead);
    const values = columns.map((column) => `${column.name}::text`).join(", ");
    await run(`declare backup_rows cursor for select to_json(array[${values}])::text as line from ${name}`);
    for (;;) {
      const rows = await run(`fetch ${rowsAtOnce} from backup_rows`);
      if (rows.length === 0) break;
      yield rows.map((row) => `${row.line as string}\n`).join("");
    }
    await run("close backup_rows");
  }
}

function line(content: object): string {
  return `${JSON.stringify(content)}\n`;
}

function keptFilesIn(dataDir: string): string[] {
  return globSync("{auth-keys.json,mail/*.eml,files/store}", { cwd: dataDir })
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted();
}

/** The site goes on meanwhile, and forgets whom it is asked to forget. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Those that rows name (backend/storage). */
async function storedFiles(run: RunScript): Promise<string[]> {
  if (!(await exists(run, ownStorage))) return [];
  const rows = await run(
    "select version from storage.objects where version is not null union select version from storage.abrente_upload_parts",
  );
  return rows.map(({ version }) => `files/${version}`).filter((file) => isKeptFile.test(file));
}

async function* piecesOf(dataDir: string, file: string): AsyncGenerator<string, boolean> {
  const opened = await open(join(dataDir, file)).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!opened) return false;
  yield line({ file, base64: "" } satisfies Piece);
  for await (const piece of opened.createReadStream({ highWaterMark: pieceSize })) {
    yield line({ file, base64: (piece as Buffer).toString("base64") } satisfies Piece);
  }
  return true;
}

async function exists(run: RunScript, table: string): Promise<boolean> {
  const [found] = await run(`select to_regclass('${table}') is not null as exists`);
  return found!.exists as boolean;
}

async function appliedMigrations(run: RunScript): Promise<Head["migrations"]> {
  const applied: Head["migrations"] = {};
  for (const record of Object.values(records)) {
    if (await exists(run, record))
      applied[record] = (await run(`select version from ${record} order by version`)).map((row) => row.version as string);
  }
  return applied;
}

type Table = { name: string; columns: { name: string; type: string }[]; references: string[] };

/** A table of the storage that is ours; a Supabase project has the others too. */
const ownStorage = "storage.abrente_store";

/**
 * The site's tables, those that others refer to first. Accounts and storage are among them where they are ours; a Supabase project keeps its own.
 * Columns that the database works out itself are left out, as is what it counts. Names are ready to stand in a script.
 */
export async function tablesIn(run: RunScript): Promise<Table[]> {
  const waiting = (await run(`
    select
      format('%I.%I', nspname, relname) as name,
      (
        select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      array(
        select format('%I.%I', other_schema.nspname, other.relname)
        from pg_constraint
        join pg_class as other on other.oid = confrelid
        join pg_namespace as other_schema on other_schema.oid = other.relnamespace
        where contype = 'f' and conrelid = pg_class.oid and confrelid <> conrelid
      ) as references
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r'
      and (
        nspname = 'public'
        or nspname = 'auth' and to_regclass('${records.auth}') is not null
        or nspname = 'storage' and to_regclass('${ownStorage}') is not null
      )
      and format('%I.%I', nspname, relname) not in ('${records.auth}', 'storage.abrente_usage')
    order by nspname, relname
  `)) as Table[];
  const ordered: Table[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ references }) => !references.some((name) => waiting.some((table) => table.name === name)));
    if (next === -1) throw new Error("Tables refer to each other in a circle");
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

/** The content of a backup, piece by piece. Whoever reads to the end knows that all of it is there, and as it was written. */
export async function* readBackup(file: string): AsyncGenerator<Entry> {
  try {
    let rows: string[] = [];
    let isTable = false;
    let isFirst = true;
    for await (const text of linesIn(file)) {
      if (text.startsWith("[") && isTable) {
        rows.push(text);
        if (rows.length < rowsAtOnce) continue;
      }
      if (rows.length > 0) yield { rows };
      rows = [];
      if (text.startsWith("[") && isTable) continue;
      const { files = {}, ...entry } = JSON.parse(text) as Exclude<Entry, Rows> & { files?: Record<string, string> };
      if (isFirst && !("abrenteBackup" in entry && [1, 2].includes(entry.abrenteBackup))) throw new Error("another format");
      isFirst = false;
      isTable = "table" in entry;
      yield entry;
      for (const [name, content] of Object.entries(files)) yield { file: name, text: content };
    }
    if (isFirst) throw new Error("nothing in it");
    if (rows.length > 0) yield { rows };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError("This file is not a backup of this site, or it is damaged. Nothing was changed.");
  }
}

/** Not by readline: for it, characters that may stand in a message end a line too. */
async function* linesIn(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const zip = source.pipe(createGunzip());
  source.on("error", (error) => zip.destroy(error));
  zip.setEncoding("utf8");
  let begun: string[] = [];
  for await (const piece of zip as AsyncIterable<string>) {
    const [first, ...more] = piece.split("\n");
    begun.push(first!);
    for (const next of more) {
      yield begun.join("");
      begun = [next];
    }
  }
  if (begun.join("")) throw new Error("cut off");
}
