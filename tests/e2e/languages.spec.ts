import { expect, test, type APIRequestContext, type BrowserContext } from "@playwright/test";

/** The answer to a first visit, redirects not followed. */
async function visit(request: APIRequestContext, headers: Record<string, string>, address = "/") {
  const response = await request.get(address, { headers, maxRedirects: 0 });
  return {
    status: response.status(),
    location: response.headers()["location"],
    cookie: response.headers()["set-cookie"],
    headers: response.headers(),
  };
}

async function rememberedLocale(context: BrowserContext) {
  return (await context.cookies()).find((cookie) => cookie.name === "i18n_redirected");
}

test.describe("a first visit to /", () => {
  // Nor has anything been chosen about cookies.
  test.use({ storageState: { cookies: [], origins: [] } });

  for (const [accepted, locale] of [
    ["gl", "gl"],
    ["gl-ES,es;q=0.8", "gl"],
    ["es-AR", "es"],
    ["pt-PT,es;q=0.5,en;q=0.4", "es"],
  ]) {
    test(`with Accept-Language "${accepted}" goes to /${locale} and is remembered`, async ({ request }) => {
      const { status, location, cookie } = await visit(request, { "Accept-Language": accepted! }, "/?utm_source=x");
      expect([status, location]).toEqual([302, `/${locale}?utm_source=x`]);
      expect(cookie).toMatch(new RegExp(`^i18n_redirected=${locale}; Max-Age=31536000; Path=/; SameSite=Lax$`));
    });
  }

  for (const accepted of ["en-GB", "fr", "zz;q=banana", "*"]) {
    test(`with Accept-Language "${accepted}" stays in English and is remembered`, async ({ request }) => {
      const { status, cookie, headers } = await visit(request, { "Accept-Language": accepted });
      expect(status).toBe(200);
      expect(cookie).toMatch(/^i18n_redirected=en; Max-Age=31536000; Path=\/; SameSite=Lax$/);
      expect(headers["cache-control"]).toContain("private");
      expect(headers["vary"]).toMatch(/Accept-Language, Cookie/);
    });
  }

  test("without Accept-Language gets English, no redirect and no cookie", async ({ request }) => {
    const { status, cookie, headers } = await visit(request, { "Accept-Language": "" });
    expect([status, cookie]).toEqual([200, undefined]);
    expect(headers["cache-control"]).toContain("public");
  });
});

test("a later visit to / goes to the remembered language; an unknown one counts as none", async ({ request }) => {
  expect(await visit(request, { "Accept-Language": "es", Cookie: "i18n_redirected=gl" })).toMatchObject({
    status: 302,
    location: "/gl",
    cookie: undefined,
  });
  expect(await visit(request, { "Accept-Language": "gl", Cookie: "i18n_redirected=en" })).toMatchObject({ status: 200, cookie: undefined });
  expect(await visit(request, { "Accept-Language": "es", Cookie: "i18n_redirected=<script>" })).toMatchObject({
    status: 302,
    location: "/es",
  });
});

test("deep links keep their language", async ({ request }) => {
  expect(await visit(request, { "Accept-Language": "gl", Cookie: "i18n_redirected=gl" }, "/es/contact")).toMatchObject({
    status: 200,
    cookie: undefined,
  });
  expect(await visit(request, { "Accept-Language": "gl", Cookie: "i18n_redirected=gl" }, "/contact")).toMatchObject({
    status: 200,
    cookie: undefined,
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the switch ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("keeps the page and its query, and remembers the language", async ({ page, context }) => {
      await page.goto("/contact?mode=requestOffer&utm_source=mail");
      await page.getByRole("navigation", { name: "Language", exact: true }).getByRole("link", { name: "Galego" }).click();
      await expect(page).toHaveURL("/gl/contact?mode=requestOffer&utm_source=mail");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("A landing por");
      expect(await rememberedLocale(context)).toMatchObject({ value: "gl", sameSite: "Lax", path: "/" });
      await page.getByRole("navigation", { name: "Lingua", exact: true }).getByRole("link", { name: "English" }).click();
      await expect(page).toHaveURL("/contact?mode=requestOffer&utm_source=mail");
    });

    test("brings the home page back to English although the cookie said otherwise", async ({ page, context }) => {
      await context.addCookies([{ name: "i18n_redirected", value: "gl", url: "http://localhost:4173" }]);
      await page.goto("/");
      await expect(page).toHaveURL("/gl");
      await page.getByRole("navigation", { name: "Lingua", exact: true }).getByRole("link", { name: "English" }).click();
      await expect(page).toHaveURL("/");
      await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
    });
  });
}

test("the switch keeps the anchor", async ({ page }) => {
  await page.goto("/es?utm_source=x#process");
  await page.getByRole("navigation", { name: "Idioma", exact: true }).getByRole("link", { name: "Galego" }).click();
  await expect(page).toHaveURL("/gl?utm_source=x#process");
});

test("the switch leads nowhere else", async ({ request }) => {
  for (const to of [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "/%09/evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
  ]) {
    const { status, location } = await visit(request, {}, `/language/gl?to=${encodeURIComponent(to)}`);
    expect(status).toBe(302);
    expect(new URL(location!, "http://localhost:4173").origin, to).toBe("http://localhost:4173");
  }
  expect((await visit(request, { Referer: "https://evil.example/contact?x=1" }, "/language/gl?to=/contact")).location).toBe("/gl/contact");
  expect((await visit(request, {}, "/language/fr?to=/contact")).status).toBe(404);
});
