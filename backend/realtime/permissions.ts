import { sql } from "drizzle-orm";
import { asRole } from "#backend/api/as-role.ts";
import type { Api, Caller } from "#backend/api/caller.ts";
import type { Queries } from "#backend/database/connection.ts";

const extensions = ["broadcast", "presence"] as const;
type Extension = (typeof extensions)[number];

/** Whoever may read hears what is told, whoever may write tells it. */
export type Permissions = Record<Extension, { read: boolean; write: boolean }>;

export const everything: Permissions = { broadcast: { read: true, write: true }, presence: { read: true, write: true } };

/**
 * What the policies on `realtime.messages` let somebody do in a private channel, found out as Supabase does: rows are written, looked for and
 * written as them, and taken back.
 */
export async function readPermissions(api: Api, caller: Caller, topic: string): Promise<Permissions> {
  const call = { method: "POST", path: "/realtime/v1", headers: new Headers() };
  try {
    return await asRole(api, caller, call, async (queries) => {
      const ids = { broadcast: crypto.randomUUID(), presence: crypto.randomUUID() };
      await queries.execute(sql`select set_config('realtime.topic', ${topic}, true), set_config('role', 'none', true)`);
      await queries.execute(sql`
        insert into realtime.messages (id, topic, extension, private)
        values (${ids.broadcast}, ${topic}, 'broadcast', true), (${ids.presence}, ${topic}, 'presence', true)`);
      await queries.execute(sql`select set_config('role', ${caller.role}, true)`);
      const found = structuredClone(everything);
      for (const one of extensions) {
        found[one] = {
          read: await isAllowed(queries, sql`select 1 from realtime.messages where id = ${ids[one]}`),
          write: await isAllowed(queries, sql`insert into realtime.messages (topic, extension, private) values (${topic}, ${one}, true)`),
        };
      }
      throw new Found(found);
    });
  } catch (error) {
    if (error instanceof Found) return error.permissions;
    throw error;
  }
}

/** Thrown, so that nothing of it stays. */
class Found extends Error {
  readonly permissions: Permissions;

  constructor(permissions: Permissions) {
    super();
    this.permissions = permissions;
  }
}

/** By a savepoint in so many words: what `asRole` gives is no transaction of Drizzle's, and one inside it would end it, and the role with it. */
async function isAllowed(queries: Queries, statement: ReturnType<typeof sql>): Promise<boolean> {
  await queries.execute(sql`savepoint asking`);
  try {
    const { rows, rowCount, affectedRows } = (await queries.execute(statement)) as unknown as Answer;
    return rows.length > 0 || (rowCount ?? affectedRows ?? 0) > 0;
  } catch (error) {
    // A policy may fail at a topic that is not what it expects. Without a code of Postgres' it was not asked.
    const { code = "" } = ((error as Error).cause ?? {}) as { code?: string };
    if (!/^(2[0-9]|42|P0)/.test(code)) throw error;
    await queries.execute(sql`rollback to savepoint asking`);
    return false;
  }
}

/** Each driver counts in its own words. */
type Answer = { rows: unknown[]; rowCount?: number; affectedRows?: number };
