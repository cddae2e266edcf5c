import type { MiddlewareHandler } from "hono";
import type { Env } from "#server/app.ts";

const longestAddress = 8192;
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Refuses what no page could make sense of, before anything tries to. */
export function badRequests(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!methods.has(c.req.method)) return c.text("Method not allowed.", 405, { Allow: [...methods].join(", ") });
    if (c.req.url.length > longestAddress) return c.text("The address is too long.", 414);
    if (!isReadable(new URL(c.req.url).pathname)) return c.text("The address is not readable.", 400);
    await next();
  };
}

function isReadable(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}
