import { sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";

/** How many days back the figures go. A year is told in weeks. */
export const spans = [7, 30, 90, 365] as const;
export type Span = (typeof spans)[number];

/** A day, or a week from its Monday, in Galicia: how often pages were read, and how many requests came, without spam. */
export type Step = { from: string; views: number; requests: number };

/** How often pages were read under one name: of a page, a language or a referring host; in all, and step by step. */
export type Share = { name: string; views: number; steps: number[] };

export type Figures = {
  isByWeek: boolean;
  steps: Step[];
  views: number;
  requests: number;
  /** As many days before. */
  before: { views: number; requests: number };
  by: Record<Side, { shares: Share[]; others: number }>;
};

const sides = ["path", "locale", "referrer"] as const;
export type Side = (typeof sides)[number];

/** Anyone can make up a referring host; the most frequent are shown by name. */
const mostShares = 20;

const madrid = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" });

/** What was read and what came in, up to today; days without anything too. */
export async function readFigures(queries: Queries, span: Span, now = new Date()): Promise<Figures> {
  const isByWeek = span === 365;
  const today = madrid.format(now);
  const first = isByWeek ? mondayOf(addDays(today, -51 * 7)) : addDays(today, 1 - span);
  const starts: string[] = [];
  for (let day = first; day <= today; day = addDays(day, isByWeek ? 7 : 1)) starts.push(day);
  const earlier = addDays(first, -daysBetween(first, today) - 1);
  const stepOf = (day: string) => starts.indexOf(isByWeek ? mondayOf(day) : day);

  const [days, path, locale, referrer] = await Promise.all([
    readDays(queries, earlier, today),
    ...sides.map((side) => readSide(queries, side, first, today)),
  ]);
  const steps = starts.map((from) => ({ from, views: 0, requests: 0 }));
  const before = { views: 0, requests: 0 };
  for (const { day, views, requests } of days) {
    const into = day < first ? before : steps[stepOf(day)]!;
    into.views += views;
    into.requests += requests;
  }
  const views = steps.reduce((sum, step) => sum + step.views, 0);
  return {
    isByWeek,
    steps,
    views,
    requests: steps.reduce((sum, step) => sum + step.requests, 0),
    before,
    by: { path: sharesOf(path!), locale: sharesOf(locale!), referrer: sharesOf(referrer!) },
  };

  function sharesOf(found: Awaited<ReturnType<typeof readSide>>): { shares: Share[]; others: number } {
    const shares = found.map(({ name, views: all, days: byDay }) => {
      const line = starts.map(() => 0);
      for (const [day, count] of Object.entries(byDay)) line[stepOf(day)]! += count;
      return { name, views: all, steps: line };
    });
    return { shares, others: views - shares.reduce((sum, share) => sum + share.views, 0) };
  }
}

async function readDays(queries: Queries, first: string, last: string): Promise<{ day: string; views: number; requests: number }[]> {
  const { rows } = (await queries.execute(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(views)::int as views, sum(requests)::int as requests
    from (
      select day, views, 0 as requests from public.page_views where day between ${first}::date and ${last}::date
      union all
      select (created_at at time zone 'Europe/Madrid')::date, 0, 1 from public.requests
      where created_at >= ${first}::timestamp at time zone 'Europe/Madrid'
        and created_at < (${last}::timestamp + interval '1 day') at time zone 'Europe/Madrid'
        and state <> 'spam'
    ) as counted
    group by day
  `)) as unknown as { rows: { day: string; views: number; requests: number }[] };
  return rows;
}

type Found = { name: string; views: number; days: Record<string, number> };

async function readSide(queries: Queries, side: Side, first: string, last: string): Promise<Found[]> {
  const { rows } = (await queries.execute(sql`
    select name, sum(views)::int as views, json_object_agg(day, views) as days
    from (
      select ${sql.identifier(side)} as name, to_char(day, 'YYYY-MM-DD') as day, sum(views)::int as views
      from public.page_views where day between ${first}::date and ${last}::date
      group by 1, page_views.day
    ) as counted
    group by name
    order by 2 desc, name
    limit ${mostShares}
  `)) as unknown as { rows: Found[] };
  return rows;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000;
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}
