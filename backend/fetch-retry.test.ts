import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createRawServer, type AddressInfo, type Server } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test as inTurn } from "vitest";
import { fetchRetry } from "./fetch-retry.ts";

/** All at once: they only wait. */
const test = inTurn.concurrent;

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server, port = 0) {
  await once(server.listen(port, "127.0.0.1"), "listening");
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A server that answers each request with the next status, and from then on with the last; it notes when they arrive, and what. */
async function serve(statuses: number[], headers: Record<string, string> = {}) {
  const arrivals: number[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const attempt = arrivals.push(Date.now());
    bodies.push(await text(request));
    response.writeHead(statuses[attempt - 1] ?? statuses.at(-1)!, headers).end(`try ${attempt}`);
  });
  return { url: await listen(server), arrivals, bodies };
}

/** A server that hangs up on everyone. */
async function hangUp() {
  let connections = 0;
  const server = createRawServer((socket) => {
    connections++;
    socket.destroy();
  });
  return { url: await listen(server), connections: () => connections };
}

test("tries three times, with 200 ms and then 400 between them at least, and gives back the success of the third", async () => {
  const { url, arrivals } = await serve([503, 503, 200]);
  const response = await fetchRetry(url);
  expect([response.status, await response.text(), arrivals.length]).toEqual([200, "try 3", 3]);
  expect(arrivals[1]! - arrivals[0]!).toBeGreaterThanOrEqual(190);
  expect(arrivals[2]! - arrivals[1]!).toBeGreaterThanOrEqual(390);
});

test("gives back the last answer, still readable, when all three tries fail", async () => {
  const { url, arrivals } = await serve([503, 502, 504]);
  const response = await fetchRetry(url);
  expect([response.status, await response.text(), arrivals.length]).toEqual([504, "try 3", 3]);
});

test.each([408, 429, 502, 503, 504])("tries again after a %i, which passes", async (status) => {
  const { url, arrivals } = await serve([status, 200]);
  expect((await fetchRetry(url)).status).toBe(200);
  expect(arrivals).toHaveLength(2);
});

test.each([200, 204, 400, 401, 404, 500, 501])("takes a %i for an answer", async (status) => {
  const { url, arrivals } = await serve([status]);
  expect((await fetchRetry(url)).status).toBe(status);
  expect(arrivals).toHaveLength(1);
});

test.each(["HEAD", "OPTIONS", "get"])("repeats %s too", async (method) => {
  const { url, arrivals } = await serve([503, 200]);
  expect((await fetchRetry(new URL(url), { method })).status).toBe(200);
  expect(arrivals).toHaveLength(2);
});

test.each(["POST", "PUT", "PATCH", "DELETE", "post"])(
  "never sends %s twice, whether it is refused or the connection breaks",
  async (method) => {
    const { url, arrivals } = await serve([503]);
    expect((await fetchRetry(url, { method })).status).toBe(503);
    expect(arrivals).toHaveLength(1);

    const hung = await hangUp();
    await expect(fetchRetry(hung.url, { method })).rejects.toThrow(TypeError);
    expect(hung.connections()).toBe(1);
  },
);

describe("a form with a key", () => {
  const form = { method: "POST", body: new URLSearchParams({ name: "Uxía", key: "k1" }) };

  test.each([502, 503, 504])("is sent again, the same, after a %i", async (status) => {
    const { url, bodies } = await serve([status, status, 200]);
    expect((await fetchRetry(url, form)).status).toBe(200);
    expect(bodies).toEqual(Array(3).fill("name=Ux%C3%ADa&key=k1"));
  });

  test.each([200, 400, 408, 413, 429, 500])("takes a %i for an answer", async (status) => {
    const { url, arrivals } = await serve([status]);
    expect((await fetchRetry(url, form)).status).toBe(status);
    expect(arrivals).toHaveLength(1);
  });

  test("is sent again when the connection breaks, three times at most", async () => {
    const { url, connections } = await hangUp();
    await expect(fetchRetry(url, form)).rejects.toThrow(TypeError);
    expect(connections()).toBe(3);
  });
});

test.each([
  ["without a key", new URLSearchParams({ name: "Uxía" })],
  ["with an empty key", new URLSearchParams({ name: "Uxía", key: "" })],
  ["that is only a text", "name=Uxía&key=k1"],
])("never sends a form %s twice", async (_, body) => {
  const { url, arrivals } = await serve([503]);
  expect((await fetchRetry(url, { method: "POST", body })).status).toBe(503);
  expect(arrivals).toHaveLength(1);

  const hung = await hangUp();
  await expect(fetchRetry(hung.url, { method: "POST", body })).rejects.toThrow(TypeError);
  expect(hung.connections()).toBe(1);
});

test("tries three times when the connection breaks, then says so", async () => {
  const { url, connections } = await hangUp();
  await expect(fetchRetry(url)).rejects.toThrow(TypeError);
  expect(connections()).toBe(3);
});

// Alone: nobody else may take its port meanwhile.
inTurn("finds a server that refused connections at first", async () => {
  const url = await listen(createServer());
  await once(servers.pop()!.close(), "close");
  const answer = fetchRetry(url);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const server = createServer((_, response) => response.end("here"));
  await listen(server, Number(new URL(url).port));
  expect(await (await answer).text()).toBe("here");
});

test("waits as many seconds as Retry-After says", async () => {
  const { url, arrivals } = await serve([429, 200], { "Retry-After": "1" });
  await fetchRetry(url);
  expect(arrivals[1]! - arrivals[0]!).toBeGreaterThanOrEqual(990);
});

test("waits until the date that Retry-After says", async () => {
  const date = Math.ceil(Date.now() / 1000 + 1) * 1000;
  const { url, arrivals } = await serve([503, 200], { "Retry-After": new Date(date).toUTCString() });
  await fetchRetry(url);
  expect(arrivals[1]).toBeGreaterThanOrEqual(date - 10);
});

test("keeps its own pace when Retry-After makes no sense", async () => {
  const { url, arrivals } = await serve([503, 200], { "Retry-After": "soon" });
  expect((await fetchRetry(url)).status).toBe(200);
  expect(arrivals[1]! - arrivals[0]!).toBeGreaterThanOrEqual(190);
});

test("stops waiting when the caller gives up", async () => {
  const { url, arrivals } = await serve([503], { "Retry-After": "30" });
  const controller = new AbortController();
  const reason = new Error("the visitor left");
  const refused = expect(fetchRetry(url, { signal: controller.signal })).rejects.toBe(reason);
  await expect.poll(() => arrivals.length).toBe(1);
  await pause(150);
  controller.abort(reason);
  await refused;
  expect(arrivals).toHaveLength(1);
});

test("sends nothing for a caller who has given up already", async () => {
  const { url, arrivals } = await serve([200]);
  await expect(fetchRetry(url, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  expect(arrivals).toHaveLength(0);
});
