import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { Client } from "#backend/network.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "./env.ts";

/**
 * Where the request came from and the address it was sent to. Behind a proxy of ours (TRUST_PROXY=1) the forwarded
 * headers say so; otherwise anyone could have written them, and they are ignored.
 */
export function forwarded(config: Config, log: Logger): MiddlewareHandler<Env> {
  let noticed = false;
  return async (c, next) => {
    const near = c.env?.incoming?.socket.remoteAddress ?? "";
    const client = clientOf(config, new URL(c.req.url), near, (name) => c.req.header(name));
    if (!config.trustProxy && !noticed && isNear(near) && c.req.header("x-forwarded-for")) {
      noticed = true;
      log.error("A proxy passes requests on, and TRUST_PROXY=1 is not set: all visitors count as one, and share its limits.");
    }
    c.set("client", client);
    await next();
  };
}

/** The same for whoever reads the headers elsewhere: a socket that becomes another protocol's. */
export function clientOf({ trustProxy }: Config, url: URL, address: string, header: (name: string) => string | undefined): Client {
  if (!trustProxy) return { address, origin: url.origin };
  const scheme = lastOf(header("x-forwarded-proto"));
  const host = lastOf(header("x-forwarded-host"));
  return {
    address: lastOf(header("x-forwarded-for")) ?? address,
    origin: originOf(scheme, host) ?? originOf(scheme, url.host) ?? originOf(url.protocol.slice(0, -1), host) ?? url.origin,
  };
}

/** This machine or its own network: no visitor of a public site comes from there, but its proxy does. */
function isNear(address: string): boolean {
  return /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/.test(address);
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
