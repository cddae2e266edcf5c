import { StartError } from "#backend/start-error.ts";
import type { Database, RunScript } from "./connection.ts";
import { hasRoles, needsRoles } from "./roles.ts";

export type Migration = { version: string; name: string; script: string };

/** Any number will do, as long as every copy of the server uses the same. */
const lock = 7_302_611;

/** Where it is written down what was applied: for our own tables where the Supabase CLI does, so that `supabase db push` and the server agree. */
export const records = { site: "supabase_migrations.schema_migrations", auth: "auth.abrente_migrations" };

/** Postgres' answer to whoever lacks a right. */
const mayNot = "42501";

/** The files of a folder of migrations, which are part of the build: `20261115120000_contact_requests.sql`. */
export function readMigrations(files: Record<string, string>): Migration[] {
  return Object.entries(files)
    .map(([path, script]) => {
      const [, version, name] = /(\d{14})_(\w+)\.sql$/.exec(path) ?? [];
      if (!version || !name) throw new StartError(`The migration "${path}" is not named as in 20261115120000_name.sql.`);
      return { version, name, script };
    })
    .toSorted((a, b) => a.version.localeCompare(b.version));
}

/** Applies what is missing, one copy of the server at a time. */
export async function migrate(database: Database, migrations: Migration[], record: string = records.site): Promise<string[]> {
  let applied: string[] = [];
  try {
    await database.inOneTransaction(async (run) => {
      await run(`select pg_advisory_xact_lock(${lock})`);
      // While it waited, another copy may have made what this connection remembers as missing; reading a table makes it look again.
      await run("select from pg_namespace limit 0");
      applied = await applyMissing(run, migrations, record);
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code !== mayNot) throw error;
    throw new StartError(
      `The user of DATABASE_URL may not bring the database up to date (${message}). Let its owner do it: DATABASE_URL=postgres://owner… npm run migrate`,
    );
  }
  return applied;
}

/** Where it is written down what others have added to the database: ours may be older or newer than it. */
const addedRecord = "supabase_migrations.abrente_added";

/** What is written for a Supabase project finds functions such as crypt() there. */
const asInProject = `set local search_path to "$user", public, extensions`;

/** Applies what is missing of somebody else's migrations, after all of ours. */
export async function addMigrations(database: Database, migrations: Migration[]): Promise<string[]> {
  const inProject = migrations.map((one) => ({ ...one, script: `${asInProject};\n${one.script}` }));
  return migrate(database, inProject, addedRecord);
}

/** Runs a file that is no migration, such as the rows that tests begin with: every time it is asked for. */
export async function runSeed(database: Database, script: string) {
  await database.inOneTransaction(async (run) => {
    await run(asInProject);
    await run(script);
  });
}

/**
 * A newer version of the site has changed the tables: what this one would do with them nobody has tried. In a Supabase project others
 * may have migrations too, in the same record, so that there our own note counts.
 */
export async function refuseNewer(database: Database, migrations: Migration[], record: string, isShared = false) {
  await database.inOneTransaction(async (run) => {
    const newest = migrations.at(-1)!.version;
    const [{ exists, note } = {}] = await run(
      `select to_regclass('${record}') is not null as exists, obj_description(to_regclass('${noted}'), 'pg_class') as note`,
    );
    if (!exists) return;
    const [newer] = isShared
      ? [typeof note === "string" && note > newest ? { version: note, name: "" } : undefined]
      : await run(`select version, '_' || name as name from ${record} where version > '${newest}' order by version limit 1`);
    if (!newer) return;
    throw new StartError(
      `The database belongs to a newer version of the site (it has the migration ${newer.version}${newer.name}). Start that version, or restore a backup of this one.`,
    );
  });
}

/** The comment of this table is the version of the newest migration of ours. */
const noted = "public.requests";

export async function applyMissing(run: RunScript, migrations: Migration[], record: string): Promise<string[]> {
  const [{ exists } = {}] = await run(`select to_regclass('${record}') is not null as exists`);
  // Asked for first: a role that may not make anything can start a site where nothing is missing.
  if (!exists) {
    await run(`
      create schema if not exists ${record.split(".")[0]};
      create table if not exists ${record} (version text primary key, statements text[], name text);
    `);
  }
  const done = new Set((await run(`select version from ${record}`)).map((row) => row.version));
  const applied: string[] = [];
  for (const { version, name, script } of migrations.filter((one) => !done.has(one.version))) {
    if (script.startsWith(needsRoles) && !(await hasRoles(run))) continue;
    await run(script);
    await run(`insert into ${record} (version, name) values ('${version}', '${name}')`);
    applied.push(name);
  }
  if (applied.length > 0 && record === records.site) await noteVersion(run, migrations.at(-1)!.version);
  return applied;
}

async function noteVersion(run: RunScript, version: string) {
  const [{ exists } = {}] = await run(`select to_regclass('${noted}') is not null as exists`);
  if (exists) await run(`comment on table ${noted} is '${version}'`);
}
