import { expect, test } from "vitest";
import { ask } from "./site.ts";

/** The answer to a visit, redirects not followed. */
async function visit(headers: Record<string, string>, path = "/") {
  const response = await ask(path, headers);
  const { status } = response;
  return { status, location: response.headers.get("location"), cookies: response.headers.getSetCookie(), headers: response.headers };
}

test.each([
  ["gl", "gl"],
  ["gl-ES,es;q=0.8", "gl"],
  ["es-AR", "es"],
  ["pt-PT,es;q=0.5,en;q=0.4", "es"],
])('a first visit to / with Accept-Language "%s" goes to /%s and is remembered', async (accepted, locale) => {
  const { status, location, cookies } = await visit({ "Accept-Language": accepted }, "/?utm_source=x");
  expect([status, location]).toEqual([302, `/${locale}?utm_source=x`]);
  expect(cookies).toEqual([`i18n_redirected=${locale}; Max-Age=31536000; Path=/; SameSite=Lax`]);
});

test.each(["en-GB", "fr", "zz;q=banana", "*"])(
  'a first visit to / with Accept-Language "%s" stays in English and is remembered',
  async (accepted) => {
    const { status, cookies, headers } = await visit({ "Accept-Language": accepted });
    expect(status).toBe(200);
    expect(cookies).toEqual(["i18n_redirected=en; Max-Age=31536000; Path=/; SameSite=Lax"]);
    expect(headers.get("cache-control")).toContain("private");
    expect(headers.get("vary")).toMatch(/Accept-Language, Cookie/);
  },
);

test("a first visit to / without Accept-Language gets English, no redirect and no cookie", async () => {
  const { status, cookies, headers } = await visit({});
  expect([status, cookies]).toEqual([200, []]);
  expect(headers.get("cache-control")).toContain("public");
});

test("a later visit to / goes to the remembered language; an unknown one counts as none", async () => {
  expect(await visit({ "Accept-Language": "es", Cookie: "i18n_redirected=gl" })).toMatchObject({
    status: 302,
    location: "/gl",
    cookies: [],
  });
  expect(await visit({ "Accept-Language": "gl", Cookie: "i18n_redirected=en" })).toMatchObject({ status: 200, cookies: [] });
  expect(await visit({ "Accept-Language": "es", Cookie: "i18n_redirected=<script>" })).toMatchObject({ status: 302, location: "/es" });
});

test("deep links keep their language", async () => {
  for (const path of ["/es/contact", "/contact"]) {
    expect(await visit({ "Accept-Language": "gl", Cookie: "i18n_redirected=gl" }, path)).toMatchObject({ status: 200, cookies: [] });
  }
});

// Where else it may not lead is in tests/security/redirects.test.ts.
test("the switch leads to the page in its language, and there are no other languages", async () => {
  const elsewhere = { Referer: "https://evil.example/contact?x=1" };
  expect((await visit(elsewhere, "/language/gl?to=/contact")).location).toBe("/gl/contact");
  expect((await visit({}, "/language/fr?to=/contact")).status).toBe(404);
});
