import { sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";

/** Messages of the database are told when they are written; that they are rows is of use for three days, as in a Supabase project. */
export async function eraseOldMessages(queries: Queries): Promise<void> {
  await queries.execute(sql`delete from realtime.messages where inserted_at < now() at time zone 'utc' - interval '3 days'`);
  await queries.execute(sql`delete from realtime.parcels where inserted_at < now() at time zone 'utc' - interval '1 hour'`);
}
