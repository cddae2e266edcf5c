import { chromium, type Browser, type CDPSession } from "@playwright/test";
import { chromiumArgs, findChromium } from "../scripts/chromium.ts";
import { medianOf } from "./median.ts";
import { atFullSpeed } from "./pace.ts";

type Sent = { requests: number; kib: number; script: number; byType: Record<string, number> };
export type Waking = { asleep: Sent; waking: Sent; awakeAfter: number; firstTap: number };

/** What a page sends before and after the first touch, how long it takes to wake, and how long the first tap takes on a slow phone. */
export async function measureWaking(url: string, runs: number): Promise<Waking> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  try {
    const visits = [];
    for (let run = 0; run < runs; run++) visits.push(await atFullSpeed(`waking of ${url}`, () => visit(browser, url)));
    const taps = [];
    for (let run = 0; run < runs; run++) taps.push(await atFullSpeed(`first tap of ${url}`, () => tap(browser, url)));
    return { ...visits.at(-1)!, awakeAfter: medianOf(visits.map(({ awakeAfter }) => awakeAfter)), firstTap: medianOf(taps) };
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<Omit<Waking, "firstTap">> {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  const count = await countTransfers(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: "networkidle" });
  const asleep = count();
  // From the event itself to React having taken the page over, both by the page's own clock.
  await page.evaluate(() => {
    const marks = window as unknown as { touched?: number; awake?: number };
    addEventListener("pointerover", () => (marks.touched ??= performance.now()), { capture: true, once: true });
    const look = () => {
      if (Object.keys(document.documentElement).some((key) => key.startsWith("__react"))) marks.awake = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.mouse.move(200, 300);
  await page.waitForFunction(() => "awake" in window);
  const awakeAfter = await page.evaluate(() => {
    const { touched, awake } = window as unknown as { touched: number; awake: number };
    return awake - touched;
  });
  await page.waitForLoadState("networkidle");
  const waking = count();
  await context.close();
  return { asleep, waking, awakeAfter };
}

/** The longest an event of the first tap took from the finger to the next frame, with a processor four times slower. */
async function tap(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    const longest = ((window as unknown as { durations: number[] }).durations = [] as number[]);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ((entry as PerformanceEventTiming).interactionId) longest.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(url, { waitUntil: "networkidle" });
  // So slow a processor is still at work on the page.
  await page.waitForTimeout(1000);
  await page.touchscreen.tap(180, 200);
  await page.waitForTimeout(1500);
  const durations = await page.evaluate(() => (window as unknown as { durations: number[] }).durations);
  await context.close();
  // What took less than the observer's threshold is not told.
  return Math.max(16, ...durations);
}

/** Counts what is sent; each call tells what came since the one before. */
async function countTransfers(session: CDPSession): Promise<() => Sent> {
  const types = new Map<string, string>();
  let sent: { type: string; bytes: number }[] = [];
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    sent.push({ type: types.get(requestId) ?? "", bytes: encodedDataLength }),
  );
  await session.send("Network.enable");
  const kib = (items: typeof sent) => items.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  return () => {
    const now = sent;
    sent = [];
    const byType = Object.fromEntries(Object.entries(Object.groupBy(now, ({ type }) => type)).map(([type, items]) => [type, kib(items!)]));
    return { requests: now.length, kib: kib(now), script: byType.Script ?? 0, byType };
  };
}
