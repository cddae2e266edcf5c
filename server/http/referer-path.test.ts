import * as fc from "fast-check";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { ownPath } from "#app/routing/own-path.ts";
import type { Env } from "./env.ts";
import { refererPath } from "./referer-path.ts";

function leadsTo(path: string) {
  return new URL(path, "http://localhost").origin;
}

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example/x",
  "/\n/evil.example",
  "/\r\n//evil.example",
  " //evil.example",
  "https://evil.example",
  "HTTPS:/\\evil.example",
  "http://localhost@evil.example",
  "javascript:alert(1)",
  "/.//evil.example",
  "/a/..//evil.example",
  "/a/../\\evil.example",
  "/%2e//evil.example",
  "/\t/nowhere.invalid//evil.example",
  "evil.example",
  "",
])("answers %j, which leads elsewhere or is no path, with the home page", (attempt) => {
  expect(ownPath(attempt)).toBe("/");
});

test.each([
  "/%2f%2fevil.example",
  "/%5c%5cevil.example",
  "/@evil.example",
  "/:80",
  "/a//evil.example",
  "/a\\evil.example",
  "/x?to=//evil.example",
  "/https://evil.example",
])("keeps %j, which looks worse than it is, on this site", (path) => {
  expect(leadsTo(ownPath(path))).toBe("http://localhost");
  expect(ownPath(path)).toMatch(/^\/[^/\\]/);
});

test("lets no line break or tab through to a header", () => {
  expect(ownPath("/contact\r\nSet-Cookie: a=b")).toBe("/contactSet-Cookie:%20a=b");
  expect(ownPath("/contact?a=\r\nb#\tc")).toBe("/contact?a=b#c");
});

test.each(["/", "/contact", "/gl/contact?mode=requestOffer&utm_source=x#form", "/?a=1", "/#offer", "/es?q=%C3%A9"])(
  "gives %s back as it is",
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test("writes letters that a header cannot carry as addresses do", () => {
  expect(ownPath("/españa?q=ñ")).toBe("/espa%C3%B1a?q=%C3%B1");
});

const pieces = [
  "/",
  "\\",
  ".",
  "..",
  "%2f",
  "%5c",
  "%2e",
  "\t",
  "\r",
  "\n",
  "\0",
  " ",
  "@",
  ":",
  "?",
  "#",
  "evil.example",
  "nowhere.invalid",
  "http:",
  "gl",
  "[",
  "é",
];
const attempts = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }).map((text) => `/${text}`),
  fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join("")),
  fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => `/${parts.join("")}`),
);

test("never leads away from this site, whatever it is given", () => {
  fc.assert(
    fc.property(attempts, (attempt) => {
      const path = ownPath(attempt);
      expect(leadsTo(path)).toBe("http://localhost");
      expect(path).toMatch(/^\/(?![/\\])[\x20-\x7e]*$/);
      expect(ownPath(path)).toBe(path);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["https://abrente.example/gl/contact?mode=requestOffer", "/gl/contact?mode=requestOffer"],
  ["https://abrente.example//evil.example", "/"],
  ["https://www.abrente.example/es", "/es"],
  ["http://abrente.example/contact", undefined],
  ["https://abrente.example:8443/contact", undefined],
  ["https://evil.example/https://abrente.example/", undefined],
  ["about:client", undefined],
  ["not an address", undefined],
  ["", undefined],
])("reads the page of ours that a request came from: %j → %s", async (referer, path) => {
  const app = new Hono<Env>();
  app.get("/", (c) => {
    c.set("client", { address: "", origin: "https://abrente.example" });
    return c.json({ path: refererPath(c, "https://www.abrente.example") });
  });
  expect(await (await app.request("/", { headers: { Referer: referer } })).json()).toEqual({ path });
});
