import type { MiddlewareHandler } from "hono";
import type { Env } from "#server/app.ts";
import type { Config } from "#server/config.ts";

/** Refuses forms that stand on other sites: what they set would not be the visitor's choice. Browsers tell where a form stands. */
export function fromHere({ siteUrl }: Config): MiddlewareHandler<Env> {
  return async (c, next) => {
    const origin = c.req.header("origin");
    if (origin && origin !== c.get("client").origin && origin !== siteUrl) return c.text("The form stands on another site.", 403);
    await next();
  };
}
