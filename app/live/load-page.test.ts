import { afterEach, expect, test, vi } from "vitest";
import { loadPage } from "./load-page.ts";

const url = "http://localhost:3000/me.data";

afterEach(() => vi.unstubAllGlobals());

const ask = async () => new Response("asked for");

/** Loads the page with an answer that is there already, and asks meanwhile. */
async function askMeanwhile(input: string, init?: RequestInit) {
  vi.stubGlobal("window", { fetch: ask });
  const answer = Object.defineProperty(new Response("there already"), "url", { value: url });
  const given = Promise.withResolvers<Response>();
  loadPage(answer, async () => given.resolve(window.fetch(input, init)));
  return (await given.promise).text();
}

test("the page's data is what is there already, and nothing else is", async () => {
  expect(await askMeanwhile(url)).toBe("there already");
  expect(await askMeanwhile(`${url}?done=profile`)).toBe("asked for");
});

test("a form that is sent in the same moment, to the same address, reaches the server", async () => {
  expect(await askMeanwhile(url, { method: "POST", body: "name=Ux%C3%ADa" })).toBe("asked for");
});

test("who asks later asks the server", async () => {
  vi.stubGlobal("window", { fetch: ask });
  loadPage(new Response(), async () => {});
  expect(window.fetch).not.toBe(ask);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(window.fetch).toBe(ask);
});
