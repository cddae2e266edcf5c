import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { storage, tagStorage, type StoredThing } from "#app/consent/storage.ts";
import { grantable } from "#backend/consent-choice.ts";
import { en } from "#content/en/index.ts";
import { localePath, locales } from "#content/locales.ts";
import { freePort } from "../postgres.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { contents, formIn, someone } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import type { Office } from "./mails.ts";
import { newAdmin, newPerson, signedIn } from "./people.ts";
import { paths, policyVersion } from "./site.ts";
import { expect, test as base, type BrowserContext, type Page, type Request } from "./story.ts";
import { startTagServer, type Told } from "./tag-server.ts";

type Tagged = { url: string; told: Told[]; loads: () => number; office: Office };

/** A site with tags, and what they were told in this test. One site for all tests of a worker. */
const test = base.extend<{ tagged: Tagged }, { taggedSite: Tagged }>({
  tagged: async ({ taggedSite }, use) => {
    taggedSite.told.length = 0;
    await use(taggedSite);
  },
  taggedSite: [
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const { startServer } = await import("../server.ts");
      const tags = await startTagServer();
      const port = String(await freePort());
      const server = await startServer({ PORT: port, GTM_ID: "GTM-TEST123", GTM_URL: tags.url });
      await use({ ...tags, url: `http://localhost:${port}`, office: server });
      await server.stop();
      tags.stop();
    },
    { scope: "worker" },
  ],
});
// Nobody has chosen anything yet.
test.use({ storageState: { cookies: [], origins: [] } });

const text = en.consent;
/** The cookie of whoever granted these categories, each by its first letter. */
const chosen = (letters: string, version = policyVersion) => `${version}_${letters}_12345678`;
const banner = (page: Page, name = text.heading) => page.getByRole("region", { name, exact: true });

async function consentCookie(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === "consent");
  return cookie && { ...cookie, letters: cookie.value.split("_")[1]! };
}

/** The server's answer that sets the cookie: to the form or, with JavaScript, to the request beside it. */
const answerWithCookie = (page: Page) =>
  page.waitForResponse(async (answer) => answer.url().endsWith("/consent") && !!(await answer.headerValue("set-cookie")));

async function awake(page: Page) {
  await page.mouse.move(200, 200);
  await hydrated(page);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("accepting and rejecting all is one press each, holds for 180 days, and is asked for again when the policy is another", async ({
      page,
      context,
      baseURL,
    }) => {
      const press = async (choice: "accept" | "reject", letters: string) => {
        const address = page.url().split("#")[0]!;
        const kept = answerWithCookie(page);
        await page.getByRole("button", { name: text[choice] }).click();
        await kept;
        await expect(banner(page)).toBeHidden();
        expect(page.url().split("#")[0]).toBe(address);
        const cookie = (await consentCookie(context))!;
        expect(cookie).toMatchObject({ letters, path: "/", sameSite: "Lax", httpOnly: false });
        expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(180);
      };
      await page.goto("/contact");
      await expect(banner(page)).toBeVisible();
      await press("reject", "");
      await page.goto("/legal/aviso-legal");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(banner(page)).toBeHidden();

      await context.clearCookies();
      await context.addCookies([{ name: "consent", value: chosen("", "0.9"), url: baseURL }]);
      await page.goto("/contact");
      await press("accept", "fsm");
      await page.goto("/legal/aviso-legal");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(banner(page)).toBeHidden();
      await page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings }).click();
      await press("reject", "");
    });

    test("a choice by category, asked for again from the footer and from the policy", async ({ page, context }) => {
      const settingsIn = (place: string) => page.locator(place).getByRole("link", { name: en.shell.footer.cookieSettings });
      const statistics = page.getByLabel(text.categories.statistic.name, { exact: true });
      await page.goto("/legal/politica-cookies");
      await banner(page).getByText(text.choose, { exact: true }).click();
      await expect(page.getByLabel(text.categories.necessary.name, { exact: true })).toBeDisabled();
      for (const category of grantable) {
        await expect(page.getByLabel(text.categories[category].name, { exact: true })).not.toBeChecked();
      }
      await statistics.check();
      await page.getByRole("button", { name: text.save }).click();
      await expect(banner(page)).toBeHidden();
      await expect.poll(async () => (await consentCookie(context))?.letters).toBe("s");

      await settingsIn("main").click();
      await expect(banner(page)).toBeVisible();
      if (javaScriptEnabled) await expect(statistics).toBeChecked();
      await page.getByRole("button", { name: text.reject }).click();
      await expect(banner(page)).toBeHidden();
      await expect.poll(async () => (await consentCookie(context))?.letters).toBe("");
      await settingsIn("footer").click();
      await expect(banner(page)).toBeVisible();
      if (javaScriptEnabled) await expect(statistics).not.toBeChecked();
    });

    test("Global Privacy Control is an answer: nothing is granted, nobody is asked", async ({ page, context }) => {
      await context.setExtraHTTPHeaders({ "Sec-GPC": "1" });
      await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
      await page.goto("/legal/aviso-legal");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(banner(page)).toBeHidden();
      expect(await consentCookie(context)).toBeUndefined();
      // Who wants to may still choose something else.
      await page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings }).click();
      await expect(banner(page)).toBeVisible();
      await page.getByRole("button", { name: text.accept }).click();
      await expect.poll(async () => (await consentCookie(context))?.letters).toBe("fsm");
    });
  });
}

// Whether the server asks, and in which words, is in tests/http/consent.test.ts.
test("each choice is made in its own words", { tag: "@deep" }, async ({ page, context }) => {
  for (const [locale, choice, letters] of [
    ["es", "accept", "fsm"],
    ["gl", "reject", ""],
    ["gl", "save", "m"],
    ["es", "save", "m"],
  ] as const) {
    const words = contents[locale].consent;
    await context.clearCookies();
    await page.goto(localePath(locale, "/contact"));
    if (choice === "save") {
      await banner(page, words.heading).getByText(words.choose, { exact: true }).click();
      await page.getByLabel(words.categories.marketing.name, { exact: true }).check();
    }
    const kept = answerWithCookie(page);
    await page.getByRole("button", { name: words[choice] }).click();
    await kept;
    await expect(banner(page, words.heading)).toBeHidden();
    await expect(page).toHaveURL(localePath(locale, "/contact"));
    expect((await consentCookie(context))!.letters).toBe(letters);
  }
});

test(
  "in every language and at every width the banner leaves room to read, to the end, and the hero's first button; its choices are alike",
  { tag: "@deep" },
  async ({ page }) => {
    for (const locale of locales) {
      const words = contents[locale].consent;
      const bar = banner(page, words.heading);
      await page.goto(localePath(locale, "/"));
      for (const width of [1280, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 740 });
        await page.evaluate(() => scrollTo(0, 0));
        await expect(bar).toBeVisible();
        const { y, height } = (await bar.boundingBox())!;
        expect(height, locale).toBeLessThanOrEqual(width === 320 ? 320 : 740 / 4);
        const first = (await page.locator("#top a").first().boundingBox())!;
        expect(first.y + first.height, `${locale} ${width}`).toBeLessThanOrEqual(y);
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        const end = await page.locator("footer").boundingBox();
        expect(end!.y + end!.height).toBeLessThanOrEqual((await bar.boundingBox())!.y);
        if (width !== 360) continue;
        const choices = await bar
          .locator("button[value=all], button[value=none], summary")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
        for (const choice of choices) {
          expect(Math.abs(choice.width - choices[0].width)).toBeLessThan(1);
          expect(choice).toMatchObject({ top: choices[0].top, height: choices[0].height });
          expect(choice.height).toBeGreaterThanOrEqual(44);
        }
      }
      await page.evaluate(() => scrollTo(0, 0));
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 640 });
        const first = (await page.locator("#top a").first().boundingBox())!;
        expect(first.y + first.height, `${locale} ${width} x 640`).toBeLessThanOrEqual((await bar.boundingBox())!.y);
      }
      await bar.getByText(words.choose, { exact: true }).click();
      await expect(page.getByLabel(words.categories.marketing.name, { exact: true })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), locale).toBe(320);
    }
    // Where nothing needs consent it lies over nothing: it stands between the page and its footer.
    await page.goto("/login");
    const asked = (await banner(page, contents.en.consent.heading).boundingBox())!;
    const main = (await page.getByRole("main").boundingBox())!;
    const footer = (await page.locator("footer").boundingBox())!;
    expect(asked.y).toBeGreaterThanOrEqual(main.y + main.height);
    expect(asked.y + asked.height).toBeLessThanOrEqual(footer.y);
    expect(await page.evaluate(() => getComputedStyle(document.body).paddingBottom)).toBe("0px");
  },
);

test("a page that the browser kept asks no longer once the choice was made elsewhere", async ({ page, context, baseURL }) => {
  await page.goto("/");
  await expect(banner(page)).toBeVisible();
  await context.addCookies([{ name: "consent", value: chosen(""), url: baseURL }]);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(banner(page)).toBeHidden();
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

test("the banner has no barrier, closed and wide or open and narrow, light and dark", { tag: "@deep" }, async ({ page }) => {
  await page.goto("/contact");
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    if (width === 320) await banner(page).getByText(text.choose, { exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await barriersInBothSchemes(page, "#cookies")).toEqual([]);
  }
});

/** Everything that a browser keeps of the site. */
async function stored(page: Page) {
  const cookies = (await page.context().cookies()).map(({ name }) => ({ kind: "cookie", name }));
  const kept = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((name) => ({ kind: "localStorage", name })),
    ...Object.keys(sessionStorage).map((name) => ({ kind: "sessionStorage", name })),
    ...(await indexedDB.databases()).map(({ name = "" }) => ({ kind: "database", name })),
    ...(await caches.keys()).map((name) => ({ kind: "cache", name })),
  ]);
  return [...cookies, ...kept];
}

const isListed = (list: StoredThing[], { kind, name }: { kind: string; name: string }) =>
  list.some(
    (thing) =>
      thing.kind === kind &&
      (thing.name === name.replace(/\.\d+$/, "") || (thing.name.endsWith("*") && name.startsWith(thing.name.slice(0, -1)))),
  );

/** Until the page is awake, and has had time for whatever it does when nobody asks for anything. */
async function settled(page: Page) {
  await awake(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}

const shortWalk = ["/login"];
const longWalk = [...paths.filter((path) => path !== "/"), "/gl", "/es/contact", "/no/such/page"];

/** Pages by their addresses, the last two by a link; gives what went wrong. */
async function walk(page: Page, tagged: Tagged, cookie: string | undefined, allowed: string[], addresses: string[]) {
  await page.context().clearCookies();
  if (cookie) await page.context().addCookies([{ name: "consent", value: cookie, url: tagged.url }]);
  const elsewhere = new Set<string>();
  const note = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== tagged.url && protocol.startsWith("http")) elsewhere.add(origin);
  };
  page.on("request", note);
  const list = [...storage, ...tagStorage].filter(({ category }) => category === "necessary" || allowed.includes(category));
  const wrong: string[] = [];
  const look = async (where: string) => {
    await settled(page).catch(() => wrong.push(`${where} does not wake`));
    for (const thing of await stored(page)) if (!isListed(list, thing)) wrong.push(`${where} stores ${thing.kind} ${thing.name}`);
  };
  for (const path of [...addresses, "/"]) {
    await page.goto(tagged.url + path);
    await look(path);
  }
  // Without loading the page anew.
  await page.getByRole("contentinfo").getByRole("link", { name: en.shell.footer.privacy }).click();
  await expect(page).toHaveURL(/politica-privacidad/);
  // What is allowed does happen.
  const expected = tagStorage.filter(({ name, category }) => allowed.includes(category) && !name.endsWith("*")).map(({ name }) => name);
  await expect.poll(async () => (await stored(page)).map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
  await look("by a link");
  page.off("request", note);
  expect(wrong, cookie).toEqual([]);
  expect([...elsewhere], cookie).toHaveLength(allowed.length > 0 ? 1 : 0);
}

const onlyWhatIsListed = "only what is listed is stored, and only what is allowed leaves";

test(`a walk through the site without a choice: ${onlyWhatIsListed}`, async ({ page, tagged }) => {
  await walk(page, tagged, undefined, [], longWalk);
});

test(`a walk after a choice about an older policy, after refusing, and with what no tag is in: ${onlyWhatIsListed}`, async ({
  page,
  tagged,
}) => {
  for (const cookie of [chosen("fsm", "0.9"), chosen(""), chosen("fu")]) await walk(page, tagged, cookie, [], shortWalk);
});

test(`a walk with statistics, with marketing, and with everything: ${onlyWhatIsListed}`, async ({ page, tagged }) => {
  for (const [letters, allowed] of [
    ["s", ["statistic"]],
    ["m", ["marketing"]],
    ["fsm", ["statistic", "marketing"]],
  ] as const) {
    await walk(page, tagged, chosen(letters), [...allowed], letters === "fsm" ? shortWalk : []);
  }
});

for (const [state, cookie, allowed] of [
  ["after refusing", chosen(""), []],
  ["with everything", chosen("fsm"), ["statistic", "marketing"]],
] as [string, string, string[]][]) {
  test(`a long walk ${state}: ${onlyWhatIsListed}`, { tag: "@deep" }, async ({ page, tagged }) => {
    test.slow();
    await walk(page, tagged, cookie, allowed, longWalk);
  });
}

test("a walk through what is behind the sign-in: only what is listed as necessary is stored, and nothing leaves", async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL!)) elsewhere.push(request.url());
  });
  await newAdmin(page);
  for (const path of ["/me", "/admin/profiles", "/admin/messages"]) {
    await page.goto(path);
    await settled(page);
    const things = await stored(page);
    expect(things.map(({ name }) => name.replace(/\.\d+$/, ""))).toContain("sb-session");
    expect(things.filter((thing) => !isListed(storage, thing))).toEqual([]);
  }
  expect(elsewhere).toEqual([]);
});

test("no tag loads in a browser that has a session, and those that run end in every tab when one begins", async ({
  page,
  context,
  tagged,
}) => {
  const { email } = await newPerson(tagged.url, { office: tagged.office });
  await context.addCookies([{ name: "consent", value: chosen("fsm"), url: tagged.url }]);
  await signedIn(context, email, tagged.url, tagged.office);
  const before = tagged.loads();
  await page.goto(`${tagged.url}/contact`);
  await settled(page);
  expect(tagged.loads()).toBe(before);
  expect(await page.evaluate(() => document.querySelectorAll('script[src*="gtm.js"]').length)).toBe(0);

  // Left first: a page that is slow to look would find no session any more.
  await page.goto("about:blank");
  await context.clearCookies({ name: /^sb-session/ });
  await page.goto(`${tagged.url}/contact`);
  await settled(page);
  await expect.poll(() => tagged.loads()).toBe(before + 1);

  // Signing in, in another tab, leads to a private page, which speaks up.
  const other = await context.newPage();
  await signedIn(context, email, tagged.url, tagged.office);
  await other.goto(`${tagged.url}/me`);
  await settled(other);
  // The page loads itself again: it cannot be asked in that moment.
  const hasTags = () => page.evaluate(() => "dataLayer" in window && !!window.dataLayer).catch(() => true);
  await expect.poll(hasTags).toBe(false);
  expect(tagged.loads()).toBe(before + 1);
});

test("the tags hear the signals and what happens, in order, and nothing personal", async ({ page, tagged }) => {
  await page.goto(`${tagged.url}/contact`);
  await page.getByRole("button", { name: text.accept }).click();
  await expect.poll(() => tagged.told.length).toBeGreaterThanOrEqual(4);
  const denied = {
    ad_storage: "denied",
    ad_user_data: "denied",
    ad_personalization: "denied",
    analytics_storage: "denied",
    functionality_storage: "denied",
    personalization_storage: "denied",
    security_storage: "granted",
  };
  const granted = Object.fromEntries(Object.keys(denied).map((name) => [name, "granted"]));
  expect(tagged.told.slice(0, 4)).toEqual([
    ["consent", "default", denied],
    ["consent", "update", granted],
    expect.objectContaining({ event: "gtm.js" }),
    { event: "page_view", path: "/contact", title: await page.title(), language: "en-US" },
  ]);

  const sender = someone();
  const form = formIn(page);
  await form.send.click();
  await expect.poll(() => tagged.told.at(-1)).toMatchObject({ event: "form_error" });
  await form.fill(sender);
  await form.takeTime();
  // What was not accepted was not submitted.
  await page.route("**/contact.data*", (route) => route.abort());
  await form.send.click();
  await expect(page.getByText(en.contact.failed.heading)).toBeVisible();
  await page.unroute("**/contact.data*");
  await form.send.click();
  await expect(page).toHaveURL(/sent=yes/);
  await page.getByRole("link", { name: en.contact.sent.home }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page).toHaveTitle(new RegExp(en.home.meta.title));
  const home = { event: "page_view", path: "/", title: await page.title(), language: "en-US" };
  await page.locator("main [data-track]").first().click();
  const sent = { event: "click", label: "contact-send", section: "contact" };
  const heard = [
    sent,
    { event: "form_error", fields: "name email reason message privacy terms" },
    { event: "form_start" },
    sent,
    sent,
    { event: "form_submit" },
    home,
    { event: "click", label: "view-offer", section: "hero" },
  ];
  await expect.poll(() => tagged.told.slice(4)).toEqual(heard);
  for (const secret of [sender.name, sender.email, sender.message]) expect(JSON.stringify(tagged.told)).not.toContain(secret);
});

/** Stands before the site, and keeps back the first answer that would set the cookie once more. */
function slowDoor(site: string) {
  const seen = { late: "" };
  const door = createServer((incoming, answer) => {
    const { url: path = "", method, headers } = incoming;
    if (path === "/consent" && method === "GET" && !seen.late) {
      seen.late = "waits";
      return answer.on("close", () => (seen.late = "called off"));
    }
    const behind = sendRequest(new URL(path, site), { method, headers }, (reply) =>
      reply.pipe(answer.writeHead(reply.statusCode!, reply.headers)),
    );
    incoming.pipe(behind);
  }).listen(0);
  const url = `http://localhost:${(door.address() as AddressInfo).port}`;
  return { url, seen, close: () => door.close().closeAllConnections() };
}

for (const leaves of [false, true]) {
  test(
    `what the server sets late for an earlier choice is called off ${leaves ? "with its page" : "by the next"}`,
    { tag: "@deep" },
    async ({ page, context, baseURL }) => {
      const { url, seen, close } = slowDoor(baseURL!);
      await page.goto(`${url}/contact`);
      await page.getByRole("button", { name: text.accept }).click();
      await expect.poll(() => seen.late).toBe("waits");
      if (leaves) await page.goto(`${url}/legal/aviso-legal`);
      await page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings }).click();
      await page.getByRole("button", { name: text.reject }).click();
      // Chromium gives up by itself after 30 s.
      await expect.poll(() => seen.late, { timeout: 20_000 }).toBe("called off");
      expect((await consentCookie(context))!.letters).toBe("");
      close();
    },
  );
}

test("consent that is withdrawn ends everything at once, as often as it is and in another language too", async ({
  page,
  context,
  tagged,
}) => {
  for (const locale of locales) {
    const { consent, shell, home } = contents[locale];
    const settings = page.locator("footer").getByRole("link", { name: shell.footer.cookieSettings });
    await page.goto(tagged.url + localePath(locale, "/"));
    if (locale !== "en") await settings.click();
    await page.getByRole("button", { name: consent.accept }).click();
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name === "_ga")).toBe(true);
    await page.evaluate(() => {
      for (const store of [localStorage, sessionStorage]) store.setItem("left-by-a-tag", "1");
    });
    await expect.poll(() => tagged.told.at(-1)).toMatchObject({ event: "page_view" });
    const loaded = page.waitForEvent("load");
    await settings.click();
    await page.getByRole("button", { name: consent.reject }).click();
    await loaded;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(home.hero.heading);
    expect((await stored(page)).filter((thing) => !isListed(storage, thing))).toEqual([]);
    // The last that the tags hear is that nothing is allowed.
    await expect.poll(() => tagged.told.at(-1)).toMatchObject(["consent", "update", { analytics_storage: "denied", ad_storage: "denied" }]);
  }
  const before = tagged.loads();
  tagged.told.length = 0;
  await page.goto(`${tagged.url}/contact`);
  await settled(page);
  expect([tagged.loads(), tagged.told]).toEqual([before, []]);
});

test(
  "consent that is withdrawn in part takes that part away, and the rest goes on",
  { tag: "@deep" },
  async ({ page, context, tagged }) => {
    await context.addCookies([{ name: "consent", value: chosen("fsm"), url: tagged.url }]);
    await page.goto(`${tagged.url}/`);
    const tagCookies = async () => (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith("_g"));
    await expect.poll(tagCookies).toEqual(["_ga", "_gcl_au"]);
    // The last that is told at the start, some time after the cookies.
    await expect.poll(() => tagged.told.at(-1)).toMatchObject({ event: "page_view" });
    tagged.told.length = 0;
    await page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings }).click();
    await page.getByLabel(text.categories.marketing.name, { exact: true }).uncheck();
    await page.getByRole("button", { name: text.save }).click();
    await expect.poll(tagCookies).toEqual(["_ga"]);
    await expect
      .poll(() => tagged.told)
      .toEqual([
        ["consent", "update", expect.objectContaining({ analytics_storage: "granted", ad_storage: "denied", ad_user_data: "denied" })],
      ]);
  },
);

test(
  "consent that is withdrawn while somebody types ends everything but what they typed",
  { tag: "@deep" },
  async ({ page, context, tagged }) => {
    await context.addCookies([{ name: "consent", value: chosen("fsm"), url: tagged.url }]);
    await page.goto(`${tagged.url}/contact`);
    await page.waitForFunction(() => document.documentElement.dataset.tags === "run");
    const { name } = someone();
    await page.getByLabel(en.contact.form.labels.name).fill(name);
    await expect.poll(() => tagged.told.at(-1)).toEqual({ event: "form_start" });
    await page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings }).click();
    await page.getByRole("button", { name: text.reject }).click();
    await expect.poll(() => tagged.told.at(-1)).toEqual(["consent", "update", expect.objectContaining({ analytics_storage: "denied" })]);
    expect((await stored(page)).filter((thing) => !isListed(storage, thing))).toEqual([]);
    await expect(page.getByLabel(en.contact.form.labels.name)).toHaveValue(name);
    // Nothing more is told, and the next page is another document.
    tagged.told.length = 0;
    await formIn(page).send.click();
    await page.evaluate(() => ((window as any).isOld = true));
    await page.getByRole("contentinfo").getByRole("link", { name: en.shell.footer.privacy }).click();
    await expect(page).toHaveURL(/politica-privacidad/);
    await page.waitForFunction(() => !("isOld" in window));
    expect(tagged.told).toEqual([]);
  },
);

test("consent that is withdrawn in one tab ends in the others too", { tag: "@deep" }, async ({ page, context, tagged }) => {
  await context.addCookies([{ name: "consent", value: chosen("fsm"), url: tagged.url }]);
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
  for (const url of [baseURL!, tagged.url]) await context.addCookies([{ name: "consent", value: chosen("s"), url }]);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  // The browser is busy until the test says otherwise.
  await page.addInitScript(() => {
    window.requestIdleCallback = (callback) => {
      Object.assign(window, { idle: callback, loaded: document.readyState === "complete" });
      return 1;
    };
  });
  await page.goto(`${tagged.url}/contact`);
  await page.waitForFunction(() => "idle" in window);
  expect(scripts).toEqual([]);
  expect(await page.evaluate(() => (window as any).loaded)).toBe(true);
  await page.evaluate(() => (window as any).idle());
  await page.waitForFunction(() => document.documentElement.dataset.tags === "run");

  scripts.length = 0;
  // Its script listens for the same event, and before anybody else.
  await page.goto("/contact", { waitUntil: "load" });
  expect(scripts).toEqual([]);
  expect(await page.evaluate(() => "idle" in window)).toBe(false);
});

test("private pages have no tags, however one comes to them", async ({ page, context, tagged }) => {
  await context.addCookies([{ name: "consent", value: chosen("fsm"), url: tagged.url }]);
  const before = tagged.loads();
  await page.goto(`${tagged.url}/confirm?token_hash=secret&type=magiclink`);
  await settled(page);
  expect(tagged.loads()).toBe(before);

  await page.goto(`${tagged.url}/`);
  await page.waitForFunction(() => "dataLayer" in window);
  await page.evaluate(() => ((window as any).isOld = true));
  await page.locator('a[href="/login"]').first().click();
  await expect(page).toHaveURL(/login/);
  await page.waitForFunction(() => !("isOld" in window));
  await settled(page);
  expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
});
