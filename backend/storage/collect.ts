import { sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { rowsOf, rowsOfTexts } from "./context.ts";
import { readRecord } from "./identity.ts";
import type { FileStore } from "./store.ts";

const hour = 3_600_000;
const atOnce = 500;

/** Uploads in parts that nobody has gone on with since yesterday, and files that no row names: a process ended between the two. */
export async function collectLeftovers(queries: Queries, store: FileStore, age = hour) {
  await queries.execute(sql`delete from storage.abrente_uploads where created_at < now() - interval '1 day'`);
  // In a store that is not known to be ours nothing is a leftover.
  const recorded = await readRecord(queries);
  if (!recorded || recorded !== (await store.readIdentity())) return;

  let old: string[] = [];
  for await (const { id, since } of store.list()) {
    // A file is older than its row, by the time of an upload at most.
    if (since.getTime() < Date.now() - age) old.push(id);
    if (old.length === atOnce) {
      await removeUnnamed(queries, store, old);
      old = [];
    }
  }
  await removeUnnamed(queries, store, old);
}

async function removeUnnamed(queries: Queries, store: FileStore, ids: string[]) {
  const unnamed = await rowsOf<{ id: string }>(
    queries,
    sql`select id from (select ${rowsOfTexts(ids)} as id) as given
        where not exists (select from storage.objects where version = given.id)
          and not exists (select from storage.abrente_upload_parts where version = given.id)`,
  );
  await store.remove(unnamed.map(({ id }) => id));
}
