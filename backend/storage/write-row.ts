import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import type { Caller } from "#backend/api/caller.ts";
import { isUuid } from "#backend/database/uuid.ts";
import type { AuthContext } from "#backend/auth/context.ts";
import type { Queries } from "#backend/database/connection.ts";
import { bucketColumns, type Bucket } from "./buckets.ts";
import { as, asOwner, quota, rowsOf, type Storage } from "./context.ts";
import { noSuchBucket, overQuota } from "./errors.ts";
import { claimStore } from "./identity.ts";

export type Place = { bucket: string; name: string };

/** What is stored of a file beside its bytes. */
export type Metadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};

/** Without a caller it is the service that writes, for somebody who was asked about before. */
export type Writing = { caller?: Caller; owner?: string; isUpsert: boolean };

/** Everything that may be in the way of a file, before anything of it is read. Gives its bucket, and the version that it replaces. */
export async function beginWriting(storage: Storage, c: AuthContext, place: Place, writing: Writing, size: number) {
  const [found] = await rowsOf<Bucket & { store: string | null; former: string | null }>(
    asOwner(storage),
    sql`select ${bucketColumns}, (select id::text from storage.abrente_store) as store,
          (select version from storage.objects where bucket_id = ${place.bucket} and name = ${place.name}) as former
        from storage.buckets where id = ${place.bucket}`,
  );
  if (!found) throw noSuchBucket();
  const { store, former, ...bucket } = found;
  await tryWriting(storage, c, place, writing, size);
  await claimStore(storage, store);
  return { bucket, former };
}

/** Asks the policies and the quota before anything is read: what they refuse must not cost more than a question. */
export async function tryWriting(storage: Storage, c: AuthContext, place: Place, writing: Writing, size = 0) {
  const row = { version: randomUUID(), metadata: { size }, userMetadata: null };
  try {
    await asWriter(storage, c, writing, async (queries) => {
      await putRow(queries, place, writing, row);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
}

/** It would have worked. */
class Undone extends Error {}

export type Row = { version: string; metadata: object; userMetadata: Record<string, unknown> | null };

/**
 * Writes the row of a file that is there, and gives its id. The file that was there before goes; one that came in between is collected later.
 * What is done first, is done by the service itself.
 */
export async function writeRow(
  storage: Storage,
  c: AuthContext,
  place: Place,
  writing: Writing,
  row: Row,
  former: string | null,
  first?: (queries: Queries) => Promise<unknown>,
): Promise<string> {
  const id = await asWriter(storage, c, writing, async (queries) => {
    if (first) await byTheServer(queries, writing, () => first(queries));
    return putRow(queries, place, writing, row);
  });
  if (former && writing.isUpsert) await removeUnused(storage, former);
  return id;
}

/** In the transaction of a caller, who has no right to it. */
async function byTheServer(queries: Queries, { caller }: Writing, work: () => Promise<unknown>) {
  await queries.execute(sql`set local role none`);
  await work();
  if (caller) await queries.execute(sql`set local role ${sql.identifier(caller.role)}`);
}

/** It may have been moved to another name meanwhile. */
async function removeUnused(storage: Storage, version: string) {
  const [used] = await rowsOf(asOwner(storage), sql`select from storage.objects where version = ${version}`);
  if (!used) await storage.store.remove([version]);
}

async function asWriter<T>(storage: Storage, c: AuthContext, { caller }: Writing, work: (queries: Queries) => Promise<T>): Promise<T> {
  if (caller) return as(storage, c, caller, "object.upload", work);
  return asOwner(storage).transaction(async (queries) => {
    await queries.execute(sql`select set_config(${quota}, ${String(storage.config.files.quota)}, true)`);
    return work(queries);
  });
}

async function putRow(queries: Queries, { bucket, name }: Place, writing: Writing, { version, metadata, userMetadata }: Row) {
  const id = randomUUID();
  const owner = writing.caller?.claims.sub ?? writing.owner ?? null;
  const insert = sql`insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${id}, ${bucket}, ${name}, ${isUuid(owner) ? owner : null}, ${owner}, ${version}, ${json(metadata)}, ${json(userMetadata)})`;
  // Whoever may only add, and not read, is told nothing back.
  if (!writing.isUpsert) {
    await queries.execute(insert);
    return id;
  }
  const [written] = await rowsOf<{ id: string }>(
    queries,
    sql`${insert} on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
      user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now() returning id`,
  );
  return written!.id;
}

const json = (value: object | null): SQL => (value ? sql`${JSON.stringify(value)}::jsonb` : sql`null`);

export function metadataOf(version: string, size: number, mimetype: string, cacheControl = "no-cache"): Metadata {
  return {
    // A file is never changed under its id.
    eTag: `"${version.replaceAll("-", "")}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

/** For parts, which have no row yet that the database could refuse. */
export async function refuseOverQuota(storage: Storage, more: number) {
  const [used] = await rowsOf<{ bytes: number }>(asOwner(storage), sql`select storage.abrente_used()::float8 as bytes`);
  if (used!.bytes + more > storage.config.files.quota) throw overQuota();
}
