import { sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { authMigrations } from "#backend/auth/testing.ts";
import { sessions, users } from "#backend/auth/schema.ts";
import { openDatabase, type Queries } from "#backend/database/connection.ts";
import { migrate, records } from "#backend/database/migrate.ts";
import { hasRoles } from "#backend/database/roles.ts";
import { engine, migrations, onBothEngines } from "#backend/database/testing.ts";
import { createDatabase } from "../../tests/postgres.ts";
import { asRole } from "./as-role.ts";
import type { Api, Caller } from "./caller.ts";

const rowsOf = async (queries: Queries, text: string) =>
  ((await queries.execute(sql.raw(text))) as unknown as { rows: Record<string, unknown>[] }).rows;

const reading = { method: "GET", path: "/notes", headers: new Headers({ "X-Colour": "green", Authorization: "Bearer secret" }) };
const writing = { ...reading, method: "POST" };

onBothEngines((open) => {
  const queries = () => open().database.queries;
  const api = () => ({ queries: queries(), isReady: () => true }) as Api;
  const anon: Caller = { role: "anon", claims: { role: "anon" } };
  const service: Caller = { role: "service_role", claims: { role: "service_role" } };
  let [uxia, brais]: Caller[] = [];

  async function newCaller(email: string): Promise<Caller> {
    const [user] = await queries().insert(users).values({ email }).returning();
    const [session] = await queries().insert(sessions).values({ userId: user!.id }).returning();
    return { role: "authenticated", claims: { role: "authenticated", sub: user!.id, session_id: session!.id } };
  }

  beforeAll(async () => {
    await migrate(open().database, authMigrations, records.auth);
    [uxia, brais] = [await newCaller("uxia@example.com"), await newCaller("brais@example.com")];
    await open().database.inOneTransaction(async (run) => {
      await run(`
        create table public.notes (owner uuid default auth.uid(), words text);
        alter table public.notes enable row level security;
        create policy own on public.notes using (owner = auth.uid());
      `);
    });
  });

  const add = (caller: Caller, words: string) =>
    asRole(api(), caller, writing, (as) => rowsOf(as, `insert into notes (words) values ('${words}')`));
  const read = (caller: Caller) => asRole(api(), caller, reading, (as) => rowsOf(as, "select words from notes order by words"));

  test("policies decide what each of them sees", async () => {
    await add(uxia!, "hers");
    await add(brais!, "his");
    expect(await read(uxia!)).toEqual([{ words: "hers" }]);
    expect(await read(brais!)).toEqual([{ words: "his" }]);
    expect(await read(anon)).toEqual([]);
    expect(await read(service)).toEqual([{ words: "hers" }, { words: "his" }]);
    await expect(add(anon, "of nobody")).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("the call is known inside, without what opens something, and forgotten after it", async () => {
    const asked = `select current_user::text as role, auth.uid()::text as uid, auth.role() as claimed, auth.jwt() ->> 'sub' as sub,
      current_setting('request.method', true) as method, current_setting('request.path', true) as path, current_setting('request.headers', true) as headers`;
    const [inside] = await asRole(api(), uxia!, reading, (as) => rowsOf(as, asked));
    const sub = uxia!.claims.sub;
    const headers = JSON.stringify({ "x-colour": "green" });
    expect(inside).toEqual({ role: "authenticated", uid: sub, claimed: "authenticated", sub, method: "GET", path: "/notes", headers });
    const [after] = await rowsOf(queries(), asked);
    expect(after).toMatchObject({ uid: null, claimed: null, sub: null });
    expect(after!.role).not.toBe("authenticated");
  });

  test("the site's own tables and the accounts are nobody's", async () => {
    for (const caller of [anon, uxia!]) {
      for (const table of ["public.requests", "public.outbox", "auth.users", "auth.sessions"]) {
        const asked = asRole(api(), caller, reading, (as) => rowsOf(as, `select from ${table}`));
        await expect(asked, `${caller.role} ${table}`).rejects.toMatchObject({ cause: { code: "42501" } });
      }
    }
    await expect(asRole(api(), service, reading, (as) => rowsOf(as, "select from auth.users"))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  });

  test("a call that reads changes nothing", async () => {
    const changing = asRole(api(), service, reading, (as) => rowsOf(as, "delete from notes"));
    await expect(changing).rejects.toMatchObject({ cause: { code: "25006" } });
  });

  test("who is banned, deleted or signed out is refused at once", async () => {
    const end: Record<string, (caller: Caller) => Promise<unknown>> = {
      banned: ({ claims }) =>
        queries().execute(sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${claims.sub}`),
      deleted: ({ claims }) => queries().execute(sql`update auth.users set deleted_at = now() where id = ${claims.sub}`),
      "signed out": ({ claims }) => queries().execute(sql`delete from auth.sessions where id = ${claims.session_id}`),
    };
    for (const [name, happens] of Object.entries(end)) {
      const caller = await newCaller(`${name.replace(" ", "-")}@example.com`);
      expect(await asRole(api(), caller, reading, (as) => rowsOf(as, "select from notes"))).toEqual([]);
      await happens(caller);
      await expect(
        asRole(api(), caller, reading, async () => "in"),
        name,
      ).rejects.toMatchObject({ status: 401, code: "PGRST301" });
    }
  });

  test("before the database is ready nothing is answered", async () => {
    const away = { ...api(), isReady: () => false };
    await expect(asRole(away, anon, reading, async () => "in")).rejects.toMatchObject({ status: 503 });
  });
});

// On the embedded database the site is its own administrator.
if (engine === "postgres") {
  test("a user who may not make the roles has the site without them, and all of it once somebody made them", async () => {
    const server = inject("postgresUrl")!;
    const url = new URL(await createDatabase(server));
    const admin = await openDatabase({ dataDir: "", databaseUrl: url.href });
    const name = `plain_${Math.random().toString(36).slice(2)}`;
    await admin.queries.execute(sql.raw(`create role ${name} login`));
    await admin.queries.execute(sql.raw(`grant create on database ${url.pathname.slice(1)} to ${name}`));
    await admin.queries.execute(sql.raw(`grant all on schema public to ${name} with grant option`));
    url.username = name;
    const database = await openDatabase({ dataDir: "", databaseUrl: url.href });
    const ready = async () => {
      let has = false;
      await database.inOneTransaction(async (run) => void (has = await hasRoles(run)));
      return has;
    };
    try {
      const applied = await migrate(database, migrations);
      expect(await ready()).toBe(false);
      expect(applied).toContain("roles");
      expect(applied).not.toContain("roles_may");
      await admin.queries.execute(sql.raw(`grant anon, authenticated, service_role to ${name}`));
      expect(await ready()).toBe(true);
      expect(await migrate(database, migrations)).toContain("roles_may");
    } finally {
      await database.close();
      await admin.close();
    }
  });
}
