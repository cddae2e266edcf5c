import { en } from "#content/en/index.ts";
import { gl } from "#content/gl/index.ts";
import { locales, localePath } from "#content/locales.ts";
import { expectSent, formIn, someone } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import { changesSince, countOf, headingsHaveTheirFace, looks } from "./looks.ts";
import { publicPaths } from "./site.ts";
import { expect, test, type Page } from "./story.ts";

/** Everything a page asks for, and everything its console complains about. */
function watch(page: Page) {
  const scripts: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script" || /\.js(\?|$)/.test(request.url())) scripts.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { scripts, complaints };
}

const everywhere = locales.flatMap((locale) => publicPaths.map((path) => localePath(locale, path)));
/** One of each kind. The same code wakes a page in each language: that no page names a script is in tests/http/pages.test.ts. */
const ofEachKind = ["/", "/gl", "/contact", "/legal/politica-cookies"];

for (const [pages, addresses, tag] of [
  ["public pages ask", ofEachKind, ""],
  ["all the others ask", everywhere.filter((address) => !ofEachKind.includes(address)), " @deep"],
] as const) {
  test(`${pages} for no script before they are touched, wake without a complaint, and load no client of the accounts${tag}`, async ({
    page,
  }) => {
    test.slow();
    const { scripts, complaints } = watch(page);
    for (const address of addresses) {
      // Out of the way of the next page.
      await page.mouse.move(0, 0);
      scripts.length = 0;
      await page.goto(address, { waitUntil: "networkidle" });
      expect(scripts, address).toEqual([]);
      await expect(page.locator("link[rel=manifest]")).toHaveCount(0);

      await page.mouse.move(100, 300);
      await hydrated(page);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("link[rel=manifest]")).toHaveCount(1);
      expect(scripts.length, address).toBeGreaterThan(0);
      expect(complaints, address).toEqual([]);
      for (const script of new Set(scripts)) expect(await (await fetch(script)).text(), script).not.toContain("grant_type=refresh_token");
    }
  });
}

// A page with every kind of element, and the others: they all bring the same styles.
for (const pages of [["/gl"], ["/contact", "/contact?mode=requestOffer", "/contact?sent=yes", "/legal/politica-cookies"]]) {
  const title = `${pages.join(", ")}: a page looks with the styles it brings along as it does with all styles`;
  test(title, { tag: "@deep" }, async ({ page }) => {
    test.slow();
    for (const path of pages)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path, { waitUntil: "networkidle" });
        await headingsHaveTheirFace(page);
        // The figures of the visit come a second later.
        await page.waitForFunction(() => !document.querySelector(".proof:not([data-measured])"));
        const before = await looks(page, "body, body *");
        expect(await countOf(before)).toBeGreaterThan(100);
        await page.evaluate(async () => {
          const all = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")!;
          const loaded = new Promise((resolve) => all.addEventListener("load", resolve));
          all.disabled = false;
          await loaded;
          for (const own of document.querySelectorAll("style")) own.disabled = true;
        });
        expect(await changesSince(before, page, "body, body *"), `${path} at ${width} px`).toEqual([]);
      }
  });
}

test("a page rendered per request hydrates without a complaint", async ({ page }) => {
  const { complaints } = watch(page);
  for (const address of ["/login", "/es/me"]) {
    await page.goto(address);
    await hydrated(page);
    expect(complaints).toEqual([]);
  }
});

test("after waking, navigation happens inside the page, and the focus is where a reader goes on", async ({ page }) => {
  const { complaints } = watch(page);
  await page.goto("/gl");
  await page.mouse.move(100, 300);
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: "Política de privacidade" }).click();
  await expect(page).toHaveURL("/gl/legal/politica-privacidad");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Política de privacidade");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/privacidade/i);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Oferta" }).click();
  await expect(page.locator("#offer")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => !!document.activeElement!.closest("#offer"))).toBe(true);
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Política de privacidade");
  // React made that address: asleep again, the page asks the server for the one before.
  await page.reload();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(gl.home.hero.heading);
  await page.mouse.move(200, 200);
  await hydrated(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(gl.home.hero.heading);
  expect(complaints).toEqual([]);
});

test("the page is where it was left: after reloads and on the way back", { tag: "@deep" }, async ({ page }) => {
  const place = () => page.evaluate(() => Math.round(scrollY));
  await page.goto("/gl");
  await page.mouse.move(100, 300);
  await hydrated(page);
  await page.mouse.wheel(0, 3000);
  await expect.poll(place).toBe(3000);
  for (const time of ["first", "second"]) {
    await page.reload();
    await expect.poll(place, time).toBe(3000);
  }
  await page.mouse.move(150, 300);
  await hydrated(page);
  expect(await place()).toBe(3000);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("footer a[href*=aviso-legal]")!.click());
  await expect(page).toHaveURL("/gl/legal/aviso-legal");
  await expect.poll(place).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL("/gl");
  await expect.poll(place).toBe(3000);
});

test("a form typed into before waking keeps its text, and React waits until the typing pauses", async ({ page }) => {
  // React arrives while she types, however slow the machine is between her way into the field and her first letter.
  const { promise: typing, resolve: typed } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => typing.then(() => route.continue()));
  await page.goto("/test/form");
  // Typing through the DOM is no sign of a person, so the page sleeps on.
  await page.evaluate(() => {
    document.querySelector<HTMLInputElement>("main input")!.value = "Uxía";
    document.querySelector("textarea")!.value = "Ola, quero unha web";
    document.querySelector<HTMLInputElement>("main [type=checkbox]")!.checked = true;
  });
  await page.evaluate(() => {
    const marks = window as unknown as { typed: number; paused?: number };
    addEventListener("keydown", () => (marks.typed = performance.now()), { capture: true });
    const plan = document.querySelector("script[type='asleep/plan']")!;
    new MutationObserver(() => (marks.paused = performance.now() - marks.typed)).observe(plan, { attributeFilter: ["type"] });
  });
  await page.getByLabel("Name").press("End");
  typed();
  await page.keyboard.type(" Nogueira, da Panadaría da Ponte", { delay: 30 });
  await hydrated(page);
  expect(await page.evaluate(() => (window as unknown as { paused: number }).paused)).toBeGreaterThanOrEqual(400);
  await expect(page.getByLabel("Name")).toHaveValue("Uxía Nogueira, da Panadaría da Ponte");
  await expect(page.getByLabel("Message")).toHaveValue("Ola, quero unha web");
  await expect(page.getByLabel("Agree")).toBeChecked();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Hello, Uxía Nogueira, da Panadaría da Ponte")).toBeVisible();
});

test("a pointer that rested on the page before it could listen wakes it when it moves", async ({ page }) => {
  await page.addInitScript(() => addEventListener("pointerover", (event) => event.stopImmediatePropagation(), true));
  await page.goto("/gl");
  await page.mouse.move(100, 300);
  await hydrated(page);
});

test("a form that is sent while the page sleeps and the server is away stays with what was typed, says so, and is sent later", async ({
  page,
  context,
}) => {
  // Nothing that would wake it arrives.
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/contact");
  const sender = someone();
  const { fill, expectKept, notice, send, takeTime } = formIn(page);
  await fill(sender);
  await context.setOffline(true);
  for (let attempt = 1; attempt <= 2; attempt++) {
    await send.click();
    await expect(notice).toBeFocused();
    await expect(notice).toHaveAccessibleName(en.contact.failed.heading);
    await expectKept(sender);
  }
  await context.setOffline(false);
  await takeTime();
  await send.click();
  await expectSent(page);
});

test(
  "a page whose scripts are cut off half-way goes on as a plain one, with what is typed, and wakes at a later touch",
  { tag: "@deep" },
  async ({ page }) => {
    let isCut = true;
    const scripts = { asked: 0, arrived: 0 };
    await page.route("**/assets/*.js", (route) => {
      if (isCut && ++scripts.asked % 2) return route.abort();
      scripts.arrived++;
      return route.continue();
    });
    /** Touches the page until something is so: it tries again after a rest. */
    const touchUntil = (check: () => Promise<void>) =>
      expect(async () => {
        await page.mouse.move(100, 300);
        await page.mouse.move(120, 320);
        await check();
      }).toPass();
    await page.goto("/contact");
    const sender = someone();
    const { fill, expectKept, field, send, takeTime } = formIn(page);
    await fill(sender);
    await expect.poll(() => scripts.arrived).toBeGreaterThan(0);
    const { asked } = scripts;
    await touchUntil(async () => expect(scripts.asked).toBeGreaterThan(asked));
    await expectKept(sender);
    await expect(page.locator("script[type='asleep/plan']")).toHaveCount(1);
    isCut = false;
    await field("company").fill("Faro da Ría");
    await touchUntil(() => expect(page.locator("link[rel=manifest]")).toBeAttached({ timeout: 500 }));
    await expectKept({ ...sender, company: "Faro da Ría" });
    await takeTime();
    await send.click();
    await expectSent(page);
  },
);
