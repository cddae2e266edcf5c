import { barriersInBothSchemes } from "./barriers.ts";
import { paths } from "./site.ts";
import { expect, test } from "./story.ts";

/**
 * What the server alone decides about pages is in tests/http/pages.test.ts; other languages are walked in walk.spec.ts.
 * Header and footer are the same on all: they are looked at on one public page and on one of the accounts.
 */
for (const [pages, part, details] of [
  [["/", "/login"], undefined, {}],
  [paths.filter((path) => path !== "/" && path !== "/login"), "main", { tag: "@deep" }],
] as const) {
  test(`${pages.join(", ")}: no barrier, light and dark`, details, async ({ page }) => {
    test.slow();
    for (const path of pages) {
      await page.goto(path);
      expect(await barriersInBothSchemes(page, part), path).toEqual([]);
    }
  });
}

test("an unknown address shows the error screen without a barrier, and its button leads home", async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404");
  await expect(page.getByText("Page not found", { exact: true })).toBeVisible();
  expect(await barriersInBothSchemes(page, "main")).toEqual([]);
  await page.getByRole("button", { name: "Volver al inicio" }).click();
  await expect(page).toHaveURL(/\/\??$/);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("404");
});

test("a legal page has a table of contents that leads to its sections, and prints without the shell", async ({ page }) => {
  await page.goto("/gl/legal/politica-privacidad");
  const contents = page.getByRole("navigation", { name: "Contido" }).getByRole("link");
  await expect(contents).toHaveCount(5);
  await contents.nth(3).click();
  await expect(page.locator("h2").nth(3)).toBeInViewport();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
});
