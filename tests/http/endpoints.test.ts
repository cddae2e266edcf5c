import { expect, test } from "vitest";
import { ask, htmlOf, siteUrl } from "./site.ts";

test("health and readiness are told", async () => {
  expect((await ask("/healthz")).status).toBe(200);
  expect((await ask("/readyz")).status).toBe(200);
});

test("a program on this machine can read the figures; whoever comes through a proxy cannot", async () => {
  await ask("/nope");
  const response = await ask("/metrics");
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  const figures = Object.fromEntries(
    [...(await response.text()).matchAll(/^(\w+(?:\{.*\})?) ([\d.e+-]+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
  expect(figures).toMatchObject({ abrente_ready: 1, 'abrente_mails{state="failed"}': 0, abrente_sessions: expect.any(Number) });
  expect(figures['abrente_responses_total{status="404"}']).toBeGreaterThan(0);
  expect(figures).toHaveProperty(['abrente_limits_reached_total{kind="consent"}'], expect.any(Number));
  expect(figures.process_resident_memory_bytes).toBeGreaterThan(1e7);
  expect((await ask("/metrics", { "X-Forwarded-For": "203.0.113.7" })).status).toBe(404);
});

test("the latest build is named, and never cached", async () => {
  const response = await ask("/builds/latest.json");
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(await response.json()).toEqual({ id: expect.stringMatching(/^\w{12}$/), timestamp: expect.any(Number) });
});

test("icons are found by set and name; unknown ones are 404 JSON", async () => {
  const known = await ask("/api/icons/lucide.json?icons=menu,sun");
  expect(Object.keys((await known.json()).icons)).toEqual(["menu", "sun"]);
  for (const address of [
    "/api/icons/nope.json?icons=menu",
    "/api/icons/lucide.json?icons=no-such",
    "/api/icons/lucide.json",
    "/api/icons/..%2f..%2fpackage.json?icons=a",
    "/api/icons/__proto__.json?icons=constructor",
  ]) {
    const response = await ask(address);
    expect(response.status, address).toBe(404);
    expect(await response.json()).toEqual({ error: "Icons not found" });
  }
});

test.each([
  ["/index-old", "/"],
  ["/es/index-old?a=1", "/es?a=1"],
  ["/gl/index-old", "/gl"],
  // One address per page: a slash at the end is redirected away, never to another host.
  ["/gl/contact/?a=1", "/gl/contact?a=1"],
  ["/es/", "/es"],
  ["//evil.example/", "/evil.example"],
])("%s is redirected for good to %s", async (from, to) => {
  const response = await ask(from);
  expect([response.status, response.headers.get("location")]).toEqual([301, to]);
});

test("hashed assets are kept for a year and sent precompressed; others have an ETag", async () => {
  const asset = /(\/assets\/root-[^" ]+\.js)/.exec(await htmlOf("/gl"))![1]!;
  for (const encoding of ["br", "gzip"]) {
    const { headers } = await ask(asset, { "Accept-Encoding": encoding });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-encoding": encoding,
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
    });
  }
  const icon = await ask("/favicon.svg");
  expect(icon.headers.get("cache-control")).not.toContain("immutable");
  expect((await ask("/favicon.svg", { "If-None-Match": icon.headers.get("etag")! })).status).toBe(304);
  expect((await ask("/assets/no-such.js")).status).toBe(404);
});

test.each(["/", "/gl", "/login", "/nope", "/healthz", "/favicon.svg", "/builds/latest.json", "/index-old", "/assets/none.js", "/%ff"])(
  "%s has the security headers",
  async (address) => {
    const headers = Object.fromEntries((await ask(address)).headers);
    expect(headers).toMatchObject({
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-content-type-options": "nosniff",
      "referrer-policy": address === "/login" ? "same-origin" : "strict-origin-when-cross-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["cross-origin-opener-policy"]).toBe(address === "/" || address === "/gl" ? undefined : "same-origin");
    // Nobody asks about a file.
    if (address !== "/favicon.svg") expect(headers["x-request-id"]).toMatch(/^[\w-]{12}$/);
    expect(headers["strict-transport-security"]).toBeUndefined();
  },
);

test("forwarded headers are not believed by a site without a proxy", async () => {
  const headers = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "evil.example",
    "Content-Type": "application/x-www-form-urlencoded",
    Referer: "https://evil.example/gl?a=1",
  };
  const response = await fetch(`${siteUrl}/theme`, { method: "POST", headers, body: "theme=dark", redirect: "manual" });
  expect(response.headers.get("set-cookie")).not.toContain("Secure");
  expect(response.headers.get("location")).toBe("/");
  for (const address of ["/gl", "/login"]) expect(await htmlOf(address, headers)).not.toContain("evil.example");
});

test("a sleeping page that fails its validity check is 404, and a wrong case is another address", async () => {
  expect((await ask("/es/test/sleeping-invalid")).status).toBe(404);
  expect((await ask("/es/test/sleeping-invalid?valid=yes")).status).toBe(200);
  for (const address of ["/GL", "/CONTACT", "/legal/AVISO-LEGAL", "/gl/LEGAL/aviso-legal"]) {
    expect((await ask(address)).status, address).toBe(404);
  }
  expect((await ask("/legal/aviso-legal/_.data")).status).toBeLessThan(500);
});
