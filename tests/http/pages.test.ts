import sharp from "sharp";
import { expect, test } from "vitest";
import { agency, offer } from "#content/agency.ts";
import { languageTags, locales, localePath } from "#content/locales.ts";
import { addresses, publicPaths } from "../e2e/site.ts";
import { ask, attributesOf, htmlOf, siteUrl, textOf } from "./site.ts";

const publicAddresses = locales.flatMap((locale) => publicPaths.map((path) => localePath(locale, path)));
const titleOf = (html: string) => textOf(/<title>.*?<\/title>/s.exec(html)![0]);
const contentOf = (html: string, having: Record<string, string>) => attributesOf(html, "meta", having, "content");

test.each(addresses)("$address answers in its language, with its metadata and every text", async ({ locale, path, address }) => {
  const response = await ask(address);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toMatch(new RegExp(`<html[^>]* lang="${languageTags[locale]}"`));
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect(titleOf(html)).toMatch(new RegExp(`.{3,} · ${agency.name}`));
  expect(textOf(html)).not.toMatch(/undefined|\bNaN\b|\[object |\{\w+\}/);

  const absolute = (other: (typeof locales)[number]) => siteUrl + localePath(other, path);
  const alternate = (tag: string) => attributesOf(html, "link", { hreflang: tag }, "href");
  expect(attributesOf(html, "link", { rel: "canonical" }, "href")).toEqual([absolute(locale)]);
  for (const other of locales) {
    expect(alternate(languageTags[other])).toEqual([absolute(other)]);
    expect(alternate(other)).toEqual([absolute(other)]);
  }
  expect(alternate("x-default")).toEqual([absolute("en")]);
  expect(contentOf(html, { property: "og:locale" })).toEqual([languageTags[locale].replace("-", "_")]);
  expect(contentOf(html, { property: "og:locale:alternate" })).toHaveLength(2);
  for (const having of [{ name: "description" }, { name: "keywords" }, { property: "og:title" }, { property: "og:description" }] as Record<
    string,
    string
  >[]) {
    expect(contentOf(html, having).join().length, JSON.stringify(having)).toBeGreaterThan(3);
  }
  expect(contentOf(html, { name: "robots" })).toHaveLength(publicPaths.includes(path) ? 0 : 1);
});

test.each(publicAddresses)("%s names no script, and no style that holds up its first paint", async (address) => {
  const html = (await htmlOf(address)).replaceAll(/<(script|noscript)>.*?<\/\1>/gs, "");
  for (const unwanted of [/<script[^>]+src=/, /<link[^>]+modulepreload/, /<link[^>]+stylesheet(?![^>]+disabled)/]) {
    expect(html.match(unwanted)?.[0]).toBeUndefined();
  }
});

test("texts of a page differ between the languages", async () => {
  for (const path of publicPaths) {
    const pages = await Promise.all(locales.map((locale) => htmlOf(localePath(locale, path))));
    const words = pages.flatMap((html) => [titleOf(html), ...contentOf(html, { name: "description" })]);
    expect(new Set(words).size, path).toBeGreaterThanOrEqual(
      path === "/legal/aviso-legal" || path === "/contact" || path === "/legal/politica-cookies" ? 5 : 6,
    );
  }
});

test.each(locales)("an unknown address is the error screen with 404, in the language's shell (%s)", async (locale) => {
  const response = await ask(localePath(locale, "/no/such/page"));
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toMatch(new RegExp(`<html[^>]* lang="${languageTags[locale]}"`));
  expect(html).toMatch(/<h1[^>]*>404</);
  expect(textOf(html)).toMatch(/Page not found/);
  expect(textOf(/<pre.*?<\/pre>/s.exec(html)![0])).toMatch(/"statusCode": 404,\s+"message": "Page not found"/);
  expect(html).toMatch(/<footer/);
  expect(attributesOf(html, "button", { "data-track": "error-button-back-home" }, "data-track-section")).toEqual(["error"]);
});

test("the sitemap is the set of public pages in every language, and every alternate links back", async () => {
  const response = await ask("/sitemap.xml");
  expect(response.headers.get("content-type")).toContain("application/xml");
  const entries = [...(await response.text()).matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/g)].map(([, loc, links]) => ({
    loc: loc!,
    alternates: Object.fromEntries<string>([...links!.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, tag, href]) => [tag!, href!])),
  }));
  // The pages of tests/pages are in this build alone.
  const own = entries.filter(({ loc }) => !loc.includes("/test/"));
  expect(own.map((entry) => entry.loc).toSorted()).toEqual(publicAddresses.map((address) => siteUrl + address).toSorted());
  const byLoc = new Map(entries.map((entry) => [entry.loc, entry.alternates]));
  for (const { loc, alternates } of entries) {
    expect(Object.keys(alternates).toSorted()).toEqual([...Object.values(languageTags), "x-default"].toSorted());
    for (const href of Object.values(alternates)) expect(byLoc.get(href)).toEqual(byLoc.get(loc));
    expect(Object.values(alternates)).toContain(loc);
  }
});

const alternatesOf = async (address: string) =>
  [...(await htmlOf(address)).matchAll(/rel="alternate" href="(.*?)" hrefLang="(.*?)"/g)]
    .map(([, href, tag]) => `${tag} ${href}`)
    .toSorted();

test("hreflang links of the pages are reciprocal", async () => {
  for (const path of publicPaths) {
    const [first, ...others] = await Promise.all(locales.map((locale) => alternatesOf(localePath(locale, path))));
    expect(first).toHaveLength(7);
    for (const other of others) expect(other).toEqual(first);
  }
});

const imageOf = (html: string) => contentOf(html, { property: "og:image" })[0]!;

test.each(publicAddresses)("%s has valid structured data and a social image", async (address) => {
  const html = await htmlOf(address);
  const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text!);
  const isHome = /^\/(es|gl)?$/.test(address);
  const [data, questions] = blocks.map((block) => JSON.parse(block));
  // What the home page's second block says is in home.test.ts.
  expect([data["@context"], questions?.["@context"]]).toEqual(["https://schema.org", isHome ? "https://schema.org" : undefined]);
  for (const block of blocks) expect(block).not.toMatch(/validThrough|priceValidUntil|Review|Rating|undefined|\{\w+\}/);
  if (isHome) {
    expect(data).toMatchObject({
      "@type": "ProfessionalService",
      name: agency.name,
      url: siteUrl + address,
      telephone: expect.stringMatching(/^\+34\d{9}$/),
      email: expect.stringContaining("@"),
    });
    expect(data.makesOffer).toMatchObject({
      "@type": "Offer",
      price: String(offer.price),
      priceCurrency: "EUR",
      priceSpecification: { valueAddedTaxIncluded: false },
    });
    expect(data.hasOfferCatalog.itemListElement).toHaveLength(15);
  } else {
    expect(data["@type"]).toBe("BreadcrumbList");
    expect(data.itemListElement.map((item: { position: number }) => item.position)).toEqual([1, 2]);
    expect(data.itemListElement[1].item).toBe(siteUrl + address);
  }

  const response = await fetch(imageOf(html));
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  const image = Buffer.from(await response.arrayBuffer());
  expect(await sharp(image).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  expect(image.length).toBeLessThan(120_000);
});

test("social images differ from page to page and language to language", async () => {
  const images = await Promise.all(publicAddresses.map(async (address) => imageOf(await htmlOf(address))));
  expect(new Set(images).size).toBe(publicAddresses.length);
});

// On a public one: public-address.test.ts.
test("robots see nothing on a local address", async () => {
  expect(await (await ask("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
});

test("the manifest's icons, the favicons, humans.txt and security.txt are there", async () => {
  const manifest = await (await ask("/manifest.webmanifest")).json();
  for (const { src, type } of manifest.icons) expect((await ask(src)).headers.get("content-type"), src).toContain(type);
  for (const address of ["/favicon.ico", "/apple-touch-icon.png", "/humans.txt"]) expect((await ask(address)).status, address).toBe(200);
  const security = await (await ask("/.well-known/security.txt")).text();
  expect(security).toMatch(/^Contact: mailto:/);
  expect(new Date(/Expires: (.*)/.exec(security)![1]!).getTime()).toBeGreaterThan(Date.now());
});
