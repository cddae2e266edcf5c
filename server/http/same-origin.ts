import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/config.ts";
import type { Env } from "./env.ts";

/**
 * Against forged requests (CSRF): refuses forms that stand on other sites, because what they ask for would not be the visitor's wish.
 * Browsers tell where a form stands.
 * React Router checks the forms of pages too, but takes an origin without a host, such as `file://`, for none.
 */
export function sameOrigin({ siteUrl }: Config): MiddlewareHandler<Env> {
  return async (c, next) => {
    const origin = c.req.header("origin");
    const ours = [c.get("client").origin, siteUrl];
    if (c.req.method === "POST" && origin !== undefined && !ours.includes(URL.parse(origin)?.origin ?? "")) {
      return c.text("The form stands on another site.", 403);
    }
    await next();
  };
}
