import { beforeAll, describe, expect, test } from "vitest";
import { gl } from "#content/gl/index.ts";
import { addFactor, codeOf, newAdmin, newPerson, newRequest, signInFully, type Visitor } from "../security/people.ts";
import { onSite, type Site } from "../site.ts";
import { visitorOf } from "./visitor.ts";

/** Every address that only some may see. tests/security/matrix.test.ts tries all that can be sent there, too. */
const own = ["/me", "/me/data.json"];
const admins = ["/admin/profiles", "/admin/messages", "/admin/messages.csv", "/admin/figures"];

/** What the inbox shows of a request that somebody sends. */
async function sentBy(site: Site, admin: Visitor, sender: Visitor): Promise<string> {
  return (await admin.get(`/admin/messages?request=${await newRequest(site, admin, sender)}`)).text();
}

onSite((site) => {
  let admin: Visitor;
  beforeAll(async () => {
    admin = await newAdmin(site());
  });

  test("a form that outlived its session changes nothing for whoever signs in next", async () => {
    const [first, next] = [await site().newUser({ name: "First" }), await site().newUser({ name: "Next" })];
    const visitor = await visitorOf(site()).signIn(first.email);
    const whose = /name="whose" value="([^"]+)"/.exec(await (await visitor.get("/me")).text())![1]!;
    expect(whose).toBe(first.id);
    const form = { intent: "profile", name: "First of all", company: "", phone: "", locale: "en", whose };
    await visitor.post("/login", { intent: "out" });
    const expired = await visitor.post("/me", form);
    expect([expired.status, await expired.text()]).toEqual([401, expect.stringContaining(`name="whose" value="${whose}"`)]);
    await visitor.signIn(next.email);
    expect((await visitor.post("/me", form)).status).toBe(409);
    expect(await (await visitor.get("/me")).text()).toContain('value="Next"');
    await visitor.post("/login", { intent: "out" });
    await visitor.signIn(first.email);
    expect((await visitor.post("/me", form)).status).toBe(303);
  });

  test.each(["__proto__", "constructor", "toString"])("an address that says %s says nothing", async (name) => {
    expect((await visitorOf(site()).get(`/login?out=${name}`)).status).toBe(200);
    expect((await admin.get(`/admin/profiles?done=${name}`)).status).toBe(200);
    expect((await admin.get(`/me?done=${name}`)).status).toBe(200);
  });

  test("nobody is an administrator because they say so", async () => {
    const { email, client } = await site().newUser();
    await client.auth.updateUser({ data: { role: "admin", app_metadata: { role: "admin" } } });
    expect((await (await visitorOf(site()).signIn(email)).get("/admin/messages")).status).toBe(404);
  });

  test("a request is not linked to an account that was deleted meanwhile", async () => {
    const { email, id } = await site().newUser();
    const [here, elsewhere] = [await visitorOf(site()).signIn(email), await visitorOf(site()).signIn(email)];
    expect(await sentBy(site(), admin, here)).toContain(`person=${id}`);
    const deleted = await here.post("/me", { intent: "delete", confirm_email: email });
    expect(deleted.headers.get("location")).toBe("/login?out=deleted");
    // Nor does the browser know the address any longer.
    expect(deleted.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^mailed=;.* Max-Age=0/i));
    expect(await sentBy(site(), admin, elsewhere)).not.toContain(`person=${id}`);
  });

  test("a request is not linked to an account whose second step is missing", async () => {
    const { email, id } = await newPerson(site());
    const { secret } = await addFactor(site(), email);
    const half = await visitorOf(site()).signIn(email);
    expect(await sentBy(site(), admin, half)).not.toContain(`person=${id}`);
    expect(await sentBy(site(), admin, await signInFully(site(), email, secret))).toContain(`person=${id}`);
  });

  test("a forgotten password needs a code too, and that of any of the apps will do", async () => {
    const { email } = await newPerson(site());
    const phone = await addFactor(site(), email);
    const tablet = await addFactor(site(), email, { beside: phone });
    const visitor = visitorOf(site());
    await visitor.post("/login", { intent: "forgot", email });
    const { tokenHash } = await site().mailTo(email);
    const opened = await visitor.post("/confirm", { intent: "verify", type: "recovery", token_hash: tokenHash });
    expect(opened.headers.get("location")).toBe("/confirm?step=password&next=%2Fme");
    const asked = await visitor.get("/confirm?step=password&next=%2Fme");
    expect(asked.headers.get("location")).toBe("/login?step=code&next=%2Fconfirm%3Fstep%3Dpassword%26next%3D%252Fme");

    const wrong = codeOf(tablet.secret, 1) === "000000" ? "111111" : "000000";
    expect((await visitor.post("/login", { intent: "code", code: wrong })).status).toBe(422);
    const next = "/confirm?step=password&next=%2Fme";
    const raised = await visitor.post("/login", { intent: "code", code: codeOf(tablet.secret, 1), next });
    expect([raised.status, raised.headers.get("location")]).toEqual([303, next]);
    const changed = await visitor.post(next, { intent: "password", password: "a new and better password", next: "/me" });
    expect([changed.status, changed.headers.get("location")]).toEqual([303, "/me?done=passwordSaved"]);
  });

  test("nobody comes in with a ban, and a role that is taken away counts at once", async () => {
    const { email, id } = await newPerson(site(), { role: "admin" });
    const visitor = await visitorOf(site()).signIn(email);
    expect((await visitor.get("/admin/messages")).status).toBe(200);
    await site()
      .admin()
      .auth.admin.updateUserById(id, { app_metadata: { role: "client" } });
    expect((await visitor.get("/admin/messages")).status).toBe(404);
    await site()
      .admin()
      .auth.admin.updateUserById(id, { app_metadata: { role: "admin" }, ban_duration: "1h" });
    expect((await visitor.get("/admin/messages")).headers.get("location")).toContain("/login");
  });

  test("strangers who guess do not lock anybody out of a browser that they have used", async () => {
    const { email } = await site().newUser();
    const visitor = await visitorOf(site()).signIn(email);
    await visitor.post("/login", { intent: "out" });
    for (let tries = 0; tries < 10; tries++) await site().post("/token?grant_type=password", { email, password: "a guess" });
    await expect(visitorOf(site()).signIn(email)).rejects.toThrow("429");
    await visitor.signIn(email);
  });

  test("private pages are in no sitemap and in no cache", async () => {
    const sitemap = await (await fetch(`${site().url}/sitemap.xml`)).text();
    expect(sitemap).toContain("/contact");
    for (const path of [...own, ...admins, "/login", "/register", "/confirm"]) expect(sitemap).not.toContain(`${path}<`);
    for (const path of [...own, ...admins, "/login", "/register", "/confirm"]) {
      const response = await admin.get(path);
      expect(response.headers.get("cache-control"), path).toContain("no-store");
      if (response.headers.get("content-type")?.includes("html")) expect(await response.text(), path).toContain("noindex");
    }
  });
});

describe("on a site that strangers can reach", () => {
  const siteUrl = "https://abrente.example";
  onSite(
    (site) => {
      test("an administrator without a second factor sets one up first", async () => {
        const visitor = await newAdmin(site(), siteUrl);
        for (const path of ["/gl/admin/messages", "/gl/admin/profiles", "/gl/admin/messages.csv", "/gl/admin/figures"]) {
          const response = await visitor.get(path);
          expect([response.status, response.headers.get("location")], path).toEqual([302, "/gl/me?needed=factor#second-factor"]);
        }
        const page = await (await visitor.get("/gl/me?needed=factor")).text();
        expect(page).toContain(gl.me.security.factor.needed);
      });
    },
    { SITE_URL: siteUrl },
  );
});
