import { beforeAll, expect, test } from "vitest";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { everyAddress } from "./addresses.ts";
import { everyForm, type Filled, type Target } from "./forms.ts";
import { addFactor, newPerson, newRequest, signInFully, stillText, type Visitor } from "./people.ts";

/** Forms that stand on other sites, sent by the browser of somebody who is signed in here. */
const elsewhere = ["https://evil.example", "null", "http://localhost:1", "http://localhost.evil.example", "file://", "http://localhost"];

onSite((site) => {
  let admin: Visitor;
  let client: Visitor;
  let target: Target;

  beforeAll(async () => {
    const [person, boss] = [await newPerson(site()), await newPerson(site(), { role: "admin" })];
    const { factorId, secret } = await addFactor(site(), person.email);
    client = await signInFully(site(), person.email, secret);
    admin = await visitorOf(site()).signIn(boss.email);
    const requestId = await newRequest(site(), admin, client);
    const sheet = await (await admin.get(`/admin/messages?request=${requestId}`)).text();
    const { identity_id: identityId } = client.session().user.identities[0];
    target = {
      ...person,
      factorId,
      identityId,
      sessionId: crypto.randomUUID(),
      requestId,
      mailId: /again:([\da-f-]{36})/.exec(sheet)![1]!,
    };
  });

  const state = async () => {
    const seen = [`/admin/profiles?person=${target.id}`, `/admin/messages?request=${target.requestId}`, "/admin/messages"];
    return (await Promise.all(seen.map(async (path) => stillText(await admin.get(path))))).join("\n");
  };

  test("every form is refused from another site, sets no cookie and changes nothing", async () => {
    const forms: Pick<Filled, "page" | "path" | "form">[] = [
      ...everyForm(target),
      // With what would open something.
      { page: "/login", path: "/login", form: { intent: "password", email: target.email, password } },
      { page: "/theme", path: "/theme", form: { theme: "dark" } },
      { page: "/consent", path: "/consent", form: { choice: "all" } },
    ];
    const before = await state();
    for (const { page, path, form } of forms) {
      const visitor = page.startsWith("/admin") ? admin : client;
      const expectRefused = async (address: string, from: string) => {
        const response = await visitor.post(address, form, from);
        expect(response.status, `${address} ${form.intent} from ${from}`).toBe(403);
        expect(response.headers.getSetCookie(), address).toEqual([]);
      };
      for (const from of elsewhere) await expectRefused(path, from);
      if (page !== "/theme" && page !== "/consent") await expectRefused(path.replace(/(?=\?|$)/, ".data"), elsewhere[0]!);
    }
    expect((await client.get("/me")).status).toBe(200);
    expect(await state()).toBe(before);
  });

  test("no header of the sender's makes another site ours", async () => {
    for (const headers of [
      { "X-Forwarded-Host": "evil.example" },
      { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
      { Forwarded: "host=evil.example;proto=https" },
      { Referer: `${site().url}/me` },
      { "X-HTTP-Method-Override": "GET" },
    ] as Record<string, string>[]) {
      for (const path of ["/me", "/login", "/theme", "/consent"]) {
        const body = new URLSearchParams({ intent: "out", theme: "dark", choice: "all" });
        const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(site().url + path, {
          method: "POST",
          body,
          headers: { Cookie: cookie, Origin: "https://evil.example", ...headers },
          redirect: "manual",
        });
        expect(response.status, `${path} with ${JSON.stringify(headers)}`).toBe(403);
      }
    }
    expect((await client.get("/me")).status).toBe(200);
  });

  test("a form that is too large is refused from another site as well, and is no error of ours", async () => {
    for (const from of [...elsewhere, "no origin at all"]) {
      const response = await client.post("/contact", { message: "x".repeat(300_000) }, from);
      expect(response.status, from).toBe(403);
    }
    expect(site().output()).not.toContain('"level":50');
  });

  test("no answer lets the scripts of another site read it", async () => {
    for (const address of everyAddress.filter((one) => !/^\/(es|gl)\b/.test(one))) {
      for (const method of ["GET", "OPTIONS"]) {
        const response = await fetch(site().url + address, {
          method,
          headers: {
            Origin: "https://evil.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "apikey, authorization",
          },
          redirect: "manual",
        });
        const allowed = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
        expect(allowed, `${method} ${address}`).toEqual([]);
        await response.body?.cancel();
      }
    }
  });
}, {});
