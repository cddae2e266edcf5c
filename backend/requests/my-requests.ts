import type { User } from "@supabase/supabase-js";
import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { requestEvents, requestFiles, requests } from "#backend/database/schema.ts";
import { readConversation } from "./conversation.ts";
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
  await tieRequestsOf(queries, senderOf(user));
}

export async function tieRequestsOf(queries: Queries, sender: Sender) {
  const theirs = isFromAddressOf(sender);
  if (theirs) await queries.update(requests).set({ userId: sender.id }).where(theirs);
}

/** Whoever deletes their account leaves their requests behind, and nothing that tells whose account it was. What they never sent goes. */
export async function untieRequests(queries: Queries, userId: string) {
  await queries.update(requests).set({ userId: null }).where(eq(requests.userId, userId));
  await queries.delete(requestFiles).where(and(isNull(requestFiles.eventId), eq(requestFiles.uploaderId, userId)));
  await queries
    .update(requestEvents)
    .set({ actorId: null })
    .where(and(eq(requestEvents.kind, "answer"), eq(requestEvents.actorId, userId)));
}

/** One of them, if it is theirs. */
export async function readMyRequest(queries: Queries, user: User, id: string) {
  const [request] = await queries
    .select()
    .from(requests)
    .where(and(eq(requests.id, id), isTheirs(user)));
  return request;
}

/** Whether files went with any of their conversations. */
export async function haveFiles(queries: Queries, user: User): Promise<boolean> {
  const [found] = await queries
    .select({ id: requestFiles.id })
    .from(requestFiles)
    .innerJoin(requests, eq(requests.id, requestFiles.requestId))
    .where(and(isNotNull(requestFiles.eventId), isTheirs(user)))
    .limit(1);
  return !!found;
}

/** The newest, with the latest that was written about each. */
export async function readMyRequests(queries: Queries, user: User, limit: number) {
  const { id, createdAt, state, reason, message } = requests;
  const newest = await queries
    .select({ id, createdAt, state, reason, message })
    .from(requests)
    .where(isTheirs(user))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  const written = await readConversation(
    queries,
    newest.map((request) => request.id),
  );
  return newest.map((request) => {
    const events = written.filter(({ requestId, ...event }) => requestId === request.id && isShown(event));
    const messages = events.filter(({ kind }) => kind !== "state");
    const happened = 1 + events.length;
    return { ...request, reference: referenceOf(request), messages: 1 + messages.length, happened, latest: messages.at(-1) };
  });
}

/** That something looked like spam to us for a while says nothing to its sender. */
function isShown({ kind, fromState, toState }: { kind: string; fromState: string | null; toState: string | null }): boolean {
  return kind !== "state" || !isWaiting(fromState) || !isWaiting(toState);
}

function isWaiting(state: string | null): boolean {
  return state === "new" || state === "spam";
}
