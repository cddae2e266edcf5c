import { sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";

/** Messages of the database are told when they are written; that they are rows is of use for three days, as in a Supabase project. */
export async function eraseOldMessages(queries: Queries): Promise<void> {
  // Where they are a Supabase project's, it erases them itself; where there are no roles, there are none.
  const { rows } = (await queries.execute(sql`select to_regclass('realtime.parcels') as ours`)) as unknown as { rows: [{ ours: unknown }] };
  if (!rows[0].ours) return;
  await queries.execute(sql`delete from realtime.messages where inserted_at < now() at time zone 'utc' - interval '3 days'`);
  await queries.execute(sql`delete from realtime.parcels where inserted_at < now() at time zone 'utc' - interval '1 hour'`);
}
