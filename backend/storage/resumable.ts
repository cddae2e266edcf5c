import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Caller } from "#backend/api/caller.ts";
import type { AuthContext } from "#backend/auth/context.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { findBucket } from "./buckets.ts";
import { asOwner, base, bodyOf, callerOf, checkName, rowsOf, text, type Handler, type Storage } from "./context.ts";
import { invalidRequest, noSuchUpload, StorageError, tooLarge } from "./errors.ts";
import { claimStore } from "./identity.ts";
import { largestIn, readCacheControl, readUserMetadata, typeOf } from "./upload.ts";
import { beginWriting, metadataOf, refuseOverQuota, tryWriting, writeRow, type Writing } from "./write-row.ts";

/**
 * Uploads that can be gone on with (tus.io, version 1.0.0). Each call leaves a part, which is a file of the store like any other; the last one
 * makes one of them all. What was not acknowledged is sent again.
 */
type Upload = {
  id: string;
  role: string;
  owner_id: string | null;
  bucket_id: string;
  name: string;
  is_upsert: boolean;
  length: number;
  received: number;
  metadata: { type?: string; cacheControl?: string };
  user_metadata: Record<string, unknown> | null;
};

const version = "1.0.0";
/** Of a kilobyte and more each, as any sensible client sends them. */
const mostParts = 10_000;

const headers = (more: Record<string, string> = {}) => ({ "Tus-Resumable": version, "Cache-Control": "no-store", ...more });

export const describeResumable: Handler = async ({ config }, c) =>
  c.body(
    null,
    204,
    headers({
      "Tus-Version": version,
      "Tus-Extension": "creation,creation-with-upload,termination",
      "Tus-Max-Size": String(config.files.largest),
    }),
  );

export const beginResumable: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const given = readMetadata(c.req.header("upload-metadata") ?? "");
  const place = { bucket: given.get("bucketName") ?? "", name: given.get("objectName") ?? "" };
  checkName(place.name);
  const length = readNumber(c, "upload-length");
  const bucket = await findBucket(storage, place.bucket);
  if (length > largestIn(storage, bucket)) throw tooLarge();
  await refuseOverQuota(storage, length);
  const writing = { caller, isUpsert: c.req.header("x-upsert") === "true" };
  await tryWriting(storage, c, place, writing);
  const upload: Upload = {
    id: randomUUID(),
    role: caller.role,
    owner_id: caller.claims.sub ?? null,
    bucket_id: place.bucket,
    name: place.name,
    is_upsert: writing.isUpsert,
    length,
    received: 0,
    metadata: { type: given.get("contentType"), cacheControl: readCacheControl(seconds(given.get("cacheControl"))) },
    user_metadata: readUserMetadata(given.get("metadata")),
  };
  // Refused now rather than when everything was sent.
  await typeOf(new Uint8Array(), upload.metadata.type, bucket);
  await asOwner(storage).execute(
    sql`insert into storage.abrente_uploads (id, role, owner_id, bucket_id, name, is_upsert, length, metadata, user_metadata)
        values (${upload.id}, ${upload.role}, ${upload.owner_id}, ${place.bucket}, ${place.name}, ${upload.is_upsert}, ${length},
          ${JSON.stringify(upload.metadata)}::jsonb, ${upload.user_metadata && JSON.stringify(upload.user_metadata)}::jsonb)`,
  );
  const received = isPart(c) || length === 0 ? await takePart(storage, c, upload, caller) : 0;
  return c.body(null, 201, headers({ Location: `${base}/upload/resumable/${upload.id}`, "Upload-Offset": String(received) }));
};

export const askResumable: Handler = async (storage, c) => {
  const { received, length } = await findUpload(storage, c, await callerOf(storage, c));
  return c.body(null, 200, headers({ "Upload-Offset": String(received), "Upload-Length": String(length) }));
};

export const continueResumable: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const upload = await findUpload(storage, c, caller);
  if (!isPart(c)) throw new StorageError(415, "TusError", "A part has the type application/offset+octet-stream");
  if (readNumber(c, "upload-offset") !== upload.received) throw elsewhere();
  const received = await takePart(storage, c, upload, caller);
  return c.body(null, 204, headers({ "Upload-Offset": String(received) }));
};

export const endResumable: Handler = async (storage, c) => {
  await forget(storage, await findUpload(storage, c, await callerOf(storage, c)));
  return c.body(null, 204, headers());
};

/** Nobody goes on with what another has begun. */
async function findUpload(storage: Storage, c: AuthContext, caller: Caller): Promise<Upload> {
  const id = c.req.param("id");
  const [upload] = isUuid(id)
    ? await rowsOf<Upload>(
        asOwner(storage),
        sql`select id::text, role, owner_id, bucket_id, name, is_upsert, length::float8, received::float8, metadata, user_metadata
            from storage.abrente_uploads where id = ${id}`,
      )
    : [];
  if (!upload || upload.role !== caller.role || upload.owner_id !== (caller.claims.sub ?? null)) throw noSuchUpload();
  return upload;
}

/** Keeps what comes, also of a sender who goes away in the midst of it; gives how much there is now. */
async function takePart(storage: Storage, c: AuthContext, upload: Upload, caller: Caller): Promise<number> {
  const { store } = storage;
  await refuseOverQuota(storage, 0);
  await claimStore(storage);
  const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
    asOwner(storage),
    sql`select count(*)::int from storage.abrente_upload_parts where upload_id = ${upload.id}`,
  );
  if (count >= mostParts) throw tooLarge("The upload has too many parts");
  const part = { version: randomUUID(), size: 0 };
  await store.write(part.version, asFarAsItComes(c, upload.length - upload.received, part));
  try {
    const received = upload.received + part.size;
    if (received === upload.length) await finish(storage, c, upload, caller, part.version);
    else if (part.size > 0) await recordPart(storage, upload, part);
    else await store.remove([part.version]);
    return received;
  } catch (error) {
    await store.remove([part.version]);
    throw error;
  }
}

async function* asFarAsItComes(c: AuthContext, most: number, part: { size: number }) {
  const chunks = bodyOf(c)[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch(() => undefined);
    if (!next?.value) return;
    part.size += next.value.length;
    if (part.size > most) throw tooLarge();
    yield next.value;
  }
}

/** Unless another call has brought the same meanwhile. */
async function recordPart(storage: Storage, { id, received }: Upload, part: { version: string; size: number }) {
  await asOwner(storage).transaction(async (queries) => {
    const [recorded] = await rowsOf(
      queries,
      sql`update storage.abrente_uploads set received = received + ${part.size} where id = ${id} and received = ${received} returning id`,
    );
    if (!recorded) throw elsewhere();
    await queries.execute(
      sql`insert into storage.abrente_upload_parts (upload_id, position, size, version) values (${id}, ${received}, ${part.size}, ${part.version})`,
    );
  });
}

const elsewhere = () => new StorageError(409, "TusError", "Upload-Offset is not where the upload has come to");

/** The last part counts only together with the file that it completes: until then it may be sent again. */
async function finish(storage: Storage, c: AuthContext, upload: Upload, caller: Caller, last: string) {
  const { store } = storage;
  const earlier = await partsOf(storage, upload);
  const writing: Writing = { caller, isUpsert: upload.is_upsert };
  const place = { bucket: upload.bucket_id, name: upload.name };
  const whole = randomUUID();
  try {
    const { bucket, former } = await beginWriting(storage, c, place, writing, 0);
    const type = await typeOf(await headOf(storage, earlier[0] ?? last), upload.metadata.type, bucket);
    if (earlier.length > 0) await store.write(whole, joined(storage, [...earlier, last]));
    const name = earlier.length > 0 ? whole : last;
    const row = {
      version: name,
      metadata: metadataOf(name, upload.length, type, upload.metadata.cacheControl),
      userMetadata: upload.user_metadata,
    };
    // What was begun is counted no more when the whole is.
    await writeRow(storage, c, place, writing, row, former, (queries) =>
      queries.execute(sql`delete from storage.abrente_uploads where id = ${upload.id}`),
    );
  } catch (error) {
    await store.remove([whole]);
    // Nothing that is sent again would change it.
    if (error instanceof StorageError && error.status < 500) await forget(storage, upload);
    throw error;
  }
  if (earlier.length > 0) await store.remove([...earlier, last]);
}

async function headOf({ store }: Storage, id: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await store.read(id, { start: 0, end: 4099 })) ?? []) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

async function* joined({ store }: Storage, ids: string[]): AsyncIterable<Uint8Array> {
  for (const id of ids) {
    const part = await store.read(id);
    if (!part) throw noSuchUpload();
    yield* part;
  }
}

async function partsOf(storage: Storage, { id }: Upload): Promise<string[]> {
  const parts = await rowsOf<{ version: string }>(
    asOwner(storage),
    sql`select version from storage.abrente_upload_parts where upload_id = ${id} order by position`,
  );
  return parts.map((part) => part.version);
}

async function forget(storage: Storage, upload: Upload) {
  const parts = await partsOf(storage, upload);
  await asOwner(storage).execute(sql`delete from storage.abrente_uploads where id = ${upload.id}`);
  await storage.store.remove(parts);
}

const isPart = (c: AuthContext) => c.req.header("content-type") === "application/offset+octet-stream";

function readNumber(c: AuthContext, header: string): number {
  const given = c.req.header(header) ?? "";
  if (!/^\d{1,15}$/.test(given)) throw invalidRequest(`The header ${header} must be a number`);
  return Number(given);
}

const seconds = (given: string | undefined) => given && (/^\d+$/.test(given) ? `max-age=${given}` : given);

/** `name base64, name base64`. */
function readMetadata(header: string): Map<string, string> {
  const pairs = header.split(",").map((pair) => pair.trim().split(/\s+/));
  const values = pairs.map(([name = "", value = ""]): [string, string] => [name, Buffer.from(value, "base64").toString()]);
  if (!values.every(([, value]) => text.safeParse(value).success)) throw invalidRequest("The header Upload-Metadata cannot be read");
  return new Map(values);
}
