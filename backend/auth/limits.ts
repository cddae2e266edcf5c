import { sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { AuthError } from "./errors.ts";
import { rateLimits } from "./schema.ts";

export type Limit = { most: number; seconds: number };

/** Counts an attempt; one too many within the time is refused. `key` must be a hash where it stands for a person. */
export async function countAttempt(queries: Queries, key: string, { most, seconds }: Limit, refusal = tooManyRequests) {
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
  if (counted!.count > most) throw refusal(counted!.wait);
}

export function tooManyRequests(wait: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {}, { "Retry-After": String(wait) });
}

export function tooManyMails(wait: number): AuthError {
  return new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${wait} seconds.`,
    {},
    { "Retry-After": String(wait) },
  );
}
