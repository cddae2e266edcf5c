import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Config } from "#server/config.ts";
import { etagOf, type Kept } from "./kept.ts";
import { pagePolicy } from "./security-headers.ts";
import type { StaticFiles } from "./static-files.ts";

/**
 * Makes a rendered page one that carries no JavaScript until it is touched (app/awake/wake.ts wakes it), needs no second
 * request for its styles, and is the same for everyone, so it can be kept, compressed and allowed by hashes.
 */
export async function putToSleep(rendered: string, { files, config }: { files: StaticFiles; config: Config }): Promise<Kept> {
  const html = rendered
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll('<script type="module" async="">', '<script type="asleep/module">')
    .replaceAll("<script>window.__reactRouterContext", '<script type="asleep/">window.__reactRouterContext')
    .replaceAll(/<link rel="stylesheet" href="([^"]+)"[^>]*>/g, (link, href: string) => {
      const file = files.get(href);
      // The link stays for React to find when it wakes; disabled, it loads nothing.
      return file ? `<style>${Buffer.from(file.bodies.plain).toString()}</style><link rel="stylesheet" href="${href}" disabled=""/>` : link;
    });

  const plain = Buffer.from(html);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return {
    bodies: { plain, br, gzip: gz },
    etag: etagOf(plain),
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "public, max-age=0, s-maxage=300, must-revalidate",
      // docs/decisions/006: on these pages "same-origin" protects nothing and costs a change of process.
      "Cross-Origin-Opener-Policy": "unsafe-none",
      "Content-Security-Policy": pagePolicy(config, hashes(html, "script"), hashes(html, "style")),
    },
  };
}

/** The CSP source of every inline element of a kind. */
function hashes(html: string, element: "script" | "style"): string[] {
  const texts = [...html.matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, "gs"))].map(([, text]) => text!);
  return [...new Set(texts)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}
