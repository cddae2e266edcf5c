import { expect, test } from "vitest";
import { onSite } from "../site.ts";
import { visitorOf } from "./visitor.ts";

const longAgo = Math.floor(Date.now() / 1000) - 60;

onSite((site) => {
  test("a token that is over is refreshed on the way, and the page comes as usual", async () => {
    const { email } = await site().newUser();
    const visitor = await visitorOf(site()).signIn(email);
    const before = visitor.session((session) => (session.expires_at = longAgo));
    const page = await visitor.get("/me");
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(await page.text()).toContain(email);
    expect(visitor.session().refresh_token).not.toBe(before.refresh_token);
    expect((await visitor.get("/me")).status).toBe(200);
  });

  test("one that cannot be refreshed is taken away, and the visitor signs in again", async () => {
    const { email } = await site().newUser();
    const visitor = await visitorOf(site()).signIn(email);
    visitor.session((session) => {
      session.expires_at = longAgo;
      session.refresh_token = "nobody gave this";
    });
    const page = await visitor.get("/gl/me?done=profile");
    expect([page.status, page.headers.get("location")]).toEqual([302, "/gl/login?next=%2Fgl%2Fme%3Fdone%3Dprofile"]);
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith("sb-session"))).toEqual([]);
  });

  test("what is not a session at all counts as none", async () => {
    for (const value of ["", "base64-", "base64-%%%", "{}", "base64-eyJhY2Nlc3NfdG9rZW4iOjF9", "x".repeat(5000)]) {
      const visitor = visitorOf(site());
      visitor.cookies.set("sb-session", value);
      const page = await visitor.get("/me");
      expect([page.status, page.headers.get("location")], value.slice(0, 40)).toEqual([302, "/login?next=%2Fme"]);
    }
  });

  test("a request that is sent signed in belongs to the account, also when the token has just ended", async () => {
    const { email } = await site().newUser();
    const visitor = await visitorOf(site()).signIn(email);
    const message = `Sent from another address while signed in, ${crypto.randomUUID()}`;
    visitor.session((session) => (session.expires_at = longAgo));
    const form = { name: "Uxía", email: "other@example.com", reason: "general", message, privacy: "on", terms: "on" };
    const sent = await visitor.post("/contact", form);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/contact?sent=yes#sent"]);
    expect(await (await visitor.get("/me")).text()).toContain(message);
  });

  test("signing out where there is no session left ends well", async () => {
    const { email, client } = await site().newUser();
    const visitor = await visitorOf(site()).signIn(email);
    await client.auth.signOut({ scope: "global" });
    const out = await visitor.post("/login", { intent: "out" });
    expect([out.status, out.headers.get("location")]).toEqual([303, "/login?out=yes"]);
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith("sb-session"))).toEqual([]);
  });
});
