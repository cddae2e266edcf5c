import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queries } from "#backend/database/connection.ts";
import { outbox, requestConsents, requestEvents, requests } from "#backend/database/schema.ts";
import { searchPatterns } from "#backend/search-words.ts";
import { readFiles } from "./files.ts";
import { isFrom, type Sender } from "./my-requests.ts";
import { folders, isNarrowed, type Filters, type Folder, type View } from "./inbox-filters.ts";

const pageSize = 25;

/** More are counted as "more than that". */
export const mostCounted = 1000;

/** So many of a folder, found by words, are remembered from counting them to showing them. */
const mostKept = 100;

/** The place of a request in the list; the database's clock is finer than JavaScript's. */
const place = sql<string>`(extract(epoch from ${requests.createdAt}) * 1000000)::bigint || '-' || ${requests.id}`;

/** What a row of the list shows. */
const row = {
  id: requests.id,
  place,
  createdAt: requests.createdAt,
  state: requests.state,
  name: requests.name,
  company: requests.company,
  reason: requests.reason,
  locale: requests.locale,
  start: sql<string>`left(${requests.message}, 160)`,
  isSeen: sql<boolean>`${requests.seenAt} is not null`,
  assigneeEmail: requests.assigneeEmail,
};

type Row = Pick<typeof requests.$inferSelect, "id" | "createdAt" | "state" | "name" | "company" | "reason" | "locale" | "assigneeEmail"> & {
  place: string;
  start: string;
  isSeen: boolean;
};
type Page = { rows: Row[]; newer?: string; older?: string };

/** What the list is asked for: the filters, whom `person` stands for where the accounts are known, and who `me` is. */
export type Wanted = { view: View; filters: Filters; me: string; person?: Sender };

/** How many requests are found, in each folder and in all. Undefined where they are too many to be told apart; where words found few, which. */
export type Found = { all: number; few?: string[] } & Partial<Record<Folder, number>>;

/** A page of what is found, the newest first, and the places from which the newer and the older ones are found. */
export async function readPage(queries: Queries, wanted: Wanted, found: Found, size = pageSize): Promise<Page> {
  const { before, after } = wanted.filters;
  const newer = after !== undefined && before === undefined;
  const rowsFound = await queries
    .select(row)
    .from(requests)
    .where(and(inView(wanted, found.few), before ? beyond("<", before) : after ? beyond(">", after) : undefined))
    .orderBy(...inOrder(newer ? asc : desc, isRare(wanted, found)))
    .limit(size + 1);
  const more = rowsFound.length > size;
  // Nothing newer is left: a whole first page, not the rest of one.
  if (newer && !more) return readPage(queries, { ...wanted, filters: { ...wanted.filters, after: undefined } }, found, size);
  const rows = newer ? rowsFound.slice(0, size).toReversed() : rowsFound.slice(0, size);
  return {
    rows,
    newer: newer || before ? rows[0]?.place : undefined,
    older: newer || more ? rows.at(-1)?.place : undefined,
  };
}

/** The request that comes after one in the list, or before it when it is the last: where to go on when that one has left. */
export async function readNext(queries: Queries, wanted: Wanted, id: string): Promise<string | undefined> {
  const [from] = await queries.select({ place }).from(requests).where(eq(requests.id, id));
  if (!from) return;
  const found = await countFound(queries, wanted);
  const at = (filters: Pick<Filters, "before" | "after">) =>
    readPage(queries, { ...wanted, filters: { ...wanted.filters, before: undefined, after: undefined, ...filters } }, found, 1);
  const [older] = (await at({ before: from.place })).rows;
  if (older) return older.id;
  const [newer] = (await at({ after: from.place })).rows;
  return newer && newer.id !== id ? newer.id : undefined;
}

/** How many requests each folder holds; only as far as it is said. */
export async function countFolders(queries: Queries): Promise<Record<Folder, number>> {
  return countEach(queries);
}

/** How many of each folder nobody has read since their sender wrote. Of spam nobody is told. */
export async function countUnread(queries: Queries): Promise<Record<Folder, number>> {
  return countEach(queries, isUnread);
}

const isUnread = and(isNull(requests.seenAt), sql`${requests.state} <> 'spam'`);

async function countEach(queries: Queries, condition?: SQL): Promise<Record<Folder, number>> {
  const counted = folders.map((state) => {
    const meant = and(eq(requests.state, state), condition);
    const some = queries.select({ state: requests.state }).from(requests).where(meant).limit(mostCounted).as("some");
    return queries.select({ state: some.state, count: count() }).from(some).groupBy(some.state);
  });
  const [first, second, ...others] = counted;
  return byFolder(await unionAll(first!, second!, ...others));
}

/** How many of all folders match what is searched for. Words that many have are not counted to the end. */
export async function countFound(queries: Queries, wanted: Wanted): Promise<Found> {
  // Looking for words once more would cost as much again. What is found without words may be counted by an index alone.
  const id = (wanted.filters.q ? sql<string>`${requests.id}` : sql<string>`null::uuid`).as("id");
  const some = queries.select({ state: requests.state, id }).from(requests).where(matching(wanted)).limit(mostCounted).as("some");
  const ids = sql<string | null>`case when count(*) <= ${mostKept} then string_agg(${some.id}::text, ' ') end`;
  const counted = await queries.select({ state: some.state, count: count(), ids }).from(some).groupBy(some.state);
  const all = counted.reduce((sum, one) => sum + one.count, 0);
  if (all >= mostCounted) return { all };
  const few = counted.every((one) => one.ids) ? counted.flatMap((one) => one.ids!.split(" ")) : undefined;
  return { all, few, ...byFolder(counted) };
}

function byFolder(counts: { state: Folder; count: number }[]): Record<Folder, number> {
  const countOf = (folder: Folder) => counts.find(({ state }) => state === folder)?.count ?? 0;
  return Object.fromEntries(folders.map((folder) => [folder, countOf(folder)])) as Record<Folder, number>;
}

/** A request that has come in, by its own id; or an answer to one, by the answer's. */
export type Arrival = { id: string; request: string };

/** The newest of what waits, whatever the filters: new requests, and the answers that nobody has read yet. */
export async function readArrivals(queries: Queries): Promise<Arrival[]> {
  const newest = await queries
    .select({ id: requests.id, request: requests.id, at: requests.createdAt })
    .from(requests)
    .where(eq(requests.state, "new"))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(pageSize);
  const unread = queries
    .select({ id: requests.id })
    .from(requests)
    .where(isUnread)
    .orderBy(desc(requests.lastContactAt))
    .limit(pageSize)
    .as("unread");
  const answers = await queries
    .select({ id: requestEvents.id, request: requestEvents.requestId, at: requestEvents.createdAt })
    .from(requestEvents)
    .innerJoin(unread, eq(unread.id, requestEvents.requestId))
    .where(eq(requestEvents.kind, "answer"))
    .orderBy(desc(requestEvents.createdAt), desc(requestEvents.id))
    .limit(pageSize);
  return [...newest, ...answers].toSorted((a, b) => b.at.getTime() - a.at.getTime()).map(({ id, request }) => ({ id, request }));
}

/** Everything of one request: what was sent, what happened since, its mails, and how many came from the same address. */
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
  const [same] = await queries
    .select({ count: count() })
    .from(requests)
    .where(eq(sql`lower(${requests.email})`, request.email.toLowerCase()));
  return { request, consents, events, mails, files: await readFiles(queries, [id]), fromSender: same!.count };
}

export type RequestDetail = NonNullable<Awaited<ReturnType<typeof readRequest>>>;

/** What was done last, to whichever request: the page that says so may show the next one. */
export async function readEvent(queries: Queries, id: string) {
  const [event] = await queries
    .select({
      id: requestEvents.id,
      kind: requestEvents.kind,
      toState: requestEvents.toState,
      requestId: requests.id,
      name: requests.name,
      hasNote: sql<boolean>`${requestEvents.note} is not null`,
    })
    .from(requestEvents)
    .innerJoin(requests, eq(requests.id, requestEvents.requestId))
    .where(eq(requestEvents.id, id));
  return event;
}

/** All that is found, the newest first, with what was written about each, a batch at a time: nobody holds them all. */
export async function* readAll(queries: Queries, wanted: Wanted, batch = 1000) {
  const order = inOrder(desc, isRare(wanted, await countFound(queries, wanted)));
  for (let last: string | undefined; ;) {
    const found = await queries
      .select({ request: requests, place })
      .from(requests)
      .where(and(inView(wanted), last ? beyond("<", last) : undefined))
      .orderBy(...order)
      .limit(batch);
    const written = await readWritten(
      queries,
      found.map(({ request }) => request.id),
    );
    yield found.map(({ request }) => ({ ...request, written: written.filter(({ requestId }) => requestId === request.id) }));
    if (found.length < batch) return;
    last = found.at(-1)!.place;
  }
}

function readWritten(queries: Queries, ids: string[]) {
  return queries
    .select({
      requestId: requestEvents.requestId,
      createdAt: requestEvents.createdAt,
      actorEmail: requestEvents.actorEmail,
      note: requestEvents.note,
      text: requestEvents.text,
    })
    .from(requestEvents)
    .where(and(inArray(requestEvents.requestId, ids), or(isNotNull(requestEvents.note), isNotNull(requestEvents.text))))
    .orderBy(asc(requestEvents.createdAt), asc(requestEvents.id));
}

/** A request that somebody has opened is not unread any more, for nobody of the agency. */
export async function markSeen(queries: Queries, id: string): Promise<void> {
  await queries
    .update(requests)
    .set({ seenAt: sql`now()` })
    .where(and(eq(requests.id, id), isNull(requests.seenAt)));
}

function inView(wanted: Wanted, few?: string[]): SQL | undefined {
  return and(wanted.view === "all" ? undefined : eq(requests.state, wanted.view), few ? inArray(requests.id, few) : matching(wanted));
}

function matching({ filters, me, person: known }: Wanted): SQL | undefined {
  const { q, reason, language, mode, from, to, assigned, unread, person, sender } = filters;
  return and(
    q ? containing(q) : undefined,
    reason && eq(requests.reason, reason),
    language && eq(requests.locale, language),
    mode && eq(requests.mode, mode),
    from ? sql`${requests.createdAt} >= ${from}::date::timestamp at time zone 'Europe/Madrid'` : undefined,
    to ? sql`${requests.createdAt} < (${to}::date + 1)::timestamp at time zone 'Europe/Madrid'` : undefined,
    assigned
      ? assigned === "nobody"
        ? isNull(requests.assigneeId)
        : eq(requests.assigneeId, assigned === "me" ? me : assigned)
      : undefined,
    unread ? isUnread : undefined,
    person ? isFrom(known ?? { id: person, isConfirmed: false }) : undefined,
    sender ? sql`lower(${requests.email}) = (select lower(email) from requests as theirs where theirs.id = ${sender})` : undefined,
  );
}

function containing(q: string): SQL | undefined {
  const patterns = searchPatterns(q);
  return patterns.length > 0 ? and(...patterns.map((pattern) => sql`requests.search_text like ${pattern}`)) : sql`false`;
}

function isRare({ filters }: Wanted, { all }: Found): boolean {
  return isNarrowed(filters) && all < mostCounted;
}

/** In the order of time. What is rare is found by its own index and sorted afterwards: in the order of time, Postgres would look through everything for it. */
function inOrder(direction: typeof asc, isSorted: boolean): SQL[] {
  return [direction(isSorted ? sql`${requests.createdAt} + interval '0'` : requests.createdAt), direction(requests.id)];
}

function beyond(sign: "<" | ">", from: string): SQL {
  const [, micros, id] = /^(\d+)-(.+)$/.exec(from)!;
  const time = new Date(Number(micros!.slice(0, -3))).toISOString().replace("Z", `${micros!.slice(-3).padStart(3, "0")}Z`);
  return sql`(${requests.createdAt}, ${requests.id}) ${sql.raw(sign)} (${time}::timestamptz, ${id}::uuid)`;
}
