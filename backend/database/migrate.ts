import { StartError } from "#backend/start-error.ts";
import type { Database, RunScript } from "./connection.ts";
import { hasRoles, needsRoles } from "./roles.ts";

export type Migration = { version: string; name: string; script: string };

/** Any number will do, as long as every copy of the server uses the same. */
const lock = 7_302_611;

/** Where it is written down what was applied: for our own tables where the Supabase CLI does, so that `supabase db push` and the server agree. */
export const records = { site: "supabase_migrations.schema_migrations", auth: "auth.abrente_migrations" };

/** Postgres' answer to who lacks a right. */
const mayNot = "42501";

/** The files of a folder of migrations, which are part of the build: `20261115120000_contact_requests.sql`. */
export function readMigrations(files: Record<string, string>): Migration[] {
  return Object.entries(files)
    .map(([path, script]) => {
      const [, version, name] = /(\d{14})_(\w+)\.sql$/.exec(path) ?? [];
      if (!version || !name) throw new Error(`The migration "${path}" is not named as in 20261115120000_name.sql`);
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

/** A newer version of the site has changed the tables: what this one would do with them nobody has tried. */
export async function refuseNewer(database: Database, migrations: Migration[], record: string) {
  await database.inOneTransaction(async (run) => {
    const [{ exists } = {}] = await run(`select to_regclass('${record}') is not null as exists`);
    if (!exists) return;
    const [newer] = await run(
      `select version, name from ${record} where version > '${migrations.at(-1)!.version}' order by version limit 1`,
    );
    if (!newer) return;
    throw new StartError(
      `The database belongs to a newer version of the site (it has the migration ${newer.version}_${newer.name}). Start that version, or restore a backup of this one.`,
    );
  });
}

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
  return applied;
}
