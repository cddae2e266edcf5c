import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Env } from "#server/app.ts";

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
  c.header("ETag", etag);
  if (bodies.br || bodies.gzip) c.header("Vary", "Accept-Encoding", { append: true });
  if (matches(c.req.header("if-none-match"), etag)) {
    c.header("Cache-Control", headers["Cache-Control"]);
    return c.body(null, 304);
  }
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const accepted = c.req.header("accept-encoding") ?? "";
  const encoding = bodies.br && accepts(accepted, "br") ? "br" : bodies.gzip && accepts(accepted, "gzip") ? "gzip" : undefined;
  if (encoding) c.header("Content-Encoding", encoding);
  const body = (encoding && bodies[encoding]) ?? bodies.plain;
  c.header("Content-Length", String(body.byteLength));
  return c.req.method === "HEAD" ? c.body(null) : c.body(body);
}

function matches(wanted: string | undefined, etag: string): boolean {
  return wanted?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*") ?? false;
}

function accepts(list: string, encoding: string): boolean {
  return list.split(",").some((part) => {
    const [name, quality] = part.trim().split(/\s*;\s*q=/);
    return name === encoding && Number(quality ?? 1) > 0;
  });
}
