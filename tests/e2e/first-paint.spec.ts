import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, test, type Page } from "./story.ts";
import { hydrated } from "./hydrated.ts";
import { changesSince, countOf, headingsHaveTheirFace, looks } from "./looks.ts";

test.use({ storageState: { cookies: [], origins: [] } });

/** What a server may send on a new connection before it hears from the browser: ten packets. */
const firstFlight = 10 * 1460;

/** An answer as a browser on its first visit is sent it, and how many bytes its headers have. */
async function answerOf(address: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { "Accept-Encoding": "gzip, deflate, br", "Accept-Language": "en" } }, resolve).on("error", reject);
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-encoding"]).toBe("br");
  const ends = "HTTP/1.1 200 OK\r\n\r\n".length;
  const headerBytes = response.rawHeaders.reduce((sum, part) => sum + part.length + 2, ends);
  return { body: await buffer(response), headers: response.headers, headerBytes };
}

/** Serves the Galician home page, whose second part is held back until it is let go. */
async function serveInTwo(whole: { body: Buffer; headers: Record<string, unknown> }, cut: number) {
  const rest = Promise.withResolvers<void>();
  const server = createServer(async ({ url }, answer) => {
    if (url !== "/gl") return answer.writeHead(404).end();
    for (const name of ["content-type", "content-encoding", "content-security-policy"]) {
      if (whole.headers[name]) answer.setHeader(name, whole.headers[name] as string);
    }
    answer.write(whole.body.subarray(0, cut));
    await rest.promise;
    answer.end(whole.body.subarray(cut));
  }).listen(0);
  await once(server, "listening");
  const address = `http://localhost:${(server.address() as AddressInfo).port}/gl`;
  return { address, letGo: rest.resolve, stop: () => server.close().closeAllConnections() };
}

async function painted(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
}

for (const width of [360, 1280]) {
  test(`the first screen is painted while the rest of the page is on its way, and stays as it is (${width} px)`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const whole = await answerOf(`${baseURL}/gl`);
    const slow = await serveInTwo(whole, firstFlight - whole.headerBytes);
    await page.addInitScript(noteMovesFromNow);
    await page.goto(slow.address, { waitUntil: "commit" });
    await painted(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    await expect(page.locator("#top svg[role=img]")).toBeInViewport();
    await expect(page.locator("#cookies")).toBeInViewport();
    await expect(page.locator("footer")).toHaveCount(0);

    slow.letGo();
    await page.waitForLoadState();
    await expect(page.locator("footer")).toBeAttached();
    expect(await movesOf(page)).toEqual([]);
    slow.stop();
  });
}

test("a page that arrives in pieces does not move, wherever it is cut: in the header, in the banner", async ({ page, baseURL }) => {
  const response = await fetch(`${baseURL}/gl`);
  const body = Buffer.from(await response.arrayBuffer());
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": response.headers.get("content-security-policy"),
  };
  await page.addInitScript(noteMovesFromNow);
  for (const [place, width, half, isShown] of [
    ['href="/gl#offer"', 1280, "header > div > a", true],
    // Half a banner is none.
    ['name="choice"', 360, "#cookies", false],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    const slow = await serveInTwo({ body, headers }, body.indexOf(place));
    await page.goto(slow.address, { waitUntil: "commit" });
    await expect(page.locator(half).first()).toBeAttached();
    await expect(page.locator(half).first()).toBeVisible({ visible: isShown });
    if (isShown) await painted(page);
    slow.letGo();
    await page.waitForLoadState();
    await expect(page.locator("#cookies")).toBeInViewport();
    expect(await movesOf(page), place).toEqual([]);
    slow.stop();
  }
});

/** In the page: notes how far things move by themselves. */
function noteMovesFromNow() {
  const moves: number[] = [];
  Object.assign(window, { moves });
  const note = (list: PerformanceObserverEntryList) =>
    moves.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value));
  new PerformanceObserver(note).observe({ type: "layout-shift" });
}

async function movesOf(page: Page) {
  return page.evaluate(() => (window as unknown as { moves: number[] }).moves);
}

/** Holds the file of all styles back until it is let go. */
async function holdStyles(page: Page) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/assets/styles-*.css", async (route) => {
    await promise;
    await route.continue();
  });
  return letGo;
}

/** Wakes the page, and touches nothing that would look otherwise then. */
async function wake(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event("wheel")));
}

for (const width of [360, 1280]) {
  const inDepth = width === 360 ? { tag: "@deep" } : {};
  test(`nothing changes or moves while a page wakes, though the file of all styles is late (${width} px)`, inDepth, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const letGo = await holdStyles(page);
    await page.goto("/gl", { waitUntil: "networkidle" });
    await headingsHaveTheirFace(page);
    await page.evaluate(noteMovesFromNow);
    await page.evaluate(() => document.querySelector("#process")!.scrollIntoView());
    const parts = "#top, #top *, #process, #process *, #offer, #offer *, footer, footer *";
    const before = await looks(page, parts);
    expect(await countOf(before)).toBeGreaterThan(130);

    const asked = page.waitForRequest("**/assets/styles-*.css");
    await wake(page);
    await asked;
    await page.waitForTimeout(400);
    expect(await changesSince(before, page, parts)).toEqual([]);
    await expect(page.locator("link[rel=manifest]")).toHaveCount(0);

    letGo();
    await hydrated(page);
    expect(await changesSince(before, page, parts)).toEqual([]);
    expect(await movesOf(page)).toEqual([]);
  });

  test(`a link to a place further down leads there while the page wakes (${width} px)`, inDepth, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const letGo = await holdStyles(page);
    await page.goto("/gl", { waitUntil: "domcontentloaded" });
    await page.locator("#top").getByRole("link", { name: "Ver a oferta" }).click();
    await expect(page).toHaveURL("/gl#offer");
    await staysAt(page, "#offer");
    letGo();
    await hydrated(page);
    await staysAt(page, "#offer");
  });
}

test("a page whose file of all styles never comes wakes, and looks as it did", async ({ page }) => {
  await page.route("**/assets/styles-*.css", (route) => route.abort());
  await page.goto("/gl/contact", { waitUntil: "networkidle" });
  await headingsHaveTheirFace(page);
  // Not what the sleeping form keeps hidden: React takes it away.
  const shown = "main :not([role=alert], [role=alert] *)";
  const before = await looks(page, shown);
  await wake(page);
  await hydrated(page);
  // React adds the count of the message's letters.
  await page.locator("[data-count]").evaluate((count) => count.remove());
  expect(await changesSince(before, page, shown)).toEqual([]);
});

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

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an address with a place leads there, and every section is drawn with its styles", async ({ page }) => {
      const files: string[] = [];
      page.on("request", (request) => files.push(request.resourceType()));
      await page.goto("/gl#offer", { waitUntil: "networkidle" });
      await expect(page.locator("#offer h2")).toBeInViewport();
      expect(files).not.toContain("stylesheet");
      for (const section of await page.locator("main > section, footer").all()) {
        expect((await section.boundingBox())!.height).toBeGreaterThan(200);
        expect(await section.innerText()).not.toBe("");
      }
      await expect(page.locator("#services dt").first()).toHaveCSS("font-weight", "700");
    });
  });
}

test("who reloads further down is there again at once", async ({ page }) => {
  await page.goto("/gl", { waitUntil: "networkidle" });
  await page.evaluate(() => scrollTo(0, 2000));
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
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

test("a browser that says nothing of its first paint has the face of the headings too", async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto("/gl");
  await headingsHaveTheirFace(page);
});
