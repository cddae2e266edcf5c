import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { localePath, locales } from "#content/locales.ts";
import { onSite } from "../site.ts";
import { visitorOf } from "../contract/visitor.ts";
import { pages } from "./addresses.ts";
import { newPerson, type Visitor } from "./people.ts";

/** What a shared cache keeps must be for everyone: the same bytes, no cookie, nothing of whoever asked first. */
const odd: Record<string, string>[] = [
  { "X-Forwarded-Host": "evil.example" },
  { "X-Forwarded-Proto": "http", "X-Forwarded-Port": "444" },
  { "X-Forwarded-Prefix": "/evil", "X-Forwarded-Scheme": "nothttps" },
  { "X-Original-URL": "/admin/messages", "X-Rewrite-URL": "/me" },
  { "X-HTTP-Method-Override": "POST", "X-HTTP-Method": "DELETE", "X-Method-Override": "PUT" },
  { Forwarded: "for=1.2.3.4;host=evil.example;proto=http" },
  { "Accept-Language": "gl,es;q=0.9" },
  { "User-Agent": "<script>alert(1)</script>" },
  { Referer: "https://evil.example/?utm_source=evil.example" },
  { Accept: "application/json", "Content-Type": "application/json" },
  { "Sec-Fetch-Site": "cross-site", "Sec-Purpose": "prefetch", Purpose: "prefetch" },
  { Range: "bytes=0-1", "If-Range": "x", "If-Modified-Since": "Thu, 01 Jan 2099 00:00:00 GMT" },
  { Cookie: "anything=evil.example; i18n=gl; sb-other=x" },
  { "X-React-Router-SPA-Mode": "yes", "X-React-Router-Prerender-Data": "evil.example" },
  { Authorization: "Bearer evil.example" },
];
const sleeping = pages.filter(({ path }) => path === "/" || path === "/contact" || path.startsWith("/legal/"));
const queries = [
  "utm_source=evil.example",
  "mode=evil.example",
  "sent=%3Cscript%3E",
  "next=//evil.example",
  "_routes=root",
  "index",
  "__proto__=x",
  "%00",
];

onSite((site) => {
  let signedIn: Visitor;
  let email: string;
  beforeAll(async () => {
    email = (await newPerson(site(), { name: "Somebody Particular" })).email;
    signedIn = await visitorOf(site()).signIn(email);
  });

  /** With these headers and no others: `fetch` adds a language of its own. */
  async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const [incoming] = (await once(get(site().url + path, { headers }), "response")) as [IncomingMessage];
    const body = await buffer(incoming);
    return new Response(incoming.statusCode === 304 ? null : body, {
      status: incoming.statusCode,
      headers: incoming.headers as HeadersInit,
    });
  }

  test.each(sleeping.map(({ path }) => path))("%s is the same for everyone", async (page) => {
    // A language for each page, and the home page in all.
    const number = sleeping.findIndex(({ path }) => path === page);
    for (const locale of page === "/" ? locales : [locales[number % locales.length]!]) {
      const path = localePath(locale, page);
      // Whoever comes first has chosen something: the page for everyone is another one.
      await ask(path, { ...odd[number], Cookie: "theme=dark", "Sec-GPC": "1" });
      const plain = await ask(path);
      expect(plain.headers.get("cache-control")).toMatch(/^public, /);
      const bytes = await plain.text();
      for (const headers of odd) {
        const response = await ask(path, headers);
        const how = `${path} with ${JSON.stringify(headers)}`;
        const cacheable = /public/.test(response.headers.get("cache-control") ?? "");
        // The home page looks at the language: it says so, and is not kept then.
        if (path === "/" && "Accept-Language" in headers) {
          expect([response.status, cacheable, response.headers.get("vary")], how).toEqual([
            302,
            false,
            expect.stringContaining("Accept-Language"),
          ]);
          continue;
        }
        expect([response.status, cacheable], how).toEqual([200, true]);
        expect(response.headers.getSetCookie(), how).toEqual([]);
        expect(response.headers.get("etag"), how).toBe(plain.headers.get("etag"));
        expect(await response.text(), how).toBe(bytes);
      }
      for (const query of queries) {
        const text = await (await ask(`${path}?${query}`)).text();
        expect(text, `${path}?${query}`).toBe(bytes);
      }
    }
  });

  test("whoever is signed in leaves nothing in what is public", async () => {
    for (const { path } of sleeping) {
      const response = await signedIn.get(path);
      const text = await response.text();
      expect(text, path).not.toContain(email);
      expect(text, path).not.toContain("Somebody Particular");
      if (/public/.test(response.headers.get("cache-control") ?? "")) expect(response.headers.getSetCookie(), path).toEqual([]);
    }
  });

  test("what the visitor chose is told apart, and not kept for others", async () => {
    for (const headers of [{ Cookie: "theme=dark" }, { "Sec-GPC": "1" }, { Cookie: "i18n_redirected=gl" }] as Record<string, string>[]) {
      for (const path of ["/", "/contact"]) {
        if (path === "/contact" && headers.Cookie?.startsWith("i18n")) continue;
        expect((await ask(path, headers)).headers.get("cache-control"), JSON.stringify(headers)).toMatch(/private|no-store/);
      }
    }
  });

  test("nothing private may be kept, nor any answer to a form, nor an error", async () => {
    const own = pages.filter(({ path }) => !sleeping.some((one) => one.path === path)).map(({ path }) => path.replace("*", "nowhere"));
    for (const path of [
      ...own,
      ...own.map((one) => `${one}.data`),
      "/contact.data",
      "/_.data",
      "/language/gl",
      "/auth/v1/user",
      "/auth/v1/settings",
    ]) {
      for (const visitor of [signedIn, visitorOf(site())]) {
        const cacheControl = (await visitor.get(path)).headers.get("cache-control") ?? "";
        expect(cacheControl, path).not.toMatch(/public|max-age=[1-9]|s-maxage/);
      }
    }
    // Some caches go by what an address ends with.
    for (const path of [
      "/me/x.css",
      "/me.css",
      "/me;x.css",
      "/me%2fx.css",
      "/me/data.json/x.css",
      "/admin/messages.csv/a.js",
      "/me%0a.css",
      "/me%3fx.css",
    ]) {
      const response = await signedIn.get(path);
      expect(await response.text(), path).not.toContain(email);
      expect(response.headers.get("cache-control") ?? "", path).not.toMatch(/public/);
    }
    for (const path of ["/contact", "/login", "/theme"]) {
      expect((await signedIn.post(path, {})).headers.get("cache-control") ?? "no-store", path).not.toMatch(/public/);
    }
  });
});
