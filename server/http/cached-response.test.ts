import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Env } from "./env.ts";
import { readConfig } from "#server/config.ts";
import { answer, cachedResponse, compressed, etagOf } from "./cached-response.ts";
import { securityHeaders } from "./security-headers.ts";

const text = "<p>Boas</p>".repeat(100);
const plain = Buffer.from(text);
const etag = etagOf(plain);
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "public, max-age=60",
  "Content-Security-Policy": "default-src 'self'",
  "Cross-Origin-Opener-Policy": "unsafe-none",
};
const page = await compressed(text, headers);

function ask(wanted: Record<string, string> = {}, { method = "GET", cached = page } = {}) {
  return new Hono<Env>().all("/", (c) => answer(c, cached)).request("/", { method, headers: wanted });
}

test("gives the same body the same ETag, and another body another", () => {
  expect(etagOf(Buffer.from("a"))).toBe(etagOf(Buffer.from("a")));
  expect(etagOf(Buffer.from("a"))).not.toBe(etagOf(Buffer.from("b")));
  expect(etag).toMatch(/^"[\w-]{20}"$/);
});

test("holds a text in every encoding, each copy the same text", () => {
  expect(plain.equals(page.bodies.plain)).toBe(true);
  expect(brotliDecompressSync(page.bodies.br!).equals(plain)).toBe(true);
  expect(gunzipSync(page.bodies.gzip!).equals(plain)).toBe(true);
  expect(page.etag).toBe(etag);
});

test("sends the plain body with its headers to a client that asks for nothing special", async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, max-age=60",
    "content-security-policy": "default-src 'self'",
    "content-length": String(plain.length),
    etag,
    vary: "Accept-Encoding",
  });
  expect(response.headers.has("Content-Encoding")).toBe(false);
  expect(await response.text()).toBe(plain.toString());
});

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

test.each([
  ["br", "br"],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.1", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000,gzip;q=0.5", "gzip"],
  ["br ; q=0 , gzip ; q=0.5", "gzip"],
  ["br;level=4;q=0, gzip", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["identity", "identity"],
  ["deflate, zstd", "identity"],
  ["brotli, xgzip", "identity"],
  ["", "identity"],
] as const)("answers Accept-Encoding %j in %s", async (accepted, encoding) => {
  const response = await ask({ "Accept-Encoding": accepted });
  expect(response.headers.get("Content-Encoding") ?? "identity").toBe(encoding);
  expect(response.headers.get("Vary")).toBe("Accept-Encoding");
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("Content-Length")).toBe(String(body.length));
  expect(decoders[encoding](body).equals(plain)).toBe(true);
});

test("reads a long Accept-Encoding in no time of the processor's, whatever it says", async () => {
  const began = process.cpuUsage();
  for (const part of [" ", ";", ",", "; q=", "br ", "br;\t"]) await ask({ "Accept-Encoding": `br${part.repeat(4000)}x` });
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
});

test("sends a body that there is in one encoding only as it is, whoever asks", async () => {
  const response = await ask({ "Accept-Encoding": "br, gzip" }, { cached: cachedResponse({ plain }, headers) });
  expect(response.headers.has("Content-Encoding")).toBe(false);
  expect(response.headers.has("Vary")).toBe(false);
  expect(await response.text()).toBe(plain.toString());
});

test("tells caches about any encoding it may choose", async () => {
  const response = await ask({ "Accept-Encoding": "gzip" }, { cached: cachedResponse({ plain, gzip: gzipSync(plain) }, headers) });
  expect(response.headers.get("Content-Encoding")).toBe("gzip");
  expect(response.headers.get("Vary")).toBe("Accept-Encoding");
});

test("adds to the Vary that others have set", async () => {
  const app = new Hono<Env>().get("/", (c) => (c.header("Vary", "Cookie"), answer(c, page)));
  expect((await app.request("/")).headers.get("Vary")).toBe("Cookie, Accept-Encoding");
});

test.each([etag, `W/${etag}`, `"other", ${etag}`, `"a",W/${etag} , "b"`, "*"])(
  "answers If-None-Match %s with 304 and no body",
  async (known) => {
    const response = await ask({ "If-None-Match": known, "Accept-Encoding": "br" });
    expect(response.status).toBe(304);
    expect(response.body).toBeNull();
    const sent = { etag: response.headers.get("ETag"), cache: response.headers.get("Cache-Control"), vary: response.headers.get("Vary") };
    expect(sent).toEqual({ etag, cache: "public, max-age=60", vary: "Accept-Encoding" });
    expect(response.headers.has("Content-Encoding")).toBe(false);
  },
);

test.each(['"other"', etag.slice(1, -1), `${etag}x`, ""])("sends the page again when If-None-Match is %j", async (known) => {
  expect((await ask({ "If-None-Match": known })).status).toBe(200);
});

test("changes no header of a page with a 304: browsers put them over those they kept", async () => {
  const app = new Hono<Env>().use(securityHeaders(readConfig({}))).get("/", (c) => answer(c, page));
  const response = await app.request("/", { headers: { "If-None-Match": etag } });
  expect(response.status).toBe(304);
  const whole = await app.request("/");
  for (const [name, value] of response.headers) expect(whole.headers.get(name)).toBe(value);
});

test("answers HEAD with the headers of GET and no body", async () => {
  const wanted = { "Accept-Encoding": "br" };
  const [head, get] = [await ask(wanted, { method: "HEAD" }), await ask(wanted)];
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  expect(head.headers.get("Content-Length")).toBe(String(page.bodies.br!.length));
  expect(head.body).toBeNull();
});
