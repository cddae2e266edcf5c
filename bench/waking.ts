import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { chromiumArgs, findChromium } from "../scripts/chromium.ts";
import { medianOf } from "./median.ts";
import { atFullSpeed } from "./pace.ts";

type Sent = { requests: number; kib: number; script: number; byType: Record<string, number> };
export type Waking = { asleep: Sent; waking: Sent; awakeAfter: number; firstTap: number; typing: number };

/** What a page sends before and after the first touch, how long it takes to wake, and how long the first tap and keys take on a slow phone. */
export async function measureWaking(url: string, runs: number): Promise<Waking> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  try {
    const visits = [];
    for (let run = 0; run < runs; run++) visits.push(await atFullSpeed(`waking of ${url}`, () => visit(browser, url)));
    const taps = [];
    for (let run = 0; run < runs; run++) taps.push(await atFullSpeed(`first tap of ${url}`, () => tap(browser, url)));
    const keys = [];
    for (let run = 0; run < runs; run++) keys.push(await atFullSpeed(`typing at ${url}`, () => typeText(browser, url)));
    const awakeAfter = medianOf(visits.map((one) => one.awakeAfter));
    return { ...visits.at(-1)!, awakeAfter, firstTap: medianOf(taps), typing: medianOf(keys) };
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<Pick<Waking, "asleep" | "waking" | "awakeAfter">> {
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
function tap(browser: Browser, url: string): Promise<number> {
  return longestEvent(browser, url, async (page) => {
    await page.touchscreen.tap(180, 200);
  });
}

/** The same of the keys of whoever types while React wakes. */
function typeText(browser: Browser, url: string): Promise<number> {
  return longestEvent(browser, url, async (page) => {
    for (const letter of "A bakery that wants a website") {
      await page.keyboard.press(letter === " " ? "Space" : letter);
      await page.waitForTimeout(120);
    }
  });
}

async function longestEvent(browser: Browser, url: string, act: (page: Page) => Promise<void>): Promise<number> {
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
  await act(page);
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
