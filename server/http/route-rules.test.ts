import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Env } from "./env.ts";
import { routeRules } from "./route-rules.ts";

const app = new Hono<Env>().use(routeRules()).all("*", (c) => c.text("page"));
const target = async (path: string) => (await app.request(path)).headers.get("location");

test("one address per page: slashes at the end, and those before it, are redirected away", async () => {
  expect(await target("/gl/contact/")).toBe("/gl/contact");
  expect(await target("/gl/contact///?mode=requestOffer")).toBe("/gl/contact?mode=requestOffer");
  expect(await target("//evil.example/")).toBe("/evil.example");
  expect(await target("/gl/contact")).toBeNull();
});

test("a path of slashes costs no more than any other", async () => {
  const path = `/a${"/".repeat(8000)}b/`;
  const started = performance.now();
  for (let times = 0; times < 20; times++) expect(await target(path)).toBe(path.slice(0, -1));
  // A pattern that goes back and forth takes twenty times as long.
  expect(performance.now() - started).toBeLessThan(1000);
});
