import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Queries } from "#backend/database/connection.ts";
import { StartError } from "#backend/start-error.ts";
import { asOwner, rowsOf, type Storage } from "./context.ts";
import { StorageError } from "./errors.ts";
import type { FileStore } from "./store.ts";

/** Database and store know each other by an id that is written down in both: with another store, the files of one copy would be missing in the next. */
const elsewhere =
  "The files of this database are kept elsewhere. Copies of the site on one database share a store that all of them reach: set S3_URL for each." +
  " A site that moved needs its folder DATA_DIR/files too.";

const foreign = "The store has files of another database in it: move them away, or choose another store.";

/** Before a file is taken: this store is the one that the database knows, or has become it now. */
export async function claimStore(storage: Storage, known?: string | null) {
  const { store } = storage;
  const queries = asOwner(storage);
  const mine = await store.readIdentity();
  const recorded = known ?? (await readRecord(queries));
  if (recorded && recorded === mine) return;
  if (!recorded) {
    if (mine && (await hasFiles(store))) throw new StorageError(503, "InternalError", foreign);
    const id = mine ?? randomUUID();
    const [won] = await rowsOf(queries, sql`insert into storage.abrente_store (id) values (${id}) on conflict do nothing returning id`);
    if (won) {
      if (!mine) await store.writeIdentity(id);
      return;
    }
  }
  // Another copy may be writing it down at this moment.
  for (let tries = 0; tries < 20; tries++) {
    const identity = await store.readIdentity();
    if (identity && identity === (await readRecord(queries))) return;
    await pause(100);
  }
  throw new StorageError(503, "InternalError", elsewhere);
}

/** At the start: the files that the database speaks of must be those of this store. One that is away is asked again with the next file. */
export async function refuseOtherStore(queries: Queries, store: FileStore, log: Logger) {
  const recorded = await readRecord(queries);
  if (!recorded) return;
  try {
    if (recorded === (await store.readIdentity())) return;
  } catch (error) {
    log.error({ err: error }, "THE STORE OF FILES DOES NOT ANSWER");
    return;
  }
  const [any] = await rowsOf(
    queries,
    sql`select from storage.objects where version is not null union all select from storage.abrente_upload_parts limit 1`,
  );
  if (any) throw new StartError(elsewhere);
  // A process that ended in the midst of claiming it, or a store that was given up when it was empty.
  await queries.execute(sql`delete from storage.abrente_store where id = ${recorded}`);
}

/** Undefined too in the database of a Supabase project. */
export async function readRecord(queries: Queries): Promise<string | undefined> {
  const [record] = await rowsOf<{ id: string }>(queries, sql`select id::text from storage.abrente_store`);
  return record?.id;
}

async function hasFiles(store: FileStore): Promise<boolean> {
  for await (const _file of store.list()) return true;
  return false;
}
