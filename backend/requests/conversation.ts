import { and, asc, desc, eq, gt, inArray, sql, type SQL } from "drizzle-orm";
import { todaysHashes } from "#backend/address-hashes.ts";
import type { Queries } from "#backend/database/connection.ts";
import { outbox, requestEvents, requests, type FileRow, type RequestState } from "#backend/database/schema.ts";
import { countAttempt, type Limit } from "#backend/rate-limit.ts";
import { done, moveWithin, record, type Actor, type Changed } from "./change-request.ts";
import { areThoseOf, dropFiles, findToSend, isSent, mailAdder, sendFiles } from "./files.ts";

/** Answers that a person may send in an hour: each of them is a mail to the agency. */
const answersPerHour: Limit = { most: 20, seconds: 3600 };

type Reply = {
  id: string;
  /** Empty, where the message is files alone. */
  text: string;
  /** The ids of the files that go with it (files.ts). */
  files?: string[];
  /** The random number that its form gives to it: the same one for as long as it is the same message (app/conversation/drafts.ts). */
  key?: string;
  /** Where the request goes with it. */
  move?: { from: RequestState; to: RequestState };
};

/** Stores what the agency writes to a client, with the move and the mail that go with it: all of it or nothing, and once. */
export async function sendReply(queries: Queries, { id, text, files: ids = [], key, move }: Reply, actor: Actor): Promise<Changed> {
  return queries.transaction(async (transaction) => {
    const request = await lock(transaction, id);
    if (!request) return { outcome: "gone" };
    const files = await findToSend(transaction, id, ids, { fromAgency: true, uploaderId: actor.id });
    if (!files) return { outcome: "files" };
    const known = await findSame(transaction, id, { kind: "reply", text, files, key });
    if (known) {
      // The same words may come again with a move that they did not have.
      if (move?.from === request.state && request.state !== "spam") await moveWithin(transaction, { id, ...move }, actor);
      return done(known);
    }
    if (files.some(isSent)) return { outcome: "files" };
    if (request.state === "spam") return { outcome: "held" };
    if (move) {
      const moved = await moveWithin(transaction, { id, ...move }, actor);
      if (moved.outcome !== "done") return moved;
    }
    const event = await write(transaction, id, { kind: "reply", text, files, key }, actor);
    await transaction
      .update(requests)
      .set({ lastContactAt: sql`now()`, seenAt: sql`coalesce(${requests.seenAt}, now())` })
      .where(eq(requests.id, id));
    return done(event);
  });
}

type Answer = {
  id: string;
  text: string;
  files?: string[];
  key?: string;
  /** Who is signed in; nobody, where it is the link of a mail that opens the conversation. */
  userId?: string;
  /** Where it came by mail: which one it was, what is folded away of it, and whether the agency has it in its own mailbox. */
  mail?: { key: string; rest?: string; isWithAgency: boolean };
};

export type Answered = { outcome: "done" | "gone" | "files" } | { outcome: "limited"; retryAfter: number };

/** Stores what a client answers, and the mail that tells the agency. The request is unread again. */
export async function acceptAnswer(
  queries: Queries,
  { id, text, files: ids = [], key, userId, mail }: Answer,
  limit = answersPerHour,
): Promise<Answered> {
  const [sender] = await queries.select({ email: requests.email }).from(requests).where(eq(requests.id, id));
  if (!sender) return { outcome: "gone" };
  const [person] = await todaysHashes(queries, sender.email.toLowerCase());
  return queries.transaction(async (transaction): Promise<Answered> => {
    const request = await lock(transaction, id);
    if (!request) return { outcome: "gone" };
    const adder = mail ? mailAdder : { fromAgency: false, uploaderId: userId ?? null };
    const files = await findToSend(transaction, id, ids, adder);
    if (!files) return { outcome: "files" };
    // One who writes the same mail again has written it again; the same mail is known by its key.
    const known = mail ? await isTaken(transaction, mail.key) : await findSame(transaction, id, { kind: "answer", text, files, key });
    if (known) return { outcome: "done" };
    if (files.some(isSent)) return { outcome: "files" };
    const retryAfter = await countAttempt(transaction, `answer ${person}`, limit);
    if (retryAfter !== undefined) return { outcome: "limited", retryAfter };
    await write(
      transaction,
      id,
      { kind: "answer", text, files, key, mail },
      { id: userId ?? null, email: request.email, name: request.name },
    );
    await transaction
      .update(requests)
      .set({ lastContactAt: sql`now()`, seenAt: null })
      .where(eq(requests.id, id));
    return { outcome: "done" };
  });
}

/** The links that were mailed open the conversation no more; the next reply brings another one. */
export async function endLinks(queries: Queries, id: string, actor: Actor): Promise<Changed> {
  return queries.transaction(async (transaction) => {
    if (!(await lock(transaction, id))) return { outcome: "gone" };
    await transaction
      .update(requests)
      .set({ linksEndedAt: sql`clock_timestamp()` })
      .where(eq(requests.id, id));
    return done(await record(transaction, { requestId: id, kind: "links_ended" }, actor));
  });
}

/** What a client sees of what happened to their request. Notes are the agency's own: they are not even read. */
export async function readConversation(queries: Queries, requestIds: string[]) {
  const { id, requestId, createdAt, kind, fromState, toState, text, rest, actorName } = requestEvents;
  return queries
    .select({ id, requestId, createdAt, kind, fromState, toState, text, rest, actorName })
    .from(requestEvents)
    .where(and(inArray(requestId, requestIds), inArray(kind, ["reply", "answer", "state"])))
    .orderBy(asc(createdAt), asc(id));
}

export type ConversationRow = Awaited<ReturnType<typeof readConversation>>[number];

/** One at a time: whoever sends a form twice waits for the first one, and finds it. */
async function lock(queries: Queries, id: string) {
  const [request] = await queries.select().from(requests).where(eq(requests.id, id)).for("update");
  return request;
}

type Message = { kind: "reply" | "answer"; text: string; files: FileRow[]; key?: string; mail?: Answer["mail"] };

/**
 * The same message, if it is there: its form was sent twice, or again because nobody heard that it had arrived. It is known by its key, whatever
 * others have written since; and, as not every form keeps its key, by its words, as long as it is the last one.
 */
async function findSame(queries: Queries, id: string, message: Message): Promise<string | undefined> {
  const { files, key } = message;
  const found = [key && (await findMessage(queries, id, eq(requestEvents.id, key))), await findMessage(queries, id, isRecent)];
  for (const one of found) {
    if (!one || one.kind !== message.kind || one.text !== message.text || !(await areThoseOf(queries, one.id, files))) continue;
    // What a form without JavaScript brought a second time is needed once.
    await dropFiles(
      queries,
      files.map((file) => file.id),
    );
    return one.id;
  }
}

const isRecent = gt(requestEvents.createdAt, sql`now() - interval '1 hour'`);

/** The last one of those. */
async function findMessage(queries: Queries, requestId: string, which: SQL) {
  const [last] = await queries
    .select({ id: requestEvents.id, kind: requestEvents.kind, text: requestEvents.text })
    .from(requestEvents)
    .where(and(eq(requestEvents.requestId, requestId), inArray(requestEvents.kind, ["reply", "answer"]), which))
    .orderBy(desc(requestEvents.createdAt))
    .limit(1);
  return last;
}

/** Whether a mail was taken before. */
export async function isTaken(queries: Queries, mailKey: string): Promise<boolean> {
  const [found] = await queries.select({ id: requestEvents.id }).from(requestEvents).where(eq(requestEvents.mailKey, mailKey));
  return !!found;
}

/** A message, its files and its mail. */
async function write(queries: Queries, id: string, { kind, text, files, key, mail }: Message, actor: Actor): Promise<string> {
  const message = { id: await freeId(queries, key), kind, text, rest: mail?.rest, mailKey: mail?.key };
  // After the move, which happens in the same moment.
  const event = await record(queries, { requestId: id, ...message, createdAt: sql`clock_timestamp()` }, actor);
  await sendFiles(queries, files, event);
  if (!mail?.isWithAgency) await queries.insert(outbox).values({ kind, requestId: id, eventId: event });
  return event;
}

/** The key, which the message is found by later; none, if something else has it: the words were changed before they were sent again. */
async function freeId(queries: Queries, key: string | undefined): Promise<string | undefined> {
  if (!key) return;
  const [taken] = await queries.select({ id: requestEvents.id }).from(requestEvents).where(eq(requestEvents.id, key));
  return taken ? undefined : key;
}
