import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";

const longestAddress = 8192;

type Refuse = (c: Context<Env>, status: 400 | 405 | 414, message: string) => Response;

/** Refuses what nothing behind it could make sense of, before anything tries to. */
export function badRequests(methods: string[], refuse: Refuse): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!methods.includes(c.req.method)) {
      const response = refuse(c, 405, "Method not allowed.");
      response.headers.set("Allow", methods.join(", "));
      return response;
    }
    // A proxy before us may have gone by the other one.
    if ((c.env?.incoming?.headersDistinct.host?.length ?? 1) > 1) return refuse(c, 400, "The request names two hosts.");
    if (c.req.url.length > longestAddress) return refuse(c, 414, "The address is too long.");
    if (!isReadable(new URL(c.req.url).pathname)) return refuse(c, 400, "The address is not readable.");
    await next();
  };
}

/** No address has controls or line ends in it, and React Router has no route for those that do, not even the last one. */
function isReadable(pathname: string): boolean {
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
