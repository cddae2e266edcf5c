import { eq, sql } from "drizzle-orm";
import type { Queries } from "./database/connection.ts";
import { rateLimits } from "./database/schema.ts";

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
  return counted!.count > most ? counted!.wait : undefined;
}

export async function forgetAttempts(queries: Queries, key: string) {
  await queries.delete(rateLimits).where(eq(rateLimits.key, key));
}
