import { and, desc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { mailboxes, outbox } from "#backend/database/schema.ts";
import type { Actor } from "#backend/requests/change-request.ts";

/**
 * The mails that did not leave: how many are tried again, how many were given up, and why the latest of them was refused. And why the mailbox
 * that answers come to cannot be read.
 */
export type MailTrouble = { waiting: number; tried: number; failed: number; reason?: string; mailbox?: string };

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
  const mailbox = await readMailboxTrouble(queries);
  if (counts!.tried + counts!.failed === 0) return { ...counts!, mailbox };
  const [latest] = await queries
    .select({ reason: outbox.lastError })
    .from(outbox)
    .where(and(ne(outbox.state, "sent"), isTroubled))
    .orderBy(sql`${outbox.attemptedAt} desc nulls last`, desc(outbox.createdAt))
    .limit(1);
  return { ...counts!, reason: latest?.reason ?? undefined, mailbox };
}

/** What is wrong with the mailbox; nothing where nobody has tried to read it for a while. */
export async function readMailboxTrouble(queries: Queries): Promise<string | undefined> {
  const isTried = sql`${mailboxes.heldUntil} > now() - interval '10 minutes'`;
  const [found] = await queries
    .select({ trouble: mailboxes.trouble })
    .from(mailboxes)
    .where(and(isNotNull(mailboxes.trouble), isTried));
  return found?.trouble ?? undefined;
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
        insert into public.request_events (request_id, kind, mail, actor_id, actor_email, actor_name)
        select request_id, 'mail_again', kind, ${actor.id}, ${actor.email}, ${actor.name ?? ""} from again where request_id is not null
      )
      select count(*)::int as mails from again`);
    return (answer as unknown as { rows: { mails: number }[] }).rows[0]!.mails;
  });
}
