import { expect, type BrowserContext, type Page } from "@playwright/test";
import { storage, tagStorage, type StoredThing } from "#app/consent/storage.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import { localePath, locales } from "#app/i18n/locales.ts";
import { freePort } from "../postgres.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { formIn, someone } from "./contact-form.ts";
import { test as base } from "./own-server.ts";
import { paths } from "./site.ts";
import { startTagServer, type Told } from "./tag-server.ts";

/** A site with tags, and what they were told. One for all tests of a worker. */
const test = base.extend<object, { tagged: { url: string; told: Told[]; loads: () => number } }>({
  tagged: [
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const { startServer } = await import("../server.ts");
      const tags = await startTagServer();
      const port = String(await freePort());
      const server = await startServer({ PORT: port, GTM_ID: "GTM-TEST123", GTM_URL: tags.url });
      await use({ ...tags, url: `http://localhost:${port}` });
      await server.stop();
      tags.stop();
    },
    { scope: "worker" },
  ],
});
// Nobody has chosen anything yet.
test.use({ storageState: { cookies: [], origins: [] } });

const text = en.consent;
const banner = (page: Page, name = text.heading) => page.getByRole("region", { name, exact: true });

async function consentCookie(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === "consent");
  return cookie && { ...cookie, letters: cookie.value.split("_")[1]! };
}

async function awake(page: Page) {
  await page.mouse.move(200, 200);
  await page.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith("__react")));
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    for (const [choice, letters] of [
      ["accept", "fsmu"],
      ["reject", ""],
    ] as const) {
      test(`${choice} all is one press, and holds for 180 days`, async ({ page, context }) => {
        await page.goto("/contact");
        await expect(banner(page)).toBeVisible();
        await page.getByRole("button", { name: text[choice] }).click();
        await expect(banner(page)).toBeHidden();
        await expect(page).toHaveURL("/contact");
        const cookie = (await consentCookie(context))!;
        expect(cookie).toMatchObject({ letters, path: "/", sameSite: "Lax", httpOnly: false });
        expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(180);
        await page.goto("/legal/aviso-legal");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(banner(page)).toBeHidden();
      });
    }

    test("a choice by category, asked for again from the footer and from the policy", async ({ page, context }) => {
      await page.goto("/legal/politica-cookies");
      await banner(page).getByText(text.choose, { exact: true }).click();
      await expect(page.getByLabel(text.categories.necessary.name, { exact: true })).toBeDisabled();
      for (const category of ["functional", "statistic", "marketing", "unclassified"] as const) {
        await expect(page.getByLabel(text.categories[category].name, { exact: true })).not.toBeChecked();
      }
      await page.getByLabel(text.categories.statistic.name, { exact: true }).check();
      await page.getByRole("button", { name: text.save }).click();
      await expect(banner(page)).toBeHidden();
      expect((await consentCookie(context))!.letters).toBe("s");

      for (const place of ["main", "footer"]) {
        await page.locator(place).getByRole("link", { name: en.shell.footer.cookieSettings }).click();
        await expect(banner(page)).toBeVisible();
        if (javaScriptEnabled) await expect(page.getByLabel(text.categories.statistic.name, { exact: true })).toBeChecked();
        await page.getByRole("button", { name: text.reject }).click();
        await expect(banner(page)).toBeHidden();
        expect((await consentCookie(context))!.letters).toBe("");
        if (javaScriptEnabled) {
          await page.locator(place).getByRole("link", { name: en.shell.footer.cookieSettings }).click();
          await page.getByLabel(text.categories.statistic.name, { exact: true }).check();
          await page.getByRole("button", { name: text.save }).click();
        }
      }
    });

    test("a choice about an older policy is asked for again", async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: "consent", value: "0.9_fsmu_12345678", url: baseURL }]);
      await page.goto("/");
      await expect(banner(page)).toBeVisible();
    });

    test("Global Privacy Control is an answer: nothing is granted, nobody is asked", async ({ page, context }) => {
      await context.setExtraHTTPHeaders({ "Sec-GPC": "1" });
      await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(banner(page)).toBeHidden();
      expect(await consentCookie(context)).toBeUndefined();
      // Who wants to may still choose something else.
      await page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings }).click();
      await expect(banner(page)).toBeVisible();
      await page.getByRole("button", { name: text.accept }).click();
      expect((await consentCookie(context))!.letters).toBe("fsmu");
    });
  });
}

test("the banner is there at once, moves nothing, and lets people read on", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(() => {
    const shifts: number[] = ((window as any).shifts = []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as any).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/");
  await expect(banner(page)).toBeVisible();
  expect((await banner(page).boundingBox())!.height).toBeLessThan(320);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as any).shifts)).toEqual([]);
  // The last line of the page can be scrolled out from behind it.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.locator("footer a").last().boundingBox();
  expect(last!.y + last!.height).toBeLessThanOrEqual((await banner(page).boundingBox())!.y);
});

test("it is among the first things by keyboard, traps nobody, and gives the focus back", async ({ page }) => {
  await page.goto("/contact");
  const seen: string[] = [];
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ""));
  }
  expect(seen.slice(0, 5)).toEqual([en.shell.skip, text.policy, text.accept, text.reject, text.choose]);
  expect(seen.at(-1)).not.toBe(text.choose);
  await page.getByRole("link", { name: en.shell.footer.cookieSettings }).focus();
  await page.keyboard.press("Enter");
  await expect(banner(page)).toBeFocused();
  await page.getByRole("button", { name: text.reject }).focus();
  await page.keyboard.press("Enter");
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole("link", { name: en.shell.footer.cookieSettings })).toBeFocused();
});

for (const locale of locales) {
  test(`the banner has no barrier, open or closed, and fits a narrow phone (${locale})`, async ({ page }) => {
    const words = { en, es, gl }[locale].consent;
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(localePath(locale, "/contact"));
      for (const open of [false, true]) {
        if (open) await banner(page, words.heading).getByText(words.choose, { exact: true }).click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await barriersInBothSchemes(page, "#cookies")).toEqual([]);
      }
    }
  });
}

/** Everything that a browser keeps of the site. */
async function stored(page: Page) {
  const cookies = (await page.context().cookies()).map(({ name }) => ({ kind: "cookie", name }));
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage).map((name) => ({ kind: "localStorage", name })),
    ...Object.keys(sessionStorage).map((name) => ({ kind: "sessionStorage", name })),
  ]);
  return [...cookies, ...kept];
}

const isListed = (list: StoredThing[], { kind, name }: { kind: string; name: string }) =>
  list.some(
    (thing) =>
      thing.kind === kind &&
      (thing.name === name.replace(/\.\d+$/, "") || (thing.name.endsWith("*") && name.startsWith(thing.name.slice(0, -1)))),
  );

for (const [state, cookie, allowed] of [
  ["without a choice", undefined, []],
  ["after refusing", "", []],
  ["with statistics alone", "s", ["statistic"]],
  ["with everything", "fsmu", ["statistic", "marketing"]],
] as const) {
  test(`a walk through the site ${state}: only what is listed is stored, and only what is allowed leaves`, async ({
    page,
    context,
    tagged,
  }) => {
    test.slow();
    if (cookie !== undefined) await context.addCookies([{ name: "consent", value: `1.0_${cookie}_12345678`, url: tagged.url }]);
    const elsewhere = new Set<string>();
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== tagged.url && protocol.startsWith("http")) elsewhere.add(origin);
    });
    const list = [...storage, ...tagStorage].filter(
      ({ category }) => category === "necessary" || (allowed as readonly string[]).includes(category),
    );
    const wrong: string[] = [];
    for (const path of [...paths, "/gl", "/es/contact", "/no/such/page"]) {
      await page.goto(tagged.url + path);
      await awake(page).catch(() => wrong.push(`${path} does not wake`));
      await page.waitForLoadState("networkidle");
      for (const thing of await stored(page)) if (!isListed(list, thing)) wrong.push(`${path} stores ${thing.kind} ${thing.name}`);
    }
    // By links too, without loading the page anew.
    await page.goto(`${tagged.url}/`);
    await page.getByRole("contentinfo").getByRole("link", { name: en.shell.footer.privacy }).click();
    await page.waitForLoadState("networkidle");
    for (const thing of await stored(page)) if (!isListed(list, thing)) wrong.push(`by a link: ${thing.kind} ${thing.name}`);
    // The tag server's script stores for campaigns whatever it is told; what was not granted is taken away on the next page.
    expect(wrong.filter((one) => !(cookie === "s" && one.endsWith("_gcl_au")))).toEqual([]);
    const tagHost = [...elsewhere];
    expect(tagHost).toHaveLength(allowed.length > 0 ? 1 : 0);
  });
}

test("the tags hear the signals and what happens, in order, and nothing personal", async ({ page, tagged }) => {
  tagged.told.length = 0;
  await page.goto(`${tagged.url}/contact`);
  await page.getByRole("button", { name: text.accept }).click();
  await expect.poll(() => tagged.told.length).toBeGreaterThanOrEqual(4);
  const denied = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied", analytics_storage: "denied" };
  const granted = { ad_storage: "granted", ad_user_data: "granted", ad_personalization: "granted", analytics_storage: "granted" };
  expect(tagged.told.slice(0, 4)).toEqual([
    ["consent", "default", expect.objectContaining(denied)],
    ["consent", "update", expect.objectContaining(granted)],
    expect.objectContaining({ event: "gtm.js" }),
    { event: "page_view", path: "/contact", title: await page.title(), language: "en-US" },
  ]);

  const sender = someone();
  const form = formIn(page);
  await form.send.click();
  await form.fill(sender);
  await form.takeTime();
  await form.send.click();
  await expect(page).toHaveURL(/sent=yes/);
  await page.getByRole("link", { name: en.contact.sent.home }).click();
  await page.locator("main [data-track]").first().click();
  await expect.poll(() => JSON.stringify(tagged.told)).toContain('"click"');
  const events = tagged.told.slice(4).filter((one): one is Record<string, unknown> => !Array.isArray(one));
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(["form_error", "form_start", "form_submit", "page_view", "click"]),
  );
  expect(events.map(({ event }) => event).indexOf("form_start")).toBeLessThan(events.map(({ event }) => event).indexOf("form_submit"));
  expect(events.find(({ event }) => event === "form_error")).toEqual({
    event: "form_error",
    fields: "name email reason message privacy terms",
  });
  expect(events.find(({ event, path }) => event === "page_view" && path === "/")).toMatchObject({ language: "en-US" });
  expect(events.find(({ event }) => event === "click")).toEqual({ event: "click", label: expect.any(String), section: expect.any(String) });
  for (const secret of [sender.name, sender.email, sender.message]) expect(JSON.stringify(tagged.told)).not.toContain(secret);
});

test("consent that is withdrawn ends everything at once", async ({ page, context, tagged }) => {
  await page.goto(`${tagged.url}/`);
  await page.getByRole("button", { name: text.accept }).click();
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === "_ga")).toBe(true);
  const loaded = page.waitForEvent("load");
  await page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings }).click();
  await page.getByRole("button", { name: text.reject }).click();
  await loaded;
  await expect.poll(async () => (await context.cookies()).filter(({ name }) => name.startsWith("_g"))).toEqual([]);
  const before = tagged.loads();
  tagged.told.length = 0;
  await page.goto(`${tagged.url}/contact`);
  await awake(page);
  await page.waitForLoadState("networkidle");
  expect([tagged.loads(), tagged.told]).toEqual([before, []]);
});

test("consent that is withdrawn in one tab ends in the others too", async ({ page, context, tagged }) => {
  await context.addCookies([{ name: "consent", value: "1.0_fsmu_12345678", url: tagged.url }]);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${tagged.url}/`);
    await tab.waitForFunction(() => document.documentElement.dataset.tags === "run");
  }
  const loaded = other.waitForEvent("load");
  await page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings }).click();
  await page.getByRole("button", { name: text.reject }).click();
  await loaded;
  await awake(other);
  expect(await other.evaluate(() => "dataLayer" in window)).toBe(false);
});

test("consent given earlier wakes the page when it is idle; without tags nothing does", async ({ page, context, baseURL, tagged }) => {
  for (const url of [baseURL!, tagged.url]) await context.addCookies([{ name: "consent", value: "1.0_s_12345678", url }]);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.addInitScript(() => addEventListener("load", () => ((window as any).loadedAt = performance.now())));
  await page.goto(`${tagged.url}/`);
  await page.waitForFunction(() => "dataLayer" in window);
  const [loaded, first] = await page.evaluate(() => [
    (window as any).loadedAt as number,
    Math.min(
      ...performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ startTime }) => startTime),
    ),
  ]);
  expect(first).toBeGreaterThanOrEqual(loaded!);

  scripts.length = 0;
  await page.goto("/");
  await page.waitForTimeout(1500);
  expect(scripts).toEqual([]);
});

test("the policy of a page opens for tags that are configured, and for no others", async ({ request, tagged }) => {
  const policy = async (url: string) =>
    (await request.get(url, { headers: { "Accept-Language": "en" } })).headers()["content-security-policy"]!;
  const { origin } = new URL((await policy(tagged.url)).match(/http:\/\/127\.0\.0\.1:\d+/)![0]);
  expect(await policy(tagged.url)).toMatch(new RegExp(`script-src [^;]*${origin}`));
  expect(await policy("/")).not.toMatch(/googletagmanager|127\.0\.0\.1/);
});

test("private pages have no tags, however one comes to them", async ({ page, context, tagged }) => {
  await context.addCookies([{ name: "consent", value: "1.0_fsmu_12345678", url: tagged.url }]);
  const before = tagged.loads();
  await page.goto(`${tagged.url}/confirm?token_hash=secret&type=magiclink`);
  await awake(page);
  await page.waitForLoadState("networkidle");
  expect(tagged.loads()).toBe(before);

  await page.goto(`${tagged.url}/`);
  await page.waitForFunction(() => "dataLayer" in window);
  await page.evaluate(() => ((window as any).isOld = true));
  await page.locator('a[href="/login"]').first().click();
  await expect(page).toHaveURL(/login/);
  await page.waitForFunction(() => !("isOld" in window));
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
});

test("the cookie policy lists what tags store where there are tags", async ({ page, tagged }) => {
  await page.goto("/legal/politica-cookies");
  await expect(page.getByRole("cell", { name: "consent", exact: true })).toBeVisible();
  await expect(page.getByRole("cell", { name: "_ga", exact: true })).toHaveCount(0);
  await page.goto(`${tagged.url}/legal/politica-cookies`);
  await expect(page.getByRole("cell", { name: "_ga", exact: true })).toBeVisible();
});
