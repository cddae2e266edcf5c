import { and, asc, count, desc, eq, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queries } from "#backend/database/connection.ts";
import { outbox, requestConsents, requestEvents, requests } from "#backend/database/schema.ts";
import { searchQuery } from "#backend/search-words.ts";
import { folders, type Filters, type Folder } from "./inbox-filters.ts";

const pageSize = 25;

/** More are counted as "more than that". */
export const mostCounted = 1000;

/** The place of a request in the list; the database's clock is finer than JavaScript's. */
const place = sql<string>`(extract(epoch from ${requests.createdAt}) * 1000000)::bigint || '-' || ${requests.id}`;

/** What a row of the list shows. */
const row = {
  id: requests.id,
  place,
  createdAt: requests.createdAt,
  name: requests.name,
  company: requests.company,
  reason: requests.reason,
  locale: requests.locale,
  start: sql<string>`left(${requests.message}, 160)`,
};

type Row = Pick<typeof requests.$inferSelect, "id" | "createdAt" | "name" | "company" | "reason" | "locale"> & {
  place: string;
  start: string;
};
type Page = { rows: Row[]; newer?: string; older?: string };

/** A page of a folder, the newest first, and the places from which the newer and the older ones are found. */
export async function readPage(queries: Queries, folder: Folder, filters: Filters, size = pageSize): Promise<Page> {
  const { before, after } = filters;
  const newer = after !== undefined && before === undefined;
  const order = inOrder(newer ? asc : desc, await isRare(queries, filters));
  const found = await queries
    .select(row)
    .from(requests)
    .where(and(inFolder(folder, filters), before ? beyond("<", before) : after ? beyond(">", after) : undefined))
    .orderBy(...order)
    .limit(size + 1);
  const more = found.length > size;
  // Nothing newer is left: a whole first page, not the rest of one.
  if (newer && !more) return readPage(queries, folder, { ...filters, after: undefined }, size);
  const rows = newer ? found.slice(0, size).toReversed() : found.slice(0, size);
  return {
    rows,
    newer: newer || before ? rows[0]?.place : undefined,
    older: newer || more ? rows.at(-1)?.place : undefined,
  };
}

/** How many requests each folder holds, whatever is searched for; only as far as it is said. */
export async function countFolders(queries: Queries): Promise<Record<Folder, number>> {
  const counted = folders.map((state) => {
    const some = queries.select({ state: requests.state }).from(requests).where(eq(requests.state, state)).limit(mostCounted).as("some");
    return queries.select({ state: some.state, count: count() }).from(some).groupBy(some.state);
  });
  const [first, second, ...others] = counted;
  const counts = await unionAll(first!, second!, ...others);
  return Object.fromEntries(folders.map((folder) => [folder, counts.find(({ state }) => state === folder)?.count ?? 0])) as Record<
    Folder,
    number
  >;
}

/** The newest of the folder of new requests, whatever the filters: whoever looks at another folder hears of them too. */
export async function readArrivals(queries: Queries): Promise<string[]> {
  const newest = await queries
    .select({ id: requests.id })
    .from(requests)
    .where(eq(requests.state, "new"))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(pageSize);
  return newest.map(({ id }) => id);
}

/** Everything of one request: what was sent, what happened since, and its mails. */
export async function readRequest(queries: Queries, id: string) {
  const [request] = await queries.select().from(requests).where(eq(requests.id, id));
  if (!request) return;
  const consents = await queries.select().from(requestConsents).where(eq(requestConsents.requestId, id)).orderBy(requestConsents.document);
  const events = await queries
    .select()
    .from(requestEvents)
    .where(eq(requestEvents.requestId, id))
    .orderBy(asc(requestEvents.createdAt), asc(requestEvents.id));
  const mails = await queries.select().from(outbox).where(eq(outbox.requestId, id)).orderBy(asc(outbox.createdAt), asc(outbox.kind));
  return { request, consents, events, mails };
}

export type RequestDetail = NonNullable<Awaited<ReturnType<typeof readRequest>>>;

/** All that a folder and its filters show, the newest first, a batch at a time: nobody holds them all. */
export async function* readAll(queries: Queries, folder: Folder, filters: Filters, batch = 1000) {
  const order = inOrder(desc, await isRare(queries, filters));
  for (let last: string | undefined; ;) {
    const found = await queries
      .select({ request: requests, place })
      .from(requests)
      .where(and(inFolder(folder, filters), last ? beyond("<", last) : undefined))
      .orderBy(...order)
      .limit(batch);
    yield found.map(({ request }) => request);
    if (found.length < batch) return;
    last = found.at(-1)!.place;
  }
}

function inFolder(folder: Folder, filters: Filters): SQL | undefined {
  return and(eq(requests.state, folder), matching(filters));
}

function matching({ q, reason, language, mode, from, to }: Filters): SQL | undefined {
  return and(
    q ? sql`requests.search @@ to_tsquery('simple', ${searchQuery(q)})` : undefined,
    reason && eq(requests.reason, reason),
    language && eq(requests.locale, language),
    mode && eq(requests.mode, mode),
    from ? sql`${requests.createdAt} >= ${from}::date::timestamp at time zone 'Europe/Madrid'` : undefined,
    to ? sql`${requests.createdAt} < (${to}::date + 1)::timestamp at time zone 'Europe/Madrid'` : undefined,
  );
}

/** Words that more requests than this have are found sooner by looking through the folder. */
const mostSorted = 2000;

async function isRare(queries: Queries, { q }: Filters): Promise<boolean> {
  if (!q) return false;
  const some = queries.select({ id: requests.id }).from(requests).where(matching({ q })).limit(mostSorted).as("some");
  const [found] = await queries.select({ count: count() }).from(some);
  return found!.count < mostSorted;
}

/**
 * In the order of time. What is rare is found by the index of words and sorted afterwards: in the order of the folder's
 * index, Postgres would read all of the folder for it.
 */
function inOrder(direction: typeof asc, isSorted: boolean): SQL[] {
  return [direction(isSorted ? sql`${requests.createdAt} + interval '0'` : requests.createdAt), direction(requests.id)];
}

function beyond(sign: "<" | ">", from: string): SQL {
  const [, micros, id] = /^(\d+)-(.+)$/.exec(from)!;
  const time = new Date(Number(micros!.slice(0, -3))).toISOString().replace("Z", `${micros!.slice(-3).padStart(3, "0")}Z`);
  return sql`(${requests.createdAt}, ${requests.id}) ${sql.raw(sign)} (${time}::timestamptz, ${id}::uuid)`;
}
