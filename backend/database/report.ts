import { and, asc, count, desc, eq, inArray, min } from "drizzle-orm";
import type { Queries } from "./connection.ts";
import { outbox, requestEvents, requests } from "./schema.ts";

/** The newest requests with the state of their mails, and the outbox as a whole; times as text. */
export type Report = Awaited<ReturnType<typeof readReport>>;

export async function readReport(queries: Queries, limit: number) {
  const newest = await queries.select().from(requests).orderBy(desc(requests.createdAt)).limit(limit);
  const ids = newest.map(({ id }) => id);
  const mails = await queries.select().from(outbox).where(inArray(outbox.requestId, ids));
  const messages = await queries
    .select()
    .from(requestEvents)
    .where(and(inArray(requestEvents.requestId, ids), inArray(requestEvents.kind, ["reply", "answer"])))
    .orderBy(asc(requestEvents.createdAt));
  const states = await queries.select({ state: outbox.state, count: count() }).from(outbox).groupBy(outbox.state);
  const [next] = await queries
    .select({ dueAt: min(outbox.dueAt) })
    .from(outbox)
    .where(eq(outbox.state, "due"));
  const [oldest] = await queries
    .select({ createdAt: outbox.createdAt, lastError: outbox.lastError })
    .from(outbox)
    .where(eq(outbox.state, "due"))
    .orderBy(asc(outbox.createdAt))
    .limit(1);
  return {
    requests: newest.map(
      ({
        submissionKey: _k,
        contentHash: _c,
        messageHash: _m,
        addressHash: _a,
        userId: _u,
        seenAt: _s,
        assigneeId: _i,
        assigneeEmail: _e,
        linksEndedAt: _l,
        ...request
      }) => ({
        ...request,
        createdAt: request.createdAt.toISOString(),
        lastContactAt: request.lastContactAt.toISOString(),
        mails: mails
          .filter((mail) => mail.requestId === request.id)
          .map(({ kind, state, attempts, lastError }) => ({ kind, state, attempts, lastError })),
        messages: messages
          .filter(({ requestId }) => requestId === request.id)
          .map(({ createdAt, kind, actorEmail, text }) => ({ at: createdAt.toISOString(), kind, from: actorEmail, text: text! })),
      }),
    ),
    outbox: {
      due: 0,
      held: 0,
      sent: 0,
      failed: 0,
      ...Object.fromEntries(states.map(({ state, count: mailCount }) => [state, mailCount])),
      next: next?.dueAt?.toISOString() ?? null,
      /** The mail that waits longest, and why. */
      oldest: oldest ? { since: oldest.createdAt.toISOString(), lastError: oldest.lastError } : null,
    },
  };
}
