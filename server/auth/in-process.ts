import { Hono } from "hono";
import type { Env } from "#server/app.ts";

/** A `fetch` that hands the call to the service itself, on behalf of the visitor. */
export function inProcess(auth: Hono<Env>, client: Env["Variables"]["client"]): typeof fetch {
  const service = new Hono<Env>();
  service.use(async (c, next) => {
    c.set("client", client);
    await next();
  });
  service.route("/auth/v1", auth);
  return async (input, init) => service.fetch(new Request(input, init));
}
