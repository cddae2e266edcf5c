import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";

/** How much of a body that is too large is still read, to be forgotten. */
const longestRead = 16 * 1024 * 1024;

/**
 * Refuses larger bodies with an answer that the sender gets to see: browsers read it when they have sent everything, and what
 * is left unread would end the connection under the next request.
 */
export function limitBody(
  sizeFor: (c: Context<Env>) => number,
  refuse: (c: Context<Env>) => Response | Promise<Response>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const maxSize = sizeFor(c);
    const isReading = c.req.method === "GET" || c.req.method === "HEAD";
    // A body is never longer than it says; only one that does not say must be measured.
    if (isReading || Number(c.req.header("content-length")) <= maxSize || !c.req.raw.body) return next();

    const kept: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of c.req.raw.body) {
        size += chunk.length;
        if (size <= maxSize) kept.push(chunk);
        if (size > longestRead) break;
      }
    } catch {
      // The sender went away, or sent what is no body: the connection is closed already, and nobody hears this.
      return c.body(null, 400);
    }
    if (size <= maxSize) {
      c.req.raw = new Request(c.req.raw, { method: c.req.method, body: Buffer.concat(kept) });
      return next();
    }
    const response = await refuse(c);
    if (size > longestRead) response.headers.set("Connection", "close");
    return response;
  };
}
