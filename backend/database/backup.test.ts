import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { readAllMigrations } from "../../scripts/database.ts";
import { createDatabase } from "../../tests/postgres.ts";
import { pack, unpack, type WholeBackup } from "../../tests/whole-backup.ts";
import { writeBackup } from "./backup.ts";
import { openDatabase, type Database } from "./connection.ts";
import { copyDatabase } from "./copy-database.ts";
import { migrate, records } from "./migrate.ts";
import { restoreBackup } from "./restore.ts";
import { outbox, pageViews, peopleLog, requestConsents, requests } from "./schema.ts";
import { describeOnEmbedded, engine, migrations, onBothEngines, sampleRequest, testOnEmbedded } from "./testing.ts";

const known = readAllMigrations();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "abrente-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function backUp(database: Database, dataDir = "no-such-folder"): Promise<string> {
  const file = join(newFolder(), "backup.gz");
  await writeBackup(database, dataDir, file);
  return file;
}

/** What a backup takes along, and what it does not. */
function writeKeptFiles(folder: string) {
  mkdirSync(join(folder, "mail"));
  writeFileSync(join(folder, "mail/ola.eml"), "Ola");
  writeFileSync(join(folder, "auth-keys.json"), "{}");
  writeFileSync(join(folder, "notes.txt"), "not the site's");
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files/store"), "this one");
}

onBothEngines((open) => {
  test("a restored copy has every row as it was, whatever is in it, and the keys and mails, for the site's user alone", async () => {
    const { queries } = open().database;
    const from = newFolder();
    writeKeptFiles(from);
    const odd = `"quotes" 'too' \\n \\ $1 $$ {"a":[1]} \u2028 \u2029 \r\n\t emoji 🌊 end`.padEnd(60, ".");
    const [request] = await queries
      .insert(requests)
      .values({
        ...sampleRequest,
        name: "O'Neill \\",
        message: odd,
        spamSignals: ["a,b", '"', "null", ""] as never,
        campaign: { utm_source: "ñ" },
      })
      .returning();
    await queries.insert(requests).values({ ...sampleRequest, company: null, userId: randomUUID() });
    await queries.insert(outbox).values({ kind: "notice", requestId: request!.id, payload: null });
    await queries.execute(
      sql`insert into outbox (kind, payload, due_at) values ('odd', 'null', 'infinity'), ('even', '[1e400]', '-infinity')`,
    );
    await queries.insert(requestConsents).values({ email: "a@example.com", document: "privacy", version: "1", locale: "en" });
    await queries.insert(peopleLog).values({ email: "a@example.com", action: "x", actorEmail: "b@example.com" });
    const pages = Array.from({ length: 1234 }, (_, number) => ({
      day: "2026-11-15",
      path: `/${number}`,
      locale: "en",
      referrer: "",
      views: 1,
    }));
    await queries.insert(pageViews).values(pages);

    // But for the words that are searched, which each database makes itself.
    const everything = sql`
      select
        (select json_agg(to_jsonb(r) - 'search' order by id)::text from requests r) as requests,
        (select json_agg(o.payload::text order by kind)::text from outbox o) as payloads,
        (select json_agg(o order by id)::text from outbox o) as outbox,
        (select json_agg(c order by id)::text from request_consents c) as consents,
        (select json_agg(l order by id)::text from people_log l) as log,
        (select json_agg(p order by path)::text from page_views p) as views,
        (select json_agg(b order by id)::text from storage.buckets b) as buckets,
        (select json_agg(o order by id)::text from storage.objects o) as objects
    `;
    const stored = { [randomUUID()]: randomBytes(500_000), [randomUUID()]: Buffer.alloc(0) };
    await queries.execute(sql`insert into storage.buckets (id, name, allowed_mime_types) values ('b', 'b', '{image/png,"a,b"}')`);
    for (const [id, bytes] of Object.entries(stored)) {
      writeFileSync(join(from, "files", id), bytes);
      await queries.execute(sql`insert into storage.objects (bucket_id, name, version, metadata) values ('b', ${id}, ${id}, '{"size":1}')`);
    }
    writeFileSync(join(from, "files", randomUUID()), "that no row names");

    const before = await queries.execute(everything);
    const dataDir = newFolder();
    await restoreBackup(await backUp(open().database, from), { dataDir }, known);
    expect(readdirSync(dataDir).toSorted()).toEqual(["auth-keys.json", "db", "files", "lock", "lock.pid", "mail"]);
    expect(readdirSync(join(dataDir, "files")).toSorted()).toEqual([...Object.keys(stored), "store"].toSorted());
    for (const [id, bytes] of Object.entries(stored)) expect(readFileSync(join(dataDir, "files", id)).equals(bytes)).toBe(true);
    expect(readFileSync(join(dataDir, "mail/ola.eml"), "utf8")).toBe("Ola");
    expect(statSync(join(dataDir, "auth-keys.json")).mode & 0o777).toBe(0o600);
    const copy = await openDatabase({ dataDir });
    const after = await copy.queries.execute(everything);
    // What was a restored copy is a database like any other: nothing is left to apply.
    const applied = await migrate(copy, migrations);
    await copy.close();
    expect((after as any).rows).toEqual((before as any).rows);
    expect((before as any).rows[0].payloads).toContain("null");
    expect(applied).toEqual([]);
  });

  const testOnPostgres = engine === "postgres" ? test : () => {};
  testOnPostgres("what does not fit leaves nothing behind", async () => {
    const file = await backUp(open().database);
    const backup = await unpack(file);
    const strange = [...backup.tables, { table: "public.strangers", columns: ["id"], rows: [] }];
    const where = { dataDir: newFolder(), databaseUrl: await createDatabase(inject("postgresUrl")!) };
    const changed = pack({ ...backup, tables: strange }, join(newFolder(), "changed.gz"));
    await expect(restoreBackup(changed, where, known)).rejects.toThrow(/does not know: public\.strangers\.id/);
    // So there is room for one that fits.
    await restoreBackup(file, where, known);
  });

  // The embedded database has one session: nobody writes meanwhile.
  testOnPostgres("what is written meanwhile is in it as a whole or not at all", async () => {
    const { database } = open();
    const disturbed: Database = {
      ...database,
      inOneTransaction: (work) =>
        database.inOneTransaction((run) =>
          work(async (script) => {
            if (script.startsWith("declare")) await writeRequest();
            return run(script);
          }),
        ),
    };
    const { tables } = await unpack(await backUp(disturbed));
    const valuesOf = (name: string, column: string) => {
      const { columns, rows } = tables.find(({ table }) => table === name)!;
      return rows.map((row) => JSON.parse(row)[columns.indexOf(column)]);
    };
    const ids = valuesOf("public.requests", "id");
    expect(valuesOf("public.outbox", "request_id").filter((id) => id && !ids.includes(id))).toEqual([]);

    async function writeRequest() {
      const [request] = await database.queries.insert(requests).values(sampleRequest).returning();
      await database.queries.insert(outbox).values({ kind: "notice", requestId: request!.id });
    }
  });
});

testOnEmbedded("a backup of an older version, with its files in its head, gets what is missing at the next start", async () => {
  const dataDir = newFolder();
  const row = { mode: "contact", name: "Uxía", email: "uxia@example.com", reason: "general", message: "x".repeat(50), locale: "gl" };
  const columns = { id: randomUUID(), ...row, content_hash: "c", message_hash: "m" };
  const table = { table: "public.requests", columns: Object.keys(columns), rows: [JSON.stringify(Object.values(columns))] };
  const versions = { [records.site]: [migrations[0]!.version] };
  const head = { abrenteBackup: 1, madeAt: "", migrations: versions, files: { "mail/ola.eml": "Ola" } } as unknown as WholeBackup["head"];
  const backup = pack({ head, files: {}, stored: {}, tables: [table] }, join(newFolder(), "backup.gz"));
  await restoreBackup(backup, { dataDir }, known);
  const copy = await openDatabase({ dataDir });
  expect(await migrate(copy, migrations)).toEqual(migrations.slice(1).map(({ name }) => name));
  expect(await copy.queries.select().from(requests)).toMatchObject([{ name: "Uxía", userId: null }]);
  await copy.close();
  expect(readFileSync(join(dataDir, "mail/ola.eml"), "utf8")).toBe("Ola");
});

testOnEmbedded(
  "a database is copied while it is written to: what was acknowledged is in the copy, and every row of it can be read",
  async () => {
    const dataDir = newFolder();
    const target = newFolder();
    const database = await openDatabase({ dataDir });
    await migrate(database, migrations);
    const over = new AbortController();
    let acknowledged = 0;
    const writing = (async () => {
      while (!over.signal.aborted) {
        await database.queries.insert(requests).values({ ...sampleRequest, message: randomUUID().repeat(100) });
        acknowledged++;
        // The copy is made by this process too, and needs its turns.
        await pause(10);
      }
    })();
    await expect.poll(() => acknowledged).toBeGreaterThan(50);
    const before = acknowledged;
    await copyDatabase(dataDir, target);
    over.abort();
    await writing;
    await database.close();
    const copy = await openDatabase({ dataDir: target });
    const stored = await copy.queries.$count(requests);
    await backUp(copy);
    await copy.close();
    expect(stored).toBeGreaterThanOrEqual(before);
    expect(stored).toBeLessThanOrEqual(acknowledged);
  },
);

describeOnEmbedded("a backup of a folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "abrente-"));
  const file = join(folder, "backup.gz");
  const changed = join(folder, "changed.gz");
  let backup: WholeBackup;
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(async () => {
    const database = await openDatabase({ dataDir: folder });
    await migrate(database, migrations);
    await database.queries.insert(requests).values(sampleRequest);
    writeKeptFiles(folder);
    await writeBackup(database, folder, file);
    backup = await unpack(file);
    await database.close();
  });

  test("overwrites neither a database nor other keys", async () => {
    expect(Object.keys(backup.files)).toEqual(["auth-keys.json", "files/store", "mail/ola.eml"]);
    await expect(restoreBackup(file, { dataDir: folder }, known)).rejects.toThrow(/There is a database in ".*" already: move it away/);
    const other = newFolder();
    writeFileSync(join(other, "auth-keys.json"), "of another site");
    await expect(restoreBackup(file, { dataDir: other }, known)).rejects.toThrow(/another ".*auth-keys\.json" already: move it away/);
    rmSync(join(other, "auth-keys.json"));
    mkdirSync(join(other, "files"));
    writeFileSync(join(other, "files/store"), "that one");
    await expect(restoreBackup(file, { dataDir: other }, known)).rejects.toThrow(/another ".*files\/store" already: move it away/);
    expect(existsSync(join(other, "db"))).toBe(false);
  });

  test.each([
    ["cut off", (whole: Buffer) => whole.subarray(0, -10)],
    ["with a wrong byte", (whole: Buffer) => Buffer.from(whole).fill(whole[100]! ^ 1, 100, 101)],
    ["of something else", () => gzipSync("select 1;\n")],
    ["of another format", () => gzipSync('{"abrenteBackup":3}\n')],
    ["that is not compressed", () => Buffer.from("hello")],
    ["that is empty", () => Buffer.alloc(0)],
  ])("is refused when it is a file %s", async (_, content) => {
    const dataDir = newFolder();
    writeFileSync(changed, content(readFileSync(file)));
    await expect(restoreBackup(changed, { dataDir }, known)).rejects.toThrow(/not a backup of this site, or it is damaged/);
    expect(readdirSync(dataDir).toSorted()).toEqual(["lock", "lock.pid"]);
  });

  test("is refused by an older version, and when it would write elsewhere", async () => {
    const dataDir = newFolder();
    const older = { ...known, [records.site]: migrations.slice(0, -1) };
    await expect(restoreBackup(file, { dataDir }, older)).rejects.toThrow(/a newer version of the site/);
    for (const name of ["../escaped.eml", "mail/../../escaped.eml", "db/PG_VERSION", "/tmp/escaped.eml"]) {
      await expect(restoreBackup(pack({ ...backup, files: { [name]: "x" } }, changed), { dataDir }, known)).rejects.toThrow(
        /not the site's/,
      );
    }
    for (const name of ["files/../../escaped", "files/x", "auth-keys.json/../../escaped"]) {
      await expect(restoreBackup(pack({ ...backup, stored: { [name]: "eA==" } }, changed), { dataDir }, known)).rejects.toThrow(
        /not the site's/,
      );
    }
    expect(readdirSync(dataDir).toSorted()).toEqual(["lock", "lock.pid"]);
  });

  test("leaves nothing behind when it does not fit", async () => {
    const dataDir = newFolder();
    const broken = backup.tables.map((table) =>
      table.table === "public.requests" ? { ...table, rows: table.rows.map((row) => row.replace("contact", "conquest")) } : table,
    );
    await expect(restoreBackup(pack({ ...backup, tables: broken }, changed), { dataDir }, known)).rejects.toThrow(/requests_mode_check/);
    expect(readdirSync(dataDir).toSorted()).toEqual(["lock", "lock.pid"]);
  });
});
