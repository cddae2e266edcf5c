import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/config.ts";
import type { Env } from "./env.ts";

/**
 * Where the request came from and the address it was sent to. Behind a proxy of ours (TRUST_PROXY=1) the forwarded
 * headers say so; otherwise anyone could have written them, and they are ignored.
 */
export function forwarded({ trustProxy }: Config): MiddlewareHandler<Env> {
  return async (c, next) => {
    const url = new URL(c.req.url);
    let address = c.env?.incoming?.socket.remoteAddress ?? "";
    let origin = url.origin;
    if (trustProxy) {
      address = lastOf(c.req.header("x-forwarded-for")) ?? address;
      const scheme = lastOf(c.req.header("x-forwarded-proto"));
      const host = lastOf(c.req.header("x-forwarded-host"));
      origin = originOf(scheme, host) ?? originOf(scheme, url.host) ?? originOf(url.protocol.slice(0, -1), host) ?? origin;
    }
    c.set("client", { address, origin });
    await next();
  };
}

/** A name or an address, perhaps with a port. */
export const hostPattern = /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i;

/** As browsers write it: lower case, without the port that the scheme implies. */
function originOf(scheme: string | undefined, host: string | undefined): string | undefined {
  if ((scheme !== "http" && scheme !== "https") || !host || !hostPattern.test(host)) return;
  return URL.canParse(`${scheme}://${host}`) ? new URL(`${scheme}://${host}`).origin : undefined;
}

/** The last entry is the one that our proxy wrote; those before it came with the request. */
function lastOf(list: string | undefined): string | undefined {
  return list?.split(",").at(-1)?.trim() || undefined;
}
