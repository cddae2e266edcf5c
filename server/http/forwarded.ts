import type { MiddlewareHandler } from "hono";
import type { Env } from "#server/app.ts";
import type { Config } from "#server/config.ts";

/**
 * Where the request came from and the address it was sent to. Behind a proxy of ours (TRUST_PROXY=1) the forwarded
 * headers say so; otherwise anyone could have written them, and they are ignored.
 */
export function forwarded({ trustProxy }: Config): MiddlewareHandler<Env> {
  return async (c, next) => {
    const url = new URL(c.req.url);
    let address = c.env?.incoming?.socket.remoteAddress ?? "";
    let { protocol, host } = url;
    if (trustProxy) {
      // The last entry is the one that our proxy wrote; those before it came with the request.
      address = lastOf(c.req.header("x-forwarded-for")) ?? address;
      const proto = lastOf(c.req.header("x-forwarded-proto"));
      if (proto === "http" || proto === "https") protocol = `${proto}:`;
      const wanted = lastOf(c.req.header("x-forwarded-host"));
      if (wanted && /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i.test(wanted)) host = wanted;
    }
    c.set("client", { address, origin: `${protocol}//${host}` });
    await next();
  };
}

function lastOf(list: string | undefined): string | undefined {
  return list?.split(",").at(-1)?.trim() || undefined;
}
