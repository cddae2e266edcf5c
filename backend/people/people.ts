import { and, asc, desc, eq, inArray, isNull, ne, sql, type SQL } from "drizzle-orm";
import { hashOf } from "#backend/auth/keys.ts";
import { factors, identities, oneTimeTokens, sessions, users } from "#backend/auth/schema.ts";
import type { Queries } from "#backend/database/connection.ts";
import { requests } from "#backend/database/schema.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { isFrom } from "#backend/requests/my-requests.ts";
import { searchPatterns } from "#backend/search-words.ts";
import { within } from "#backend/within.ts";
import { isLocale, type Locale } from "#content/locales.ts";

export const filters = ["all", "admins", "banned", "unconfirmed"] as const;
export type Filter = (typeof filters)[number];

const pageSize = 50;
/** Nobody needs to know how many more there are, and counting them all takes time. */
export const mostCounted = 999;
const mostChosenFrom = 100;

/** The expressions of backend/auth/migrations/*_people_*.sql, to the letter: else their indexes are not used. */
const words = sql`public.plain_text(' ' || coalesce(email, '') || ' ' || coalesce(raw_user_meta_data ->> 'name', '') || ' ' || coalesce(raw_user_meta_data ->> 'company', ''))`;
const isAdmin = sql`raw_app_meta_data ->> 'role' = 'admin'`;
const isBanned = sql`${users.bannedUntil} > now()`;
const isThere = isNull(users.deletedAt);

const conditions: Record<Filter, SQL | undefined> = {
  all: undefined,
  admins: isAdmin,
  banned: isBanned,
  unconfirmed: sql`${users.emailConfirmedAt} is null`,
};

/** What is read of a person. A Supabase project has these columns too, but may have nothing in them. */
const columns = {
  id: users.id,
  email: users.email,
  createdAt: users.createdAt,
  emailConfirmedAt: users.emailConfirmedAt,
  invitedAt: users.invitedAt,
  lastSignInAt: users.lastSignInAt,
  bannedUntil: users.bannedUntil,
  isBanned: sql<boolean>`coalesce(${isBanned}, false)`,
  isAdmin: sql<boolean>`coalesce(${isAdmin}, false)`,
  userMetadata: users.userMetadata,
};

export type Person = {
  id: string;
  email: string;
  name: string;
  company: string;
  phone: string;
  locale: Locale | "";
  isAdmin: boolean;
  isConfirmed: boolean;
  isInvited: boolean;
  isBanned: boolean;
  bannedUntil: Date | null;
  createdAt: Date;
  lastSignInAt: Date | null;
};

type Row = Pick<
  typeof users.$inferSelect,
  "id" | "email" | "createdAt" | "emailConfirmedAt" | "invitedAt" | "lastSignInAt" | "bannedUntil"
> & {
  isAdmin: boolean;
  isBanned: boolean;
  userMetadata: Record<string, unknown> | null;
};

function personOf(row: Row): Person {
  // What people say about themselves may be anything.
  const said = (name: string) => (typeof row.userMetadata?.[name] === "string" ? row.userMetadata[name] : "");
  const locale = said("locale");
  return {
    id: row.id,
    email: row.email ?? "",
    name: said("name") || said("full_name"),
    company: said("company"),
    phone: said("phone"),
    locale: isLocale(locale) ? locale : "",
    isAdmin: row.isAdmin,
    isConfirmed: !!row.emailConfirmedAt,
    isInvited: !!row.invitedAt,
    isBanned: row.isBanned,
    bannedUntil: row.bannedUntil,
    createdAt: row.createdAt,
    lastSignInAt: row.lastSignInAt,
  };
}

export type Wanted = { search: string; filter: Filter; after?: Place };

/** Where a page of the list ends: the time to the microsecond, which a Date does not hold, and the person. */
export type Place = { time: string; id: string };

/** The place that an address names; undefined when it names none. */
export function readPlace(given: string | null): Place | undefined {
  const [, time, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([\da-f-]{36})$/.exec(given ?? "") ?? [];
  return time && id && isTime(time) && isUuid(id) ? { time, id } : undefined;
}

/** JavaScript takes February 31 for March 3, and has a year 0; Postgres refuses both. */
function isTime(time: string): boolean {
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === time.slice(0, 19) && !time.startsWith("0000");
}

/** A page of people, the newest first, and where the next one begins. */
export async function listPeople(queries: Queries, wanted: Wanted): Promise<{ people: Person[]; next?: string; count: number }> {
  const matching = and(isThere, conditions[wanted.filter], matches(wanted.search));
  const some = queries
    .select({ one: sql`1`.as("one") })
    .from(users)
    .where(matching)
    .limit(mostCounted + 1)
    .as("some");
  const [counted] = await queries.select({ count: sql<number>`count(*)::int` }).from(some);
  // What is rare is found by the index of words and sorted afterwards: in the order of time, Postgres would look through everyone.
  const isRare = wanted.search !== "" && counted!.count <= mostCounted;
  const rows = await queries
    .select({ ...columns, time: sql<string>`to_char(${users.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` })
    .from(users)
    .where(and(matching, wanted.after && isAfter(wanted.after)))
    .orderBy(desc(isRare ? sql`${users.createdAt} + interval '0'` : users.createdAt), asc(users.id))
    .limit(pageSize + 1);
  const last = rows.length > pageSize ? rows[pageSize - 1]! : undefined;
  return {
    people: rows.slice(0, pageSize).map(personOf),
    next: last && `${last.time}_${last.id}`,
    count: counted!.count,
  };
}

function matches(search: string): SQL | undefined {
  if (!search.trim()) return;
  const patterns = searchPatterns(search);
  return patterns.length > 0 ? and(...patterns.map((pattern) => sql`${words} like ${pattern}`)) : sql`false`;
}

function isAfter({ time, id }: Place): SQL {
  // The first condition is what the index is entered by.
  return sql`${users.createdAt} <= ${time}::timestamptz and (${users.createdAt} < ${time}::timestamptz or ${users.id} > ${id}::uuid)`;
}

/** Somebody as they are now; undefined when there is nobody. */
export async function findPerson(queries: Queries, id: string): Promise<Person | undefined> {
  if (!isUuid(id)) return;
  const [row] = await queries
    .select(columns)
    .from(users)
    .where(and(eq(users.id, id), isThere));
  return row && personOf(row);
}

/** Whom a link in a mail would let in. */
export async function findByLink(queries: Queries, link: string): Promise<Person | undefined> {
  const [row] = await queries
    .select(columns)
    .from(users)
    .innerJoin(oneTimeTokens, eq(oneTimeTokens.userId, users.id))
    .where(and(eq(oneTimeTokens.tokenHash, hashOf(link)), isThere));
  return row && personOf(row);
}

export async function findByEmail(queries: Queries, email: string): Promise<Person | undefined> {
  const [row] = await queries
    .select(columns)
    .from(users)
    .where(and(eq(users.email, email.toLowerCase()), eq(users.isSsoUser, false), isThere));
  return row && personOf(row);
}

/**
 * Whose a request is that comes from an address: the account's that has confirmed it. Whatever fails here, the request must be stored; what is
 * nobody's yet becomes theirs when they look (backend/requests/my-requests.ts).
 */
export async function ownerOf(queries: Queries, email: string): Promise<string | undefined> {
  const person = await within(2000, findByEmail(queries, email)).catch(() => undefined);
  return person?.isConfirmed ? person.id : undefined;
}

/** Somebody, unless the accounts are elsewhere. */
export async function unlessElsewhere(person: Promise<Person | undefined>): Promise<Person | undefined> {
  try {
    return await person;
  } catch (error) {
    if (hasNoAccounts(error)) return;
    throw error;
  }
}

/** Which of some people still have an account. Where the accounts are elsewhere, nobody is known. */
export async function thoseThere(queries: Queries, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  try {
    const found = await queries
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, ids), isThere));
    return new Set(found.map(({ id }) => id));
  } catch (error) {
    if (hasNoAccounts(error)) return new Set();
    throw error;
  }
}

/** The addresses of some people, by their ids. Where the accounts are elsewhere, none is known. */
export async function emailsOf(queries: Queries, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  try {
    const found = await queries
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(inArray(users.id, ids), isThere));
    return new Map(found.map(({ id, email }) => [id, email?.toLowerCase() ?? ""]));
  } catch (error) {
    if (hasNoAccounts(error)) return new Map();
    throw error;
  }
}

/** What else there is to know about a person: how they sign in, when they were here last, and how much they have written. */
export async function readMore(queries: Queries, person: Person) {
  const { id } = person;
  const [providers, factorIds, [sent], [session]] = await Promise.all([
    queries
      .selectDistinct({ provider: identities.provider })
      .from(identities)
      .where(eq(identities.userId, id))
      .orderBy(identities.provider),
    verifiedFactors(queries, id),
    queries
      .select({ count: sql<number>`count(*)::int` })
      .from(requests)
      .where(isFrom(person)),
    queries
      .select({ used: sql<Date | null>`max(coalesce(${sessions.refreshedAt}, ${sessions.createdAt}))`.mapWith(sessions.createdAt) })
      .from(sessions)
      .where(eq(sessions.userId, id)),
  ]);
  return {
    lastUse: session!.used,
    providers: providers.map(({ provider }) => provider),
    hasFactor: factorIds.length > 0,
    requests: sent!.count,
  };
}

export async function verifiedFactors(queries: Queries, userId: string): Promise<string[]> {
  const found = await queries
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, "verified")));
  return found.map(({ id }) => id);
}

/** The administrators, to choose one from. Where the accounts are elsewhere, nobody is known. */
export async function listAdmins(queries: Queries): Promise<{ id: string; email: string; name?: string }[]> {
  try {
    const found = await queries
      .select({ id: users.id, email: users.email, name: sql<string | null>`${users.userMetadata} ->> 'name'` })
      .from(users)
      .where(and(isAdmin, isThere))
      .orderBy(users.email)
      .limit(mostChosenFrom);
    return found.map(({ id, email, name }) => ({ id, email: email ?? "", name: name ?? undefined }));
  } catch (error) {
    if (hasNoAccounts(error)) return [];
    throw error;
  }
}

/** How many administrators who can get in there are besides somebody. */
export async function otherAdmins(queries: Queries, id: string): Promise<number> {
  const [found] = await queries
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .where(and(isAdmin, isThere, ne(users.id, id), sql`${users.emailConfirmedAt} is not null`, sql`${isBanned} is not true`));
  return found!.count;
}

/** Whether the database has no accounts: those of a Supabase project are in its own. */
export function hasNoAccounts(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code === "42P01" || (!!cause && hasNoAccounts(cause));
}
