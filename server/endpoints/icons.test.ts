import { Hono } from "hono";
import { expect, test } from "vitest";
import { iconSets } from "./icons.ts";

const app = new Hono().get("/api/icons/:file", iconSets());
const ask = (icons: string[]) => app.request(`/api/icons/lucide.json?icons=${icons.join(",")}`);

test("a few icons are given as Iconify's JSON", async () => {
  const response = await ask(["menu", "sun", "no-such-icon"]);
  expect(Object.keys((await response.json()).icons)).toEqual(["menu", "sun"]);
});

test("more than a page can need are refused, however short their names are", async () => {
  expect((await ask(Array.from({ length: 50 }, (_, index) => `i${index}`).concat("menu"))).status).toBe(400);
  // The same one again and again is one.
  const response = await ask(Array<string>(40).fill("no-such-icon"));
  expect(Object.keys((await response.json()).icons ?? {})).toEqual([]);
});
