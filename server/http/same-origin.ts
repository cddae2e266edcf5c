import type { MiddlewareHandler } from "hono";
import type { Client } from "#backend/network.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "./env.ts";

/**
 * Against forged requests (CSRF): refuses forms that stand on other sites, because what they ask for would not be the visitor's wish.
 * Browsers tell where a form stands.
 * React Router checks the forms of pages too, but takes an origin without a host, such as `file://`, for none.
 */
export function sameOrigin(config: Config): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method === "POST" && !isOurs(config, c.get("client"), c.req.header("origin"))) {
      return c.text("The form stands on another site.", 403);
    }
    await next();
  };
}

/** What has no origin was not sent by a page. */
export function isOurs({ siteUrl }: Config, client: Client, origin: string | undefined): boolean {
  return origin === undefined || [client.origin, siteUrl].includes(URL.parse(origin)?.origin ?? "");
}
