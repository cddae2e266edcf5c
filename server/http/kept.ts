import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Env } from "./env.ts";

/** A response that is kept in memory in every encoding and sent as it is. */
export type Kept = {
  bodies: { plain: Uint8Array<ArrayBuffer>; br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> };
  etag: string;
  headers: Record<string, string>;
};

export function etagOf(body: Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 20)}"`;
}

export function answer(c: Context<Env>, { bodies, etag, headers }: Kept): Response {
  const isPage = headers["Content-Type"]!.startsWith("text/html");
  c.set("kept", { etag, isPage });
  c.header("ETag", etag);
  if (bodies.br || bodies.gzip) c.header("Vary", "Accept-Encoding", { append: true });
  if (matches(c.req.header("if-none-match"), etag)) {
    c.header("Cache-Control", headers["Cache-Control"]);
    return c.body(null, 304);
  }
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const encoding = encodingFor(c.req.header("accept-encoding") ?? "", bodies);
  if (encoding) c.header("Content-Encoding", encoding);
  const body = (encoding && bodies[encoding]) ?? bodies.plain;
  c.set("kept", { etag, isPage, body });
  c.header("Content-Length", String(body.byteLength));
  return c.req.method === "HEAD" ? c.body(null) : c.body(body);
}

/** The best encoding that the browser knows, of all or of those that there are. */
export function encodingFor(accepted: string, bodies: { br?: unknown; gzip?: unknown } = { br: true, gzip: true }) {
  return (["br", "gzip"] as const).find((encoding) => bodies[encoding] && accepts(accepted, encoding));
}

export function matches(wanted: string | undefined, etag: string): boolean {
  return wanted?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*") ?? false;
}

function accepts(list: string, encoding: string): boolean {
  return list.split(",").some((part) => {
    const [name, quality] = part.trim().split(/\s*;\s*q=/);
    return name === encoding && Number(quality ?? 1) > 0;
  });
}
