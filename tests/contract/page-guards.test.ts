import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { forms } from "#app/admin/people-forms.ts";
import { gl } from "#content/gl/index.ts";
import { localePath, locales } from "#app/i18n/locales.ts";
import { onBothSites, password, type Site } from "./harness.ts";
import { visitorOf } from "./visitor.ts";

/** Every address that only some may see, and every form that changes something there. */
const own = ["/me", "/me/data.json"];
const admins = ["/admin/profiles", "/admin/messages", "/admin/messages.csv"];
const meIntents = ["profile", "password", "email", "factor-new", "factor-on", "factor-off", "link", "unlink", "out-others", "delete"];
const inboxIntents = ["note", "state:won", "again:00000000-0000-4000-8000-000000000000"];

async function newAdmin(site: Site) {
  const email = site.newEmail();
  const { data, error } = await site
    .admin()
    .auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { name: "Iria" }, app_metadata: { role: "admin" } });
  if (error) throw error;
  return { email, id: data.user.id };
}

/** A request in the inbox, found by an administrator. */
async function newRequest(site: Site, admin: ReturnType<typeof visitorOf>, sender = visitorOf(site)): Promise<string> {
  const message = `A request that nobody but the agency may touch: ${crypto.randomUUID()}`;
  const form = { name: "Uxía", email: "uxia@example.com", reason: "general", message, privacy: "on", terms: "on" };
  expect((await sender.post("/contact", form)).status).toBe(303);
  const list = await (await admin.get(`/admin/messages?${new URLSearchParams({ q: message.split(": ")[1]! })}`)).text();
  const id = /request=([\da-f-]{36})/.exec(list)![1]!;
  // Its mails are on their way, and its page says so: nothing may change by itself while it is compared.
  for (let sent = 0; sent < 2;) {
    await pause(50);
    const page = await (await admin.get(`/admin/messages?request=${id}`)).text();
    sent = /<main.*<\/main>/s.exec(page)![0].split("Sent on ").length - 1;
  }
  return id;
}

/** Everything that an administrator sees of a person and of a request. */
async function stateOf(admin: ReturnType<typeof visitorOf>, person: string, request: string): Promise<string> {
  const pages = await Promise.all(
    [`/admin/profiles?person=${person}`, `/admin/messages?request=${request}`].map((path) => admin.get(path)),
  );
  for (const page of pages) expect(page.status).toBe(200);
  const texts = await Promise.all(pages.map((page) => page.text()));
  // What differs from one rendering to the next.
  return texts.join("\n").replaceAll(/nonce="[^"]*"|"nonce[^,]*/g, "");
}

/** Every form of the site's pages, filled in so that it would do something. */
function formsFor(person: { id: string; email: string }, request: string): [string, Record<string, string>][] {
  const filled = {
    name: "Changed",
    email: "changed@example.com",
    company: "Changed",
    phone: "612345678",
    locale: "gl",
    password: "changed horse battery",
    seen: "",
    role: "admin",
    length: "ever",
    typed: person.email,
    new_password: "changed horse battery",
    new_email: "changed@example.com",
    confirm_email: person.email,
    provider: "google",
    from: "new",
    note: "Changed",
  };
  return [
    ...meIntents.map((intent): [string, Record<string, string>] => ["/me", { ...filled, intent }]),
    ...Object.keys(forms).map((intent): [string, Record<string, string>] => [`/admin/profiles?person=${person.id}`, { ...filled, intent }]),
    ...inboxIntents.map((intent): [string, Record<string, string>] => [`/admin/messages?request=${request}`, { ...filled, intent }]),
  ];
}

onBothSites((site) => {
  let admin: ReturnType<typeof visitorOf>;

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
  let target: { id: string; email: string };
  let request: string;
  let before: string;

  beforeAll(async () => {
    admin = await visitorOf(site()).signIn((await newAdmin(site())).email);
    target = await site().newUser({ name: "The target" });
    request = await newRequest(site(), admin);
    before = await stateOf(admin, target.id, request);
  }, 60_000);

  test("who is not signed in is sent to sign in, in their language, and comes back", async () => {
    for (const locale of locales) {
      for (const path of [...own, ...admins].map((one) => localePath(locale, `${one}?q=a`))) {
        const response = await visitorOf(site()).get(path);
        const login = localePath(locale, `/login?${new URLSearchParams({ next: path })}`);
        expect([response.status, response.headers.get("location")], path).toEqual([302, login]);
        expect(response.headers.get("cache-control"), path).toBe("no-store");
      }
    }
  });

  test("a form of nobody is answered 401, and changes nothing", async () => {
    for (const [path, form] of formsFor(target, request)) {
      const response = await visitorOf(site()).post(path, form);
      expect(response.status, `${path} ${form.intent}`).toBe(401);
      const page = await response.text();
      expect(page, form.intent).toContain("Your session has ended");
      expect(page, form.intent).not.toContain("changed horse battery");
    }
    expect(await stateOf(admin, target.id, request)).toBe(before);
  });

  test("for a client no admin page exists, whatever they send", async () => {
    const { email } = await site().newUser();
    const client = await visitorOf(site()).signIn(email);
    for (const locale of locales) {
      for (const path of admins) {
        expect((await client.get(localePath(locale, path))).status, path).toBe(404);
        expect((await client.get(`${localePath(locale, path)}.data`)).status, path).toBe(404);
      }
    }
    for (const [path, form] of formsFor(target, request).filter(([one]) => one.startsWith("/admin"))) {
      for (const address of [path, path.replace("?", ".data?")]) {
        expect((await client.post(address, form)).status, `${address} ${form.intent}`).toBe(404);
      }
    }
    // Nor does a role that they give themselves.
    const { client: api } = await site().newUser();
    await api.auth.updateUser({ data: { role: "admin", app_metadata: { role: "admin" } } });
    expect((await client.get("/admin/messages")).status).toBe(404);
    expect(await stateOf(admin, target.id, request)).toBe(before);
  });

  test("a form that stands on another site is refused, even an administrator's", async () => {
    const theirs = await visitorOf(site()).signIn(target.email);
    // The person's page says when they came last.
    const signedIn = await stateOf(admin, target.id, request);
    const others: [string, Record<string, string>][] = [
      ["/login", { intent: "out" }],
      ["/login", { intent: "password", email: target.email, password }],
      ["/register", { name: "A", email: "a@example.com", password, privacy: "on" }],
      ["/confirm", { intent: "verify", token_hash: "a", type: "signup" }],
      ["/contact", { name: "A", email: "a@example.com", reason: "general", message: "a".repeat(60), privacy: "on", terms: "on" }],
      ["/theme", { theme: "dark" }],
      ["/consent", { choice: "all" }],
    ];
    for (const [path, form] of [...formsFor(target, request), ...others]) {
      for (const from of ["https://evil.example", "null"]) {
        const visitor = path.startsWith("/admin") ? admin : theirs;
        const response = await visitor.post(path, form, from);
        expect([400, 403], `${path} ${form.intent} from ${from}: ${response.status}`).toContain(response.status);
        expect(response.headers.getSetCookie(), path).toEqual([]);
      }
    }
    expect((await theirs.get("/me")).status).toBe(200);
    expect(await stateOf(admin, target.id, request)).toBe(signedIn);
  });

  // After those that compare: the inbox holds more now.
  test("a request is not linked to an account that was deleted meanwhile", async () => {
    const { email, id } = await site().newUser();
    const [here, elsewhere] = [await visitorOf(site()).signIn(email), await visitorOf(site()).signIn(email)];
    expect(await stateOf(admin, target.id, await newRequest(site(), admin, here))).toContain(`person=${id}`);
    const deleted = await here.post("/me", { intent: "delete", confirm_email: email });
    expect(deleted.headers.get("location")).toBe("/login?out=deleted");
    expect(await stateOf(admin, target.id, await newRequest(site(), admin, elsewhere))).not.toContain(`person=${id}`);
  });

  test("nobody comes in with a ban, and a role that is taken away counts at once", async () => {
    const { email, id } = await newAdmin(site());
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
  onBothSites(
    (site) => {
      test("an administrator without a second factor sets one up first", async () => {
        const { email } = await newAdmin(site());
        const visitor = await visitorOf(site(), siteUrl).signIn(email);
        for (const path of ["/gl/admin/messages", "/gl/admin/profiles", "/gl/admin/messages.csv"]) {
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
