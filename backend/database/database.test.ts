import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { StartError } from "#backend/start-error.ts";
import { createDatabase } from "../../tests/postgres.ts";
import { buildFolder } from "../../tests/server.ts";
import { openDatabase, type Database } from "./connection.ts";
import { FolderInUse } from "./lock.ts";
import { authMigrations } from "#backend/auth/testing.ts";
import { addMigrations, migrate, readMigrations, records, refuseNewer, runSeed } from "./migrate.ts";
import { describeOnEmbedded, engine, migrations, onBothEngines, testOnEmbedded } from "./testing.ts";

/** The rows of a query, on either engine. */
async function rowsOf(database: Database, query: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  await database.inOneTransaction(async (run) => {
    rows = await run(query);
  });
  return rows;
}

const recorded = (database: Database) =>
  rowsOf(database, "select version, name from supabase_migrations.schema_migrations order by version");

const tablesOf = async (database: Database) =>
  (
    await rowsOf(database, "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')")
  ).map(({ relname }) => relname as string);

/** What the public roles of a Supabase project may do to the tables of the schema public. */
const granted = (database: Database) =>
  rowsOf(
    database,
    `select rolname, relname, privilege
     from pg_class, pg_roles, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
       and rolname in ('anon', 'authenticated') and has_table_privilege(rolname, pg_class.oid, privilege)`,
  );

onBothEngines((open) => {
  test("every migration is on record as the Supabase CLI keeps it", async () => {
    expect(await recorded(open().database)).toEqual(migrations.map(({ version, name }) => ({ version, name })));
  });

  test("migrating again applies nothing", async () => {
    const { database } = open();
    expect(await migrate(database, migrations)).toEqual([]);
    expect(await recorded(database)).toHaveLength(migrations.length);
  });

  test("a migration that fails takes everything with it that was applied before it", async () => {
    const { database } = open();
    const before = await recorded(database);
    const good = {
      version: "99990101000000",
      name: "good",
      script: "create table public.good (id int); insert into public.good values (1);",
    };
    const bad = { version: "99990101000001", name: "bad", script: "create table public.bad (id int); select 1 / 0;" };
    await expect(migrate(database, [...migrations, good, bad])).rejects.toThrow("division by zero");
    expect(await recorded(database)).toEqual(before);
    expect(await tablesOf(database)).not.toEqual(expect.arrayContaining([expect.stringMatching(/good|bad/)]));
  });

  test("however many questions wait for an answer, the rest of the process has its turns in between", async () => {
    const { queries } = open().database;
    const question = sql`select count(*) from generate_series(1, 20000)`;
    await queries.execute(question);
    let inOneTurn = 0;
    let most = 0;
    const turns = setInterval(() => (inOneTurn = 0), 1);
    const ask = async () => {
      await queries.execute(question);
      most = Math.max(most, ++inOneTurn);
    };
    await Promise.all(Array.from({ length: 100 }, ask));
    clearInterval(turns);
    // As many as are answered in 10 ms; without turns it is all of them.
    expect(most).toBeLessThan(50);
  });

  test("every table has row level security", async () => {
    const { database } = open();
    const tables = await rowsOf(
      database,
      "select relname, relrowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    expect(tables.length).toBeGreaterThanOrEqual(4);
    expect(tables.filter(({ relrowsecurity }) => !relrowsecurity)).toEqual([]);
  });

  test("the public roles exist and may do nothing with any table", async () => {
    const { database } = open();
    expect(await rowsOf(database, "select rolname from pg_roles where rolname in ('anon', 'authenticated')")).toHaveLength(2);
    expect(await granted(database)).toEqual([]);
  });

  test("the public roles are refused when they try", async () => {
    const { database } = open();
    for (const role of ["anon", "authenticated"]) {
      for (const table of await tablesOf(database)) {
        await expect(rowsOf(database, `set local role ${role}; select * from public.${table}`)).rejects.toThrow(
          `permission denied for table ${table}`,
        );
        await expect(rowsOf(database, `set local role ${role}; delete from public.${table}`)).rejects.toThrow("permission denied");
      }
    }
    // The role is left behind with the transaction.
    await expect(database.queries.execute(sql`select count(*) from requests`)).resolves.toBeDefined();
  });
});

onBothEngines((open) => {
  test("somebody else's migrations and seeds are applied after ours, whatever their dates", async () => {
    const { database } = open();
    await migrate(database, authMigrations, records.auth);
    const added = [
      { version: "20200101000000", name: "todos", script: "create table public.todos (id int, user_id uuid references auth.users)" },
      { version: "29990101000000", name: "more", script: "alter table public.todos add done boolean" },
    ];
    expect(await addMigrations(database, added)).toEqual(["todos", "more"]);
    expect(await addMigrations(database, added)).toEqual([]);
    await refuseNewer(database, migrations, records.site);

    // As the seeds of Supabase's own tests do it.
    await runSeed(
      database,
      `insert into auth.users (email, encrypted_password, confirmation_token, recovery_token, email_change, email_change_token_new)
       values ('seed@example.com', crypt('password123', gen_salt('bf')), '', '', '', '')`,
    );
    const [user] = await rowsOf(database, "select encrypted_password, reauthentication_token from auth.users");
    expect(user).toEqual({ encrypted_password: expect.stringMatching(/^\$2a\$/), reauthentication_token: "" });
    // In public the data API would let anybody call it.
    expect(await rowsOf(database, "select pronamespace::regnamespace::text as place from pg_proc where proname = 'crypt'")).toEqual([
      { place: "extensions" },
    ]);
  });
});

// Roles are of a whole Postgres, and these would change what the other tests find there.
testOnEmbedded("all migrations apply to the database of a Supabase project, and leave what is its own", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
  // Not the database that the build has ready, which is one of ours already.
  const database = await openDatabase({ dataDir, supabase: { url: "https://project.example" } });
  await runSeed(
    database,
    `create role supabase_admin; create role anon; create role authenticated; create role service_role bypassrls;
     create schema extensions; create schema auth; create schema storage; create schema realtime;
     create table auth.users (id uuid primary key, email text, raw_user_meta_data jsonb, banned_until timestamptz, deleted_at timestamptz);
     create function auth.uid() returns uuid language sql as 'select null::uuid';
     create function auth.role() returns text language sql as 'select null::text';
     create function auth.jwt() returns jsonb language sql as 'select null::jsonb';
     create table storage.buckets (
       id text primary key, name text, owner uuid, public boolean, file_size_limit bigint, allowed_mime_types text[],
       created_at timestamptz default now(), updated_at timestamptz default now(), owner_id text
     );
     create table storage.objects (
       id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text, owner uuid, metadata jsonb,
       created_at timestamptz default now(), updated_at timestamptz default now(), last_accessed_at timestamptz, version text,
       owner_id text, user_metadata jsonb
     );
     create table realtime.messages (topic text, extension text, payload jsonb, event text, private boolean, id uuid default gen_random_uuid());
     alter table realtime.messages enable row level security;
     create function realtime.topic() returns text language sql as 'select null::text';
     create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void language sql as '';`,
  );
  const theirs = `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
    where table_schema in ('auth', 'storage', 'realtime') order by 1`;
  const before = await rowsOf(database, theirs);
  expect(await migrate(database, migrations)).toHaveLength(migrations.length);
  expect(await rowsOf(database, theirs)).toEqual(before);
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the files of migrations", () => {
  test("are applied in the order of their versions, whatever order they come in", () => {
    const files = {
      "/supabase/migrations/20270101000000_b.sql": "2",
      "/supabase/migrations/20280101000000_a.sql": "3",
      "/supabase/migrations/20261115120000_contact_requests.sql": "1",
    };
    expect(readMigrations(files)).toEqual([
      { version: "20261115120000", name: "contact_requests", script: "1" },
      { version: "20270101000000", name: "b", script: "2" },
      { version: "20280101000000", name: "a", script: "3" },
    ]);
  });

  test.each([
    "contact.sql",
    "2026_contact.sql",
    "20261115120000.sql",
    "20261115120000_a b.sql",
    "20261115120000_it's.sql",
    "20261115120000_a.txt",
  ])("must be named by version and subject: %s is refused with a sentence", (name) => {
    const path = `/supabase/migrations/${name}`;
    const sentence = `The migration "${path}" is not named as in 20261115120000_name.sql.`;
    expect(() => readMigrations({ [path]: "" })).toThrow(
      expect.toSatisfy((error) => error instanceof StartError && error.message === sentence),
    );
  });
});

testOnEmbedded("a database of a newer version is refused with a sentence, and left as it is", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
  const database = await openDatabase({ dataDir });
  try {
    const later = { version: "99990101000000", name: "of_tomorrow", script: "create table public.tomorrow ()" };
    await refuseNewer(database, migrations, records.site);
    // In a Supabase project others may write there too.
    await migrate(database, migrations);
    await database.queries.execute(`insert into ${records.site} (version, name) values ('99980101000000', 'of_somebody_else')`);
    await refuseNewer(database, migrations, records.site, true);
    await database.queries.execute(`delete from ${records.site} where version = '99980101000000'`);

    await migrate(database, [...migrations, later]);
    await refuseNewer(database, [...migrations, later], records.site);
    await expect(refuseNewer(database, migrations, records.site)).rejects.toThrow(
      "The database belongs to a newer version of the site (it has the migration 99990101000000_of_tomorrow).",
    );
    await expect(refuseNewer(database, migrations, records.site, true)).rejects.toThrow("(it has the migration 99990101000000).");
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

const onPostgres = engine === "postgres" ? describe : () => {};
onPostgres("an empty Postgres", () => {
  const server = inject("postgresUrl")!;
  const opened: Database[] = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  async function openServer(databaseUrl: string) {
    const database = await openDatabase({ databaseUrl, dataDir: "unused" });
    opened.push(database);
    return database;
  }

  test("is migrated once by five copies of the server that start together", async () => {
    const url = await createDatabase(server);
    const copies = await Promise.all(Array.from({ length: 5 }, () => openServer(url)));
    const applied = await Promise.all(copies.map((database) => migrate(database, migrations)));
    expect(applied.filter((names) => names.length > 0)).toEqual([migrations.map(({ name }) => name)]);
    expect(await recorded(copies[0]!)).toHaveLength(migrations.length);
  });

  test("stays empty when the first migration fails", async () => {
    const database = await openServer(await createDatabase(server));
    await expect(migrate(database, [...migrations, { version: "99990101000000", name: "bad", script: "oops" }])).rejects.toThrow("oops");
    expect(await tablesOf(database)).toEqual([]);
    expect(await rowsOf(database, "select from pg_namespace where nspname = 'supabase_migrations'")).toEqual([]);
  });

  test("gives the public roles nothing even where new tables are granted to them by default, as in a Supabase project", async () => {
    const database = await openServer(await createDatabase(server));
    await rowsOf(
      database,
      `do $$ begin create role anon nologin; exception when duplicate_object then null; end $$;
       do $$ begin create role authenticated nologin; exception when duplicate_object then null; end $$;
       grant usage on schema public to anon, authenticated;
       alter default privileges in schema public grant all on tables to anon, authenticated;
       create table public.probe ();`,
    );
    expect(new Set((await granted(database)).map(({ rolname }) => rolname))).toEqual(new Set(["anon", "authenticated"]));
    await rowsOf(database, "drop table public.probe");

    await migrate(database, migrations);
    expect(await tablesOf(database)).not.toEqual([]);
    expect(await granted(database)).toEqual([]);
  });

  test("that does not exist stops the start with a sentence", async () => {
    const opening = openDatabase({ databaseUrl: `${server}/nowhere`, dataDir: "unused" });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(
      "The setting DATABASE_URL names a database that cannot be opened: there is no database of that name (3D000).",
    );
  });
});

test("a database server that refuses the connection stops the start with a sentence that does not repeat the password", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), "close");
  const opening = openDatabase({ databaseUrl: `postgres://u:hunter2@127.0.0.1:${port}/x`, dataDir: "unused" });
  await expect(opening).rejects.toThrow(StartError);
  await expect(opening).rejects.toThrow(
    /^The setting DATABASE_URL names a database that cannot be opened: nothing listens there \(ECONNREFUSED\)\.$/,
  );
});

describeOnEmbedded("the data folder", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Opens the database, migrates it and closes it again; gives what is written down as applied. */
  async function start() {
    const database = await openDatabase({ dataDir });
    try {
      await migrate(database, migrations);
      return await rowsOf(database, `select version from ${records.site}`);
    } finally {
      await database.close();
    }
  }

  test("belongs to one process; a second is told the pid of the first, and gets it once that was killed", async () => {
    const script = `
      import { lockFolder } from "#backend/database/lock.ts";
      lockFolder(process.argv[1]);
      process.stdout.write("locked");
      setInterval(() => {}, 1000);
    `;
    const holder = spawn(process.execPath, ["--input-type=module", "--eval", script, "--", dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(holder.stdout, "data");
      const opening = openDatabase({ dataDir });
      await expect(opening).rejects.toThrow(FolderInUse);
      await expect(opening).rejects.toThrow(StartError);
      await expect(opening).rejects.toThrow(
        `The data folder "${dataDir}" is in use by another process (pid ${holder.pid}). Stop it, or choose another folder with the setting DATA_DIR.`,
      );
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "exit");
    }
    expect(await start()).toHaveLength(migrations.length);
  });

  test("can be opened again after it was closed, and keeps what it holds", async () => {
    const first = await openDatabase({ dataDir });
    await migrate(first, migrations);
    await expect(openDatabase({ dataDir })).rejects.toThrow(FolderInUse);
    await rowsOf(first, "insert into address_keys (day, key) values ('2026-11-15', 'k')");
    await first.close();

    const second = await openDatabase({ dataDir });
    expect(await migrate(second, migrations)).toEqual([]);
    expect(await rowsOf(second, "select key from address_keys")).toEqual([{ key: "k" }]);
    await second.close();
  });

  test("that a first start left half-made is made anew", async () => {
    mkdirSync(join(dataDir, "db-new", "base"), { recursive: true });
    for (const file of ["PG_VERSION", "half"]) writeFileSync(join(dataDir, "db-new", file), "half");
    expect(await start()).toHaveLength(migrations.length);
    for (const left of ["db-new", "db/half"]) expect(existsSync(join(dataDir, left)), left).toBe(false);
  });

  test.each(["PG_VERSION", "global/pg_control", "pg_wal", "base"])("that lacks %s is refused, and left as it is", async (name) => {
    const folder = join(dataDir, "db");
    for (const part of ["PG_VERSION", "global/pg_control", "pg_wal", "pg_xact", "base"]) mkdirSync(join(folder, part), { recursive: true });
    rmSync(join(folder, name), { recursive: true });
    const before = readdirSync(folder, { recursive: true });
    const opening = openDatabase({ dataDir });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(`The database in "${folder}" is not whole: "${name}" is missing. Put the folder back`);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  test("opens after a start that was killed before it had written its pid", async () => {
    await start();
    writeFileSync(join(dataDir, "db", "postmaster.pid"), "");
    expect(await start()).toHaveLength(migrations.length);
  });

  // The folder is copied by the site's user at the first start.
  test("that the build has ready may be read by who did not build it", () => {
    const files = globSync(`${buildFolder}/empty-database/**/*`).filter((file) => statSync(file).isFile());
    expect(files).toContain(`${buildFolder}/empty-database/PG_VERSION`);
    expect(files.filter((file) => (statSync(file).mode & 0o004) === 0)).toEqual([]);
  });
});
