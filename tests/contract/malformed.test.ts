import { assert, asyncProperty, constantFrom, jsonValue, oneof, record, string } from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { onAccounts } from "./harness.ts";
import { sessionOf, type Site } from "../site.ts";
import { password } from "../password.ts";

type Call = { name: string; method: string; path: string; fields?: Record<string, unknown>; signedIn?: boolean };

const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "s256" };
const email = "somebody@example.com";

/** Every call that wants a key, with a body as it should be. */
const calls: Call[] = [
  { method: "POST", path: "/signup", fields: { email, phone: "", password, data: {}, ...challenge } },
  { method: "POST", path: "/token?grant_type=password", fields: { email, password, phone: "" } },
  { method: "POST", path: "/token?grant_type=refresh_token", fields: { refresh_token: "unknown" } },
  { method: "POST", path: "/token?grant_type=pkce", fields: { auth_code: "unknown", code_verifier: "unknown" } },
  { method: "POST", path: "/otp", fields: { email, phone: "", create_user: false, data: {}, channel: "sms", ...challenge } },
  { method: "POST", path: "/verify", fields: { type: "email", email, phone: "", token: "123456", token_hash: "" } },
  { method: "POST", path: "/resend", fields: { type: "signup", email, phone: "", ...challenge } },
  { method: "POST", path: "/recover", fields: { email, ...challenge } },
  { method: "POST", path: "/sso", fields: { domain: "example.com", provider_id: "unknown" } },
  {
    method: "PUT",
    path: "/user",
    fields: { email: "", phone: "", password: "short", nonce: "", data: {}, ...challenge },
    signedIn: true,
  },
  { method: "POST", path: "/logout", signedIn: true },
  { method: "GET", path: "/user", signedIn: true },
  { method: "GET", path: "/reauthenticate", signedIn: true },
  { method: "GET", path: "/settings" },
].map((call) => ({ ...call, name: `${call.method} ${call.path}` }));

const withBody = calls.filter(({ fields }) => fields);

onAccounts((site) => {
  let token: string;
  beforeAll(async () => {
    const { client } = await site().newUser();
    token = (await sessionOf(client)).access_token;
  });

  const send = (call: Call, init: Parameters<Site["call"]>[1] = {}) =>
    site().call(call.path, { method: call.method, ...(call.signedIn && { token }), ...init });

  describe.each(calls)("$name", (call) => {
    test("wants a key, and the right one", async () => {
      const paths = {
        none: call.path,
        wrong: addQuery(call.path, "apikey=wrong"),
        right: addQuery(call.path, `apikey=${site().keys.publishableKey}`),
      };
      const refused: [string, string][] = [
        [paths.none, ""],
        [paths.none, "wrong"],
        [paths.none, `${site().keys.publishableKey}x`],
        [paths.none, site().keys.secretKey.slice(0, -1)],
        [paths.wrong, ""],
        // The header counts, where there is one.
        [paths.right, "wrong"],
      ];
      for (const [path, key] of refused) {
        const body = call.fields && JSON.stringify(call.fields);
        expect(await refusal(await send({ ...call, path }, { key, body }))).toMatchObject({ status: 401, code: "no_authorization" });
      }
    });

    test("says no in the shape of the version that the client asks for", async () => {
      for (const version of ["2024-01-01", "2030-01-01"]) {
        const response = await send(call, { key: "wrong", headers: { "X-Supabase-Api-Version": version } });
        expect(response.status).toBe(401);
        expect(response.headers.get("X-Supabase-Api-Version")).toBe("2024-01-01");
        expect(await response.json()).toEqual({ code: "no_authorization", message: expect.any(String) });
      }
      const old = await send(call, { key: "wrong", headers: { "X-Supabase-Api-Version": "2023-01-01" } });
      expect(await old.json()).toEqual({ code: 401, error_code: "no_authorization", msg: expect.any(String) });
    });

    test("accepts the key in the address", async () => {
      const path = addQuery(call.path, `apikey=${site().keys.publishableKey}`);
      // A token that is over before it is read: nothing is changed, and the key was not what was wrong.
      const response = await send({ ...call, path }, { key: "", token: call.signedIn ? "a.b.c" : undefined, body: call.fields && "[]" });
      if (call.path === "/settings") expect(response.status).toBe(200);
      else expect(response.status).not.toBe(401);
    });
  });

  describe.each(withBody)("$name", (call) => {
    test.each(["null", "[]", "[{}]", '"text"', "1", "true", "{", '{"email":', "nonsense", "\0", "{'email':1}", "NaN", '{"a":1}{"b":2}'])(
      "refuses the body %j",
      async (body) => {
        const { status, code } = await refusal(await send(call, { body }));
        expect(status).toBe(400);
        expect(["bad_json", "validation_failed"]).toContain(code);
      },
    );

    test("refuses every field of a wrong kind", async () => {
      for (const name of Object.keys(call.fields!)) {
        const given = call.fields![name];
        const wrong = [1, 1.5, true, "text", [], ["a"], { a: 1 }, [[]]].filter(
          (value) => typeof value !== typeof given || Array.isArray(value) !== Array.isArray(given),
        );
        for (const value of wrong) {
          const answer = await refusal(await send(call, { body: JSON.stringify({ ...call.fields, [name]: value }) }));
          expect({ name, value, ...answer }).toMatchObject({ name, value, status: 400, code: "validation_failed" });
        }
      }
    });

    test("refuses what no database can hold", async () => {
      const texts = ["a\0b", "\0", "\ud800", "a\udfff", "x".repeat(10_001)];
      for (const [name, given] of Object.entries(call.fields!)) {
        const values =
          typeof given === "string" ? texts : typeof given === "object" ? texts.flatMap((text) => [{ a: text }, { [text]: 1 }]) : [];
        for (const value of values) {
          const answer = await refusal(await send(call, { body: JSON.stringify({ ...call.fields, [name]: value }) }));
          expect({ name, ...answer }).toMatchObject({ name, status: 400, code: "validation_failed" });
        }
      }
    });

    test("survives what is nested deep", async () => {
      for (const depth of [21, 5000, 200_000]) {
        const deep = "[".repeat(depth) + "]".repeat(depth);
        for (const body of [
          deep,
          `{"data":{"a":${deep}},"email":${deep},"type":${deep},"domain":${deep},"auth_code":${deep},"refresh_token":${deep}}`,
        ]) {
          await refusal(await send(call, { body }));
        }
      }
      expect((await site().call("/settings")).status).toBe(200);
    });

    test("refuses 10 MB, announced or not", async () => {
      const body = JSON.stringify({ ...call.fields, more: "x".repeat(10 * 1024 * 1024) });
      expect((await refusal(await send(call, { body }))).status).toBe(413);
      const stream = new Blob([body]).stream();
      const answer = await send(call, { body: stream, duplex: "half" } as RequestInit).catch(() => undefined);
      // The connection may be closed before everything is sent.
      if (answer) expect((await refusal(answer)).status).toBe(413);
    });
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s where it is not served is refused", async (method) => {
    for (const path of new Set(calls.map((call) => call.path))) {
      if (calls.some((call) => call.path === path && call.method === method) || (method === "GET" && path === "/verify")) continue;
      const { status, code } = await refusal(await site().call(path, { method, token, body: method === "GET" ? undefined : "{}" }));
      expect({ path, status, code }).toEqual({ path, status: 404, code: "not_found" });
    }
  });

  test.each(["/", "", "/nonsense", "/user/", "/user/x", "/token/x", "/admin", "/admin/nonsense", "/USER", "//user", "/user%00"])(
    "the path %s does not exist",
    async (path) => {
      const response = await site().call(path, { token });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await response.text()).not.toContain("@example.com");
    },
  );

  test.each([
    "?token=%00&type=signup",
    "?token=%ff&type=%ff",
    "?token[]=x&type[]=signup",
    "?token=x&token=y&type=signup&type=recovery",
    "?type=signup&redirect_to=%00",
    "?type=signup&redirect_to=%E0%A4%A",
    "?type=signup&redirect_to=http%3A%2F%2F%5B",
    `?type=signup&token=${"x".repeat(7000)}`,
    "?__proto__=x&type=__proto__",
    "",
  ])("the link %s leads to our page, or to the one it names with an error", async (query) => {
    const follow = async (address: string) => {
      const response = await site().call(address, { key: "" });
      expect(response.status).toBe(303);
      return new URL(response.headers.get("Location")!);
    };
    const ours = await follow(`/verify${query}`);
    expect(ours.origin).toBe(site().url);
    expect([ours.pathname, ours.searchParams.get("error")]).toEqual(
      // What cannot be decoded is the name of a page of ours, if of none that there is.
      query.includes("%E0%A4%A") ? ["/%E0%A4%A", "access_denied"] : ["/confirm", null],
    );
    expect(ours.href.length).toBeLessThan(1000);
    const named = await follow(`/verify?redirect_to=/account&${query.slice(1)}`);
    expect(named.origin + named.pathname).toBe(`${site().url}/account`);
    expect(named.searchParams.get("error")).toBe("access_denied");
  });

  test("a user's token does not make up for a key, nor a key for a token", async () => {
    expect((await refusal(await site().call("/user", { key: token, token }))).status).toBe(401);
    expect((await refusal(await site().call("/user", { key: "", token }))).status).toBe(401);
    expect((await refusal(await site().call("/user", { token: site().keys.secretKey, key: site().keys.secretKey }))).status).toBe(401);
  });

  test("headers that are odd change nothing", async () => {
    const headers = {
      "X-Forwarded-For": "'; drop table auth.users; --",
      "User-Agent": "\u00ff".repeat(4000),
      "Content-Type": "text/plain",
    };
    const { email: known } = await site().newUser();
    const body = { email: known, password };
    expect((await site().post("/token?grant_type=password", body, { headers })).status).toBe(200);
    const empty = await site().call("/token?grant_type=password", { method: "POST", headers: { "Content-Encoding": "gzip" }, body: "x" });
    expect((await refusal(empty)).status).toBe(400);
  });

  test("whatever JSON comes, the answer is a refusal or the usual one, and opens nothing", async () => {
    const texts = oneof(string({ unit: "binary" }), constantFrom("", email, "signup", "__proto__", "' or 1=1 --", "null", "\u0000"));
    const names = [...new Set(withBody.flatMap(({ fields }) => Object.keys(fields!))), "gotrue_meta_security", "app_metadata", "__proto__"];
    const values = oneof({ weight: 2, arbitrary: texts }, { weight: 1, arbitrary: jsonValue() });
    const bodies = oneof(
      { weight: 4, arbitrary: record(Object.fromEntries(names.map((name) => [name, values])), { requiredKeys: [] }) },
      { weight: 1, arbitrary: jsonValue() },
    );
    await assert(
      asyncProperty(constantFrom(...withBody), bodies, async (call, body) => {
        // A password that happens to be good would change the one of the tests' user.
        const response = await send(call, { body: JSON.stringify(body), ...(call.signedIn && { token: "a.b.c" }) });
        if (response.status >= 400) return void (await refusal(response));
        expect(response.status).toBe(200);
        expect(await response.text()).not.toContain("access_token");
      }),
      { numRuns: 120 },
    );
  });
});

/** What says no must be in GoTrue's shape, and say nothing of our insides; gives its status and its code. */
async function refusal(response: Response): Promise<{ status: number; code: string }> {
  const answer = await response.text();
  expect(response.status, answer).toBeGreaterThanOrEqual(400);
  expect(response.status, answer).toBeLessThan(500);
  expect(response.headers.get("Content-Type")).toContain("application/json");
  const body = JSON.parse(answer);
  expect(body).toMatchObject({ code: response.status, error_code: expect.stringMatching(/^[a-z_]+$/), msg: expect.any(String) });
  expect(answer).not.toMatch(/drizzle|select |insert |at file|node_modules/i);
  return { status: response.status, code: body.error_code };
}

function addQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}
