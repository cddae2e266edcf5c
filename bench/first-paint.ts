import { chromium, type Browser } from "@playwright/test";
import { chromiumArgs, findChromium } from "../scripts/chromium.ts";
import { serve } from "./load.ts";
import { medianOf } from "./median.ts";
import { atFullSpeed } from "./pace.ts";
import { slowLine } from "./slow-line.ts";

export type FirstPaint = { fcp: number; ratio: number };

/** A page that cannot be painted earlier on the same line by the same machine. */
export const almostNothing =
  "<!doctype html><html lang=en><title>Nothing</title><meta name=viewport content='width=device-width'><h1>Nothing</h1>";

/**
 * The first contentful paint of pages over a slow line on a new connection, and how it compares with that of a page of almost nothing. They
 * take turns, and each round has its own ratio, because the machine's speed changes from minute to minute.
 */
export async function measureFirstPaint(urls: Record<string, string>, runs: number): Promise<Record<string, FirstPaint>> {
  const nothing = await serve(almostNothing);
  const all = { "(almost nothing)": nothing.url, ...urls };
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  const rounds: Record<string, number>[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      const round: Record<string, number> = {};
      for (const [name, url] of Object.entries(all)) {
        round[name] = await atFullSpeed(`first paint of ${name}`, () => firstPaint(browser, url));
      }
      rounds.push(round);
    }
  } finally {
    await browser.close();
    nothing.stop();
  }
  const of = (name: string) => ({
    fcp: medianOf(rounds.map((round) => round[name]!)),
    ratio: medianOf(rounds.map((round) => round[name]! / round["(almost nothing)"]!)),
  });
  return Object.fromEntries(Object.keys(all).map((name) => [name, of(name)]));
}

async function firstPaint(browser: Browser, url: string): Promise<number> {
  const line = await slowLine(url);
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const { pathname, search } = new URL(url);
    await page.goto(line.url + pathname + search);
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const [paint] = list.getEntriesByName("first-contentful-paint");
            if (paint) resolve(paint.startTime);
          }).observe({ type: "paint", buffered: true });
        }),
    );
  } finally {
    await context.close();
    line.stop();
  }
}

// `node bench/first-paint.ts URL …` measures nothing else.
if (import.meta.main) console.table(await measureFirstPaint(Object.fromEntries(process.argv.slice(2).map((url) => [url, url])), 9));
