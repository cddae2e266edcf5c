import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import type { Bodies, CachedResponse, Env } from "./env.ts";

export function cachedResponse(bodies: Bodies, headers: Record<string, string>): CachedResponse {
  return { bodies, headers, etag: etagOf(bodies.plain), isPage: headers["Content-Type"]!.startsWith("text/html"), sent: new Map() };
}

/** The same for a text that the server has made. */
export async function compressed(text: string, headers: Record<string, string>): Promise<CachedResponse> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return cachedResponse({ plain, br, gzip: gz }, headers);
}

export function etagOf(body: Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 20)}"`;
}

export function answer(c: Context<Env>, cached: CachedResponse): Response {
  const { bodies, etag, headers } = cached;
  c.set("cached", cached);
  c.header("ETag", etag);
  if (bodies.br || bodies.gzip) c.header("Vary", "Accept-Encoding", { append: true });
  if (matches(c.req.header("if-none-match"), etag)) {
    c.header("Cache-Control", headers["Cache-Control"]);
    return c.body(null, 304);
  }
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const encoding = encodingFor(c.req.header("accept-encoding"), bodies);
  if (encoding !== "plain") c.header("Content-Encoding", encoding);
  const body = bodies[encoding]!;
  c.header("Content-Length", String(body.byteLength));
  return c.req.method === "HEAD" ? c.body(null) : c.body(body);
}

/** The best of the encodings that the browser knows and that there are. */
export function encodingFor(accepted = "", bodies: Bodies): keyof Bodies {
  return (["br", "gzip"] as const).find((encoding) => bodies[encoding] && accepts(accepted, encoding)) ?? "plain";
}

export function matches(wanted: string | undefined, etag: string): boolean {
  return wanted?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*") ?? false;
}

/** `br ; q=0.5`: a name, perhaps with a quality. */
function accepts(list: string, encoding: string): boolean {
  return list.split(",").some((part) => {
    const [name, ...parameters] = part.split(";").map((one) => one.trim());
    const quality = parameters.find((one) => one.startsWith("q="))?.slice("q=".length) ?? "1";
    return name === encoding && Number(quality) > 0;
  });
}
