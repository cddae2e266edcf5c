import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import place from "#app/awake/place.ts?script";
import type { Config } from "#server/config.ts";
import { etagOf, type Kept } from "./kept.ts";
import { pagePolicy } from "./security-headers.ts";
import type { StaticFiles } from "./static-files.ts";
import { usedStyles } from "./used-styles.ts";

/** A page, and the data that React Router takes it over with. */
export type Sleeping = { page: Kept; data: Kept };

type Parts = {
  /** The address of the page, with the query that makes it another one. */
  path: string;
  files: StaticFiles;
  config: Config;
};

/** Where the data of pages are: `/awake/HASH/gl/contact`. */
export const dataPath = "/awake/";

/**
 * Makes a rendered page one that carries no JavaScript until it is touched (app/awake/wake.ts wakes it), needs no second
 * request for the styles of its first picture, and is the same for everyone, so it can be kept, compressed and allowed by hashes.
 */
export async function putToSleep(rendered: string, { path, files, config }: Parts): Promise<Sleeping> {
  // Every text of the page once more, for React: most visitors never need it.
  const chunks = [...rendered.matchAll(/streamController\.enqueue\((".*?[^\\]")\);/gs)].map(([, text]) => JSON.parse(text!) as string);
  const { context, ...scripts } = wakingPlan(rendered);
  const data = await keep(JSON.stringify({ context, stream: chunks.join("") }), {
    "Content-Type": "application/json",
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  const plan = { data: dataPath + data.etag.slice(1, -1) + path, ...scripts };
  const sheet = stylesheet.exec(rendered)?.[1] ?? "";
  const first = files.has(sheet) ? firstScreen(rendered) : undefined;
  const html = rendered
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(moduleScript, () => `<script type="asleep/plan">${JSON.stringify(plan).replaceAll("<", String.raw`\u003c`)}</script>`)
    // React looks for the elements when it wakes.
    .replaceAll(/<script>window\.__reactRouterContext.*?<\/script>/gs, '<script type="asleep"></script>')
    .replaceAll(/<script>\(\(storageKey.*?<\/script>/gs, () => `<script>${place}</script>`)
    // Links whose pages React Router would have to look up: it knows them all.
    .replaceAll(' data-discover="true"', "")
    // The inline script runs before the parser comes to the link.
    .replace("<html ", first ? `<html data-sheet="${sheet}" ` : "<html ")
    .replace(stylesheet, (link) => {
      const file = files.get(sheet);
      if (!file) return link;
      const css = Buffer.from(file.bodies.plain).toString();
      const brought = first ? usedStyles(css, first, { untouched: true }) : usedStyles(css, rendered);
      // Disabled, the link loads nothing. The inline script enables it: after the first picture, or for all that React may make.
      return `<style>${brought}</style>${first ? `<noscript>${link}</noscript>` : ""}<link rel="stylesheet" href="${sheet}" disabled=""/>`;
    });
  const page = await keep(html, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "public, max-age=0, s-maxage=300, must-revalidate",
    "Content-Security-Policy": pagePolicy(config, hashes(html, /<script>(.*?)<\/script>/gs), hashes(html, /<style>(.*?)<\/style>/gs)),
  });
  return { page, data };
}

const stylesheet = /<link rel="stylesheet" href="([^"]+)"[^>]*>/;
const moduleScript = /<script type="module" async="">(.*?)<\/script>/s;

/** What React Router's scripts would do at once, for app/awake/wake.ts to do later. */
function wakingPlan(rendered: string) {
  const script = moduleScript.exec(rendered)?.[1] ?? "";
  const manifest = /^import "([^"]+)"/m.exec(script)?.[1];
  const entry = /^import\("([^"]+)"\)/m.exec(script)?.[1];
  const names = new Map([...script.matchAll(/^import \* as (\w+) from "([^"]+)"/gm)].map(([, name, file]) => [name!, file!]));
  const modules = /__reactRouterRouteModules = \{(.*?)\}/.exec(script)?.[1] ?? "";
  const routes = Object.fromEntries([...modules.matchAll(/"([^"]+)":(\w+)/g)].map(([, id, name]) => [id!, names.get(name!)]));
  const context = /<script>window\.__reactRouterContext = (\{.*?\});/s.exec(rendered)?.[1];
  if (!manifest || !entry || !context || Object.values(routes).includes(undefined) || names.size === 0)
    throw new Error("React Router's scripts are not as server/http/sleeping-page.ts knows them");
  const preloads = [...rendered.matchAll(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g)].map(([, href]) => href!);
  const named = new Set([manifest, entry, ...names.values()]);
  return { files: preloads.filter((href) => !named.has(href)), manifest, routes, entry, context: JSON.parse(context) as object };
}

/** All that stands before the first part of a page that is drawn later, and the marks of such parts; undefined where there are none. */
function firstScreen(rendered: string): string | undefined {
  const end = rendered.search(/<section[^>]* class="(?:[^"]* )?later\b/);
  return end < 0 ? undefined : `${rendered.slice(0, end)}<footer class="later">`;
}

async function keep(text: string, headers: Kept["headers"]): Promise<Kept> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { bodies: { plain, br, gzip: gz }, etag: etagOf(plain), headers };
}

/** The CSP source of every inline element that runs or styles. */
function hashes(html: string, elements: RegExp): string[] {
  const texts = [...html.matchAll(elements)].map(([, text]) => text!);
  return [...new Set(texts)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}
