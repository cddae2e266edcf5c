import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "./connection.ts";

const folder = mkdtempSync(join(tmpdir(), "abrente-prepared-"));
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: folder });
  await change("create table things (name text primary key, count int not null)");
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const change = (script: string) => database.inOneTransaction(async (run) => void (await run(script)));
const rowsOf = async (query: ReturnType<typeof sql>) => ((await database.queries.execute(query)) as unknown as { rows: any[] }).rows;
const add = (name: string, count: unknown) =>
  rowsOf(sql`insert into things values (${name}, ${count}) on conflict (name) do update set count = things.count + 1 returning *`);
const kept = (part: string) =>
  rowsOf(sql`select name from pg_prepared_statements where strpos(statement, ${part}) > 0 and strpos(statement, 'strpos') = 0`);

test("a statement is prepared when it comes a second time, and says the same from then on", async () => {
  expect(await add("one", 1)).toEqual([{ name: "one", count: 1 }]);
  expect(await kept("insert into things")).toEqual([]);
  for (const count of [2, 3, 4]) expect(await add("one", 1)).toEqual([{ name: "one", count }]);
  expect(await kept("insert into things")).toHaveLength(1);
  for (let round = 0; round < 3; round++) expect(await rowsOf(sql`delete from things where name = ${"none"}`)).toEqual([]);
});

test("a value that it cannot have is refused each time, and spoils nothing", async () => {
  for (let round = 0; round < 3; round++) {
    await expect(add("one", "x")).rejects.toMatchObject({ cause: { code: "22P02" } });
    expect(await add(`after ${round}`, 1)).toHaveLength(1);
  }
});

test("in a transaction that failed it is refused, and works in the next", async () => {
  const count = sql`select count(*)::int as count from things where count > ${0}`;
  for (let round = 0; round < 3; round++) {
    const failing = database.queries.transaction(async (transaction) => {
      await transaction.execute(count);
      await expect(transaction.execute(sql`insert into things values ('one', 1)`)).rejects.toMatchObject({ cause: { code: "23505" } });
      await expect(transaction.execute(count)).rejects.toMatchObject({ cause: { code: "25P02" } });
    });
    await expect(failing).rejects.toThrow();
    expect((await rowsOf(count))[0].count).toBeGreaterThan(0);
  }
});

test("tables that change are seen, whichever way they do", async () => {
  const all = sql`select * from things where name = ${"one"}`;
  for (let round = 0; round < 3; round++) await rowsOf(all);
  await change("-- A comment first.\nalter table things add column note text not null default 'new'");
  expect(await rowsOf(all)).toMatchObject([{ name: "one", note: "new" }]);
  await rowsOf(all);
  await rowsOf(sql`alter table things drop column note`);
  expect(Object.keys((await rowsOf(all))[0])).toEqual(["name", "count"]);
});

test("a policy decides for who asks, not for who asked first", async () => {
  await change(`
    create role reader; grant select on things to reader;
    alter table things enable row level security;
    create policy "their own" on things for select to reader using (name = current_setting('test.name'));
  `);
  const names = sql`select name from things order by name limit ${10}`;
  const asReader = (name: string) =>
    database.queries.transaction(async (transaction) => {
      await transaction.execute(sql`select set_config('role', 'reader', true), set_config('test.name', ${name}, true)`);
      return ((await transaction.execute(names)) as unknown as { rows: any[] }).rows;
    });
  for (let round = 0; round < 7; round++) {
    expect((await rowsOf(names)).length).toBeGreaterThan(1);
    expect(await asReader("one")).toEqual([{ name: "one" }]);
    expect(await asReader("after 1")).toEqual([{ name: "after 1" }]);
  }
});

test("it is planned for its values, as often as it comes", async () => {
  await change("create table parts (name text, is_open boolean not null); create unique index on parts (name) where is_open = false");
  for (let round = 0; round < 9; round++) {
    const [row] = await rowsOf(
      sql`insert into parts values ('one', false) on conflict (name) where is_open = ${false} do update set name = 'one' returning name`,
    );
    expect(row).toEqual({ name: "one" });
  }
});

test("of many, the latest are kept", async () => {
  const ask = (number: number) => rowsOf(sql.raw(`select ${number} as number`));
  for (let number = 0; number < 400; number++) for (let round = 0; round < 2; round++) expect(await ask(number)).toEqual([{ number }]);
  expect((await rowsOf(sql`select from pg_prepared_statements`)).length).toBeLessThanOrEqual(300);
  expect(await kept("select 0 as")).toEqual([]);
  expect(await kept("select 399 as")).toHaveLength(1);
});
