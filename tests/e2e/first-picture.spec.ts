import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { locales, localePath } from "#content/locales.ts";
import { startServer } from "../server.ts";
import { hydrated } from "./hydrated.ts";
import { changesOf, looks } from "./looks.ts";

test.use({ storageState: { cookies: [], origins: [] } });

test("the home page arrives in one round trip: ten packets, headers included", async () => {
  const server = await startServer({ SITE_URL: "https://abrente.example" });
  for (const locale of locales) expect(await bytesOf(server.url + localePath(locale, "/")), locale).toBeLessThanOrEqual(10 * 1460);
  await server.stop();
});

/** All that a browser on its first visit is sent. */
async function bytesOf(address: string): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { "Accept-Encoding": "gzip, deflate, br", "Accept-Language": "en" } }, resolve).on("error", reject);
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-encoding"]).toBe("br");
  let bytes = "HTTP/1.1 200 OK\r\n\r\n".length;
  for (const part of response.rawHeaders) bytes += part.length + 2;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

/** Holds the stylesheet back until it is let go. */
async function holdStyles(page: Page) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/assets/styles-*.css", async (route) => {
    await promise;
    await route.continue();
  });
  return letGo;
}

/** What is drawn by touch, by movement or not at all need not be there. */
const undrawn = /^(transition|cursor|accent-color|scroll-|tab-size|-webkit-tap-highlight)/;

for (const width of [360, 1280]) {
  test(`what is seen first looks as it does with all styles, and nothing moves when they come (${width} px)`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    await noteMoves(page);
    const letGo = await holdStyles(page);
    await page.goto("/gl", { waitUntil: "commit" });
    await page.waitForFunction(() => document.fonts.check("700 1rem Piazzolla") && document.fonts.size > 2);
    const first = "header, header *, #top, #top *, #cookies, #cookies *";
    const before = await looks(page, first, undrawn);
    expect(before.length).toBeGreaterThan(100);
    expect(await drawing(page)).toEqual(["hidden"]);

    letGo();
    await expect(page.locator("html")).not.toHaveAttribute("data-sheet");
    expect(await drawing(page)).not.toContain("hidden");
    await page.evaluate(() => document.querySelector("style")!.remove());
    const after = await looks(page, first, undrawn);
    expect(changesOf(before, after)).toEqual([]);
    expect(await movesOf(page)).toEqual([]);
  });
}

/** How far things have moved by themselves. */
async function noteMoves(page: Page) {
  await page.addInitScript(() => {
    const moves: number[] = [];
    Object.assign(window, { moves });
    const note = (list: PerformanceObserverEntryList) =>
      moves.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
  });
}

async function movesOf(page: Page) {
  return page.evaluate(() => (window as unknown as { moves: number[] }).moves);
}

test("a page that arrives in pieces does not move", async ({ page, baseURL }) => {
  const whole = await fetch(`${baseURL}/gl`);
  const html = await whole.text();
  const cut = html.indexOf('href="/gl#offer"');
  const arrived = Promise.withResolvers<void>();
  const slow = createServer(async ({ url }, answer) => {
    if (url !== "/gl") return answer.writeHead(404).end();
    answer.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": whole.headers.get("content-security-policy")!,
    });
    answer.write(html.slice(0, cut));
    await arrived.promise;
    answer.end(html.slice(cut));
  }).listen(0);
  await once(slow, "listening");
  await noteMoves(page);
  await page.goto(`http://localhost:${(slow.address() as AddressInfo).port}/gl`, { waitUntil: "commit" });
  await expect(page.locator("header > div > a")).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);

  arrived.resolve();
  await expect(page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Oferta" })).toBeVisible();
  await page.waitForLoadState();
  expect(await movesOf(page)).toEqual([]);
  slow.close().closeAllConnections();
});

/** How the parts below are drawn, each way once. */
async function drawing(page: Page) {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll(".later, footer")];
    return [...new Set(parts.map((part) => getComputedStyle(part).contentVisibility))];
  });
}

test("without its styles, what is further down can be read all the same", async ({ page }) => {
  await page.route("**/assets/styles-*.css", (route) => route.abort());
  await page.goto("/gl");
  await expect(page.locator("html")).not.toHaveAttribute("data-sheet");
  await page.locator("#services h2").scrollIntoViewIfNeeded();
  await expect(page.locator("#services h2")).toBeInViewport();
  expect(await drawing(page)).not.toContain("hidden");
});

for (const width of [360, 1280]) {
  test(`a link to a place further down leads there, though its styles come later (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const letGo = await holdStyles(page);
    await page.goto("/gl", { waitUntil: "domcontentloaded" });
    await page.locator("#top").getByRole("link", { name: "Ver a oferta" }).click();
    await expect(page).toHaveURL("/gl#offer");
    expect(await drawing(page)).toEqual(["hidden"]);

    letGo();
    await expect(page.locator("html")).not.toHaveAttribute("data-sheet");
    await hydrated(page);
    await staysAt(page, "#offer");
  });
}

test("a link to a place of the home page leads there from a page that has just woken", async ({ page }) => {
  await page.goto("/gl/legal/aviso-legal");
  await page.mouse.move(100, 300);
  await page.evaluate(async () => {
    while (!document.querySelector("link[rel=manifest]")) await new Promise(requestAnimationFrame);
    document.querySelector<HTMLAnchorElement>("nav a[href='/gl#offer']")!.click();
  });
  await expect(page).toHaveURL("/gl#offer");
  await staysAt(page, "#offer");
});

test("what is further down is drawn by itself, and stays where it is while it is seen", async ({ page }) => {
  const letGo = await holdStyles(page);
  await page.goto("/gl", { waitUntil: "domcontentloaded" });
  letGo();
  // As early as can be: most of what is above has never been drawn.
  const places = await page.evaluate(async () => {
    const root = document.documentElement;
    while ("sheet" in root.dataset) await new Promise(requestAnimationFrame);
    const button = document.querySelector("#offer [data-track=request-offer]")!;
    button.scrollIntoView({ block: "center" });
    const seen = [];
    while ("fresh" in root.dataset) {
      seen.push(Math.round(button.getBoundingClientRect().top));
      await new Promise(requestAnimationFrame);
    }
    return [...seen, Math.round(button.getBoundingClientRect().top)];
  });
  expect(Math.max(...places) - Math.min(...places), places.join()).toBeLessThan(3);
  expect(await page.locator("script[type='asleep/plan']").count()).toBe(1);
});

/** The place is right below the header, and is still there after a while. */
async function staysAt(page: Page, selector: string) {
  await expect(page.locator(selector)).toBeVisible();
  const distance = () =>
    page.evaluate((place) => {
      const [header, part] = ["header", place].map((name) => document.querySelector(name)!.getBoundingClientRect());
      return part!.top - header!.bottom;
    }, selector);
  await expect.poll(distance).toBeLessThan(40);
  await page.waitForTimeout(700);
  expect(await distance()).toBeGreaterThanOrEqual(-1);
  expect(await distance()).toBeLessThan(40);
}

test("a browser that says nothing of its first picture has all styles too", async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto("/gl");
  await expect(page.locator("html")).not.toHaveAttribute("data-sheet");
  expect(await drawing(page)).not.toContain("hidden");
});

for (const [who, address, comesBack] of [
  ["comes to a place further down", "/gl#offer", false],
  ["comes back", "/gl", true],
] as const) {
  test(`who ${who} sees no picture before all styles are there`, async ({ page }) => {
    if (comesBack) {
      await page.goto(address);
      await page.evaluate(() => scrollTo(0, 2000));
    }
    await page.route("**/assets/styles-*.css", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    if (comesBack) await page.reload();
    else await page.goto(address);
    const { picture, styles } = await page.evaluate(async () => {
      const [paint] = await new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntriesByName("first-contentful-paint"))).observe({
          type: "paint",
          buffered: true,
        });
      });
      const file = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".css")) as PerformanceResourceTiming;
      return { picture: paint!.startTime, styles: file.responseEnd };
    });
    expect(picture).toBeGreaterThanOrEqual(styles);
    expect(await drawing(page)).toEqual(["visible"]);
    if (comesBack) await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
    else await expect(page.locator("#offer h2")).toBeInViewport();
  });
}

test("without JavaScript all styles are there from the start", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL });
  await page.goto("/gl");
  expect(await drawing(page)).toEqual(["visible"]);
  const list = page.locator(".service-list dt").first();
  await expect(list).toHaveCSS("font-weight", "600");
  await page.close();
});
