import { get } from "node:http";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import * as fc from "fast-check";
import { startServer } from "../server.ts";
import { policyVersion } from "./site.ts";

test.describe("small endpoints", () => {
  test("health and readiness", async ({ request }) => {
    expect((await request.get("/healthz")).status()).toBe(200);
    expect((await request.get("/readyz")).status()).toBe(200);
  });

  test("the latest build, never cached", async ({ request }) => {
    const response = await request.get("/builds/latest.json");
    expect(response.headers()["cache-control"]).toBe("no-cache");
    expect(await response.json()).toEqual({ id: expect.stringMatching(/^\w{12}$/), timestamp: expect.any(Number) });
  });

  test("icons by set and name; unknown ones are 404 JSON", async ({ request }) => {
    const known = await request.get("/api/icons/lucide.json?icons=menu,sun");
    expect(Object.keys((await known.json()).icons)).toEqual(["menu", "sun"]);
    for (const address of [
      "/api/icons/nope.json?icons=menu",
      "/api/icons/lucide.json?icons=no-such",
      "/api/icons/lucide.json",
      "/api/icons/..%2f..%2fpackage.json?icons=a",
      "/api/icons/__proto__.json?icons=constructor",
    ]) {
      const response = await request.get(address);
      expect(response.status(), address).toBe(404);
      expect(await response.json()).toEqual({ error: "Icons not found" });
    }
  });

  test("a permanent redirect from /index-old, in every language", async ({ request }) => {
    for (const [from, to] of [
      ["/index-old", "/"],
      ["/es/index-old?a=1", "/es?a=1"],
      ["/gl/index-old", "/gl"],
    ]) {
      const response = await request.get(from!, { maxRedirects: 0 });
      expect([response.status(), response.headers()["location"]]).toEqual([301, to]);
    }
  });

  test("one address per page: a slash at the end is redirected away, never to another host", async ({ request }) => {
    for (const [from, to] of [
      ["/gl/contact/?a=1", "/gl/contact?a=1"],
      ["/es/", "/es"],
      ["//evil.example/", "/evil.example"],
    ]) {
      const response = await request.get(`http://localhost:4173${from}`, { maxRedirects: 0 });
      expect([response.status(), response.headers()["location"]]).toEqual([301, to]);
    }
  });
});

test.describe("static files", () => {
  test("hashed assets are kept for a year and sent precompressed; others have an ETag", async ({ request }) => {
    const asleep = await (await request.get("/gl")).text();
    const asset = /(\/assets\/root-[^" ]+\.js)/.exec(asleep)![1]!;
    for (const encoding of ["br", "gzip"]) {
      const response = await request.get(asset, { headers: { "Accept-Encoding": encoding } });
      expect(response.headers()).toMatchObject({
        "content-encoding": encoding,
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "text/javascript; charset=utf-8",
      });
    }
    const icon = await request.get("/favicon.svg");
    expect(icon.headers()["cache-control"]).not.toContain("immutable");
    expect((await request.get("/favicon.svg", { headers: { "If-None-Match": icon.headers()["etag"]! } })).status()).toBe(304);
    expect((await request.get("/assets/no-such.js")).status()).toBe(404);
  });
});

test("security headers are on every response", async ({ request }) => {
  for (const address of [
    "/",
    "/gl",
    "/login",
    "/nope",
    "/healthz",
    "/favicon.svg",
    "/builds/latest.json",
    "/index-old",
    "/assets/none.js",
    "/%ff",
  ]) {
    const headers = (await request.get(address, { maxRedirects: 0 })).headers();
    expect(headers, address).toMatchObject({
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["cross-origin-opener-policy"]).toBe(address === "/" || address === "/gl" ? undefined : "same-origin");
    // Nobody asks about a file.
    if (address !== "/favicon.svg") expect(headers["x-request-id"]).toMatch(/^[\w-]{12}$/);
    expect(headers["strict-transport-security"]).toBeUndefined();
  }
});

test.describe("a site on https behind a proxy", () => {
  test("believes the forwarded headers with TRUST_PROXY=1, and sends HSTS", async () => {
    const server = await startServer({ SITE_URL: "https://abrente.example", TRUST_PROXY: "1" });
    const headers = {
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Host": "abrente.example",
      "Content-Type": "application/x-www-form-urlencoded",
      Referer: "https://abrente.example/gl?a=1",
    };
    const response = await fetch(`${server.url}/theme`, { method: "POST", headers, body: "theme=dark", redirect: "manual" });
    expect(response.headers.get("set-cookie")).toContain("Secure");
    expect(response.headers.get("location")).toBe("/gl?a=1");
    expect(response.headers.get("strict-transport-security")).toContain("max-age=31536000");
    expect(await (await fetch(`${server.url}/gl`)).text()).toContain('rel="canonical" href="https://abrente.example/gl"');
    await server.stop();
  });

  test("ignores them otherwise", async () => {
    const server = await startServer();
    const headers = {
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Host": "evil.example",
      "Content-Type": "application/x-www-form-urlencoded",
      Referer: "https://evil.example/gl?a=1",
    };
    const response = await fetch(`${server.url}/theme`, { method: "POST", headers, body: "theme=dark", redirect: "manual" });
    expect(response.headers.get("set-cookie")).not.toContain("Secure");
    expect(response.headers.get("location")).toBe("/");
    for (const address of ["/gl", "/login"])
      expect(await (await fetch(server.url + address, { headers })).text()).not.toContain("evil.example");
    await server.stop();
  });

  test("takes form posts whose Origin is the site's, and refuses others", async () => {
    const server = await startServer({ SITE_URL: "https://abrente.example" }, "test-results/build");
    const post = (origin: string) =>
      fetch(`${server.url}/test/form`, {
        method: "POST",
        headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
        body: "name=Ana",
      });
    expect((await post("https://abrente.example")).status).toBe(200);
    expect((await post("https://evil.example")).status).toBe(403);
    await server.stop();
  });
});

test("the log has one line per request, with nothing of the person in it", async () => {
  const server = await startServer();
  await fetch(`${server.url}/gl/contact?email=ana@example.com`, {
    headers: { "User-Agent": "secret-agent", Cookie: "i18n_redirected=gl", Referer: "https://from.example/" },
  });
  await server.stop();
  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.includes('"request"'))
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(String),
      id: expect.any(String),
      method: "GET",
      path: "/gl/contact",
      status: 200,
      ms: expect.any(Number),
      msg: "request",
    },
  ]);
  expect(server.output()).not.toMatch(/ana@|secret-agent|from\.example|127\.0\.0\.1.*request/);
});

/** Sends bytes as they are and gives the status line of the answer. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(4173, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setTimeout(60_000, () => socket.destroy(new Error("no answer")));
    socket.on("data", (data) => (answer += data));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

/** Sends a request line that no client library would. */
function ask(line: string, headers = "") {
  return raw(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);
}

function statusOf(answer: string) {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

test.describe("garbage in", () => {
  for (const [name, line, headers, expected] of [
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
  ] as const) {
    test(`${name} is answered with ${expected.join(" or ")}`, async () => {
      const answer = await ask(line, headers);
      expect(expected as readonly number[], answer.slice(0, 200)).toContain(statusOf(answer));
      expect(answer).not.toMatch(/<script>alert|root:x:|node_modules|\bat \S+ \(/);
    });
  }

  test("a host that is none is refused", async () => {
    for (const host of ["a b", "evil.example/x", "[::1"]) {
      expect(statusOf(await raw(`GET /gl HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)), host).toBe(400);
    }
  });

  test("a body over 256 kB is refused with 413, whether it says its length or not", async ({ request: http, baseURL }) => {
    expect((await http.post("/login", { data: "x".repeat(256 * 1024 + 1) })).status()).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 10; i++) controller.enqueue(new Uint8Array(32 * 1024));
        controller.close();
      },
    });
    const response = await fetch(`${baseURL}/login`, { method: "POST", body: stream, duplex: "half" } as RequestInit);
    expect(response.status).toBe(413);
  });

  test("posts to pages and endpoints that take none, in odd types, are refused and never a 5xx", async ({ request: http }) => {
    for (const address of ["/", "/gl/contact", "/login", "/nope", "/theme", "/healthz", "/gl.data"]) {
      for (const type of ["application/json", "multipart/form-data", "text/plain", "application/x-www-form-urlencoded"]) {
        const response = await http.post(address, { headers: { "Content-Type": type }, data: "{%%%" });
        expect(response.status(), `${address} ${type}`).toBeGreaterThanOrEqual(400);
        expect(response.status(), `${address} ${type}`).toBeLessThan(500);
      }
    }
  });

  test("300 generated requests are never answered with a 5xx", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "OPTIONS"),
        fc.webPath(),
        fc.webQueryParameters(),
        fc.dictionary(
          fc.constantFrom(
            "Cookie",
            "Accept-Language",
            "Accept-Encoding",
            "If-None-Match",
            "Referer",
            "X-Forwarded-Host",
            "Range",
            "Content-Type",
          ),
          fc.string({ unit: "grapheme-ascii" }),
        ),
        async (method, path, query, headers) => {
          const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, "")}\r\n`);
          const answer = await ask(`${method} ${path.startsWith("/") ? path : `/${path}`}?${query}`, lines.join(""));
          expect(statusOf(answer)).toBeGreaterThanOrEqual(200);
          expect(statusOf(answer), answer.slice(0, 300)).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("what is kept is answered the same way every time, to each visitor as they asked", async () => {
  const server = await startServer();
  const visit = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      get(`${server.url}${path}`, { headers }, async (response) => {
        const { date: _date, "x-request-id": id, ...rest } = response.headers;
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve({ status: response.statusCode!, headers: { ...rest, id: !!id }, body: Buffer.concat(chunks) });
      }).on("error", reject);
    });
  const file = "/favicon.svg";
  const etag = String((await visit("/gl", {})).headers.etag);
  const choice = `consent=${policyVersion}_fs_chosen-before`;
  const visitors: Record<string, string>[] = [
    {},
    { "accept-encoding": "br" },
    { "accept-encoding": "gzip, br;q=0" },
    { cookie: "theme=dark" },
    { cookie: `theme=light; ${choice}`, "accept-encoding": "gzip, br" },
    { cookie: choice },
    { "sec-gpc": "1" },
    { cookie: "i18n_redirected=en" },
    { cookie: "i18n_redirected=es" },
    { cookie: "i18n_redirected=nonsense" },
    { "accept-language": "gl" },
    { "accept-language": "en" },
    { "if-none-match": etag },
    { "if-none-match": '"other"', cookie: "theme=dark" },
  ];
  const rounds: Awaited<ReturnType<typeof visit>>[][] = [];
  for (let round = 0; round < 3; round++) {
    const answers = [];
    for (const path of ["/", "/gl", "/gl/contact", file]) for (const headers of visitors) answers.push(await visit(path, headers));
    rounds.push(answers);
  }
  expect(rounds[1]).toEqual(rounds[0]);
  expect(rounds[2]).toEqual(rounds[0]);

  const [home, galician] = [0, 1].map((page) => rounds[2]!.slice(page * visitors.length, (page + 1) * visitors.length));
  const looks = (answers: typeof home) =>
    answers!.map(({ status, body, headers }) => [
      status,
      headers["content-encoding"] ?? `${/data-theme="(\w+)"/.exec(String(body))?.[1]} ${String(body).includes('data-consent="ask"')}`,
    ]);
  const plain = [200, "undefined true"];
  const likeAnyone = [
    plain,
    [200, "br"],
    [200, "gzip"],
    [200, "dark true"],
    [200, "br"],
    [200, "undefined false"],
    [200, "undefined false"],
  ];
  const dark = [200, "dark true"];
  expect(looks(galician)).toEqual([...likeAnyone, plain, plain, plain, plain, plain, [304, "undefined false"], dark]);
  const elsewhere = [302, "undefined false"];
  expect(looks(home)).toEqual([...likeAnyone, plain, elsewhere, plain, elsewhere, plain, plain, dark]);
  expect(home!.map(({ headers }) => headers["set-cookie"]).flatMap((cookie, index) => (cookie ? [index] : []))).toEqual([10, 11]);
  await server.stop();
});
