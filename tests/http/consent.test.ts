import { afterAll, beforeAll, expect, test } from "vitest";
import { grantable } from "#backend/consent-choice.ts";
import { agency } from "#content/agency.ts";
import { fill } from "#content/format.ts";
import { locales, localePath } from "#content/locales.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import { policyVersion } from "../e2e/site.ts";
import { startServer } from "../server.ts";
import { ask, htmlOf, partOf, siteUrl, textOf } from "./site.ts";

const tags = "http://127.0.0.1:9";
let tagged: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  tagged = await startServer({ GTM_ID: "GTM-TEST123", GTM_URL: tags });
});
afterAll(() => tagged.stop());

const policyOf = async (url: string) =>
  (await fetch(url, { headers: { "Accept-Language": "en" } })).headers.get("content-security-policy")!;

test("the policy of a page opens for tags that are configured, and for no others", async () => {
  expect(await policyOf(tagged.url)).toMatch(new RegExp(`script-src [^;]*${tags}`));
  for (const closed of [siteUrl, `${tagged.url}/login`]) expect(await policyOf(closed)).not.toMatch(/google|127\.0\.0\.1/);
});

const namesIn = (html: string) => html.match(/<tr\b.*?<\/tr>/gs)!.map(textOf);

test("the cookie policy lists what tags store where there are tags", async () => {
  const without = namesIn(await htmlOf("/legal/politica-cookies"));
  expect(without.some((row) => row.startsWith("consent "))).toBe(true);
  expect(without.some((row) => row.startsWith("_ga "))).toBe(false);
  const listed = namesIn(await (await fetch(`${tagged.url}/legal/politica-cookies`)).text());
  expect(listed.some((row) => row.startsWith("_ga Google"))).toBe(true);
});

test.each(locales)("the banner offers each choice in its own words (%s)", async (locale) => {
  const words = { en, es, gl }[locale].consent;
  const banner = partOf(await htmlOf(localePath(locale, "/contact")), "section", "cookies");
  const buttons = [...banner.matchAll(/<button\b[^>]*value="(\w+)"[^>]*>(.*?)<\/button>/gs)].map(([, value, name]) => [
    value,
    textOf(name!),
  ]);
  expect(Object.fromEntries(buttons)).toEqual({ all: words.accept, none: words.reject, some: words.save });
  expect(textOf(banner)).toContain(words.choose);
  expect(textOf(banner)).toContain(fill(words.text, { name: agency.name }));
  for (const { name } of Object.values(words.categories)) expect(textOf(banner)).toContain(name);
});

const placesOf = async (path: string) => {
  const html = await htmlOf(path);
  return ["<header", 'id="cookies"', "<main", "</main>", "<footer"].toSorted((one, other) => html.indexOf(one) - html.indexOf(other));
};

test("the question comes first on public pages, last on private ones", async () => {
  for (const path of ["/", "/contact", "/legal/politica-cookies"])
    expect(await placesOf(path), path).toEqual(['id="cookies"', "<header", "<main", "</main>", "<footer"]);
  for (const path of ["/login", "/register", "/gl/confirm"])
    expect(await placesOf(path), path).toEqual(["<header", "<main", "</main>", 'id="cookies"', "<footer"]);
});

test("there is a box for each category that can be granted, and none for what stays blocked", async () => {
  const banner = partOf(await htmlOf("/contact"), "section", "cookies");
  const boxes = [...banner.matchAll(/<input\b[^>]*type="checkbox"[^>]*>/g)].map(([box]) => /name="(\w+)"/.exec(box)![1]);
  expect(boxes).toEqual(["necessary", ...grantable]);
});

test.each(locales)("who answers by Global Privacy Control, or has answered about this policy, is not asked (%s)", async (locale) => {
  const asks = async (headers: Record<string, string>) =>
    /<html[^>]* data-consent="ask"/.test(await (await ask(localePath(locale, "/contact"), headers)).text());
  expect(await asks({})).toBe(true);
  expect(await asks({ Cookie: "consent=0.9_fsm_12345678" })).toBe(true);
  expect(await asks({ Cookie: `consent=${policyVersion}__12345678` })).toBe(false);
  expect(await asks({ "Sec-GPC": "1" })).toBe(false);
});
