import type { User } from "@supabase/supabase-js";
import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { requestEvents, requests } from "#backend/database/schema.ts";
import { referenceOf } from "./reference.ts";

/** The requests that are this person's: sent while signed in, or from the address that they have confirmed, unless it was another's then. */
export function isTheirs(user: User) {
  return or(eq(requests.userId, user.id), isFromAddressOf(user));
}

function isFromAddressOf({ email, email_confirmed_at: confirmed }: User) {
  return confirmed && email ? and(isNull(requests.userId), eq(sql`lower(${requests.email})`, email.toLowerCase())) : undefined;
}

/** What came from the address that somebody has confirmed is theirs, and stays so whatever address they have later. */
export async function tieRequests(queries: Queries, user: User) {
  const theirs = isFromAddressOf(user);
  if (theirs) await queries.update(requests).set({ userId: user.id }).where(theirs);
}

/** The newest, with what happened to each. Notes are the agency's own. */
export async function readMyRequests(queries: Queries, user: User, limit: number) {
  const { id, createdAt, state, reason, message } = requests;
  const newest = await queries
    .select({ id, createdAt, state, reason, message })
    .from(requests)
    .where(isTheirs(user))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  const events = await queries
    .select({ requestId: requestEvents.requestId, at: requestEvents.createdAt, state: requestEvents.toState })
    .from(requestEvents)
    .where(
      and(
        eq(requestEvents.kind, "state"),
        inArray(
          requestEvents.requestId,
          newest.map((request) => request.id),
        ),
      ),
    )
    .orderBy(asc(requestEvents.createdAt));
  return newest.map((request) => ({
    ...request,
    reference: referenceOf(request),
    events: events.filter(({ requestId }) => requestId === request.id).map(({ at, state: became }) => ({ at, state: became! })),
  }));
}
