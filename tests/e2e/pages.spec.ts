import { expect, test } from "@playwright/test";
import { languageTags, locales, localePath } from "#content/locales.ts";
import { barriersInBothSchemes, barriersOf } from "./barriers.ts";
import { addresses, publicPaths } from "./site.ts";

for (const { locale, path, address } of addresses) {
  test(`${address} answers in its language, with its metadata and without a barrier, light and dark`, async ({ page, baseURL }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    await expect(page.locator("html")).toHaveAttribute("lang", languageTags[locale]);
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page).toHaveTitle(/.{3,} · Abrente/);

    const absolute = (other: (typeof locales)[number]) => baseURL + localePath(other, path);
    const attribute = (selector: string, name: string) =>
      page.locator(selector).evaluateAll((all, key) => all.map((one) => one.getAttribute(key)), name);
    expect(await attribute('link[rel="canonical"]', "href")).toEqual([absolute(locale)]);
    for (const other of locales) {
      expect(await attribute(`link[hreflang="${languageTags[other]}"]`, "href")).toEqual([absolute(other)]);
      expect(await attribute(`link[hreflang="${other}"]`, "href")).toEqual([absolute(other)]);
    }
    expect(await attribute('link[hreflang="x-default"]', "href")).toEqual([absolute("en")]);
    expect(await attribute('meta[property="og:locale"]', "content")).toEqual([languageTags[locale].replace("-", "_")]);
    expect(await attribute('meta[property="og:locale:alternate"]', "content")).toHaveLength(2);
    for (const name of [
      'meta[name="description"]',
      'meta[name="keywords"]',
      'meta[property="og:title"]',
      'meta[property="og:description"]',
    ]) {
      expect((await attribute(name, "content")).join().length, name).toBeGreaterThan(3);
    }
    await expect(page.locator('meta[name="robots"]')).toHaveCount(publicPaths.includes(path) ? 0 : 1);

    expect(await barriersInBothSchemes(page)).toEqual([]);
  });
}

test("texts of a page differ between the languages", async ({ page }) => {
  for (const path of publicPaths) {
    const headings = [];
    for (const locale of locales) {
      await page.goto(localePath(locale, path));
      headings.push(await page.title(), await page.locator('meta[name="description"]').getAttribute("content"));
    }
    expect(new Set(headings).size, path).toBeGreaterThanOrEqual(
      path === "/legal/aviso-legal" || path === "/contact" || path === "/legal/politica-cookies" ? 5 : 6,
    );
  }
});

for (const locale of locales) {
  test(`an unknown address under ${localePath(locale, "/")} is the error screen with 404, in the language's shell`, async ({ page }) => {
    const response = await page.goto(localePath(locale, "/no/such/page"));
    expect(response?.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", languageTags[locale]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("404");
    await expect(page.getByText("Page not found", { exact: true })).toBeVisible();
    await expect(page.locator("pre")).toHaveText(/"statusCode": 404,\s+"message": "Page not found"/);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    expect(await barriersOf(page)).toEqual([]);

    const back = page.getByRole("button", { name: "Volver al inicio" });
    await expect(back).toHaveAttribute("data-track", "error-button-back-home");
    await expect(back).toHaveAttribute("data-track-section", "error");
    await back.click();
    await expect(page).toHaveURL(/\/\??$/);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("404");
  });
}

test("nothing is wider than a narrow phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { address } of addresses) {
    await page.goto(address);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(320);
  }
});
