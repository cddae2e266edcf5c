import { expect, test } from "@playwright/test";
import { languageTags, locales, localePath } from "#content/locales.ts";
import { publicPaths } from "./site.ts";
import { startServer } from "../server.ts";

const addresses = locales.flatMap((locale) => publicPaths.map((path) => localePath(locale, path)));

test("the sitemap is the set of public pages in every language, and every alternate links back", async ({ request, baseURL }) => {
  const response = await request.get("/sitemap.xml");
  expect(response.headers()["content-type"]).toContain("application/xml");
  const entries = [...(await response.text()).matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/g)].map(([, loc, links]) => ({
    loc: loc!,
    alternates: Object.fromEntries<string>([...links!.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, tag, href]) => [tag!, href!])),
  }));
  expect(entries.map((entry) => entry.loc).toSorted()).toEqual(addresses.map((address) => baseURL + address).toSorted());
  const byLoc = new Map(entries.map((entry) => [entry.loc, entry.alternates]));
  for (const { loc, alternates } of entries) {
    expect(Object.keys(alternates).toSorted()).toEqual([...Object.values(languageTags), "x-default"].toSorted());
    for (const href of Object.values(alternates)) expect(byLoc.get(href)).toEqual(byLoc.get(loc));
    expect(Object.values(alternates)).toContain(loc);
  }
});

test("hreflang links of the pages are reciprocal", async ({ request, baseURL }) => {
  const alternatesOf = async (address: string) =>
    [...(await (await request.get(address)).text()).matchAll(/rel="alternate" href="(.*?)" hrefLang="(.*?)"/g)]
      .map(([, href, tag]) => `${tag} ${href}`)
      .toSorted();
  for (const path of publicPaths) {
    const [first, ...others] = await Promise.all(locales.map((locale) => alternatesOf(baseURL + localePath(locale, path))));
    expect(first).toHaveLength(7);
    for (const other of others) expect(other).toEqual(first);
  }
});

for (const address of addresses) {
  test(`${address} has valid structured data and a social image of its own`, async ({ page, request, baseURL }) => {
    await page.goto(address);
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(blocks).toHaveLength(1);
    const data = JSON.parse(blocks[0]!);
    expect(data["@context"]).toBe("https://schema.org");
    expect(blocks[0]).not.toMatch(/validThrough|priceValidUntil|Review|Rating|undefined|\{\w+\}/);
    if (/^\/(es|gl)?$/.test(address)) {
      expect(data).toMatchObject({
        "@type": "ProfessionalService",
        name: "Abrente",
        url: baseURL + address,
        telephone: expect.stringMatching(/^\+34\d{9}$/),
        email: expect.stringContaining("@"),
      });
      expect(data.makesOffer).toMatchObject({
        "@type": "Offer",
        price: "399",
        priceCurrency: "EUR",
        priceSpecification: { valueAddedTaxIncluded: false },
      });
      expect(data.hasOfferCatalog.itemListElement).toHaveLength(15);
    } else {
      expect(data["@type"]).toBe("BreadcrumbList");
      expect(data.itemListElement.map((item: { position: number }) => item.position)).toEqual([1, 2]);
      expect(data.itemListElement[1].item).toBe(baseURL + address);
    }

    const image = (await page.locator('meta[property="og:image"]').getAttribute("content"))!;
    const response = await request.get(image);
    expect(response.headers()["content-type"]).toBe("image/jpeg");
    const size = await page.evaluate(async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      return [bitmap.width, bitmap.height];
    }, new URL(image).pathname);
    expect(size).toEqual([1200, 630]);
    expect((await response.body()).length).toBeLessThan(120_000);
  });
}

test("social images differ from page to page and language to language", async ({ page }) => {
  const images = [];
  for (const address of addresses) {
    await page.goto(address);
    images.push(await page.locator('meta[property="og:image"]').getAttribute("content"));
  }
  expect(new Set(images).size).toBe(addresses.length);
});

test("robots: nothing on a local address; all but accounts on a public one", async ({ request }) => {
  expect(await (await request.get("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
  const server = await startServer({ SITE_URL: "https://abrente.example" });
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  for (const path of ["/me", "/es/me", "/gl/admin", "/login", "/language/"]) expect(robots).toContain(`Disallow: ${path}\n`);
  expect(robots).not.toContain("Disallow: /\n");
  expect(robots).toContain("Sitemap: https://abrente.example/sitemap.xml");
  await server.stop();
});

test("the manifest's icons, the favicons, humans.txt and security.txt are there", async ({ request }) => {
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  for (const { src, type } of manifest.icons) expect((await request.get(src)).headers()["content-type"], src).toContain(type);
  for (const address of ["/favicon.ico", "/apple-touch-icon.png", "/humans.txt"])
    expect((await request.get(address)).status(), address).toBe(200);
  const security = await (await request.get("/.well-known/security.txt")).text();
  expect(security).toMatch(/^Contact: mailto:/);
  expect(new Date(/Expires: (.*)/.exec(security)![1]!).getTime()).toBeGreaterThan(Date.now());
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
