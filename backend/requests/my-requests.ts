import type { User } from "@supabase/supabase-js";
import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { requestEvents, requests } from "#backend/database/schema.ts";
import { referenceOf } from "./reference.ts";

/** Whoever may have sent requests. */
export type Sender = { id: string; email?: string; isConfirmed: boolean };

/** The requests that are somebody's: sent while signed in, or from the address that they have confirmed, unless it was another's then. */
export function isFrom(sender: Sender) {
  return or(eq(requests.userId, sender.id), isFromAddressOf(sender));
}

function isFromAddressOf({ email, isConfirmed }: Sender) {
  return isConfirmed && email ? and(isNull(requests.userId), eq(sql`lower(${requests.email})`, email.toLowerCase())) : undefined;
}

export function isTheirs(user: User) {
  return isFrom(senderOf(user));
}

function senderOf({ id, email, email_confirmed_at: confirmed }: User): Sender {
  return { id, email, isConfirmed: !!confirmed };
}

/** What came from the address that somebody has confirmed is theirs, and stays so whatever address they have later. */
export async function tieRequests(queries: Queries, user: User) {
  const theirs = isFromAddressOf(senderOf(user));
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
