import { describe, expect, test } from "vitest";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { addFactor, codeOf, newPerson } from "./people.ts";

const longAgo = Math.floor(Date.now() / 1000) - 60;

describe.each([
  ["http", undefined],
  ["https", { SITE_URL: "https://abrente.example" }],
])("a site on %s", (scheme, settings: Record<string, string> | undefined) => {
  onSite((site) => {
    const visitor = () => visitorOf(site(), settings?.SITE_URL);

    test("all cookies are for this host alone, sent from other sites only by links, and over https only by https", async () => {
      const { email } = await newPerson(site());
      const person = visitor();
      expectFlags(scheme, await person.get("/"));
      expectFlags(scheme, await person.get("/language/gl"));
      expectFlags(scheme, await person.post("/theme", { theme: "dark" }));
      expectFlags(scheme, await person.post("/consent", { choice: "none" }));
      expectFlags(scheme, await person.post("/login", { intent: "password", email, password }));
      person.session((session) => (session.expires_at = longAgo));
      expectFlags(scheme, await person.get("/me"));
      expectFlags(scheme, await person.post("/login", { intent: "link", email }));
      expectFlags(scheme, await person.post("/login", { intent: "out" }));
    });
  }, settings);
});

onSite((site) => {
  const visitor = () => visitorOf(site());

  test("a session that somebody else planted is not the one that a sign-in goes on with", async () => {
    const [attacker, victim] = [await newPerson(site()), await newPerson(site())];
    const planted = await visitor().signIn(attacker.email);
    const before = planted.session();
    // The victim's browser has the attacker's cookies, and its person signs in.
    const browser = visitor();
    for (const [name, value] of planted.cookies) browser.cookies.set(name, value);
    await browser.post("/login", { intent: "out" });
    await browser.signIn(victim.email);
    const after = browser.session();
    expect(after.user.id).toBe(victim.id);
    expect([after.access_token, after.refresh_token]).not.toContain(before.access_token);
    expect([after.access_token, after.refresh_token]).not.toContain(before.refresh_token);
    expect(sessionIdOf(after)).not.toBe(sessionIdOf(before));
    // What the attacker still has is theirs, and over.
    expect((await planted.get("/me")).status).toBe(302);
    const signedUp = await browser.get("/me/data.json");
    expect(await signedUp.text()).toContain(victim.email);
  });

  test("each sign-in is a session of its own, and the second step gives new tokens", async () => {
    const { email } = await newPerson(site());
    const { secret } = await addFactor(site(), email);
    const person = await visitor().signIn(email);
    const half = person.session();
    expect((await person.post("/login", { intent: "code", code: codeOf(secret, 1) })).status).toBe(303);
    const whole = person.session();
    expect(whole.access_token).not.toBe(half.access_token);
    expect(whole.refresh_token).not.toBe(half.refresh_token);
    // Who had stolen the half has no way to the whole.
    const thief = visitor();
    thief.cookies.set("sb-session", `base64-${Buffer.from(JSON.stringify({ ...half, expires_at: longAgo })).toString("base64url")}`);
    expect((await thief.get("/me")).status).toBe(302);
    expect((await person.get("/me")).status).toBe(200);
  });

  test("the rest of a session's cookie is not believed: only its token is", async () => {
    const [one, other] = [await newPerson(site()), await newPerson(site(), { role: "admin" })];
    const admin = await visitor().signIn(other.email);
    const person = await visitor().signIn(one.email);
    person.session((session) => {
      session.user = { ...admin.session().user, factors: [] };
      session.user.app_metadata = { role: "admin" };
    });
    expect((await person.get("/admin/messages")).status).toBe(404);
    const data = await (await person.get("/me/data.json")).text();
    expect([data.includes(one.email), data.includes(other.email)]).toEqual([true, false]);
  });
});

function sessionIdOf({ access_token: token }: { access_token: string }): string {
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()).session_id;
}

/** Every cookie of an answer must say the same of itself. */
function expectFlags(scheme: string, response: Response) {
  const cookies = response.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    const flags = cookie
      .split(";")
      .slice(1)
      .map((flag) => flag.trim().toLowerCase());
    expect(flags, cookie).toContain("path=/");
    expect(flags, cookie).toContain("samesite=lax");
    expect(flags.includes("secure"), cookie).toBe(scheme === "https");
    expect(
      flags.filter((flag) => flag.startsWith("domain")),
      cookie,
    ).toEqual([]);
    expect(flags.filter((flag) => flag.startsWith("max-age=")).length, cookie).toBe(1);
    // A session that is too long for one cookie comes in several.
    expect(cookie.length, cookie.slice(0, 60)).toBeLessThanOrEqual(4096);
  }
}
