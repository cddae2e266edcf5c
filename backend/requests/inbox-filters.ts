import * as z from "zod/mini";
import { locales } from "#content/locales.ts";
import { modes, reasons } from "./request.ts";

export const folders = ["new", "in_progress", "won", "lost", "spam"] as const;
export type Folder = (typeof folders)[number];
/** What the list can show: a folder, or all of them. */
export const views = ["all", ...folders] as const;
export type View = (typeof views)[number];

/** A place in the list: when the request came in, in microseconds as the database counts them, and its id. */
const place = z.string().check(z.regex(/^\d{1,16}-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/));
const day = z.iso.date().check(z.regex(/^20/));

/** The states that a request can go to with a reply: there is a text for each. */
export const told = ["in_progress", "won", "lost"] as const;

/** What an address says of the inbox. What makes no sense is as if it were not there. */
const filtersSchema = z.object({
  folder: orNothing(z.enum(views)),
  q: orNothing(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  reason: orNothing(z.enum(reasons)),
  language: orNothing(z.enum(locales)),
  mode: orNothing(z.enum(modes)),
  from: orNothing(day),
  to: orNothing(day),
  /** Who looks after it: an administrator by id. */
  assigned: orNothing(z.union([z.enum(["me", "nobody"]), z.guid()])),
  /** Only what nobody has read since its sender wrote. */
  unread: orNothing(z.literal("yes")),
  /** Whose it is: an account by id. */
  person: orNothing(z.guid()),
  /** From the same address as this request. */
  sender: orNothing(z.guid()),
  /** Older, or newer, than this place. */
  before: orNothing(place),
  after: orNothing(place),
  request: orNothing(z.guid()),
  /** The text that a reply to the open request begins with: that of a move, or a saved one. */
  saved: orNothing(z.union([z.enum(told), z.guid()])),
});

export type Filters = z.output<typeof filtersSchema>;

/** What narrows the list down. */
export const narrowing = ["q", "reason", "language", "mode", "from", "to", "assigned", "unread", "person", "sender"] as const;

export function readFilters(query: URLSearchParams): Filters {
  return filtersSchema.parse(Object.fromEntries(query));
}

export function isNarrowed(filters: Filters): boolean {
  return narrowing.some((name) => filters[name]);
}

/** What is searched is searched in all folders, unless one is named; a request that is opened by a mail comes with its folder. */
export function viewOf(filters: Filters, open?: { state: Folder }): View {
  return filters.folder ?? (isNarrowed(filters) ? "all" : (open?.state ?? "new"));
}

/** The query of the address that shows this: `?folder=won&q=bread`, or nothing. */
export function queryOf(filters: Partial<Filters> & { done?: string }): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

function orNothing<T extends z.ZodMiniType>(schema: T) {
  // oxlint-disable-next-line promise/valid-params -- zod's, not a promise's
  return z.catch(z.optional(schema), undefined);
}
