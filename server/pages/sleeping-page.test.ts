import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { putToSleep } from "./sleeping-page.ts";

/** The shape of what React and React Router write. */
const rendered = String.raw`<!DOCTYPE html><html lang="gl-ES"><head><meta charSet="utf-8"/><script>{let e=document.documentElement;e.dataset.x="ñ"}</script>
<link rel="canonical" href="https://abrente.example/gl"/><link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
<link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/entry.client-2.js"/>
<link rel="modulepreload" href="/assets/react-6.js"/><link rel="modulepreload" href="/assets/root-4.js"/>
<link rel="stylesheet" href="/assets/styles-3.css"/><link rel="stylesheet" href="/assets/unknown.css" media="print"/>
</head><body><p>&lt;script type="module" async=""&gt;</p><style>.own{color:red}</style>
<script>((storageKey) => {
  sessionStorage.getItem(storageKey);
})("scroll")</script><script>window.__reactRouterContext = {"basename":"/"};window.__reactRouterContext.stream = new ReadableStream();</script>
<script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-4.js";
import * as route1 from "/assets/home-5.js";
  
  window.__reactRouterRouteModules = {"root":route0,"gl/home":route1};

import("/assets/entry.client-2.js");</script><script src="/assets/tag.js"></script>
<!--$--><script>window.__reactRouterContext.streamController.enqueue("[{\"a\":\"\u003cb> \\\"ñ\\\" \\\\\"}]\n");</script>
<!--$--><script>window.__reactRouterContext.streamController.enqueue("[\"end\"]\n");</script>
<!--$--><script>window.__reactRouterContext.streamController.close();</script><!--/$--></body></html>`;

const stream = String.raw`[{"a":"<b> \"ñ\" \\"}]` + '\n["end"]\n';

const styles = "@layer base{p::before{content:'$& $1 €'}}\n";

async function sleep({ page = rendered, siteUrl = "http://localhost:3000" } = {}) {
  const sleeping = await putToSleep(page, { address: "/gl?a=1&b=2", styles, config: readConfig({ SITE_URL: siteUrl }) });
  const html = Buffer.from(sleeping.page.bodies.plain).toString();
  return { ...sleeping, ...sleeping.page, html, policy: sleeping.page.headers["Content-Security-Policy"]! };
}

/** The texts of all elements of a kind, by cutting the page at their tags. */
function textsOf(html: string, element: string): string[] {
  const pieces = html.split(`<${element}`).slice(1);
  return pieces.map((piece) => piece.slice(piece.indexOf(">") + 1, piece.indexOf(`</${element}>`)));
}

function directive(policy: string, name: string): string[] {
  const found = policy.split("; ").find((one) => one.startsWith(`${name} `)) ?? "";
  return found.split(" ").slice(1);
}

function hash(text: string) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

test("writes down what its module script would do, each file once, and drops what would load them early", async () => {
  const { html, data, dataAddress } = await sleep();
  const text = /<script type="asleep\/plan">(.*?)<\/script>/s.exec(html)![1]!;
  expect(JSON.parse(text)).toEqual({
    data: dataAddress,
    files: ["/assets/react-6.js"],
    manifest: "/assets/manifest-1.js",
    routes: { root: "/assets/root-4.js", "gl/home": "/assets/home-5.js" },
    entry: "/assets/entry.client-2.js",
  });
  expect(dataAddress).toBe(`/awake/${data.etag.slice(1, -1)}/gl?a=1&b=2`);
  expect(html).not.toContain('<script type="module"');
  expect(html).not.toContain("modulepreload");
});

test.each([
  ["a route without a file", '"gl/home":route1', '"gl/home":route2'],
  ["no entry", 'import("/assets/entry.client-2.js")', ""],
  ["no module script", '<script type="module" async="">', '<script type="module">'],
  ["no settings", 'window.__reactRouterContext = {"basename":"/"};', ""],
])("refuses a page that it would not know how to wake: %s", async (_, part, other) => {
  await expect(sleep({ page: rendered.replace(part, other) })).rejects.toThrow("React Router's scripts are not as");
});

test("moves the data and the settings of React Router into a file of its own", async () => {
  const { html, data } = await sleep();
  expect(JSON.parse(Buffer.from(data.bodies.plain).toString())).toEqual({ context: { basename: "/" }, stream });
  expect(data.headers).toMatchObject({
    "Content-Type": "application/json",
    "Cache-Control": expect.stringContaining("immutable"),
  });
  expect(html).not.toContain("__reactRouterContext");
});

test("brings along the styles of public pages, letter by letter, and loads no file of styles", async () => {
  const { html } = await sleep();
  expect(textsOf(html, "style")).toEqual([styles, ".own{color:red}"]);
  const links = html.match(/<link[^>]*styles-3\.css[^>]*>/g) ?? [];
  expect(links.filter((link) => !link.includes(" disabled"))).toEqual([]);
});

test("leaves everything else of the page as it was, another stylesheet too", async () => {
  const ours = /<style>@layer.*?<\/style>|<link rel="stylesheet" href="\/assets\/styles-3\.css"[^>]*>|<link rel="modulepreload"[^>]*>/gs;
  const changed =
    /<script>(?:window\.__reactRouterContext|\(\(storageKey|\(function\(\)\{let\{state).*?<\/script>|<script type="(?:module|asleep).*?<\/script>/gs;
  const rest = (page: string) => page.replaceAll(ours, "").replaceAll(changed, "<script></script>");
  expect(rest((await sleep()).html)).toBe(rest(rendered));
});

test("allows by hash every script and style of the page, and nothing inline besides", async () => {
  const { html, policy } = await sleep();
  const scripts = textsOf(html, "script").filter((text) => text && !text.startsWith('{"'));
  expect(scripts).toHaveLength(2);
  expect(directive(policy, "script-src").toSorted()).toEqual(["'self'", ...new Set(scripts.map(hash))].toSorted());
  expect(directive(policy, "style-src").toSorted()).toEqual(["'self'", ...textsOf(html, "style").map(hash)].toSorted());
  expect(directive(policy, "default-src")).toEqual(["'none'"]);
  expect(policy).not.toMatch(/unsafe|nonce/);
});

test("asks browsers for HTTPS only where the site has it", async () => {
  expect((await sleep({ siteUrl: "https://abrente.example" })).policy).toContain("upgrade-insecure-requests");
  expect((await sleep()).policy).not.toContain("upgrade-insecure-requests");
});

test("is the same for everyone, so any cache may keep it", async () => {
  const { headers, etag } = await sleep();
  expect(headers["Cache-Control"]).toBe("public, max-age=0, s-maxage=300, must-revalidate");
  expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
  expect((await sleep()).etag).toBe(etag);
});

test.each(["light", "dark"])("carries the colours it was rendered in (%s), as a page of its own", async (theme) => {
  const { html, etag } = await sleep({ page: rendered.replace("<html ", `<html data-theme="${theme}" `) });
  expect(html).toContain(`<html data-theme="${theme}" lang="gl-ES">`);
  expect(etag).not.toBe((await sleep()).etag);
});
