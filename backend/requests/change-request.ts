import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import type { Queries } from "#backend/database/connection.ts";
import { mailKinds, outbox, requestEvents, requests, type MailRow, type RequestMail, type RequestState } from "#backend/database/schema.ts";

/** Who does something; a client who came by the link of a mail has no id. */
export type Actor = { id: string | null; email: string; name?: string };

/** What became of a change. Whoever reads the page may have been overtaken by somebody else. */
export type Changed =
  | { outcome: "done"; event: string }
  | { outcome: "gone" }
  | { outcome: "conflict"; state: RequestState }
  /** It was given to somebody else, or to nobody. */
  | { outcome: "taken"; by: string | null }
  /** The mail is on its way at this moment, or belongs to a request in the spam folder; or files that should go with it are not there. */
  | { outcome: "busy" | "held" | "files" };

type Move = {
  id: string;
  from: RequestState;
  to: RequestState;
  /** For the team alone. */
  note?: string;
};

/** Moves a request to another folder, with a note if there is one, unless it is not where it was. */
export async function changeState(queries: Queries, move: Move, actor: Actor): Promise<Changed> {
  return queries.transaction((transaction) => moveWithin(transaction, move, actor));
}

/** The same, within a transaction that does more. */
export async function moveWithin(transaction: Queries, { id, from, to, note }: Move, actor: Actor): Promise<Changed> {
  const [moved] = await transaction
    .update(requests)
    // Spam is no contact: it is deleted when its time has come. Whoever moves a request has read it.
    .set({ state: to, seenAt: sql`coalesce(${requests.seenAt}, now())`, ...(to !== "spam" && { lastContactAt: sql`now()` }) })
    .where(and(eq(requests.id, id), eq(requests.state, from)))
    .returning({ id: requests.id });
  if (!moved) {
    const [present] = await transaction.select({ state: requests.state }).from(requests).where(eq(requests.id, id));
    return present ? { outcome: "conflict", state: present.state } : { outcome: "gone" };
  }
  const toSender = and(eq(outbox.requestId, id), inArray(outbox.kind, ["receipt", "reply"]));
  if (from === "spam") {
    await transaction
      .update(outbox)
      .set({ state: "due", dueAt: sql`now()` })
      .where(and(toSender, eq(outbox.state, "held")));
  } else if (to === "spam") {
    await transaction
      .update(outbox)
      .set({ state: "held" })
      .where(and(toSender, eq(outbox.state, "due"), eq(outbox.attempts, 0)));
  }
  return done(await record(transaction, { requestId: id, kind: "state", fromState: from, toState: to, note }, actor));
}

export type Assignee = { id: string; email: string };

/** Gives a request to an administrator, or to nobody, unless somebody else has it by now than whoever asks has seen. */
export async function assignRequest(
  queries: Queries,
  { id, to, from }: { id: string; to: Assignee | null; from?: string | null },
  actor: Actor,
): Promise<Changed> {
  return queries.transaction(async (transaction) => {
    const [present] = await transaction
      .select({ assigneeId: requests.assigneeId, assigneeEmail: requests.assigneeEmail })
      .from(requests)
      .where(eq(requests.id, id))
      .for("update");
    if (!present) return { outcome: "gone" };
    if (from !== undefined && from !== present.assigneeId) return { outcome: "taken", by: present.assigneeEmail };
    const assignee = { assigneeId: to?.id ?? null, assigneeEmail: to?.email ?? null };
    await transaction.update(requests).set(assignee).where(eq(requests.id, id));
    return done(await record(transaction, { requestId: id, kind: "assigned", assigneeEmail: assignee.assigneeEmail }, actor));
  });
}

export async function addNote(queries: Queries, id: string, note: string, actor: Actor): Promise<Changed> {
  return queries.transaction(async (transaction) => {
    const [found] = await transaction
      .update(requests)
      .set({ lastContactAt: sql`now()` })
      .where(eq(requests.id, id))
      .returning({ id: requests.id });
    if (!found) return { outcome: "gone" };
    return done(await record(transaction, { requestId: id, kind: "note", note }, actor));
  });
}

/** Sends a mail of a request again: now if it still waits or was given up, as a new one if it was sent. */
export async function sendAgain(queries: Queries, id: string, mailId: string, actor: Actor): Promise<Changed> {
  return queries.transaction(async (transaction) => {
    // One at a time: two clicks must not make two mails.
    const [request] = await transaction.select({ state: requests.state }).from(requests).where(eq(requests.id, id)).for("update");
    const [asked] = await transaction
      .select({ kind: outbox.kind, eventId: outbox.eventId })
      .from(outbox)
      .where(and(eq(outbox.id, mailId), eq(outbox.requestId, id), inArray(outbox.kind, mailKinds)));
    if (!request || !asked) return { outcome: "gone" };
    const { eventId } = asked;
    const kind = asked.kind as RequestMail;
    // The latest of its kind, or of its message: one that is sent may have a successor that still waits.
    const [mail] = await transaction
      .select({ id: outbox.id, state: outbox.state, isTaken })
      .from(outbox)
      .where(and(eq(outbox.requestId, id), eq(outbox.kind, kind), eventId ? eq(outbox.eventId, eventId) : undefined))
      .orderBy(desc(outbox.createdAt))
      .limit(1)
      .for("update");
    if (goesToSender(kind) && request.state === "spam") return { outcome: "held" };
    if (mail!.isTaken) return { outcome: "busy" };
    if (mail!.state === "sent") {
      // The id makes the Message-ID: a mailbox would take a second mail with the same one for the first.
      await transaction.insert(outbox).values({ kind, requestId: id, eventId });
    } else {
      await transaction
        .update(outbox)
        .set({ state: "due", dueAt: sql`now()` })
        .where(eq(outbox.id, mail!.id));
    }
    return done(await record(transaction, { requestId: id, kind: "mail_again", mail: kind }, actor));
  });
}

/**
 * Erases a request, with everything that happened to it and its mails, for whoever wants to be forgotten. Gives the ids of the mails, which
 * may be files too. The proof of its consents is kept as long as the law asks.
 */
export async function eraseRequest(queries: Queries, id: string): Promise<{ mails: string[] } | { outcome: "gone" | "busy" }> {
  return queries.transaction(async (transaction) => {
    const [found] = await transaction.select({ id: requests.id }).from(requests).where(eq(requests.id, id)).for("update");
    if (!found) return { outcome: "gone" };
    const mails = await transaction.select({ id: outbox.id, isTaken }).from(outbox).where(eq(outbox.requestId, id)).for("update");
    if (mails.some((mail) => mail.isTaken)) return { outcome: "busy" };
    await transaction.delete(requests).where(eq(requests.id, id));
    return { mails: mails.map((mail) => mail.id) };
  });
}

/** Whether the outbox has taken a mail and has not said yet how it went. To make it due now would send it twice. */
const isTaken = sql<boolean>`${outbox.state} = 'due' and ${outbox.attempts} > 0 and ${outbox.lastError} is null and ${outbox.dueAt} > now()`;

/** The same, of a mail that was read. */
export function isOnItsWay({ state, attempts, lastError, dueAt }: MailRow, now = new Date()): boolean {
  return state === "due" && attempts > 0 && lastError === null && dueAt > now;
}

/** Mails to whoever wrote to us; the others go to the agency. */
export function goesToSender(kind: MailRow["kind"]): boolean {
  return kind === "receipt" || kind === "reply";
}

type NewEvent = Omit<PgInsertValue<typeof requestEvents>, "actorId" | "actorEmail" | "actorName">;

/** Writes down what happened; gives the id of it. */
export async function record(queries: Queries, event: NewEvent, actor: Actor) {
  const [stored] = await queries
    .insert(requestEvents)
    .values({ ...event, actorId: actor.id, actorEmail: actor.email, actorName: actor.name ?? "" })
    .returning({ id: requestEvents.id });
  // What is written down is found by the search.
  const words = event.note ?? event.text;
  if (words) await queries.execute(sql`update requests set noted = noted || ${` ${words as string}`} where id = ${event.requestId}`);
  return stored!.id;
}

export function done(event: string): Changed {
  return { outcome: "done", event };
}
