import { FunctionsHttpError } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { Secret, TOTP } from "otpauth";
import { onAccounts } from "./harness.ts";

/** The contact form as a function, through the real client, from a page of another origin that the settings name. */
const elsewhere = "https://blog.abrente.example";

const headers = (origin: string) => ({ Origin: origin, Referer: `${origin}/post?utm_source=blog` });

const request = () => ({
  name: "Uxía Nogueira",
  email: "uxia@example.com",
  company: "Panadaría Nogueira",
  reason: "general",
  message: `Temos unha panadaría en Lugo e queremos unha páxina para os encargos. ${crypto.randomUUID()}`,
  privacy: true,
  terms: "on",
  locale: "gl",
});

onAccounts(
  (site) => {
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${site().url}/functions/v1${path}`, {
        ...init,
        headers: { apikey: site().keys.publishableKey, "Content-Type": "application/json", ...(init.headers as Record<string, string>) },
      });

    const stored = (message: string) => site().sql`
      select name, company, locale, page, user_id, (select count(*)::int from request_consents where request_id = requests.id) as consents
      from requests where message = ${message}`;

    test("a request is stored once, with its consents, whoever sends it again", async () => {
      const body = request();
      for (const key of ["a", "a", "b"]) {
        const { data, error } = await site()
          .client()
          .functions.invoke("contact", { body: { ...body, key } });
        expect([data, error]).toEqual([{ outcome: "sent" }, null]);
      }
      const { name, company, locale } = body;
      expect(await stored(body.message)).toEqual([{ name, company, locale, page: null, user_id: null, consents: 2 }]);
    });

    test("what is wrong is told by field, in the words of the form's rules", async () => {
      const { error } = await site()
        .client()
        .functions.invoke("contact", { body: { ...request(), email: "uxia", message: "short", terms: false } });
      expect(error).toBeInstanceOf(FunctionsHttpError);
      const response = (error as FunctionsHttpError).context as Response;
      expect([response.status, await response.json()]).toEqual([
        400,
        { outcome: "invalid", errors: { email: "email", message: "short", terms: "terms" } },
      ]);
      for (const body of ["", "[]", "1", "{", '{"name":{}}']) {
        const answer = await ask("/contact", { method: "POST", body });
        expect([answer.status, (await answer.json()).outcome], body).toEqual([400, "invalid"]);
      }
    });

    test("who is signed in with all steps done is known", async () => {
      const { client, id } = await site().newUser();
      const first = request();
      expect((await client.functions.invoke("contact", { body: first })).error).toBeNull();
      expect(await stored(first.message)).toMatchObject([{ user_id: id }]);
      const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
      const code = new TOTP({ secret: Secret.fromBase32(data!.totp.secret) }).generate();
      await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code });
      const aal1 = await site().signedIn((await client.auth.getUser()).data.user!.email!);
      const second = request();
      expect((await aal1.functions.invoke("contact", { body: second })).error).toBeNull();
      expect(await stored(second.message)).toMatchObject([{ user_id: null }]);
    });

    test("pages of the origins that are named may call it, and no others", async () => {
      const before = await ask("/contact", { method: "OPTIONS", headers: headers(elsewhere) });
      expect([before.status, before.headers.get("access-control-allow-origin")]).toEqual([204, elsewhere]);
      expect(before.headers.get("access-control-allow-headers")).toContain("apikey");
      const body = request();
      const sent = await ask("/contact", { method: "POST", body: JSON.stringify(body), headers: headers(elsewhere) });
      expect([sent.status, sent.headers.get("access-control-allow-origin"), sent.headers.get("vary")]).toEqual([200, elsewhere, "Origin"]);
      expect(await stored(body.message)).toMatchObject([{ page: "/post" }]);
      for (const origin of ["https://evil.example", "null", `${elsewhere}.evil.example`]) {
        const refused = await ask("/contact", { method: "POST", body: JSON.stringify(request()), headers: headers(origin) });
        expect([refused.status, refused.headers.get("access-control-allow-origin")], origin).toEqual([403, null]);
        expect((await ask("/contact", { method: "OPTIONS", headers: headers(origin) })).status).toBe(403);
      }
      expect((await ask("/contact", { method: "POST", body: JSON.stringify(request()), headers: headers(site().url) })).status).toBe(200);
    });

    test("a key is needed, and a function that there is", async () => {
      const none = await fetch(`${site().url}/functions/v1/contact`, { method: "POST", body: "{}" });
      expect([none.status, await none.json()]).toEqual([401, { code: 401, message: "No API key found in request" }]);
      for (const name of ["nothing", "constructor", "__proto__"]) {
        const unknown = await ask(`/${name}`, { method: "POST", body: "{}" });
        expect([unknown.status, await unknown.json()]).toEqual([404, { code: "NOT_FOUND", message: "Requested function was not found" }]);
      }
      expect((await ask("/contact")).status).toBe(405);
    });
  },
  { FUNCTION_ORIGINS: elsewhere, REQUESTS_PER_ADDRESS: "1000" },
);

onAccounts(
  (site) => {
    test("no more in an hour than by the form", async () => {
      const { functions } = site().client();
      expect((await functions.invoke("contact", { body: request() })).error).toBeNull();
      const { error } = await functions.invoke("contact", { body: request() });
      const response = (error as FunctionsHttpError).context as Response;
      const wait = Number(response.headers.get("retry-after"));
      expect([response.status, await response.json()]).toEqual([429, { outcome: "limited", wait: Math.ceil(wait / 60) }]);
      expect(wait).toBeGreaterThan(0);
    });
  },
  { REQUESTS_PER_ADDRESS: "1" },
);
