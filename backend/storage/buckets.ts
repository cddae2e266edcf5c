import { sql } from "drizzle-orm";
import { z } from "zod";
import { isUuid } from "#backend/database/uuid.ts";
import { as, asOwner, callerOf, iso, readJson, rowsOf, text, type Handler, type Storage } from "./context.ts";
import { bucketNotEmpty, invalidRequest, noSuchBucket, StorageError, tooLarge } from "./errors.ts";

/** What the service itself goes by. */
export type Bucket = { id: string; public: boolean; fileSizeLimit: number | null; allowedMimeTypes: string[] | null };

export const bucketColumns = sql`id, public, file_size_limit::float8 as "fileSizeLimit", to_jsonb(allowed_mime_types) as "allowedMimeTypes"`;

export async function findBucket(storage: Storage, id: string): Promise<Bucket> {
  const [bucket] = await rowsOf<Bucket>(asOwner(storage), sql`select ${bucketColumns} from storage.buckets where id = ${id}`);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

const columns = sql`id, name, public, file_size_limit::float8,
  to_jsonb(allowed_mime_types) as allowed_mime_types, ${iso(sql`created_at`)} as created_at, ${iso(sql`updated_at`)} as updated_at`;

const listOptions = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  search: text.optional(),
});

export const listBuckets: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const options = listOptions.safeParse(c.req.query());
  if (!options.success) throw invalidRequest(`querystring/${options.error.issues[0]!.path.join("/")} ${options.error.issues[0]!.message}`);
  const { limit, offset, sortColumn, sortOrder, search } = options.data;
  const order = sql.raw(`${sortColumn}${["id", "name"].includes(sortColumn) ? ' collate "C"' : ""} ${sortOrder}, id`);
  const buckets = await as(storage, c, caller, "bucket.list", (queries) =>
    rowsOf(
      queries,
      sql`select ${columns}, coalesce(owner_id, owner::text, '') as owner, type::text from storage.buckets ${search ? sql`where position(lower(${search}) in lower(name)) > 0` : sql``}
          order by ${order} limit ${limit} offset ${offset}`,
    ),
  );
  return c.json(buckets);
};

/** A project says less of one bucket than in the list: neither its type nor, in the field that went out of use, its owner. */
export const getBucket: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const [bucket] = await as(storage, c, caller, "bucket.get", (queries) =>
    rowsOf(queries, sql`select ${columns}, '' as owner from storage.buckets where id = ${c.req.param("id")}`),
  );
  if (!bucket) throw noSuchBucket();
  return c.json(bucket);
};

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** As a number of bytes, or in words such as `20MB`. */
const fileSize = z.union([z.number().int().min(0), z.string()]).transform((given, context) => {
  const [, number, unit = "b"] = /^(\d{1,12})\s*([kmg]?b)?$/i.exec(String(given)) ?? [];
  if (number) return Number(number) * units[unit.toLowerCase()]!;
  context.addIssue({ code: "custom", message: "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B" });
  return z.NEVER;
});

const mimeType = z.string().regex(/^(\*|[\w.+-]{1,100})\/(\*|[\w.+-]{1,100})$/, "must be a MIME type, such as image/png or image/*");
/** No versions of a file are kept here, and whoever asks for them must know. */
const versioning = z.literal("DISABLED", { error: "must be DISABLED: versions of a file are not kept here" });
const limits = {
  versioning_status: versioning.optional(),
  public: z.boolean().nullish(),
  file_size_limit: fileSize.nullish(),
  allowed_mime_types: z.array(mimeType).max(100).nullish(),
};

function checkLimit({ config }: Storage, limit: number | null | undefined) {
  if (limit && limit > config.files.largest) throw tooLarge();
}

const newBucket = z.object({ name: text.optional(), id: text.optional(), type: z.enum(["STANDARD"]).optional(), ...limits });

export const createBucket: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const given = await readJson(c, newBucket);
  const name = given.name ?? given.id ?? "";
  const id = given.id ?? name;
  for (const one of [id, name]) {
    if (!/^[\w!.*'() &$@=;:+,?-]{1,100}$/.test(one) || one.trim() !== one) {
      throw new StorageError(400, "InvalidBucketName", "Bucket name invalid", "Invalid Input");
    }
  }
  checkLimit(storage, given.file_size_limit);
  const owner = caller.claims.sub ?? null;
  await as(storage, c, caller, "bucket.create", (queries) =>
    queries.execute(
      sql`insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
          values (${id}, ${name}, ${isUuid(owner) ? owner : null}, ${owner}, ${given.public ?? false}, ${given.file_size_limit ?? null}, ${types(given.allowed_mime_types)})`,
    ),
  );
  return c.json({ name });
};

const types = (given: string[] | null | undefined) =>
  given ? sql`array(select jsonb_array_elements_text(${JSON.stringify(given)}::jsonb))` : sql`null`;

const changedBucket = z.object(limits);

export const updateBucket: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const given = await readJson(c, changedBucket);
  checkLimit(storage, given.file_size_limit);
  const changes = [
    sql`updated_at = now()`,
    ...(given.public == null ? [] : [sql`public = ${given.public}`]),
    ...(given.file_size_limit === undefined ? [] : [sql`file_size_limit = ${given.file_size_limit}`]),
    ...(given.allowed_mime_types === undefined ? [] : [sql`allowed_mime_types = ${types(given.allowed_mime_types)}`]),
  ];
  const changed = await as(storage, c, caller, "bucket.update", (queries) =>
    rowsOf(queries, sql`update storage.buckets set ${sql.join(changes, sql`, `)} where id = ${c.req.param("id")} returning id`),
  );
  if (changed.length === 0) throw noSuchBucket();
  return c.json({ message: "Successfully updated" });
};

export const emptyBucket: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const id = c.req.param("id");
  const removed = await as(storage, c, caller, "bucket.empty", async (queries) => {
    const [bucket] = await rowsOf(queries, sql`select from storage.buckets where id = ${id}`);
    if (!bucket) throw noSuchBucket();
    return rowsOf<{ version: string | null }>(queries, sql`delete from storage.objects where bucket_id = ${id} returning version`);
  });
  await storage.store.remove(removed.flatMap(({ version }) => version ?? []));
  return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." });
};

export const deleteBucket: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const id = c.req.param("id");
  const [full] = await rowsOf(asOwner(storage), sql`select from storage.objects where bucket_id = ${id} limit 1`);
  const deleted = await as(storage, c, caller, "bucket.delete", async (queries) => {
    const [bucket] = await rowsOf(queries, sql`select from storage.buckets where id = ${id}`);
    if (!bucket) throw noSuchBucket();
    if (full) throw bucketNotEmpty();
    return rowsOf(queries, sql`delete from storage.buckets where id = ${id} returning id`);
  });
  if (deleted.length === 0) throw noSuchBucket();
  return c.json({ message: "Successfully deleted" });
};
