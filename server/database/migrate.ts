import type { Database } from "./connection.ts";

export type Migration = { version: string; name: string; script: string };

/** Any number will do, as long as every copy of the server uses the same. */
const lock = 7_302_611;

/** The files of supabase/migrations, which are part of the build: `20261115120000_contact_requests.sql`. */
export function readMigrations(files: Record<string, string>): Migration[] {
  return Object.entries(files)
    .map(([path, script]) => {
      const [, version, name] = /(\d{14})_(\w+)\.sql$/.exec(path) ?? [];
      if (!version || !name) throw new Error(`The migration "${path}" is not named as in 20261115120000_name.sql`);
      return { version, name, script };
    })
    .toSorted((a, b) => a.version.localeCompare(b.version));
}

/**
 * Applies what is missing, one copy of the server at a time. The record of what was applied is the Supabase CLI's own, so
 * `supabase db push` and the server agree.
 */
export async function migrate(database: Database, migrations: Migration[]): Promise<string[]> {
  const applied: string[] = [];
  await database.inOneTransaction(async (run) => {
    await run(`select pg_advisory_xact_lock(${lock})`);
    await run(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    `);
    const done = new Set((await run("select version from supabase_migrations.schema_migrations")).map((row) => row.version));
    for (const { version, name, script } of migrations) {
      if (done.has(version)) continue;
      await run(script);
      await run(`insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name}')`);
      applied.push(name);
    }
  });
  return applied;
}
