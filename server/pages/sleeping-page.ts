import { createHash } from "node:crypto";
import scrollPosition from "virtual:inline-script/app/awake/scroll-position.inline.ts";
import type { Config } from "#server/config.ts";
import { compressed } from "#server/http/cached-response.ts";
import type { CachedResponse } from "#server/http/env.ts";
import { pagePolicy } from "#server/http/security-headers.ts";

/** A page, and the data that React Router takes it over with. */
export type Sleeping = { page: CachedResponse; data: CachedResponse; dataAddress: string };

type Parts = {
  /** The address of the page, with the query that makes it another one. */
  address: string;
  /** All styles that a public page can need until it wakes. */
  styles: string;
  config: Config;
};

/** Where the data of pages are: `/awake/HASH/gl/contact`. */
export const dataPath = "/awake/";

/**
 * Makes a rendered page one that carries no JavaScript until it is touched (app/awake/waking.inline.ts wakes it), needs no second
 * request for its first paint, and is the same for everyone, so it can be cached, compressed and allowed by hashes.
 */
export async function putToSleep(rendered: string, { address, styles, config }: Parts): Promise<Sleeping> {
  // Every text of the page once more, for React: most visitors never need it.
  const chunks = [...rendered.matchAll(/streamController\.enqueue\((".*?[^\\]")\);/gs)].map(([, text]) => JSON.parse(text!) as string);
  const { context, ...scripts } = wakingPlan(rendered);
  const data = await compressed(JSON.stringify({ context, stream: chunks.join("") }), {
    "Content-Type": "application/json",
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  const dataAddress = dataPath + data.etag.slice(1, -1) + address;
  const plan = JSON.stringify({ data: dataAddress, ...scripts });
  const html = rendered
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(moduleScript, () => `<script type="asleep/plan">${plan.replaceAll("<", String.raw`\u003c`)}</script>`)
    // React looks for the elements when it wakes.
    .replaceAll(/<script>window\.__reactRouterContext.*?<\/script>/gs, '<script type="asleep"></script>')
    .replaceAll(/<script>\(\(storageKey.*?<\/script>/gs, () => `<script>${scrollPosition}</script>`)
    // Links whose pages React Router would have to look up: it knows them all.
    .replaceAll(' data-discover="true"', "")
    // Disabled, the link to all styles loads nothing, and React finds it where it was.
    .replace(/<link rel="stylesheet" href="[^"]+"/, (link) => `<style>${styles}</style>${link} disabled=""`);
  const page = await compressed(html, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "public, max-age=0, s-maxage=300, must-revalidate",
    "Content-Security-Policy": pagePolicy(config, {
      scripts: hashes(html, /<script>(.*?)<\/script>/gs),
      styles: hashes(html, /<style>(.*?)<\/style>/gs),
    }),
  });
  return { page, data, dataAddress };
}

const moduleScript = /<script type="module" async="">(.*?)<\/script>/s;

/** What React Router's scripts would do at once, for app/awake/waking.inline.ts to do later. */
function wakingPlan(rendered: string) {
  const script = moduleScript.exec(rendered)?.[1] ?? "";
  const manifest = /^import "([^"]+)"/m.exec(script)?.[1];
  const entry = /^import\("([^"]+)"\)/m.exec(script)?.[1];
  const names = new Map([...script.matchAll(/^import \* as (\w+) from "([^"]+)"/gm)].map(([, name, file]) => [name!, file!]));
  const modules = /__reactRouterRouteModules = \{(.*?)\}/.exec(script)?.[1] ?? "";
  const routes = Object.fromEntries([...modules.matchAll(/"([^"]+)":(\w+)/g)].map(([, id, name]) => [id!, names.get(name!)]));
  const context = /<script>window\.__reactRouterContext = (\{.*?\});/s.exec(rendered)?.[1];
  if (!manifest || !entry || !context || Object.values(routes).includes(undefined) || names.size === 0)
    throw new Error("React Router's scripts are not as server/pages/sleeping-page.ts knows them");
  const preloads = [...rendered.matchAll(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g)].map(([, href]) => href!);
  const named = new Set([manifest, entry, ...names.values()]);
  return { files: preloads.filter((href) => !named.has(href)), manifest, routes, entry, context: JSON.parse(context) as object };
}

/** The CSP source of every inline element that runs or styles. */
function hashes(html: string, elements: RegExp): string[] {
  const texts = [...html.matchAll(elements)].map(([, text]) => text!);
  return [...new Set(texts)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}
