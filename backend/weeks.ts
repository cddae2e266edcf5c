import { sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";

/** A week from its Monday, in Galicia: how many requests came, without spam, and how often pages were read. */
export type Week = { monday: string; requests: number; views: number };

export const weeksShown = 12;

/**
 * The last weeks up to this one, the oldest first; those without anything too. Postgres knows how many numbers a series has;
 * of dates it expects a thousand, and compiles the query for them, which takes longer than the query.
 */
export async function readWeeks(queries: Queries, now = new Date()): Promise<Week[]> {
  const { rows } = (await queries.execute(
    sql`
      with this_week as (select date_trunc('week', ${now.toISOString()}::timestamptz at time zone 'Europe/Madrid') as monday)
      select
        to_char(week, 'YYYY-MM-DD') as monday,
        (
          select count(*)::int from public.requests
          where created_at >= week at time zone 'Europe/Madrid'
            and created_at < (week + interval '1 week') at time zone 'Europe/Madrid'
            and state <> 'spam'
        ) as requests,
        (select coalesce(sum(views), 0)::int from public.page_views where day >= week::date and day < week::date + 7) as views
      from this_week, generate_series(0, ${weeksShown - 1}::int) as ago, lateral (select monday - ago * interval '1 week' as week) as weeks
      order by week
    `,
  )) as unknown as { rows: Week[] };
  return rows;
}
