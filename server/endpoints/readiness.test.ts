import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Backend } from "#backend/backend.ts";
import { readConfig } from "#server/config.ts";
import type { Env } from "#server/http/env.ts";
import { readiness } from "./readiness.ts";

const health = { mails: { due: 0, held: 0, failed: 0 }, oldestMail: 0 };

async function ask({ isReady = true, isStopping = false }) {
  const backend = { isReady: async () => isReady, health: async () => health } as unknown as Backend;
  const app = new Hono<Env>().get("/readyz", readiness({ config: readConfig({}), backend, isStopping: () => isStopping }));
  const response = await app.request("/readyz");
  return [response.status, await response.text()];
}

test("whoever passes visitors on is told to choose another copy while this one stops, or its database is away", async () => {
  expect(await ask({})).toEqual([200, "ready"]);
  expect(await ask({ isStopping: true })).toEqual([503, "The server is stopping."]);
  expect(await ask({ isReady: false })).toEqual([503, "The database does not answer."]);
});
