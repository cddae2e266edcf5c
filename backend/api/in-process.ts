import { Hono } from "hono";
import type { Services } from "./service.ts";
import type { Client } from "#backend/network.ts";
import type { AuthEnv } from "#backend/auth/context.ts";

/** Gives a visitor a `fetch` that hands the call to the services themselves, on their behalf. */
export function inProcess(services: Services): (client: Client) => typeof fetch {
  const all = new Hono<AuthEnv & { Bindings: { client: Client } }>();
  all.use(async (c, next) => {
    c.set("client", c.env.client);
    await next();
  });
  for (const [path, { app }] of Object.entries(services)) all.route(path, app);
  return (client) => async (input, init) => all.fetch(new Request(input, init), { client });
}
