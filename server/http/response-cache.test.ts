import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Env } from "./env.ts";
import { lookFor, pageKey, type Look } from "#server/pages/look.ts";
import { answer, compressed } from "./cached-response.ts";
import { cachedResponses, type ResponseCache } from "./response-cache.ts";

const policyVersion = "1.0";
const chosen = `consent=${policyVersion}_s_12345678`;
const first: Look = { theme: undefined, asks: true };
const html = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public" };

let cache: ResponseCache;
let asked: string[];
const count = vi.fn();
const parts = { policyVersion, log: pino({ enabled: false }), pageViews: { count, stop: async () => {} } };

/** A small app that looks things up as the real one does, and a server that asks the cache first. */
const server = createServer((request, response) => {
  if (!cached.answer(request, response)) void listener(request, response);
});
let cached: ReturnType<typeof cachedResponses>;
let listener: ReturnType<typeof getRequestListener>;
await once(server.listen(0), "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => server.close().closeAllConnections());

beforeEach(async () => {
  count.mockClear();
  asked = [];
  cache = new Map([["/favicon.svg", await compressed("<svg/>", { "Content-Type": "image/svg+xml", "Cache-Control": "public" })]]);
  const looks: Look[] = [first, { theme: "dark", asks: false }, { theme: undefined, asks: false }];
  for (const address of ["/", "/gl", "/contact?mode=requestOffer"]) {
    for (const look of looks) cache.set(pageKey(address, look), await compressed(`${address} ${JSON.stringify(look)}`, html));
  }
  cached = cachedResponses({ cache, answers: new Map(), ...parts });
  const app = new Hono<Env>().use(cached.remember).use(async (c, next) => {
    asked.push(c.req.url.replace(/^http:\/\/[^/]+/, ""));
    await next();
  });
  app.get("*", (c) => {
    const { pathname, search } = new URL(c.req.url);
    const cookies = Object.fromEntries((c.req.header("cookie") ?? "").split("; ").map((one) => one.split("=") as [string, string]));
    const look = lookFor(cookies, c.req.header("sec-gpc"), policyVersion);
    const found = cache.get(c.req.path) ?? cache.get(pageKey(pathname + search, look)) ?? cache.get(pageKey(pathname, look));
    if (pathname === "/" && !cookies.i18n_redirected) c.header("Set-Cookie", "i18n_redirected=en");
    return found ? answer(c, found) : c.text("Not found.", 404);
  });
  listener = getRequestListener(app.fetch);
});

/** The answer to a raw request target. */
async function get(target: string, headers: Record<string, string> = {}) {
  const socket = connect(port, "localhost");
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const raw = await text(socket);
  return { status: Number(raw.slice(9, 12)), body: raw.slice(raw.indexOf("\r\n\r\n") + 4), raw: raw.toLowerCase() };
}

function idOf(raw: string) {
  return /x-request-id: (\S+)/.exec(raw)?.[1];
}

test("asks the app once, and answers the same from then on, with an id of its own", async () => {
  const [one, two, three] = [await get("/gl"), await get("/gl"), await get("/gl")];
  expect(asked).toEqual(["/gl"]);
  expect([two.status, two.body]).toEqual([200, one.body]);
  expect(idOf(two.raw)).toBeTruthy();
  expect(idOf(two.raw)).not.toBe(idOf(three.raw));
  expect(count.mock.calls.map(([path]) => path)).toEqual(["/gl", "/gl"]);
});

test("gives every look its own page", async () => {
  for (let time = 0; time < 2; time++) {
    expect((await get("/gl")).body).toContain('"asks":true');
    expect((await get("/gl", { Cookie: chosen })).body).toBe('/gl {"asks":false}');
    expect((await get("/gl", { "Sec-GPC": "1" })).body).toBe('/gl {"asks":false}');
    expect((await get("/gl", { Cookie: `${chosen}; theme=dark` })).body).toBe('/gl {"theme":"dark","asks":false}');
  }
  expect(asked).toHaveLength(3);
});

test("knows a page that has not changed, and each encoding", async () => {
  const { raw } = await get("/gl");
  const etag = /etag: (\S+)/.exec(raw)![1]!;
  // The answer was made lower case.
  const known = [...cache.values()].find((one) => one.etag.toLowerCase() === etag)!.etag;
  for (let time = 0; time < 2; time++) {
    expect(await get("/gl", { "If-None-Match": known })).toMatchObject({ status: 304, body: "" });
    expect((await get("/gl", { "Accept-Encoding": "br" })).raw).toContain("content-encoding: br");
    expect((await get("/gl", { "Accept-Encoding": "gzip" })).raw).toContain("content-encoding: gzip");
  }
  expect(asked).toHaveLength(4);
});

test("a variant of a page is counted and logged without its query", async () => {
  for (let time = 0; time < 2; time++) expect((await get("/contact?mode=requestOffer")).status).toBe(200);
  expect(asked).toHaveLength(1);
  expect(count.mock.calls.map(([path]) => path)).toEqual(["/contact"]);
});

test("a first visit to the home page is left to the app, and its cookie is nobody else's", async () => {
  for (let time = 0; time < 2; time++) expect((await get("/", { "Accept-Language": "en" })).raw).toContain("set-cookie");
  for (let time = 0; time < 2; time++) expect((await get("/", { Cookie: "i18n_redirected=en" })).raw).not.toContain("set-cookie");
  expect(asked).toHaveLength(3);
});

test("whatever the target is written like, the cache grows by nothing", async () => {
  const keys = [...cache.keys()];
  const odd = [
    "/favicon.svg#x",
    "/%66avicon.svg",
    "/favicon.svg?1",
    "/gl?utm_source=x",
    "/gl#x",
    "/%67l",
    "/nope",
    "//gl",
    "http://localhost/gl",
  ];
  for (const target of odd) for (let time = 0; time < 2; time++) await get(target);
  expect(asked.length).toBe(2 * odd.length);
  expect([...cache.keys()]).toEqual(keys);
  expect([...cache.values()].every(({ sent }) => sent.size === 0)).toBe(true);
});
