import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { AuthContext } from "#backend/auth/context.ts";
import type { Queries } from "#backend/database/connection.ts";
import { findBucket } from "./buckets.ts";
import {
  as,
  asOwner,
  callerOf,
  checkName,
  iso,
  placeIn,
  readJson,
  rowsOf,
  rowsOfTexts,
  text,
  type Handler,
  type Storage,
} from "./context.ts";
import { noSuchBucket, noSuchKey } from "./errors.ts";
import { readCacheControl, typeOf } from "./upload.ts";
import { beginWriting, metadataOf, writeRow, type Metadata, type Place } from "./write-row.ts";

/** A file as the database knows it. Rows that others have written may lack anything. */
export type StoredObject = {
  id: string;
  name: string;
  bucket_id: string;
  version: string | null;
  metadata: Partial<Metadata> | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
};

export const objectColumns = sql`id::text, name, bucket_id, version, metadata, user_metadata,
  ${iso(sql`created_at`)} as created_at, ${iso(sql`updated_at`)} as updated_at, ${iso(sql`last_accessed_at`)} as last_accessed_at`;

export async function findObject(queries: Queries, { bucket, name }: Place): Promise<StoredObject> {
  const [found] = await rowsOf<StoredObject>(
    queries,
    sql`select ${objectColumns} from storage.objects where bucket_id = ${bucket} and name = ${name}`,
  );
  if (!found) throw noSuchKey();
  return found;
}

/** How somebody comes to read a file: by their own right, because the bucket is public, or either. */
export type Way = "mine" | "public" | "either";

/** The file of an address that begins so, for whoever asks. */
export async function objectFor(
  storage: Storage,
  c: AuthContext,
  beginning: string,
  way: Way,
): Promise<StoredObject & { isPublic: boolean }> {
  const place = placeIn(c, beginning);
  const bucket = way === "mine" ? undefined : await findBucket(storage, place.bucket);
  if (bucket?.public) return { ...(await findObject(asOwner(storage), place)), isPublic: true };
  if (way === "public") throw noSuchBucket();
  const caller = await callerOf(storage, c);
  return { ...(await as(storage, c, caller, "object.get", (queries) => findObject(queries, place))), isPublic: false };
}

export const info =
  (beginning: string, way: Way): Handler =>
  async (storage, c) => {
    const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = await objectFor(storage, c, beginning, way);
    return c.json({
      id,
      name,
      version,
      bucket_id,
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: user_metadata ?? {},
      last_modified: metadata?.lastModified ?? updated_at,
      created_at,
    });
  };

const removed = z.object({ prefixes: z.array(text).min(1).max(1000) });

export const removeMany: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const { prefixes } = await readJson(c, removed);
  return c.json(await remove(storage, c, caller, sql`bucket_id = ${c.req.param("bucket")} and name in (select ${rowsOfTexts(prefixes)})`));
};

export const removeOne: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const { bucket, name } = placeIn(c, "/object/");
  const gone = await remove(storage, c, caller, sql`bucket_id = ${bucket} and name = ${name}`);
  if (gone.length === 0) throw noSuchKey();
  return c.json({ message: "Successfully deleted" });
};

/** First the rows, then the files: a file without a row is found later, a row without a file would be a lie. */
async function remove(storage: Storage, c: AuthContext, caller: Awaited<ReturnType<typeof callerOf>>, which: SQL): Promise<StoredObject[]> {
  const gone = await as(storage, c, caller, "object.delete", (queries) =>
    rowsOf<StoredObject>(queries, sql`delete from storage.objects where ${which} returning ${objectColumns}`),
  );
  await storage.store.remove(gone.flatMap(({ version }) => version ?? []));
  return gone;
}

const places = z.object({ bucketId: text, sourceKey: text, destinationKey: text, destinationBucket: text.nullish() });

/** The file stays where it is: only what it is called changes. */
export const move: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const { bucketId, sourceKey, destinationKey, destinationBucket } = await readJson(c, places);
  const to = { bucket: destinationBucket ?? bucketId, name: destinationKey };
  checkName(to.name);
  await findBucket(storage, to.bucket);
  const [moved] = await as(storage, c, caller, "object.move", (queries) =>
    rowsOf<{ id: string }>(
      queries,
      sql`update storage.objects set bucket_id = ${to.bucket}, name = ${to.name}, updated_at = now()
          where bucket_id = ${bucketId} and name = ${sourceKey} returning id::text`,
    ),
  );
  if (!moved) throw noSuchKey();
  return c.json({ message: "Successfully moved", Id: moved.id, Key: `${to.bucket}/${to.name}` });
};

const copied = places.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z.object({ cacheControl: z.string().nullish(), mimetype: z.string().nullish() }).nullish(),
});

export const copy: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const { bucketId, sourceKey, destinationKey, destinationBucket, copyMetadata, metadata } = await readJson(c, copied);
  const to = { bucket: destinationBucket ?? bucketId, name: destinationKey };
  checkName(to.name);
  const source = await as(storage, c, caller, "object.copy", (queries) => findObject(queries, { bucket: bucketId, name: sourceKey }));
  const writing = { caller, isUpsert: c.req.header("x-upsert") === "true" };
  const size = source.metadata?.size ?? 0;
  const { bucket, former } = await beginWriting(storage, c, to, writing, size);

  const version = randomUUID();
  if (!source.version || !(await storage.store.copy(source.version, version))) throw noSuchKey();
  try {
    const given = copyMetadata === false ? metadata : undefined;
    const type = await typeOf(new Uint8Array(), given?.mimetype ?? source.metadata?.mimetype, bucket);
    const row = {
      version,
      metadata: metadataOf(version, size, type, readCacheControl(given?.cacheControl ?? source.metadata?.cacheControl)),
      userMetadata: copyMetadata === false ? null : source.user_metadata,
    };
    const id = await writeRow(storage, c, to, writing, row, former);
    return c.json({ Id: id, Key: `${to.bucket}/${to.name}`, name: to.name, bucket_id: to.bucket, metadata: row.metadata });
  } catch (error) {
    await storage.store.remove([version]);
    throw error;
  }
};
