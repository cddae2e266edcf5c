import { eq, sql } from "drizzle-orm";
import type { Queries } from "./database/connection.ts";
import { rateLimits } from "./database/schema.ts";

/** What limits are for, by the first word of their keys; those of the accounts are hashed as a whole. */
const kinds = ["answer", "consent", "conversation", "file", "mail"];

/** How often each was reached since the start of this process. */
export const limitsReached = new Map<string, number>([...kinds, "accounts"].map((kind) => [kind, 0]));

function noteReached(key: string) {
  const word = key.split(" ")[0]!;
  const kind = kinds.includes(word) ? word : "accounts";
  limitsReached.set(kind, limitsReached.get(kind)! + 1);
}

export type Limit = { most: number; seconds: number };

/**
 * Counts an attempt, for all copies of the server together. Gives the seconds to wait when there were too many within the time,
 * nothing otherwise. `key` must be a hash where it stands for a person.
 */
export async function countAttempt(queries: Queries, key: string, { most, seconds }: Limit): Promise<number | undefined> {
  // One that begins in the future was begun before the clock was put back.
  const isOver = sql`(${rateLimits.startedAt} <= now() - ${seconds} * interval '1 second' or ${rateLimits.startedAt} > now() + interval '1 minute')`;
  const [counted] = await queries
    .insert(rateLimits)
    .values({ key, count: 1 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        startedAt: sql`case when ${isOver} then now() else ${rateLimits.startedAt} end`,
      },
    })
    .returning({
      count: rateLimits.count,
      wait: sql<number>`greatest(1, ceil(extract(epoch from ${rateLimits.startedAt} - now()) + ${seconds}))::int`,
    });
  if (counted!.count <= most) return;
  noteReached(key);
  return counted!.wait;
}

export async function forgetAttempts(queries: Queries, key: string) {
  await queries.delete(rateLimits).where(eq(rateLimits.key, key));
}
