import sharp from "sharp";
import { es } from "#content/es/index.ts";
import { locales, localePath } from "#content/locales.ts";
import { headingsHaveTheirFace } from "./looks.ts";
import { expect, test, type Request } from "./story.ts";

test("the ten sections stand in the specification's order, each under a heading", async ({ page }) => {
  await page.goto("/gl");
  const order = await page
    .locator("main > section, footer")
    .evaluateAll((all) => all.map((one) => one.id || one.tagName.toLowerCase() + (one.getAttribute("aria-labelledby") ?? "")));
  expect(order).toEqual([
    "top",
    "about",
    "sectionexperience-heading",
    "services",
    "sectiontoolkit-heading",
    "process",
    "offer",
    "sectiontestimonials-heading",
    "contact",
    "footer",
  ]);
  const levels = await page.locator("h1, h2, h3").evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
  expect(levels[0]).toBe(1);
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0), `heading ${index}`).toBeLessThanOrEqual(1);
});

test("the hero's buttons and the navigation, from every page, lead below the sticky header, and the navigation marks the section", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const nav = page.getByRole("navigation", { name: "Principal" });
  const header = page.getByRole("banner");
  const landed = async (id: string) => {
    await expect(page).toHaveURL(`/es#${id}`);
    const { height } = (await header.boundingBox())!;
    await expect.poll(async () => (await page.locator(`#${id}`).boundingBox())!.y, { message: id }).toBeGreaterThanOrEqual(height - 1);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  };
  await page.goto("/es/legal/aviso-legal");
  const entry = (id: keyof typeof es.shell.nav) => nav.getByRole("link", { name: es.shell.nav[id], exact: true });
  await entry("services").click();
  await landed("services");
  for (const id of ["process", "offer", "contact", "services"] as const) {
    await entry(id).click();
    await landed(id);
    await expect(entry(id)).toHaveAttribute("aria-current", "location");
  }
  // As far as where two sections meet, and back.
  for (const [y, id] of [
    [-100, "process"],
    [-4, "offer"],
    [-100, "process"],
  ] as const) {
    await page.evaluate((into) => {
      const border = document.getElementById("offer")!.getBoundingClientRect().top + scrollY;
      scrollTo({ top: border - Math.floor(innerHeight * 0.45) + into, behavior: "instant" });
    }, y);
    await expect(entry(id)).toHaveAttribute("aria-current", "location");
  }
  await entry("home").click();
  await expect(page).toHaveURL("/es#top");
  await expect(page.locator("#top")).toBeInViewport();
  for (const [track, id] of [
    ["view-offer", "offer"],
    ["explore-solutions", "services"],
  ] as const) {
    await page.locator(`#top [data-track=${track}]`).click();
    await landed(id);
  }
});

test("a first visit stays within its budget: 32 KiB of HTML, 30 KiB of fonts, no script, 4 requests, nothing moves", async ({
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // Who comes for the first time is asked about cookies.
  await context.clearCookies();
  let requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  const sizeOf = async (type: string) => {
    const sizes = await Promise.all(requests.filter((request) => request.resourceType() === type).map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const locale of locales) {
    requests = [];
    await page.goto(localePath(locale, "/"), { waitUntil: "networkidle" });
    await headingsHaveTheirFace(page);
    // The visitor's own figures: no file weighs more than all of them, and nothing moves for the sentence.
    const figures = page.locator(".proof[data-measured] > :last-child");
    await figures.scrollIntoViewIfNeeded();
    await expect(figures).toBeVisible();
    const [seconds, size] = (await figures.innerText()).match(/[\d.,]+\d|\d+/g)!;
    expect(Number(seconds!.replace(",", "."))).toBeGreaterThan(0);
    expect(Number(size)).toBeGreaterThan(20);
    expect(Number(size)).toBeLessThanOrEqual(60);
    const html = await sizeOf("document");
    expect(html).toBeGreaterThan(10 * 1024);
    expect(html).toBeLessThanOrEqual(32 * 1024);
    expect(await sizeOf("font")).toBeLessThanOrEqual(30 * 1024);
    expect(requests.filter((request) => request.resourceType() === "script")).toEqual([]);
    expect(requests.length).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.005);
  }
});

test("the face of the headings is asked for after the first paint, at once within the site, and without JavaScript too", async ({
  page,
  browser,
}) => {
  /** When the face was asked for, and when there was something to see. */
  const times = async () => {
    const found = await page.waitForFunction(() => {
      const face = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".woff2"));
      const [picture] = performance.getEntriesByName("first-contentful-paint");
      return face && picture && { face: face.startTime, picture: picture.startTime };
    });
    return (await found.jsonValue())!;
  };
  await page.goto("/");
  const first = await times();
  expect(first.face).toBeGreaterThan(first.picture);
  // Asleep, a link is a page load.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("footer a[href*=aviso-legal]")!.click());
  await page.waitForURL("**/legal/aviso-legal");
  const second = await times();
  expect(second.face).toBeLessThan(second.picture);

  const without = await browser.newPage({ javaScriptEnabled: false });
  const asked = without.waitForRequest(/\.woff2$/);
  await without.goto("/");
  await asked;
  await without.close();
});

test("the face of the headings is for all that should be set in it, and nothing else is laid out again when it is there", async ({
  page,
  browser,
}) => {
  for (const path of ["/", "/contact?mode=requestOffer", "/legal/aviso-legal", "/login"]) {
    await page.goto(path);
    await headingsHaveTheirFace(page);
    expect(await page.evaluate(inStandIn), path).toEqual([]);
  }

  const { promise: isQuiet, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await isQuiet;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  // The figures of the visit come last.
  await page.locator(".proof[data-measured]").waitFor();
  expect(await page.evaluate(inStandIn)).toContainEqual(expect.stringMatching(/^H1/));
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  letGo();
  await headingsHaveTheirFace(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  type Layout = { name: string; args: { beginData?: { dirtyObjects: number; totalObjects: number } } };
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Layout[] };
  const layouts = traceEvents.flatMap(({ name, args: { beginData } }) => (name === "Layout" && beginData ? beginData : []));
  // The browser keeps empty pages of its own, which count for nothing here.
  const all = Math.max(...layouts.map(({ totalObjects }) => totalObjects));
  const again = layouts.reduce((sum, { dirtyObjects }) => sum + dirtyObjects, 0);
  expect(all).toBeGreaterThan(1000);
  expect(again / all).toBeGreaterThan(0.1);
  expect(again / all).toBeLessThan(0.5);
});

/** In the page: what is set in the stand-in of the headings' face. */
function inStandIn() {
  return [...document.querySelectorAll("body, body *")].flatMap((element) =>
    [null, "::before", "::after"].flatMap((pseudo) => {
      const { fontFamily } = getComputedStyle(element, pseudo);
      return fontFamily.startsWith('"Piazzolla Times"') ? `${element.tagName} ${element.getAttribute("class")}${pseudo ?? ""}` : [];
    }),
  );
}

test("text at 200 % keeps everything within the page, on a phone too", { tag: "@deep" }, async ({ page }) => {
  for (const address of ["/", "/es", "/gl", "/gl/contact", "/es/login"]) {
    await page.goto(address);
    for (const width of [640, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width} px`).toBe(width);
    }
  }
});

test(
  "letters grow with the window; at every width the marks of the toolkit stand alike and the questions on the columns of the page",
  { tag: "@deep" },
  async ({ page }) => {
    await page.goto("/es");
    for (const width of [360, 640, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const isAbove = await page
        .locator(".stone-wall li")
        .evaluateAll((all) =>
          all.map((one) => one.lastElementChild!.getBoundingClientRect().top >= one.firstElementChild!.getBoundingClientRect().bottom),
        );
      expect(isAbove).toHaveLength(12);
      expect(new Set(isAbove).size, `${width} px`).toBe(1);
      const [toolkit, questions] = await page
        .locator("section:has(.stone-wall) > .columns, #questions")
        .evaluateAll((all) => all.map((one) => getComputedStyle(one)).map((style) => [style.gridTemplateColumns, style.columnGap]));
      expect(questions, `${width} px`).toEqual(toolkit);
      const letters = await page.locator("body").evaluate((body) => parseFloat(getComputedStyle(body).fontSize));
      expect(letters, `${width} px`).toBeCloseTo(Math.min(Math.max(16, 15.2 + 0.0017 * width), 18), 1);
    }
  },
);

test("no line shows where sections meet, on a screen whose pixels are no whole ones", { tag: "@deep" }, async ({ browser, baseURL }) => {
  const scale = 2.75;
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 393, height: 800 },
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto("/es");
  for (const section of ["#top", "#process", "#contact"]) {
    const edge = await page.locator(section).evaluate((element) => {
      document.documentElement.style.scrollBehavior = "auto";
      document.getElementById("cookies")?.remove();
      scrollTo(0, element.getBoundingClientRect().bottom + scrollY - 400);
      return element.getBoundingClientRect().bottom;
    });
    const { data, info } = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colourAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    const lines = [-2, -1, 0, 1, 2]
      .map((offset) => Math.round(edge * scale) + offset)
      .filter((y) =>
        [100, 500, 900].every((x) => Math.min(apart(colourAt(x, y), colourAt(x, y - 3)), apart(colourAt(x, y), colourAt(x, y + 3))) > 5),
      );
    expect(lines, section).toEqual([]);
  }
  await context.close();
});

function apart(a: number[], b: number[]): number {
  return Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));
}
