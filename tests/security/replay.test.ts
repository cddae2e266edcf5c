import { expect, test } from "vitest";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { addFactor, codeOf, newAdmin, newPerson } from "./people.ts";

const longAgo = Math.floor(Date.now() / 1000) - 60;

/** What was used, or is over, opens nothing: at the pages. tests/contract has the same for the calls of the accounts service. */
onSite((site) => {
  /** A browser with a copy of another's cookies. */
  function copyOf(visitor: ReturnType<typeof visitorOf>) {
    const copy = visitorOf(site());
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    return copy;
  }

  test("after a sign-out a copy of the cookies is worth nothing, neither its token nor its refresh token", async () => {
    const { email } = await newPerson(site());
    for (const intent of ["out", "out-everywhere"]) {
      const person = await visitorOf(site()).signIn(email);
      const [copy, later] = [copyOf(person), copyOf(person)];
      const { access_token: token, refresh_token } = person.session();
      expect((await copy.get("/me")).status).toBe(200);
      await person.post("/login", { intent });
      expect((await copy.get("/me")).headers.get("location")).toBe("/login?next=%2Fme");
      expect((await copy.get("/me/data.json")).status).toBe(302);
      expect((await copy.post("/me", { intent: "profile", name: "Thief", company: "", phone: "", locale: "en" })).status).toBe(401);
      later.session((session) => (session.expires_at = longAgo));
      expect((await later.get("/me")).status).toBe(302);
      expect((await site().call("/user", { token })).status).toBe(403);
      expect((await site().post("/token?grant_type=refresh_token", { refresh_token })).status).toBe(400);
    }
  });

  test("a refresh token opens no second session, and what comes of a copy ends with the original", async () => {
    const { email } = await newPerson(site());
    const person = await visitorOf(site()).signIn(email);
    person.session((session) => (session.expires_at = longAgo));
    const copy = copyOf(person);
    expect((await person.get("/me")).status).toBe(200);
    // Within seconds it may be another tab; it gets the same successor, and no session of its own.
    expect((await copy.get("/me")).status).toBe(200);
    expect(copy.session().refresh_token).toBe(person.session().refresh_token);
    await person.post("/login", { intent: "out" });
    expect((await copy.get("/me")).status).toBe(302);
  });

  test("a new password, a ban and a deletion end every copy at once", async () => {
    const admin = await newAdmin(site());
    const ends = {
      password: (_id: string, person: typeof admin) => person.post("/me", { intent: "password", new_password: "another horse battery" }),
      ban: (id: string) => admin.post(`/admin/profiles?person=${id}`, { intent: "ban", length: "day" }),
      sign_out: (id: string) => admin.post(`/admin/profiles?person=${id}`, { intent: "sign_out" }),
      others: (_id: string, person: typeof admin) => person.post("/me", { intent: "out-others" }),
      delete: (id: string, person: typeof admin, email: string) => person.post("/me", { intent: "delete", confirm_email: email, id }),
    };
    for (const [name, end] of Object.entries(ends)) {
      const { id, email } = await newPerson(site());
      const [here, elsewhere] = [await visitorOf(site()).signIn(email), await visitorOf(site()).signIn(email)];
      expect((await elsewhere.get("/me")).status).toBe(200);
      expect((await end(id, here, email)).status, name).toBe(303);
      expect((await elsewhere.get("/me")).status, name).toBe(302);
    }
  });

  test.each(["signup", "magiclink", "recovery", "invite"])(
    "a link of the kind %s opens once, also for who sees it in a log",
    async (kind) => {
      const email = site().newEmail();
      if (kind === "signup") await site().post("/signup", { email, password });
      else if (kind === "invite") await site().admin().auth.admin.inviteUserByEmail(email);
      else {
        await site().admin().auth.admin.createUser({ email, password, email_confirm: true });
        await visitorOf(site()).post("/login", { intent: kind === "recovery" ? "forgot" : "link", email });
      }
      const { link, tokenHash } = await site().mailTo(email);
      // To look at it, as programs that read mails do, uses nothing up.
      for (let look = 0; look < 3; look++) expect((await visitorOf(site()).get(link.pathname + link.search)).status).toBe(200);
      const form = { intent: "verify", token_hash: tokenHash, type: kind };
      const owner = visitorOf(site());
      expect((await owner.post("/confirm", form)).status).toBe(303);
      expect((await owner.get("/me")).status).toBe(200);
      for (const visitor of [visitorOf(site()), owner]) {
        const again = await visitor.post("/confirm", form);
        expect([again.status, again.headers.getSetCookie()]).toEqual([403, []]);
      }
      // Nor as a link of another kind.
      for (const type of ["signup", "magiclink", "recovery", "invite", "email", "email_change"]) {
        expect((await visitorOf(site()).post("/confirm", { ...form, type })).status, type).toBe(403);
      }
    },
  );

  test("a link that an administrator makes opens once", async () => {
    const admin = await newAdmin(site());
    const { id } = await newPerson(site());
    const page = await (await admin.post(`/admin/profiles?person=${id}`, { intent: "link" })).text();
    const [, tokenHash] = /token_hash=([\w-]+)/.exec(page)!;
    const statuses = [];
    for (let use = 0; use < 2; use++)
      statuses.push((await visitorOf(site()).post("/confirm", { token_hash: tokenHash!, type: "magiclink" })).status);
    expect(statuses).toEqual([303, 403]);
  });

  test("a code of the second step opens once", async () => {
    const { email } = await newPerson(site());
    const { secret } = await addFactor(site(), email);
    const code = codeOf(secret, 1);
    // Somebody looks over the shoulder, and has the password too.
    const [owner, thief] = [await visitorOf(site()).signIn(email), await visitorOf(site()).signIn(email)];
    expect((await owner.post("/login", { intent: "code", code })).status).toBe(303);
    const stolen = await visitorOf(site()).signIn(email);
    for (const visitor of [thief, stolen]) {
      expect((await visitor.post("/login", { intent: "code", code })).status).toBeGreaterThanOrEqual(400);
      expect((await visitor.get("/me")).status).toBe(302);
    }
  });

  test("a sign-in by a provider cannot be begun by one browser and ended by another", async () => {
    // The code of the address is worth nothing without what the first browser kept.
    const code = "0".repeat(32);
    const response = await visitorOf(site()).get(`/confirm?code=${code}`);
    expect([response.status, response.headers.getSetCookie().filter((cookie) => /sb-session(\.0)?=base64/.test(cookie))]).toEqual([
      200,
      [],
    ]);
  });
});
