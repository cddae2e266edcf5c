import { Hono } from "hono";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Env } from "./env.ts";
import { readConfig } from "#server/config.ts";
import { forwarded } from "./forwarded.ts";

const silent = pino({ level: "silent" });

/** What the server believes about a request from 10.0.0.1 to http://inside:3000. */
async function clientOf(headers: Record<string, string>, trustProxy = true) {
  const app = new Hono<Env>()
    .use(forwarded(readConfig({ TRUST_PROXY: trustProxy ? "1" : "0" }), silent))
    .get("/", (c) => c.json(c.get("client")));
  const response = await app.request("http://inside:3000/", { headers }, { incoming: { socket: { remoteAddress: "10.0.0.1" } } });
  return (await response.json()) as Env["Variables"]["client"];
}

const direct = { address: "10.0.0.1", origin: "http://inside:3000" };
const proxied = { "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "abrente.example" };

test("ignores forwarded headers without TRUST_PROXY: anyone could have written them", async () => {
  expect(await clientOf(proxied, false)).toEqual(direct);
});

/** What the log says of requests from these addresses. */
async function linesFrom(addresses: string[], settings: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const app = new Hono<Env>().use(forwarded(readConfig(settings), log)).get("/", (c) => c.text(""));
  for (const remoteAddress of addresses) await app.request("/", { headers: proxied }, { incoming: { socket: { remoteAddress } } });
  return lines;
}

test("a proxy that nobody declared is named once; strangers who send such headers are not", async () => {
  const named = expect.stringContaining("TRUST_PROXY=1 is not set");
  expect(await linesFrom(["10.0.0.1", "::1", "172.20.0.3"])).toEqual([named]);
  expect(await linesFrom(["203.0.113.9", "172.32.0.1", "2001:db8::1"])).toEqual([]);
  expect(await linesFrom(["10.0.0.1"], { TRUST_PROXY: "1" })).toEqual([]);
});

test("believes the proxy it is told to trust", async () => {
  expect(await clientOf(proxied)).toEqual({ address: "203.0.113.7", origin: "https://abrente.example" });
});

test("believes the last entry of each list, which the proxy wrote, and not those that came with the request", async () => {
  const lists = {
    "X-Forwarded-For": "198.51.100.66, 203.0.113.7",
    "X-Forwarded-Proto": "http,https",
    "X-Forwarded-Host": "evil.example , abrente.example",
  };
  expect(await clientOf(lists)).toEqual({ address: "203.0.113.7", origin: "https://abrente.example" });
});

test("falls back to the connection for what the proxy does not say", async () => {
  expect(await clientOf({})).toEqual(direct);
  expect(await clientOf({ "X-Forwarded-Proto": "https" })).toEqual({ ...direct, origin: "https://inside:3000" });
  expect(await clientOf({ "X-Forwarded-For": "", "X-Forwarded-Proto": ",", "X-Forwarded-Host": "a.example," })).toEqual(direct);
});

test.each(["ftp", "javascript", "https:", "https://evil.example", "ws", "HTTPS2"])("ignores the protocol %j", async (proto) => {
  expect(await clientOf({ "X-Forwarded-Proto": proto })).toEqual(direct);
});

test.each([
  "evil.example/path",
  "user@evil.example",
  "evil example",
  "a.example:x",
  "a.example:",
  "https://a.example",
  "a?b",
  "a#b",
  "<script>",
  "[::1",
])("ignores the host %j", async (host) => {
  expect(await clientOf({ "X-Forwarded-Host": host })).toEqual(direct);
});

test.each(["abrente.example", "abrente.example:8443", "localhost:3000", "192.0.2.1", "[2001:db8::1]:8080"])(
  "accepts the host %s",
  async (host) => {
    expect((await clientOf({ "X-Forwarded-Host": host })).origin).toBe(`http://${host}`);
  },
);

test("ignores a host that no address can have", async () => {
  const hosts = ["abrente.example:99999", "256.256.256.256", "[:::::]"];
  const origins = await Promise.all(hosts.map(async (host) => (await clientOf({ "X-Forwarded-Host": host })).origin));
  expect(origins).toEqual(hosts.map(() => direct.origin));
});

test("writes an origin as browsers do, so that the two can be compared", async () => {
  const hosts = ["abrente.example:443", "Abrente.Example"];
  const origins = await Promise.all(
    hosts.map(async (host) => (await clientOf({ "X-Forwarded-Proto": "https", "X-Forwarded-Host": host })).origin),
  );
  expect(origins).toEqual(hosts.map(() => "https://abrente.example"));
});

test("knows no address where there is no socket", async () => {
  const app = new Hono<Env>().use(forwarded(readConfig({}), silent)).get("/", (c) => c.json(c.get("client")));
  expect(await (await app.request("http://localhost/")).json()).toEqual({ address: "", origin: "http://localhost" });
});

test.each([
  ["10.0.0.1", true],
  ["::ffff:127.0.0.1", true],
  ["fd00::7", true],
  ["172.20.0.2", true],
  ["172.32.0.2", false],
  ["203.0.113.7", false],
])("names a proxy at %s that nobody declared, once: %j", async (remoteAddress, isNamed) => {
  const lines: string[] = [];
  const log = pino({ base: undefined }, { write: (line) => void lines.push(line) });
  const app = new Hono<Env>().use(forwarded(readConfig({}), log)).get("/", (c) => c.text("ok"));
  const bindings = { incoming: { socket: { remoteAddress } } };
  for (const headers of [{}, proxied, proxied]) await app.request("http://inside:3000/", { headers }, bindings);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    isNamed ? [expect.objectContaining({ level: 50, msg: expect.stringContaining("TRUST_PROXY=1") })] : [],
  );
});
