import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { createGzip, gunzip } from "node:zlib";
import { StartError } from "#backend/start-error.ts";
import type { Database, RunScript } from "./connection.ts";
import { records } from "./migrate.ts";

/** The first line of a backup. Below it come the tables: a line that names one, and a line for each of its rows. */
type Head = {
  abrenteBackup: 1;
  madeAt: string;
  /** Which migrations had made the tables, by where they are written down. */
  migrations: Record<string, string[]>;
  /** What else of the data folder cannot be made again. */
  files: Record<string, string>;
};

/** The values of a row are texts, in the order of the columns, as a line of JSON. */
export type TableRows = { table: string; columns: string[]; rows: string[] };

export type Backup = Head & { tables: TableRows[] };

/** The keys of the accounts, and the mails where there is no mail server. */
export const isKeptFile = /^(auth-keys\.json|mail\/[^/\\]+\.eml)$/;

const rowsAtOnce = 500;

/** Everything the site knows, as it was in one moment, compressed. Both engines give the same, so either can take the other's. */
export async function makeBackup(database: Database, dataDir: string): Promise<Buffer> {
  const zip = createGzip();
  const whole = buffer(zip);
  const write = async (lines: string[]) => {
    if (!zip.write(lines.map((line) => `${line}\n`).join(""))) await once(zip, "drain");
  };
  await database.inOneTransaction(async (run) => {
    await run("set transaction isolation level repeatable read, read only; set local datestyle = iso");
    const head: Head = {
      abrenteBackup: 1,
      madeAt: new Date().toISOString(),
      migrations: await appliedMigrations(run),
      files: readKeptFiles(dataDir),
    };
    await write([JSON.stringify(head)]);
    for (const { name, columns } of await tablesIn(run)) {
      await write([JSON.stringify({ table: name, columns: columns.map((column) => column.name) })]);
      const values = columns.map((column) => `${column.name}::text`).join(", ");
      await run(`declare backup_rows cursor for select to_json(array[${values}])::text as line from ${name}`);
      let rows;
      do {
        rows = await run(`fetch ${rowsAtOnce} from backup_rows`);
        await write(rows.map((row) => row.line as string));
      } while (rows.length > 0);
      await run("close backup_rows");
    }
  });
  zip.end();
  return whole;
}

async function appliedMigrations(run: RunScript): Promise<Head["migrations"]> {
  const applied: Head["migrations"] = {};
  for (const record of Object.values(records)) {
    const [found] = await run(`select to_regclass('${record}') is not null as exists`);
    if (found!.exists) applied[record] = (await run(`select version from ${record} order by version`)).map((row) => row.version as string);
  }
  return applied;
}

function readKeptFiles(dataDir: string): Head["files"] {
  const names = globSync("{auth-keys.json,mail/*.eml}", { cwd: dataDir }).toSorted();
  return Object.fromEntries(names.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(dataDir, name), "utf8")]));
}

type Table = { name: string; columns: { name: string; type: string }[]; references: string[] };

/**
 * The site's tables, those that others refer to first. The accounts are among them where they are ours; a Supabase project keeps its own.
 * Columns that the database works out itself are left out. Names are ready to stand in a script.
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
      and (nspname = 'public' or nspname = 'auth' and to_regclass('${records.auth}') is not null)
      and format('%I.%I', nspname, relname) <> '${records.auth}'
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

/** The content of a backup, all of it checked to be there. */
export async function readBackup(file: Buffer): Promise<Backup> {
  try {
    const lines = linesOf(await promisify(gunzip)(file));
    const head: Head = JSON.parse(lines.next().value!);
    if (head.abrenteBackup !== 1) throw new Error("another format");
    const tables: TableRows[] = [];
    for (const line of lines) {
      if (line.startsWith("{")) tables.push({ ...JSON.parse(line), rows: [] });
      else tables.at(-1)!.rows.push(line);
    }
    return { ...head, tables };
  } catch {
    throw new StartError("This file is not a backup of this site, or it is damaged. Nothing was changed.");
  }
}

/** Not by readline: for it, characters that may stand in a message end a line too. */
function* linesOf(text: Buffer): Generator<string, undefined> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from);
    yield text.toString("utf8", from, end);
    from = end + 1;
  }
}
