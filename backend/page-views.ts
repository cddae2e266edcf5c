import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { localeOf, withoutLocale } from "#content/locales.ts";
import type { Queries } from "./database/connection.ts";
import { pageViews } from "./database/schema.ts";
import { writeLater } from "./write-later.ts";

type Header = (name: "user-agent" | "referer" | "host" | "sec-purpose" | "purpose") => string | undefined;

export type PageViews = {
  /** A page of ours was read: its address with the language, and the headers that came with the request. */
  count(path: string, header: Header): void;
  /** Writes down what is not written yet. */
  stop(): Promise<void>;
};

type View = { day: string; path: string; locale: string; referrer: string };

/** Anyone can make up a referring host; so many different ones are remembered in a day. */
const mostReferrers = 300;

const bots =
  /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|pagespeed|curl|wget|python|java\/|go-http|axios|node|undici|scrapy/i;
const days = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" });

/** Counts page views by day, page, language and referring host, with nothing about who reads: no cookie, no address. */
export function countPageViews({ queries, siteUrl, log }: { queries: Queries; siteUrl: string; log: Logger }): PageViews {
  const ownHost = new URL(siteUrl).host;
  let referrers = { day: "", hosts: new Set<string>() };

  function referrerIn(header: Header, day: string): string {
    const host = URL.parse(header("referer") ?? "")?.host.slice(0, 100) ?? "";
    if (!host || host === ownHost || host === header("host")) return "";
    if (referrers.day !== day) referrers = { day, hosts: new Set() };
    if (referrers.hosts.size >= mostReferrers && !referrers.hosts.has(host)) return "";
    referrers.hosts.add(host);
    return host;
  }

  const views = writeLater<View>("page views", (seen) => add(queries, seen), log);
  return {
    count(path, header) {
      const agent = header("user-agent") ?? "";
      // What a browser fetches in advance nobody has read yet.
      if (!agent || bots.test(agent) || /prefetch|prerender/.test(header("sec-purpose") ?? header("purpose") ?? "")) return;
      const day = days.format(new Date());
      views.add({ day, path: withoutLocale(path), locale: localeOf(path), referrer: referrerIn(header, day) });
    },
    stop: views.stop,
  };
}

/** The same page, on the same day and from the same host, is one row. */
async function add(queries: Queries, seen: View[]) {
  const rows = Object.values(Object.groupBy(seen, (view) => JSON.stringify(view))).map((same) => ({ ...same![0]!, views: same!.length }));
  await queries
    .insert(pageViews)
    .values(rows)
    .onConflictDoUpdate({
      target: [pageViews.day, pageViews.path, pageViews.locale, pageViews.referrer],
      set: { views: sql`${pageViews.views} + excluded.views` },
    });
}
