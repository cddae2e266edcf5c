import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { localeOf, withoutLocale } from "#content/locales.ts";
import type { Queries } from "./database/connection.ts";
import { pageViews } from "./database/schema.ts";

type Header = (name: "user-agent" | "referer" | "host" | "sec-purpose" | "purpose") => string | undefined;

export type PageViews = {
  /** A page of ours was read: its address with the language, and the headers that came with the request. */
  count(path: string, header: Header): void;
  /** Writes down what is not written yet. */
  stop(): Promise<void>;
};

/** How often what was counted is written down: a page view costs no write of its own. */
const interval = 10_000;
const most = 1000;
/** Anyone can make up a referring host; so many different ones are remembered in a day. */
const mostReferrers = 300;

const bots =
  /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|pagespeed|curl|wget|python|java\/|go-http|axios|node|undici|scrapy/i;
const days = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" });

/** Counts page views by day, page, language and referring host, with nothing about who reads: no cookie, no address. */
export function countPageViews({ queries, siteUrl, log }: { queries: Queries; siteUrl: string; log: Logger }): PageViews {
  const ownHost = new URL(siteUrl).host;
  let counted = new Map<string, number>();
  let referrers = { day: "", hosts: new Set<string>() };
  let writing = Promise.resolve();

  function referrerIn(header: Header, day: string): string {
    const host = URL.parse(header("referer") ?? "")?.host.slice(0, 100) ?? "";
    if (!host || host === ownHost || host === header("host")) return "";
    if (referrers.day !== day) referrers = { day, hosts: new Set() };
    if (referrers.hosts.size >= mostReferrers && !referrers.hosts.has(host)) return "";
    referrers.hosts.add(host);
    return host;
  }

  async function write() {
    const batches = [...counted];
    counted = new Map();
    // A statement has room for so many values only.
    for (let start = 0; start < batches.length; start += most) {
      const batch = batches.slice(start, start + most);
      try {
        await add(batch);
      } catch (error) {
        log.error({ err: error }, "page views could not be written down; they are kept for the next time");
        for (const [key, views] of batch) counted.set(key, (counted.get(key) ?? 0) + views);
      }
    }
  }

  async function add(batch: [string, number][]) {
    const rows = batch.map(([key, views]) => {
      const [day, path, locale, referrer] = JSON.parse(key) as [string, string, string, string];
      return { day, path, locale, referrer, views };
    });
    await queries
      .insert(pageViews)
      .values(rows)
      .onConflictDoUpdate({
        target: [pageViews.day, pageViews.path, pageViews.locale, pageViews.referrer],
        set: { views: sql`${pageViews.views} + excluded.views` },
      });
  }

  const timer = setInterval(() => (writing = writing.then(write)), interval);
  return {
    count(path, header) {
      const agent = header("user-agent") ?? "";
      // What a browser fetches in advance nobody has read yet.
      if (!agent || bots.test(agent) || /prefetch|prerender/.test(header("sec-purpose") ?? header("purpose") ?? "")) return;
      const day = days.format(new Date());
      const key = JSON.stringify([day, withoutLocale(path), localeOf(path), referrerIn(header, day)]);
      counted.set(key, (counted.get(key) ?? 0) + 1);
    },
    async stop() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
