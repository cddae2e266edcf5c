import { count, min, ne } from "drizzle-orm";
import { sessions } from "./auth/schema.ts";
import type { Queries } from "./database/connection.ts";
import { outbox } from "./database/schema.ts";
import { readMailboxTrouble } from "./mail/trouble.ts";

/** What somebody who watches the site wants to know of its database. */
export type Health = {
  mails: Record<"due" | "held" | "failed", number>;
  /** How long the mail that waits longest has been waiting; 0 when none is. */
  oldestMail: number;
  /** Why the mailbox that answers come to cannot be read. */
  mailbox?: string;
  /** Undefined where a Supabase project has the accounts. */
  sessions?: number;
};

export async function readHealth(queries: Queries, hasAccounts: boolean): Promise<Health> {
  const states = await queries
    .select({ state: outbox.state, mails: count(), oldest: min(outbox.createdAt) })
    .from(outbox)
    .where(ne(outbox.state, "sent"))
    .groupBy(outbox.state);
  const oldest = states.find(({ state }) => state === "due")?.oldest;
  return {
    mails: { due: 0, held: 0, failed: 0, ...Object.fromEntries(states.map(({ state, mails }) => [state, mails])) },
    oldestMail: oldest ? Math.max(0, Math.round((Date.now() - oldest.getTime()) / 1000)) : 0,
    mailbox: await readMailboxTrouble(queries),
    sessions: hasAccounts ? await queries.$count(sessions) : undefined,
  };
}
