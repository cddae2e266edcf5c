import { expect, test } from "vitest";
import { en } from "#content/en/index.ts";
import { fill, longDate } from "#content/format.ts";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { addFactor, codeOf, newAdmin, newPerson, type Visitor } from "../security/people.ts";
import { attributesOf, textOf } from "./site.ts";

const { confirm, errors, login } = en.account;

/** Presses the button behind the link of a mail; gives where that leads. */
async function open(visitor: Visitor, tokenHash: string): Promise<string | null> {
  return (await visitor.post("/confirm", { intent: "verify", token_hash: tokenHash, type: "signup" })).headers.get("location");
}

onSite((site) => {
  test("a link of a mail opens once: looking at it is not opening it, and the second time says why and offers another", async () => {
    const email = site().newEmail();
    const { data } = await site().admin().auth.admin.generateLink({ type: "signup", email, password });
    const form = { token_hash: data.properties!.hashed_token, type: "signup" };
    const link = `/confirm?${new URLSearchParams(form)}`;
    const visitor = visitorOf(site());
    // Programs that check mails do that.
    for (let looks = 0; looks < 2; looks++) {
      expect(textOf(await (await visitor.get(link)).text())).toContain(confirm.kinds.signup.action);
    }
    const opened = await visitor.post(link, form);
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/me?done=confirmed"]);
    expect(await (await visitor.get("/me")).text()).toContain(email);

    const again = await (await visitorOf(site()).post(link, form)).text();
    expect(textOf(again)).toContain(errors.token_verification);
    expect(again).toMatch(new RegExp(`<a[^>]*href="/login\\?step=link"[^>]*>[^<]*${confirm.again}`));
    // Who wanted another password wants another one of those.
    const other = { token_hash: "unknown", type: "recovery" };
    const refused = await (await visitorOf(site()).post(`/confirm?${new URLSearchParams(other)}`, other)).text();
    expect(textOf(refused)).toContain(errors.token_verification);
    expect(refused).toMatch(new RegExp(`<a[^>]*href="/login\\?step=forgot"[^>]*>[^<]*${confirm.again}`));
  });

  test("a password counts where it was typed: who opens the link elsewhere chooses another one", async () => {
    const email = site().newEmail();
    const register = { name: "Uxía", email, password, privacy: "on" };
    const signIn = async (typed: string) => (await visitorOf(site()).post("/login", { intent: "password", email, password: typed })).status;

    // She registers; somebody else does so after her, with a password of theirs. She opens the second mail, which looks like the first.
    const [owner, stranger] = [visitorOf(site()), visitorOf(site())];
    await owner.post("/register", register);
    await site().mailTo(email);
    await stranger.post("/register", { ...register, password: "the stranger's own" });
    const choosing = await open(owner, (await site().mailTo(email, 1)).tokenHash);
    expect(choosing).toMatch(/^\/confirm\?step=password/);
    expect(textOf(await (await owner.get(choosing!)).text())).toContain(confirm.password.elsewhere);
    expect(await signIn("the stranger's own")).toBe(400);
    const chosen = await owner.post("/confirm?step=password", { intent: "password", password: "chosen by the owner" });
    expect(chosen.status).toBe(303);
    expect(await signIn("chosen by the owner")).toBe(303);
    expect(await signIn("the stranger's own")).toBe(400);

    // Alone, in one browser, nothing is asked twice.
    const other = { ...register, email: site().newEmail() };
    const alone = visitorOf(site());
    await alone.post("/register", other);
    expect(await open(alone, (await site().mailTo(other.email)).tokenHash)).toBe("/me?done=confirmed");
    expect((await visitorOf(site()).post("/login", { intent: "password", email: other.email, password })).status).toBe(303);

    // Nor who wanted a link instead of a password.
    const linked = site().newEmail();
    await site().client("implicit").auth.signInWithOtp({ email: linked });
    expect(await open(visitorOf(site()), (await site().mailTo(linked)).tokenHash)).toBe("/me?done=confirmed");
  });

  test("a sign-up that is sent again is the same one: the page knows the address, and name and password stay", async () => {
    for (const again of ["/register?sent=yes", "/login?step=link"]) {
      const email = site().newEmail();
      const visitor = visitorOf(site());
      await visitor.post("/register", { intent: "register", name: "Uxía Nogueira", email, password, privacy: "on" });
      expect(textOf(await (await visitor.get("/register?sent=yes")).text())).toContain(email);
      await site().mailTo(email);
      const resent = await visitor.post(again, { intent: again.startsWith("/login") ? "link" : "resend", email });
      expect(resent.status, again).toBe(303);
      expect(await open(visitor, (await site().mailTo(email, 1)).tokenHash), again).toBe("/me?done=confirmed");
      expect(await (await visitor.get("/me")).text()).toContain("Uxía Nogueira");
      expect((await visitorOf(site()).post("/login", { intent: "password", email, password })).status, again).toBe(303);
    }
  });

  test("a link that another browser asks for leaves a sign-up its name and its consent; a confirmed account gets one in any", async () => {
    const email = site().newEmail();
    const visitor = visitorOf(site());
    await visitor.post("/register", { intent: "register", name: "Uxía Nogueira", email, password, privacy: "on" });
    await site().mailTo(email);
    const elsewhere = visitorOf(site());
    await elsewhere.post("/login", { intent: "link", email });
    const choosing = await open(elsewhere, (await site().mailTo(email, 1)).tokenHash);
    expect(choosing).toMatch(/^\/confirm\?step=password/);
    const { account } = await (await elsewhere.get("/me/data.json")).json();
    expect(account.data).toMatchObject({ name: "Uxía Nogueira", privacy_version: expect.any(String) });
    expect((await visitorOf(site()).post("/login", { intent: "password", email, password })).status).toBe(400);

    // The browser in which it began remembers that a sign-up was mailed, and the account is confirmed by now.
    await visitor.post("/login", { intent: "link", email });
    expect((await site().mailTo(email, 2)).link.searchParams.get("type")).toBe("magiclink");
  });

  test("the code of a mail does what its link does, in any browser, and a few guesses end it", async () => {
    const email = site().newEmail();
    const visitor = visitorOf(site());
    await visitor.post("/register", { intent: "register", name: "Uxía", email, password, privacy: "on" });
    const { code } = await site().mailTo(email);
    const wrong = await visitor.post("/confirm", { intent: "mail-code", email, code: code === "000000" ? "000001" : "000000" });
    expect(wrong.status).toBe(403);
    const said = await wrong.text();
    expect(textOf(said)).toContain(errors.code_wrong);
    expect(attributesOf(said, "input", { name: "email" }, "value")).toEqual([email]);
    const right = await visitor.post("/confirm", { intent: "mail-code", email, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(right.headers.get("location")).toBe("/me?done=confirmed");

    // Elsewhere nobody knows what was mailed: the page asks for the address, and each kind of mail works.
    await visitorOf(site()).post("/login", { intent: "forgot", email });
    const recovery = await site().mailTo(email, 1);
    const elsewhere = await visitorOf(site()).post("/confirm", { intent: "mail-code", email, code: recovery.code });
    expect(elsewhere.headers.get("location")).toMatch(/^\/confirm\?step=password/);
    await visitorOf(site()).post("/login", { intent: "link", email });
    const link = await site().mailTo(email, 2);
    const guesser = visitorOf(site());
    for (let guess = 0; guess < 5; guess++) {
      await guesser.post("/confirm", {
        intent: "mail-code",
        email,
        code: String((Number(link.code) + 1 + guess) % 1_000_000).padStart(6, "0"),
      });
    }
    expect((await guesser.post("/confirm", { intent: "mail-code", email, code: link.code })).status).toBe(403);
  });

  test("a wrong code leaves the page as it is: the address, what sends the mail again, and where one was going", async () => {
    const [newcomer, email] = [visitorOf(site()), site().newEmail()];
    await newcomer.post("/register", { intent: "register", name: "Uxía", email, password, privacy: "on" });
    const { code } = await site().mailTo(email);
    const guess = code === "000000" ? "000001" : "000000";
    const registered = await newcomer.post("/register?sent=yes", { intent: "mail-code", email, code: guess });
    const html = await registered.text();
    expect(registered.status).toBe(403);
    expect(textOf(html)).toContain(errors.code_wrong);
    expect(attributesOf(html, "input", { name: "email", type: "hidden" }, "value")).toEqual([email, email]);
    expect(attributesOf(html, "button", { value: "resend" }, "name")).toEqual(["intent"]);
    expect(textOf(html)).toContain(en.contact.form.required);
    const right = await newcomer.post("/register?sent=yes", { intent: "mail-code", email, code });
    expect(right.headers.get("location")).toBe("/me?done=confirmed");

    const next = "/me/data.json?from=link";
    const visitor = visitorOf(site());
    const asked = await visitor.post("/login?step=link", { intent: "link", email, next });
    const page = asked.headers.get("location")!;
    const link = await site().mailTo(email, 1);
    const refused = await (await visitor.post(page, { intent: "mail-code", email, code: "000000", next })).text();
    expect(attributesOf(refused, "input", { name: "next" }, "value")).toEqual([next, next]);
    expect(attributesOf(refused, "a", { href: `/login?${new URLSearchParams({ next })}` }, "href")).toHaveLength(1);
    expect((await visitor.post(page, { intent: "mail-code", email, code: link.code, next })).headers.get("location")).toBe(next);

    // A new password leads there too.
    await visitorOf(site()).post("/login?step=forgot", { intent: "forgot", email, next });
    expect((await site().mailTo(email, 2)).link.searchParams.get("next")).toBe(next);
  });

  test("the code of a change of address is right, whatever else the browser was mailed", async () => {
    const [visitor, email, wanted] = [visitorOf(site()), site().newEmail(), site().newEmail()];
    await visitor.post("/register", { intent: "register", name: "Uxía", email, password, privacy: "on" });
    await open(visitor, (await site().mailTo(email)).tokenHash);
    await visitor.post("/me", { intent: "email", new_email: wanted });
    const [old, other] = [await site().mailTo(email, 1), await site().mailTo(wanted)];
    expect(attributesOf(await (await visitor.get("/confirm")).text(), "input", { name: "email" }, "value")).toEqual([email]);
    const half = await visitor.post("/confirm", { intent: "mail-code", email, code: old.code });
    expect(half.headers.get("location")).toMatch(/^\/confirm\?step=half/);
    const whole = await visitor.post("/confirm", { intent: "mail-code", email: wanted, code: other.code });
    expect(whole.headers.get("location")).toBe("/me?done=emailChanged");
  });

  test("what came from an address is its owner's, whether or not they were looking when it changed", async () => {
    const write = async (email: string) => {
      const message = `Sent by nobody who is signed in, and long enough: ${crypto.randomUUID()}`;
      await visitorOf(site()).post("/contact", { name: "Uxía", email, reason: "general", message, privacy: "on", terms: "on" });
      return message;
    };
    const admin = await newAdmin(site());
    // Before there was an account, and after.
    const emails = [site().newEmail(), site().newEmail()];
    const first = await Promise.all(emails.map(write));
    const ids = [];
    for (const email of emails) {
      const { data } = await site()
        .admin()
        .auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { phone: "+34981234567" } });
      ids.push(data.user!.id);
    }
    const second = await Promise.all(emails.map(write));

    // They change it themselves, by the links of both mails; or an administrator does.
    const [self, other] = [await visitorOf(site()).signIn(emails[0]!), await visitorOf(site()).signIn(emails[1]!)];
    const wanted = site().newEmail();
    const before = (await site().mailsTo(emails[0]!)).length;
    await self.post("/me", { intent: "email", new_email: wanted });
    for (const { tokenHash } of [await site().mailTo(emails[0]!, before), await site().mailTo(wanted)]) {
      await self.post("/confirm", { intent: "verify", token_hash: tokenHash, type: "email_change" });
    }
    const page = `/admin/profiles?person=${ids[1]}`;
    const form = await (await admin.get(page)).text();
    expect(attributesOf(form, "input", { name: "phone" }, "value")).toEqual(["+34 981 234 567"]);
    for (const html of [form, await (await admin.get("/admin/replies")).text()]) expect(textOf(html)).toContain(en.contact.form.required);
    const seen = attributesOf(form, "input", { name: "seen" }, "value")[0]!;
    const changed = await admin.post(page, { intent: "profile", seen, name: "Uxía", email: site().newEmail(), locale: "en" });
    expect(changed.status).toBe(303);
    for (const [number, visitor] of [self, other].entries()) {
      const mine = await (await visitor.get("/me")).text();
      expect([mine.includes(first[number]!), mine.includes(second[number]!)], emails[number]).toEqual([true, true]);
    }
  });

  test("requests of an address stay with the account that confirmed it, whatever address it has later", async () => {
    const email = site().newEmail();
    const message = `Sent before there was an account, and long enough: ${crypto.randomUUID()}`;
    const form = { name: "Uxía", email, reason: "general", message, privacy: "on", terms: "on" };
    expect((await visitorOf(site()).post("/contact", form)).status).toBe(303);
    const visitor = visitorOf(site());
    const { data } = await site().admin().auth.admin.generateLink({ type: "signup", email, password });
    await open(visitor, data.properties!.hashed_token);
    const { id } = data.user!;
    // What comes later is tied when it comes: they may not look before the address is another.
    const later = { ...form, message: `Sent by whoever is not signed in, and long enough: ${crypto.randomUUID()}` };
    expect((await visitorOf(site()).post("/contact", later)).status).toBe(303);
    await site().admin().auth.admin.updateUserById(id, { email: site().newEmail() });
    const mine = await (await visitor.get("/me")).text();
    expect([mine.includes(message), mine.includes(later.message)]).toEqual([true, true]);

    // Whoever has the address now does not get what was another's.
    await site().admin().auth.admin.createUser({ email, password, email_confirm: true });
    const next = await visitorOf(site()).signIn(email);
    expect(await (await next.get("/me")).text()).not.toContain(message);
  });

  test("who is refused at the door is shown a way on", async () => {
    const email = site().newEmail();
    const visitor = visitorOf(site());
    await visitorOf(site()).post("/register", { intent: "register", name: "Uxía", email, password, privacy: "on" });
    const unconfirmed = await (await visitor.post("/login", { intent: "password", email, password })).text();
    expect(attributesOf(unconfirmed, "a", { href: "/register?sent=lost" }, "href")).toHaveLength(1);
    expect(textOf(await (await visitor.get("/register?sent=lost")).text())).toContain(fill(en.account.register.lost.text, { email }));

    const { email: banned, id } = await newPerson(site());
    await site().admin().auth.admin.updateUserById(id, { ban_duration: "24h" });
    const refused = await (await visitorOf(site()).post("/login", { intent: "password", email: banned, password })).text();
    expect(textOf(refused)).toContain(fill(errors.banned_until, { date: longDate("en", new Date(Date.now() + 86_400_000)) }));
    expect(attributesOf(refused, "a", { href: "/contact" }, "href").length).toBeGreaterThan(0);

    // So it is by a link, and by its code.
    const until = fill(errors.banned_until, { date: longDate("en", new Date(Date.now() + 86_400_000)) });
    const stopped = visitorOf(site());
    await stopped.post("/login?step=link", { intent: "link", email: banned });
    const { tokenHash, code } = await site().mailTo(banned);
    const ways: Record<string, string>[] = [
      { intent: "verify", token_hash: tokenHash, type: "magiclink" },
      { intent: "mail-code", email: banned, code },
    ];
    for (const form of ways) {
      expect(textOf(await (await stopped.post("/confirm", form)).text()), form.intent).toContain(until);
    }
  });

  test("who is signed in is not asked to register, nor to change to their own address, nor sent away by a used link", async () => {
    const { email } = await newPerson(site());
    const visitor = await visitorOf(site()).signIn(email);
    expect((await visitor.get("/register")).headers.get("location")).toBe("/me");
    // Without JavaScript the header knows it too, and for nobody else.
    expect(await (await visitor.get("/me")).text()).toMatch(/^<!DOCTYPE html><html[^>]* data-session=""/i);
    expect(await (await visitorOf(site()).get("/login")).text()).not.toMatch(/^<!DOCTYPE html><html[^>]* data-session/i);
    const same = await visitor.post("/me", { intent: "email", new_email: email.toUpperCase() });
    expect([same.status, textOf(await same.text()).includes(errors.own_email)]).toEqual([400, true]);
    const used = { token_hash: "used", type: "magiclink" };
    const page = textOf(await (await visitor.post(`/confirm?${new URLSearchParams(used)}`, used)).text());
    expect(page).toContain(confirm.signedIn);
    expect(page).toContain(confirm.toMe);
  });

  // What is after the # only a browser knows: account-pages.spec.ts.
  test.each([
    ["?code=abc", errors.not_pkce],
    ["?error=access_denied&error_code=otp_expired", errors.token_verification],
    ["?error=access_denied", errors.access_denied],
    ["?error=server_error&error_code=user_banned", errors.user_banned],
    ["?error=x&error_code=__proto__", errors.failed],
    ["?step=password", errors.missing_session],
    ["", errors.no_browser],
  ])("/confirm%s has its own sentence", async (query, sentence) => {
    const text = textOf(await (await visitorOf(site()).get(`/confirm${query}`)).text());
    expect(text).toContain(sentence);
    expect(text).toContain(confirm.again);
  });

  test("signing in by a plain form sets the session as the specification says, no cache keeps it, and signing out takes it away", async () => {
    const { email, id } = await newPerson(site());
    // Long data make a session that needs more than one cookie.
    await site()
      .admin()
      .auth.admin.updateUserById(id, { user_metadata: { notes: "x".repeat(900) } });
    const visitor = visitorOf(site());
    const signedIn = await visitor.post("/test/session", { intent: "in", email, password });
    const cookies = signedIn.headers.getSetCookie().filter((cookie) => /^sb-session\.\d=./.test(cookie));
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) {
      const [pair, ...attributes] = cookie.split("; ");
      expect(pair!.replace(/^sb-session\.\d=/, "").length).toBeLessThanOrEqual(3180);
      expect(attributes.toSorted()).toEqual(["Max-Age=34560000", "Path=/", "SameSite=Lax"]);
    }
    const page = await visitor.get("/test/session");
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(await page.text()).toContain(`Signed in as ${email}`);
    await visitor.post("/test/session", { intent: "out" });
    expect(await (await visitor.get("/test/session")).text()).toContain("Signed out");
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith("sb-session"))).toEqual([]);
  });

  test("who has a second factor is asked for its code, whatever the cookie says", async () => {
    const { email } = await newPerson(site());
    const { secret } = await addFactor(site(), email);
    const visitor = await visitorOf(site()).signIn(email);
    // A cookie that does not know of the factor opens nothing.
    visitor.session((session) => delete session.user.factors);
    const page = await visitor.get("/me");
    expect([page.status, page.headers.get("location")]).toEqual([302, "/login?step=code&next=%2Fme"]);
    const shown = textOf(await (await visitor.get("/login?step=code&next=%2Fme")).text());
    expect(shown).toContain(login.factor.heading);
    const wrong = await visitor.post("/login", { intent: "code", code: "000000" });
    expect(textOf(await wrong.text())).toContain(errors.mfa_verification_failed);
    expect((await visitor.get("/me")).status).toBe(302);
    expect((await visitor.post("/login", { intent: "code", code: codeOf(secret, 1) })).status).toBe(303);
    expect((await visitor.get("/me")).status).toBe(200);
  });

  test("the sign-in page marks what no company has", async () => {
    const html = await (await visitorOf(site()).post("/login?step=company", { intent: "company", domain: "example.com" })).text();
    expect(textOf(html)).toContain(errors.sso_provider_not_found);
    expect(attributesOf(html, "input", { name: "domain" }, "value")).toEqual(["example.com"]);
  });
});
