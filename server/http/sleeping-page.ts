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
 * request for its styles, and is the same for everyone, so it can be kept, compressed and allowed by hashes.
 */
export async function putToSleep(rendered: string, { path, files, config }: Parts): Promise<Sleeping> {
  // Every text of the page once more, for React: most visitors never need it.
  const chunks = [...rendered.matchAll(/streamController\.enqueue\((".*?[^\\]")\);/gs)].map(([, text]) => JSON.parse(text!) as string);
  const data = await keep(chunks.join(""), {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  const preloads = [...rendered.matchAll(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g)].map(([, href]) => href!);
  const source = `data-from="${escaped(dataPath + data.etag.slice(1, -1) + path)}" data-with="${escaped(preloads.join(" "))}"`;
  const html = rendered
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll('<script type="module" async="">', `<script type="asleep/module" ${source}>`)
    // React looks for the elements when it wakes; of what is in them, the inline script needs the first one's settings.
    .replaceAll(/<script>window\.__reactRouterContext(?: = (\{.*?\});)?.*?<\/script>/gs, '<script type="asleep">$1</script>')
    .replaceAll(/<script>\(\(storageKey.*?<\/script>/gs, () => `<script>${place}</script>`)
    .replaceAll(/<link rel="stylesheet" href="([^"]+)"[^>]*>/g, (link, href: string) => {
      const file = files.get(href);
      if (!file) return link;
      // Disabled, the link loads nothing; waking enables it, for all that this page may become.
      return `<style>${usedStyles(Buffer.from(file.bodies.plain).toString(), rendered)}</style><link rel="stylesheet" href="${href}" disabled=""/>`;
    });
  const page = await keep(html, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "public, max-age=0, s-maxage=300, must-revalidate",
    // docs/decisions/006: on these pages "same-origin" protects nothing and costs a change of process.
    "Cross-Origin-Opener-Policy": "unsafe-none",
    "Content-Security-Policy": pagePolicy(
      config,
      hashes(html, /<script(?: type="asleep\/module"[^>]*)?>(.*?)<\/script>/gs),
      hashes(html, /<style>(.*?)<\/style>/gs),
    ),
  });
  return { page, data };
}

async function keep(text: string, headers: Kept["headers"]): Promise<Kept> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { bodies: { plain, br, gzip: gz }, etag: etagOf(plain), headers };
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** The CSP source of every inline element that runs or styles. */
function hashes(html: string, elements: RegExp): string[] {
  const texts = [...html.matchAll(elements)].map(([, text]) => text!);
  return [...new Set(texts)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}
