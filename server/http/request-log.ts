import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { Env } from "./env.ts";

/** Short, because every page carries one. */
export function newRequestId(): string {
  return randomBytes(9).toString("base64url");
}

/** Gives the request an id and writes one line when it is answered: no address, no query, nothing of the person. */
export function requestLog(log: Logger): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now();
    const id = newRequestId();
    c.set("requestId", id);
    await next();
    // A page can be asked about; nobody asks about a file.
    if (c.get("cached")?.isPage !== false) c.header("X-Request-Id", id);
    log.info(
      { id, method: c.req.method, path: c.req.path.slice(0, 200), status: c.res.status, ms: Math.round(performance.now() - start) },
      "request",
    );
  };
}
