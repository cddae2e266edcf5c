import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { as, callerOf, iso, readJson, rowsOf, text, type Handler } from "./context.ts";
import { invalidRequest } from "./errors.ts";

const orders = z.enum(["asc", "desc"]);

const options = z.object({
  prefix: text.max(1024).default(""),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).max(1_000_000).default(0),
  search: text.max(1024).nullish(),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]).default("name"),
      order: orders.default("asc"),
    })
    .nullish(),
});

/** What is in a folder: its files, and the folders in it, which have nothing but a name. */
export const list: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const { prefix, limit, offset, search, sortBy } = await readJson(c, options);
  const folder = prefix && !prefix.endsWith("/") ? `${prefix}/` : prefix;
  const { column, order } = sortBy ?? { column: "name", order: "asc" };
  const direction = sql.raw(order);
  const ordered =
    column === "name" ? sql`part collate "C" ${direction}` : sql`${sql.raw(column)} ${direction} nulls first, part collate "C"`;
  const entries = await as(storage, c, caller, "object.list", (queries) =>
    rowsOf(
      queries,
      sql`with found as (${inFolder(c.req.param("bucket")!, folder)})
          select part as name, id::text, ${iso(sql`updated_at`)} as updated_at, ${iso(sql`created_at`)} as created_at,
            ${iso(sql`last_accessed_at`)} as last_accessed_at, metadata
          from (
            select part, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
              null::timestamptz as last_accessed_at, null::jsonb as metadata
            from found where is_folder group by part
            union all
            select part, id, updated_at, created_at, last_accessed_at, metadata from found where not is_folder
          ) as entries
          ${search ? sql`where starts_with(lower(part), lower(${search}))` : sql``}
          order by ${ordered} limit ${limit} offset ${offset}`,
    ),
  );
  return c.json(entries);
};

/** Everything below a folder, with the part of its name that stands directly in it. */
function inFolder(bucket: string, folder: string): SQL {
  return sql`
    select *, split_part(rest, '/', 1) as part, position('/' in rest) > 0 as is_folder
    from (select *, substr(name, length(${folder}::text) + 1) as rest from storage.objects where ${beginningWith(bucket, folder)}) as below`;
}

/** In words that the index on the names can use. */
const beginningWith = (bucket: string, prefix: string) => sql`bucket_id = ${bucket} and name collate "C" ^@ ${prefix}`;

const optionsV2 = z.object({
  prefix: text.max(1024).default(""),
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z.string().max(8192).nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z.object({ column: z.enum(["name", "updated_at", "created_at"]).default("name"), order: orders.default("asc") }).nullish(),
});

const cursorForm = z.object({ key: text, time: text.optional() });

/** Page by page: each begins after the last entry of the one before, whatever was added or removed meanwhile. */
export const listV2: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const { prefix, limit, cursor, with_delimiter: byFolder, sortBy } = await readJson(c, optionsV2);
  const { column, order } = sortBy ?? { column: "name", order: "asc" };
  const bucket = c.req.param("bucket")!;
  const isByTime = column !== "name";
  const time = sql.raw(isByTime ? column : "null::timestamptz");
  const source = byFolder
    ? sql`
        select case when is_folder then ${prefix} || part || '/' else name end as key, is_folder,
          min(id::text) as id, min(updated_at) as updated_at, min(created_at) as created_at, min(last_accessed_at) as last_accessed_at,
          min(metadata::text)::jsonb as metadata
        from (${inFolder(bucket, prefix)}) as found group by 1, 2`
    : sql`
        select name as key, false as is_folder, id::text, updated_at, created_at, last_accessed_at, metadata
        from storage.objects where ${beginningWith(bucket, prefix)}`;
  const direction = sql.raw(order);
  const after = cursor ? sql`where ${isAfter(cursor, isByTime, order)}` : sql``;
  const rows = await as(storage, c, caller, "object.list_v2", (queries) =>
    rowsOf<Entry>(
      queries,
      sql`select key, is_folder, id, ${iso(sql`updated_at`)} as updated_at, ${iso(sql`created_at`)} as created_at,
            ${iso(sql`last_accessed_at`)} as last_accessed_at, metadata, time::text
          from (select *, ${time} as time from (${source}) as entries) as timed ${after}
          order by ${isByTime ? sql`time ${direction}, ` : sql``} key collate "C" ${direction} limit ${limit + 1}`,
    ),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit;
  return c.json({
    hasNext,
    ...(hasNext && { nextCursor: Buffer.from(JSON.stringify({ key: last!.key, time: last!.time ?? undefined })).toString("base64") }),
    folders: page.filter(({ is_folder }) => is_folder).map(({ key }) => ({ key: key.slice(0, -1), name: key })),
    objects: page
      .filter(({ is_folder }) => !is_folder)
      .map(({ is_folder: _folder, time: _time, key, ...entry }) => ({ key, name: key, ...entry })),
  });
};

type Entry = { key: string; is_folder: boolean; time: string | null };

function isAfter(cursor: string, isByTime: boolean, order: "asc" | "desc"): SQL {
  const sign = sql.raw(order === "asc" ? ">" : "<");
  let from: z.output<typeof cursorForm>;
  try {
    from = cursorForm.parse(JSON.parse(Buffer.from(cursor, "base64").toString()));
    if (isByTime && Number.isNaN(Date.parse(from.time ?? ""))) throw new Error("no time");
  } catch {
    throw invalidRequest("The cursor is not one of ours");
  }
  if (!isByTime) return sql`key collate "C" ${sign} ${from.key}`;
  return sql`(time, key collate "C") ${sign} (${from.time}::timestamptz, ${from.key})`;
}
