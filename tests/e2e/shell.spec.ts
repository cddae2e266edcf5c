import { agency, offer } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { euros } from "#content/format.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { expect, test, type Page } from "./story.ts";

const phone = { width: 360, height: 740 };
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("the keyboard walks through the header in order, beginning with the skip link, which leads into the content", async ({ page }) => {
  await page.goto("/contact");
  const names = [];
  for (let step = 0; step < 15; step++) {
    await page.keyboard.press("Tab");
    names.push(await page.evaluate(() => document.activeElement!.textContent!.trim().replace(/\s+/g, " ")));
    expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).not.toBe("none");
  }
  expect(names.slice(0, 7)).toEqual([en.shell.skip, agency.name, "Home", "Services", "Work Process", "Offer", "Contact"]);
  expect(names.slice(7, 14)).toEqual([en.shell.account.enter, "en English", "es Español", "gl Galego", "System", "Light", "Dark"]);
  await page.getByRole("link", { name: en.shell.skip }).focus();
  await expect(page.getByRole("link", { name: en.shell.skip })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("the menu of a phone opens, leads on, and closes; reading and moving about work", async ({ page }) => {
      await page.setViewportSize(phone);
      await page.goto("/es");
      const entry = page.getByRole("link", { name: es.shell.nav.process, exact: true });
      await expect(entry).toBeHidden();
      const button = page.getByRole("button", { name: es.shell.menu });
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(entry).toBeVisible();
      if (javaScriptEnabled) expect(await barriersInBothSchemes(page, "header")).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(entry).toBeHidden();
      await expect(button).toBeFocused();
      await button.click();
      await entry.click();
      await expect(page).toHaveURL("/es#process");
      if (javaScriptEnabled) await expect(entry).toBeHidden();
      await page.locator("#offer [data-track=request-offer]").click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(euros("es", offer.price));
      await page.getByRole("contentinfo").getByRole("link", { name: es.shell.footer.notice }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(es.shell.footer.notice);
    });

    test("the theme changes at once, is remembered on every page, and follows the system again", async ({ page, context }) => {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto("/gl/contact?a=1");
      const light = await background(page);
      await page.getByRole("button", { name: "Escuro" }).click();
      await expect(page.getByRole("button", { name: "Escuro", pressed: true })).toBeVisible();
      await expect(page).toHaveURL("/gl/contact?a=1");
      const dark = await background(page);
      expect(dark).not.toBe(light);
      expect((await context.cookies()).find((cookie) => cookie.name === "theme")).toMatchObject({
        value: "dark",
        sameSite: "Lax",
        path: "/",
      });
      for (const address of ["/login", "/legal/aviso-legal"]) {
        await page.goto(address);
        expect(await background(page), address).toBe(dark);
      }
      await page.getByRole("button", { name: "System" }).click();
      await expect(page.getByRole("button", { name: "System", pressed: true })).toBeVisible();
      expect(await background(page)).toBe(light);
      expect((await context.cookies()).find((cookie) => cookie.name === "theme")).toBeUndefined();
    });
  });
}

test("the chosen theme is there at the first paint, even from a shared cache that did not see the cookie", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "theme", value: "dark", url: baseURL }]);
  await page.route("/gl", async (route) =>
    route.fulfill({ response: await route.fetch({ headers: { ...route.request().headers(), cookie: "" } }) }),
  );
  await page.goto("/gl", { waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("layers are tokens: modal and tooltip 1100, overlay and menu 1000; the header keeps one row at every width, and the menu can be reached whole on a low screen", async ({
  page,
}) => {
  await page.goto("/gl/contact");
  const layer = (name: string) =>
    page.evaluate((token) => getComputedStyle(document.documentElement).getPropertyValue(token), `--layer-${name}`);
  expect(await Promise.all(["modal", "tooltip", "overlay", "menu"].map(layer))).toEqual(["1100", "1100", "1000", "1000"]);
  expect(await page.locator("#menu").evaluate((element) => getComputedStyle(element).zIndex)).toBe("1000");
  for (const width of [990, 1000, 1023, 1024, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await page.getByRole("banner").boundingBox())!.height, `${width} px`).toBeLessThan(90);
  }
  await page.setViewportSize({ width: 667, height: 375 });
  await page.getByRole("button", { name: "Menú" }).click();
  const dark = page.getByRole("banner").getByRole("button", { name: "Escuro" });
  await dark.scrollIntoViewIfNeeded();
  await expect(dark).toBeInViewport({ ratio: 1 });
});
