import { Hono } from "hono";
import { expect, test } from "vitest";
import { canonicalAddress } from "./canonical-address.ts";
import type { Env } from "./env.ts";

const app = new Hono<Env>().use(canonicalAddress()).all("*", (c) => c.text("page"));

test.each([
  ["/gl/contact/", "/gl/contact"],
  ["/gl/contact///?mode=requestOffer", "/gl/contact?mode=requestOffer"],
  ["//evil.example/", "/evil.example"],
  ["/gl//contact", "/gl/contact"],
  ["/%63ontact?a=%63", "/contact?a=%63"],
  ["/%7Euser", "/~user"],
  [`/a${"/".repeat(8000)}b/`, "/a/b"],
])("%s leads to %s", async (given, canonical) => {
  const response = await app.request(given);
  expect([response.status, response.headers.get("location")]).toEqual([301, canonical]);
  expect((await app.request(given, { method: "POST" })).status).toBe(400);
});

test.each(["/", "/gl/contact", "/contact?next=//x/", "/a%2Fb", "/a%2fb", "/%c3%b1", "/~user", "/100%"])(
  "%s is as it should be",
  async (address) => {
    expect((await app.request(address)).status).toBe(200);
  },
);

test("a path of slashes costs in step with its length", async () => {
  await costOf(2000);
  // A pattern that goes back and forth takes a hundred times as long for ten times as much.
  expect(await costOf(20_000)).toBeLessThan(40 * (await costOf(2000)));
});

/** Of the processor's time: on a busy machine the clock says nothing. */
async function costOf(slashes: number): Promise<number> {
  const path = `/a${"/".repeat(slashes)}b`;
  const began = process.cpuUsage();
  for (let times = 0; times < 20; times++) expect((await app.request(path)).status).toBe(301);
  const { user, system } = process.cpuUsage(began);
  return user + system;
}
