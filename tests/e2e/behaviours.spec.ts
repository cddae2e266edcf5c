import { agency } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { gl } from "#content/gl/index.ts";
import { hydrated } from "./hydrated.ts";
import { expect, test, type Page } from "./story.ts";

/** The specification's behaviours, on the site with the pages of tests/pages. */

async function open(page: Page, address: string) {
  await page.goto(address);
  await page.mouse.move(200, 400);
  await hydrated(page);
}

async function expectErrorScreen(page: Page, heading: string, message: string) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.locator("pre")).toBeVisible();
  await expect(page.getByRole("button", { name: "Volver al inicio" })).toHaveAttribute("data-track", "error-button-back-home");
}

test.describe("the error screen", () => {
  test("shows a server's error without any of its words, on a page load and inside the browser", async ({ page }) => {
    const response = await page.goto("/gl/test/broken");
    expect(response?.status()).toBe(500);
    await expectErrorScreen(page, "500", "Ha ocurrido un error inesperado");
    await expect(page.getByText("Ha ocurrido un error inesperado")).toHaveAttribute("lang", "es");
    await expect(page.getByText("Algo fallou pola nosa parte")).toBeVisible();
    expect(await page.content()).not.toMatch(/hunter2|postgres|node_modules|\.tsx?:/);

    await open(page, "/test/navigation");
    let answer = "";
    await page.route(/broken\.data/, async (route) => {
      const broken = await route.fetch();
      answer = await broken.text();
      await route.fulfill({ response: broken });
    });
    await page.getByRole("link", { name: "/test/broken" }).click();
    await expectErrorScreen(page, "500", "Ha ocurrido un error inesperado");
    expect(answer).toContain("Unexpected Server Error");
    expect(answer).not.toMatch(/hunter2|postgres/);
  });

  test("shows and logs an error of the browser, while it renders, on mount and in a promise, and leads home", async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (entry) => entry.type() === "error" && logged.push(entry.text()));
    page.on("pageerror", (error) => logged.push(error.message));
    for (const [part, message] of [
      ["render", "Failed while rendering"],
      ["mount", "Failed on mount"],
      ["promise", "Failed in a promise"],
    ] as const) {
      await open(page, "/test/broken-in-browser");
      await page.getByRole("button", { name: part }).click();
      await expectErrorScreen(page, "Error", message);
      expect(logged.join("\n")).toContain(message);
    }
    await page.getByRole("button", { name: "Volver al inicio" }).click();
    await expect(page).toHaveURL(/\d\/\??$/);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Error");
  });

  test("shows an error of a handler too, and is left behind by going on", async ({ page }) => {
    const logged: string[] = [];
    page.on("pageerror", (error) => logged.push(error.message));
    page.on("console", (entry) => entry.type() === "error" && logged.push(entry.text()));
    await open(page, "/test/broken-in-browser");
    await page
      .getByRole("banner")
      .getByRole("link", { name: `${agency.name}, home page` })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(en.home.hero.heading);
    await page.goBack();
    await page.getByRole("button", { name: "handler" }).click();
    await expectErrorScreen(page, "Error", "Failed in a handler");
    await expect.poll(() => logged.join("\n")).toContain("Failed in a handler");
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(en.home.hero.heading);
  });

  test("shows and logs an error while the app starts", async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (entry) => entry.type() === "error" && logged.push(entry.text()));
    await page.route("/es/login", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace("streamController.enqueue(", "streamController.enqueue('garbage' + ");
      await route.fulfill({ response, body });
    });
    await page.goto("/es/login");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error");
    await expect(page.getByText("Algo ha fallado por nuestra parte")).toBeVisible();
    await expect(page.getByRole("button", { name: "Volver al inicio" })).toBeVisible();
    expect(logged.length).toBeGreaterThan(0);
  });
});

// On a page load: tests/http/endpoints.test.ts.
test(
  "inside the browser too: a page's own validity check, an unknown address, a route rule, and data that fails in passing",
  { tag: "@deep" },
  async ({ page }) => {
    const response = await page.goto("/test/invalid?valid=yes");
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { name: "Valid" })).toBeVisible();
    expect((await page.goto("/es/test/invalid"))?.status()).toBe(404);
    await expectErrorScreen(page, "404", "Page Not Found");

    await open(page, "/test/navigation");
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole("link", { name: "/test/invalid" }).click();
    await expectErrorScreen(page, "404", "Page Not Found");
    await page.goBack();
    await page.getByRole("link", { name: "/nope" }).click();
    await expectErrorScreen(page, "404", "Page not found");
    await expect(page).toHaveTitle(`Page not found · ${agency.name}`);
    await page.goBack();
    let asked = 0;
    await page.route(/slow\.data/, (route) => (++asked < 3 ? route.fulfill({ status: 503, body: "" }) : route.continue()));
    await page.getByRole("link", { name: "/test/slow?ms=100", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Slow" })).toBeVisible();
    expect(asked).toBe(3);
    await page.goBack();
    await page.getByRole("link", { name: "/index-old" }).click();
    await expect(page).toHaveURL("/?from=here");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(en.home.hero.heading);
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  },
);

test("a client-only page is left out by the server and rendered fresh in the browser", async ({ page, request }) => {
  expect(await (await request.get("/test/client-only")).text()).not.toContain("pixels");
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (entry) => entry.type() !== "info" && complaints.push(entry.text()));
  await page.setViewportSize({ width: 999, height: 700 });
  await page.goto("/test/client-only");
  await expect(page.getByRole("heading", { name: "Window of 999 pixels" })).toBeVisible();
  expect(complaints).toEqual([]);
});

/** Keeps the slow page away until the test has looked. */
async function hold(page: Page) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(/slow\.data/, async (route) => {
    await promise;
    await route.continue();
  });
  return release;
}

test("the loading bar appears after 200 ms of a navigation, 3 px high and announced, moves for 2000 ms, and stands still under reduced motion", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await open(page, "/test/navigation");
  await page.clock.pauseAt(Date.now() + 60_000);
  const release = await hold(page);
  const asked = page.waitForRequest(/slow\.data/);
  await page.getByRole("link", { name: "/test/slow?ms=1500" }).click();
  await asked;
  const bar = page.locator(".loading-bar");
  await page.clock.runFor(190);
  await expect(bar).not.toBeAttached();
  await page.clock.runFor(20);
  await expect(bar).toHaveCSS("height", "3px");
  await expect(bar).toHaveCSS("animation-duration", "2s");
  await expect(bar).toHaveCSS("z-index", "1100");
  await expect(page.getByRole("status").filter({ hasText: "Loading the page" })).toBeAttached();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(bar).toHaveCSS("animation-name", "none");
  await page.clock.resume();
  release();
  await expect(page.getByRole("heading", { name: "Slow" })).toBeVisible();
  await expect(bar).not.toBeAttached();
});

test("a button ripples for 0.4 s, its flag goes after 401 ms, and it is disabled while loading", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await open(page, "/test/navigation");
  const button = page.getByRole("button", { name: "Save" });
  await button.hover();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.down();
  expect(await button.locator(".ripple").evaluate((element) => getComputedStyle(element).animationDuration)).toBe("0.4s");
  await page.mouse.up();
  await page.clock.runFor(400);
  await expect(button).toHaveAttribute("data-active");
  await page.clock.runFor(1);
  await expect(button).not.toHaveAttribute("data-active");
  // The page's own time before it loads.
  await page.clock.runFor(600);
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("aria-busy", "true");
});

/** How long a source of icons may take is one test's matter; in the others it has all the time. */
async function withPatience(page: Page) {
  await page.addInitScript(() => (AbortSignal.timeout = () => new AbortController().signal));
}

test.describe("icons", () => {
  const publicApi = "https://api.iconify.design/**";

  test("are inlined by the server; others come from the site in one request, then from the public API, else a placeholder stands", async ({
    page,
    request,
  }) => {
    expect(await (await request.get("/test/icons")).text()).toMatch(/<svg data-icon="lucide:compass"[^>]*><(g|path|circle)/);
    await withPatience(page);
    const asked: string[] = [];
    page.on("request", (sent) => asked.push(sent.url()));
    await page.route(publicApi, (route) =>
      route.request().url().includes("/ph.json")
        ? route.fulfill({
            json: { prefix: "ph", width: 256, height: 256, icons: { lighthouse: { body: '<path d="M1 1h9"/>' } } },
            headers: { "Access-Control-Allow-Origin": "*" },
          })
        : route.fulfill({ status: 404, body: "404" }),
    );
    await open(page, "/test/icons");
    await expect(page.getByRole("img", { name: "compass" }).locator("circle, path").first()).toBeAttached();
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((url) => url.includes("icons/"))).toEqual([]);

    // Another one is asked for while these are on their way.
    const { promise: areAsked, resolve: release } = Promise.withResolvers<void>();
    await page.route(/lucide\.json\?icons=anchor/, async (route) => {
      await areAsked;
      await route.continue();
    });
    await page.getByRole("button", { name: "more" }).click();
    await page.getByRole("button", { name: "another" }).click();
    release();
    for (const name of ["lucide:anchor", "lucide:waves", "lucide:ship"]) await expect(page.locator(`[data-icon="${name}"]`)).toBeVisible();
    await expect(page.locator('[data-icon="ph:lighthouse"]')).toHaveAttribute("viewBox", "0 0 256 256");
    await expect(page.getByRole("img", { name: "lucide:no-such-icon" }).locator("rect")).toBeAttached();
    const icons = asked.filter((url) => url.includes(".json?icons="));
    expect(icons.filter((url) => /\/api\/icons\/lucide\.json.*anchor/.test(url))).toHaveLength(1);
    expect(icons.filter((url) => url.startsWith("https://api.iconify.design/lucide.json?icons=no-such-icon"))).toHaveLength(1);
  });

  test("keep their placeholder when both sources hang, after 1500 ms each", async ({ page }) => {
    await page.route(/icons=/, () => {});
    await open(page, "/test/icons");
    const asked = page.waitForRequest(/api\.iconify\.design\/lucide/);
    const start = Date.now();
    await page.getByRole("button", { name: "more" }).click();
    await asked;
    expect(Date.now() - start).toBeGreaterThanOrEqual(1450);
    await expect(page.getByRole("img", { name: "lucide:anchor" }).locator("rect")).toBeAttached();
  });
});

test.describe("a newer build", () => {
  const newer = { id: "newer", timestamp: Date.now() };

  test("is looked for when the tab is seen again, takes no form away, and makes the next navigation a page load", async ({ page }) => {
    await page.route("/builds/latest.json", (route) => route.fulfill({ json: newer }));
    await open(page, "/test/form");
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("status").getByText(en.shell.newBuild.text)).toBeVisible();
    await page.getByLabel("Name").fill("Ana");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("Hello, Ana")).toBeVisible();
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
    await page.getByRole("button", { name: "Later" }).click();
    await page.getByRole("contentinfo").getByRole("link", { name: en.shell.footer.privacy }).click();
    await expect(page).toHaveURL(/politica-privacidad/);
    await expect.poll(() => page.evaluate(() => "sameDocument" in window).catch(() => true)).toBe(false);
  });

  test("is looked for every hour; the same build changes nothing", async ({ page }) => {
    await page.clock.install();
    await open(page, "/test/navigation");
    const [, response] = await Promise.all([page.clock.fastForward("01:00:01"), page.waitForResponse("/builds/latest.json")]);
    expect(await response.json()).toMatchObject({ id: expect.any(String), timestamp: expect.any(Number) });
    await expect(page.getByText(en.shell.newBuild.text)).not.toBeAttached();
    await page.route("/builds/latest.json", (route) => route.fulfill({ json: newer }));
    await page.clock.fastForward("01:00:01");
    await page.clock.runFor(2000);
    await expect(page.getByText(en.shell.newBuild.text)).toBeVisible();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.evaluate(() => history.replaceState(history.state, "", "#content"));
    await page.getByRole("button", { name: "Reload" }).click();
    // While one document takes the place of the other there is none to ask.
    await expect.poll(() => page.evaluate(() => "sameDocument" in window).catch(() => true)).toBe(false);
  });
});

test.describe("a chunk that fails to load", () => {
  test("reloads the page once; within 10 s or without a connection the error screen shows instead, later it reloads again", async ({
    page,
  }) => {
    const now = Date.now();
    await page.clock.setFixedTime(now);
    const reloadedBefore = (ms: number) => page.evaluate((time) => sessionStorage.setItem("reloaded", String(time)), now - ms);
    await page.route(/assets\/contact-/, (route) => route.abort());
    await open(page, "/test/navigation");
    let loads = 0;
    page.on("load", () => loads++);
    const follow = () => page.getByRole("main").getByRole("link", { name: "/contact" }).click();
    await follow();
    await expect.poll(() => loads).toBe(1);
    await hydrated(page);
    await reloadedBefore(9999);
    await follow();
    await expectErrorScreen(page, "Error", "A part of the page could not be loaded.");
    expect(loads).toBe(1);
    await open(page, "/test/navigation");
    await reloadedBefore(10_000);
    await follow();
    await expect.poll(() => loads).toBe(3);

    // Without a connection nothing is reloaded.
    await page.route(/latest\.json/, (route) => route.abort());
    await hydrated(page);
    await reloadedBefore(10_000);
    await follow();
    await expectErrorScreen(page, "Error", "A part of the page could not be loaded.");
    expect(loads).toBe(3);
  });

  test("at waking, with a newer build on the server, reloads the page once", async ({ page }) => {
    await page.route(/assets\/entry/, (route) => route.abort());
    await page.route("/builds/latest.json", (route) => route.fulfill({ json: { id: "newer", timestamp: 1 } }));
    let loads = 0;
    page.on("load", () => loads++);
    await page.goto("/gl");
    await page.mouse.move(200, 400);
    await expect.poll(() => loads).toBe(2);
    const looked = page.waitForResponse("/builds/latest.json");
    await page.mouse.move(300, 300);
    await (await looked).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    expect(loads).toBe(2);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(gl.home.hero.heading);
  });

  test("at waking, for any other reason, leaves the page and what was typed as they are", async ({ page }) => {
    await page.route(/assets\/entry/, (route) => route.abort());
    let loads = 0;
    page.on("load", () => loads++);
    await page.goto("/test/form");
    const looked = page.waitForResponse("/builds/latest.json");
    await page.getByLabel("Name").pressSequentially("Uxía");
    await (await looked).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    await expect(page.getByLabel("Name")).toHaveValue("Uxía");
    expect(loads).toBe(1);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("Hello, Uxía")).toBeVisible();
  });

  test("that a page can do without, leaves the page and what was typed as they are", async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem("reloaded", String(Date.now())));
    const lost: string[] = [];
    await page.route(/assets\/(browser-client|password-strength)-/, (route) => {
      lost.push(/assets\/(.*)-/.exec(route.request().url())![1]!);
      return route.abort();
    });
    await page.goto("/register");
    const { name, password } = en.account.register;
    await page.getByLabel(name).fill("Uxía");
    await hydrated(page);
    await page.getByLabel(password).pressSequentially("a few words");
    await expect.poll(() => new Set(lost).size).toBe(2);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await expect(page.getByLabel(name)).toHaveValue("Uxía", { timeout: 1000 });
    await expect(page.getByLabel(password)).toHaveValue("a few words");
  });
});
