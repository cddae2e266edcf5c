import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromiumArgs, findChromium } from "../scripts/chromium.ts";
import { freePort } from "../tests/postgres.ts";
import { medianOf } from "./median.ts";
import { atFullSpeed } from "./pace.ts";

export type Scores = {
  performance: number;
  accessibility: number;
  "best-practices": number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  kib: number;
  script: number;
  requests: number;
  /** How fast the machine was meanwhile, by Lighthouse's own measure (benchmarkIndex). */
  machine: number;
};

/** The median of several runs of Lighthouse, each in a browser of its own: simulated throttling, as its web page does. */
export async function runLighthouse(url: string, device: "mobile" | "desktop", runs: number): Promise<Scores> {
  const all: Scores[] = [];
  for (let run = 0; run < runs; run++) all.push(await atFullSpeed(`Lighthouse of ${url}, ${device}`, () => inTheEnd(url, device)));
  return Object.fromEntries(Object.keys(all[0]!).map((key) => [key, medianOf(all.map((one) => one[key as keyof Scores]))])) as Scores;
}

/** Chromium's trace has a gap now and then, and Lighthouse asks to be run again. */
async function inTheEnd(url: string, device: "mobile" | "desktop"): Promise<Scores> {
  for (let left = 3; ; left--) {
    try {
      return await once(url, device);
    } catch (error) {
      if (left === 0) throw error;
      console.error(`Once more: ${error}`);
    }
  }
}

async function once(url: string, device: "mobile" | "desktop"): Promise<Scores> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, { port, logLevel: "error" }, device === "desktop" ? desktopConfig : undefined);
    const { categories, audits, environment, runtimeError } = result!.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    const transfers = (audits["network-requests"]!.details as unknown as { items: { transferSize: number; resourceType?: string }[] })
      .items;
    const bytes = (items: typeof transfers) => items.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
      fcp: value("first-contentful-paint") / 1000,
      lcp: value("largest-contentful-paint") / 1000,
      tbt: value("total-blocking-time"),
      cls: value("cumulative-layout-shift"),
      kib: bytes(transfers),
      script: bytes(transfers.filter(({ resourceType }) => resourceType === "Script")),
      requests: transfers.length,
      machine: environment.benchmarkIndex,
    };
  } finally {
    await browser.close();
  }
}
