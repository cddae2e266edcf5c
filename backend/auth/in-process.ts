import { Hono } from "hono";
import type { Client } from "#backend/network.ts";
import type { AuthEnv } from "./context.ts";

/** Gives a visitor a `fetch` that hands the call to the service itself, on their behalf. */
export function inProcess(auth: Hono<AuthEnv>): (client: Client) => typeof fetch {
  const service = new Hono<AuthEnv & { Bindings: { client: Client } }>();
  service.use(async (c, next) => {
    c.set("client", c.env.client);
    await next();
  });
  service.route("/auth/v1", auth);
  return (client) => async (input, init) => service.fetch(new Request(input, init), { client });
}
