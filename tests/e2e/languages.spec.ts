import { expect, test, type BrowserContext } from "./story.ts";

/** Which language a visit gets is in tests/http/languages.test.ts. */
async function rememberedLocale(context: BrowserContext) {
  return (await context.cookies()).find((cookie) => cookie.name === "i18n_redirected");
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the switch ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("keeps the page and its query, remembers the language, and brings the home page back to English", async ({ page, context }) => {
      await page.goto("/contact?mode=requestOffer&utm_source=mail");
      await page.getByRole("navigation", { name: "Language", exact: true }).getByRole("link", { name: "Galego" }).click();
      await expect(page).toHaveURL("/gl/contact?mode=requestOffer&utm_source=mail");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("A web dunha páxina");
      expect(await rememberedLocale(context)).toMatchObject({ value: "gl", sameSite: "Lax", path: "/" });
      await page.goto("/");
      await expect(page).toHaveURL("/gl");
      await page.getByRole("navigation", { name: "Lingua", exact: true }).getByRole("link", { name: "English" }).click();
      await expect(page).toHaveURL("/");
      await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
      if (!javaScriptEnabled) return;
      // Only a browser knows the anchor.
      await page.goto("/es?utm_source=x#process");
      await page.getByRole("navigation", { name: "Idioma", exact: true }).getByRole("link", { name: "Galego" }).click();
      await expect(page).toHaveURL("/gl?utm_source=x#process");
    });
  });
}
