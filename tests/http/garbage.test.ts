import { connect } from "node:net";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { siteUrl } from "./site.ts";

/** Sends bytes as they are and gives all of the answer. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(siteUrl).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setTimeout(60_000, () => socket.destroy(new Error("no answer")));
    socket.on("data", (data) => (answer += data));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

/** Sends a request line that no client library would. */
function askRaw(line: string, headers = "") {
  return raw(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);
}

function statusOf(answer: string) {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

test.each([
  ["bad percent encoding", "GET /%E0%A4%A", "", [400]],
  ["a null byte", "GET /a%00b", "", [400]],
  ["a 20 kB address", `GET /${"a".repeat(20_000)}`, "", [414, 431]],
  ["a 9 kB query", `GET /gl?${"a".repeat(9000)}`, "", [414]],
  ["dots", "GET /../../../../etc/passwd", "", [404]],
  ["encoded dots", "GET /assets/%2e%2e/%2e%2e/server/main.js", "", [404]],
  ["encoded slashes", "GET /assets/..%2f..%2fserver%2fmain.js", "", [404]],
  ["backslashes", "GET /..\\..\\etc\\passwd", "", [400, 404]],
  ["an unknown method", "BREW /", "", [400, 405]],
  ["a WebDAV method", "PROPFIND /gl", "", [405]],
  ["TRACE", "TRACE /", "", [405]],
  ["a method pages do not have", "DELETE /gl", "", [405]],
  ["OPTIONS", "OPTIONS /gl", "", [204, 405]],
  ["a script in the language cookie", "GET /", "Cookie: i18n_redirected=<script>alert(1)</script>\r\n", [200]],
  ["broken cookies", "GET /gl", 'Cookie: %%%=;;;="; theme=%ff\r\n', [200]],
  ["a huge Accept-Language", "GET /", `Accept-Language: ${"x-y,".repeat(2000)}\r\n`, [200]],
  ["an absolute address", "GET http://evil.example/gl", "", [200, 400]],
  ["data of a page that is not there", "GET /nope/deep.data", "", [404]],
  ["a strange set of routes", "GET /gl.data?_routes=%00,root,nope", "", [200, 400]],
])("%s is answered as it should be", async (_name, line, headers, expected) => {
  const answer = await askRaw(line, headers);
  expect(expected, answer.slice(0, 200)).toContain(statusOf(answer));
  expect(answer).not.toMatch(/<script>alert|root:x:|node_modules|\bat \S+ \(/);
});

test("a host that is none is refused", async () => {
  for (const host of ["a b", "evil.example/x", "[::1"]) {
    expect(statusOf(await raw(`GET /gl HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)), host).toBe(400);
  }
});

const post = (body: BodyInit) => fetch(`${siteUrl}/login`, { method: "POST", body, duplex: "half" } as RequestInit);

test("a body over 256 kB is refused with 413, whether it says its length or not", async () => {
  expect((await post("x".repeat(256 * 1024 + 1))).status).toBe(413);
  const stream = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 10; i++) controller.enqueue(new Uint8Array(32 * 1024));
      controller.close();
    },
  });
  expect((await post(stream)).status).toBe(413);
});

test("posts to pages and endpoints that take none, in odd types, are refused and never a 5xx", async () => {
  for (const address of ["/", "/gl/contact", "/login", "/nope", "/theme", "/healthz", "/gl.data"]) {
    for (const type of ["application/json", "multipart/form-data", "text/plain", "application/x-www-form-urlencoded"]) {
      const { status } = await fetch(siteUrl + address, { method: "POST", headers: { "Content-Type": type }, body: "{%%%" });
      expect(status, `${address} ${type}`).toBeGreaterThanOrEqual(400);
      expect(status, `${address} ${type}`).toBeLessThan(500);
    }
  }
});

test("300 generated requests are never answered with a 5xx", async () => {
  const names = [
    "Cookie",
    "Accept-Language",
    "Accept-Encoding",
    "If-None-Match",
    "Referer",
    "X-Forwarded-Host",
    "Range",
    "Content-Type",
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "OPTIONS"),
      fc.webPath(),
      fc.webQueryParameters(),
      fc.dictionary(fc.constantFrom(...names), fc.string({ unit: "grapheme-ascii" })),
      async (method, path, query, headers) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, "")}\r\n`);
        const answer = await askRaw(`${method} ${path.startsWith("/") ? path : `/${path}`}?${query}`, lines.join(""));
        expect(statusOf(answer)).toBeGreaterThanOrEqual(200);
        expect(statusOf(answer), answer.slice(0, 300)).toBeLessThan(500);
      },
    ),
    { numRuns: 300 },
  );
});
