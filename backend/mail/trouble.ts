import { and, desc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { outbox } from "#backend/database/schema.ts";
import type { Actor } from "#backend/requests/change-request.ts";

/** The mails that did not leave: how many are tried again, how many were given up, and why the latest of them was refused. */
export type MailTrouble = { waiting: number; tried: number; failed: number; reason?: string };

const isTroubled = or(eq(outbox.state, "failed"), and(eq(outbox.state, "due"), isNotNull(outbox.lastError)));

export async function readMailTrouble(queries: Queries): Promise<MailTrouble> {
  const [counts] = await queries
    .select({
      waiting: countOf(eq(outbox.state, "due")),
      tried: countOf(and(eq(outbox.state, "due"), isNotNull(outbox.lastError))),
      failed: countOf(eq(outbox.state, "failed")),
    })
    .from(outbox)
    .where(ne(outbox.state, "sent"));
  if (counts!.tried + counts!.failed === 0) return counts!;
  const [latest] = await queries
    .select({ reason: outbox.lastError })
    .from(outbox)
    .where(and(ne(outbox.state, "sent"), isTroubled))
    .orderBy(sql`${outbox.attemptedAt} desc nulls last`, desc(outbox.createdAt))
    .limit(1);
  return { ...counts!, reason: latest?.reason ?? undefined };
}

function countOf(condition: ReturnType<typeof and>) {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}

/** Makes all of them due now; gives how many. It stands in the history of their requests. */
export async function sendTroubledAgain(queries: Queries, actor: Actor): Promise<number> {
  return queries.transaction(async (transaction) => {
    // Whoever waited for a link has asked for another one long ago: this one is over.
    await transaction.delete(outbox).where(and(eq(outbox.state, "failed"), sql`${outbox.payload} ? 'tokenId'`));
    const answer = await transaction.execute(sql`
      with again as (
        update public.outbox set state = 'due', due_at = now()
        where state <> 'sent' and ${isTroubled}
        returning request_id, kind
      ), noted as (
        insert into public.request_events (request_id, kind, mail, actor_id, actor_email)
        select request_id, 'mail_again', kind, ${actor.id}, ${actor.email} from again where request_id is not null
      )
      select count(*)::int as mails from again`);
    return (answer as unknown as { rows: { mails: number }[] }).rows[0]!.mails;
  });
}
