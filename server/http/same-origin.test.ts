import { Hono } from "hono";
import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import type { Env } from "./env.ts";
import { forwarded } from "./forwarded.ts";
import { sameOrigin } from "./same-origin.ts";

const config = readConfig({ SITE_URL: "https://abrente.example", TRUST_PROXY: "1" });
const app = new Hono<Env>()
  .use(forwarded(config, pino({ level: "silent" })))
  .use(sameOrigin(config))
  .all("*", (c) => c.text("ok"));

const post = async (origin?: string, headers: Record<string, string> = {}) =>
  (
    await app.request("http://localhost:3000/theme", {
      method: "POST",
      headers: { ...(origin !== undefined && { Origin: origin }), ...headers },
    })
  ).status;

test("a form of the site is taken, at its own address and at the one it was opened by", async () => {
  expect(await post("https://abrente.example")).toBe(200);
  expect(await post("http://localhost:3000")).toBe(200);
  expect(await post("https://www.abrente.example", { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "www.abrente.example" })).toBe(200);
  // Programs that are no browsers send none.
  expect(await post()).toBe(200);
});

test.each([
  "https://evil.example",
  "http://abrente.example",
  "https://abrente.example:8443",
  "https://localhost:3000",
  "null",
  "file://",
  "",
])("a form that stands at %j is refused: the scheme and the port count too", async (origin) => {
  expect(await post(origin)).toBe(403);
});
