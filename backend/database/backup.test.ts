import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readAllMigrations } from "../../scripts/database.ts";
import { makeBackup, readBackup, type Backup } from "./backup.ts";
import { openDatabase, type Database } from "./connection.ts";
import { migrate, records } from "./migrate.ts";
import { restoreBackup } from "./restore.ts";
import { outbox, pageViews, peopleLog, requestConsents, requests } from "./schema.ts";
import { engine, migrations, onBothEngines, sampleRequest } from "./testing.ts";

const known = readAllMigrations();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "abrente-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

onBothEngines((open) => {
  test("a restored copy has every row as it was, whatever is in it", async () => {
    const { queries } = open().database;
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
        (select json_agg(p order by path)::text from page_views p) as views
    `;
    const before = await queries.execute(everything);
    const dataDir = newFolder();
    await restoreBackup(await readBackup(await makeBackup(open().database, "no-such-folder")), { dataDir }, known);
    const copy = await openDatabase({ dataDir });
    const after = await copy.queries.execute(everything);
    // What was a restored copy is a database like any other: nothing is left to apply.
    const applied = await migrate(copy, migrations);
    await copy.close();
    expect((after as any).rows).toEqual((before as any).rows);
    expect((before as any).rows[0].payloads).toContain("null");
    expect(applied).toEqual([]);
  });

  // The embedded database has one session: nobody writes meanwhile.
  const testOnPostgres = engine === "postgres" ? test : () => {};
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
    const { tables } = await readBackup(await makeBackup(disturbed, "no-such-folder"));
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

test("a backup of an older version gets what is missing at the next start", async () => {
  const dataDir = newFolder();
  const older = newFolder();
  const old = await openDatabase({ dataDir: older, supabase: { url: "https://not.ours" } });
  await migrate(old, migrations.slice(0, 1));
  await old.inOneTransaction(async (run) => {
    await run(`
      insert into public.requests (mode, name, email, reason, message, locale, content_hash, message_hash)
      values ('contact', 'Uxía', 'uxia@example.com', 'general', repeat('x', 50), 'gl', 'c', 'm')
    `);
  });
  const backup = await readBackup(await makeBackup(old, older));
  await old.close();
  await restoreBackup(backup, { dataDir }, known);
  const copy = await openDatabase({ dataDir });
  expect(await migrate(copy, migrations)).toEqual(migrations.slice(1).map(({ name }) => name));
  expect(await copy.queries.select().from(requests)).toMatchObject([{ name: "Uxía", userId: null }]);
  await copy.close();
});

describe("a backup of a folder", () => {
  let backup: Backup;
  let file: Buffer;
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
    const database = await openDatabase({ dataDir });
    await migrate(database, migrations);
    await database.queries.insert(requests).values(sampleRequest);
    mkdirSync(join(dataDir, "mail"));
    writeFileSync(join(dataDir, "mail/ola.eml"), "Ola");
    writeFileSync(join(dataDir, "auth-keys.json"), "{}");
    writeFileSync(join(dataDir, "notes.txt"), "not the site's");
    file = await makeBackup(database, dataDir);
    backup = await readBackup(file);
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  test("brings keys and mails, for the site's user alone, and overwrites neither a database nor other keys", async () => {
    const dataDir = newFolder();
    await restoreBackup(backup, { dataDir }, known);
    expect(Object.keys(backup.files)).toEqual(["auth-keys.json", "mail/ola.eml"]);
    expect(readFileSync(join(dataDir, "mail/ola.eml"), "utf8")).toBe("Ola");
    expect(statSync(join(dataDir, "auth-keys.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).toSorted()).toEqual(["auth-keys.json", "db", "lock", "lock.pid", "mail"]);
    await expect(restoreBackup(backup, { dataDir }, known)).rejects.toThrow(/There is a database in ".*" already: move it away/);
    const other = newFolder();
    writeFileSync(join(other, "auth-keys.json"), "of another site");
    await expect(restoreBackup(backup, { dataDir: other }, known)).rejects.toThrow(/another ".*auth-keys\.json" already: move it away/);
    expect(existsSync(join(other, "db"))).toBe(false);
  });

  test.each([
    ["cut off", () => file.subarray(0, -10)],
    ["with a wrong byte", () => Buffer.from(file).fill(file[100]! ^ 1, 100, 101)],
    ["of something else", () => gzipSync("select 1;\n")],
    ["of another format", () => gzipSync('{"abrenteBackup":2}\n')],
    ["that is not compressed", () => Buffer.from("hello")],
    ["that is empty", () => Buffer.alloc(0)],
  ])("is refused when it is a file %s", async (_, content) => {
    await expect(readBackup(content())).rejects.toThrow(/not a backup of this site, or it is damaged/);
  });

  test("is refused by an older version, and when it would write elsewhere", async () => {
    const dataDir = newFolder();
    const older = { ...known, [records.site]: migrations.slice(0, -1) };
    await expect(restoreBackup(backup, { dataDir }, older)).rejects.toThrow(/a newer version of the site/);
    for (const name of ["../escaped.eml", "mail/../../escaped.eml", "db/PG_VERSION", "/tmp/escaped.eml"]) {
      await expect(restoreBackup({ ...backup, files: { [name]: "x" } }, { dataDir }, known)).rejects.toThrow(/not the site's/);
    }
    expect(readdirSync(dataDir).toSorted()).toEqual(["lock", "lock.pid"]);
  });

  test("leaves nothing behind when it does not fit", async () => {
    const dataDir = newFolder();
    const strange = [{ table: "public.strangers", columns: ["id"], rows: [] }];
    await expect(restoreBackup({ ...backup, tables: strange }, { dataDir }, known)).rejects.toThrow(/does not know: public\.strangers\.id/);
    const broken = backup.tables.map((table) =>
      table.table === "public.requests" ? { ...table, rows: table.rows.map((row) => row.replace("contact", "conquest")) } : table,
    );
    await expect(restoreBackup({ ...backup, tables: broken }, { dataDir }, known)).rejects.toThrow(/requests_mode_check/);
    expect(readdirSync(dataDir).toSorted()).toEqual(["lock", "lock.pid"]);
  });
});
