import { expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { onAccounts } from "./harness.ts";
import { password } from "../password.ts";

onAccounts((site) => {
  test("a new user confirms the address by the link, and has a session", async () => {
    const { client, email } = await site().signedUp({ name: "Ana" });
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email, user_metadata: { name: "Ana", email_verified: true } });
  });

  test("a sign-up gives a user and no session, and the mail leads to /confirm", async () => {
    const email = site().newEmail();
    const { data, error } = await site().client().auth.signUp({ email, password });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, aud: "authenticated", role: "authenticated", identities: [{ provider: "email" }] });
    expect(data.user!.email_confirmed_at).toBeUndefined();
    const { link, code } = await site().mailTo(email);
    expect(link.origin + link.pathname).toBe(`${site().url}/confirm`);
    expect(link.searchParams.get("type")).toBe("signup");
    expect(code).toMatch(/^\d{6}$/);
  });

  test("before the address is confirmed nobody gets in, and only the right password learns why", async () => {
    const email = site().newEmail();
    await site().client().auth.signUp({ email, password });
    const right = await site().client().auth.signInWithPassword({ email, password });
    expect(right.error).toMatchObject({ status: 400, code: "email_not_confirmed" });
    const wrong = await site().client().auth.signInWithPassword({ email, password: "some other password" });
    expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });
  });

  test("a short password is refused with its reason", async () => {
    const { error } = await site()
      .client()
      .auth.signUp({ email: site().newEmail(), password: password.slice(0, 9) });
    expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
  });

  test.each(["qwertyuiop", "PASSWORD1234", "1234567890", "abcabcabcabc", "aaaaaaaaaaaa"])(
    "the common password %s is refused",
    async (weak) => {
      const { error } = await site().client().auth.signUp({ email: site().newEmail(), password: weak });
      expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: ["pwned"] });
    },
  );

  test("the own address is no password", async () => {
    const email = site().newEmail();
    const { error } = await site().client().auth.signUp({ email, password: email.toUpperCase() });
    expect(error).toMatchObject({ code: "weak_password" });
  });

  test("a password has an end, and all of it counts", async () => {
    const tooLong = await site().post("/signup", { email: site().newEmail(), password: "long password ".repeat(20) });
    expect(tooLong).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });

    const email = site().newEmail();
    const longest = "long password ".repeat(15).slice(0, 200);
    await site().client().auth.signUp({ email, password: longest });
    await site()
      .client()
      .auth.verifyOtp({ token_hash: (await site().mailTo(email)).tokenHash, type: "signup" });
    expect((await site().client().auth.signInWithPassword({ email, password: longest })).error).toBeNull();
    const longer = await site()
      .client()
      .auth.signInWithPassword({ email, password: `${longest} and more` });
    expect(longer.error).toMatchObject({ code: "invalid_credentials" });
  });

  test.each([
    "nobody",
    "@example.com",
    "a@b",
    "a b@example.com",
    "a@exa mple.com",
    "a@example.com, b@example.com",
    "<a@example.com>",
    "a@-example.com",
    "a\u0007@example.com",
    "a\u202E@example.com",
    `${"a".repeat(250)}@example.com`,
  ])("the address %j is refused", async (email) => {
    const { error } = await site().client().auth.signUp({ email, password });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("an address may have letters of any language, and its case does not matter", async () => {
    const email = `ÁNXEL.${site().newEmail()}`;
    const { data, error } = await site().client().auth.signUp({ email, password });
    expect(error).toBeNull();
    expect(data.user!.email).toBe(email.toLowerCase());
    const { code } = await site().mailTo(email.toLowerCase());
    const verified = await site().client().auth.verifyOtp({ email: email.toUpperCase(), token: code, type: "signup" });
    expect(verified.error).toBeNull();
    expect(
      (
        await site()
          .client()
          .auth.signInWithPassword({ email: ` ${email} `, password })
      ).error,
    ).toBeNull();
  });

  test("a password is required, phones and strangers without a name are not accepted", async () => {
    const email = site().newEmail();
    const none = await site().post("/signup", { email });
    expect(none).toMatchObject({ status: 400, body: { error_code: "validation_failed", msg: "Signup requires a valid password" } });
    const phone = await site().client().auth.signUp({ phone: "+34600000000", password });
    expect(phone.error).toMatchObject({ status: 400, code: "phone_provider_disabled" });
    const anonymous = await site().client().auth.signInAnonymously();
    expect(anonymous.error).toMatchObject({ status: 422, code: "anonymous_provider_disabled" });
  });

  test("who has an account is answered as a newcomer is, and told by mail", async () => {
    const { email, id } = await site().signedUp({ name: "Ana" });
    const again = await site().post("/signup", { email: email.toUpperCase(), password: "another good password", data: { name: "Eva" } });
    const first = await site().post("/signup", { email: site().newEmail(), password: "another good password", data: { name: "Eva" } });
    expect(again.status).toBe(first.status);
    expect(shapeOf(again.body)).toEqual(shapeOf(first.body));
    expect(again.body.id).not.toBe(id);
    expect(again.body.user_metadata).toMatchObject({ name: "Eva", email_verified: false });

    const mail = await site().mailTo(email, 1);
    expect(mail.subject).toBe(`You already have an account at ${agency.name}`);
    expect(mail).toMatchObject({ tokenHash: "", code: "" });
    expect(mail.link.pathname).toBe("/login");
    expect((await site().client().auth.signInWithPassword({ email, password: "another good password" })).error).not.toBeNull();
    await site().signedIn(email);
  });

  test("an address that never confirmed can sign up again: the new mail counts, and the password that came with it", async () => {
    const email = site().newEmail();
    const planted = await site().post("/signup", { email, password: "planted by a stranger", data: { name: "Stranger" } });
    const first = await site().mailTo(email);
    const again = await site().post("/signup", { email, password, data: { name: "Ana" } });
    expect(shapeOf(again.body)).toEqual(shapeOf(planted.body));
    expect(again.body.user_metadata.name).toBe("Ana");
    const second = await site().mailTo(email, 1);

    const old = await site().client().auth.verifyOtp({ token_hash: first.tokenHash, type: "signup" });
    expect(old.error).toMatchObject({ status: 403, code: "otp_expired" });
    const { data, error } = await site().client().auth.verifyOtp({ token_hash: second.tokenHash, type: "signup" });
    expect(error).toBeNull();
    expect(data.user!.user_metadata).toMatchObject({ name: "Ana", email, email_verified: true });
    const stranger = await site().client().auth.signInWithPassword({ email, password: "planted by a stranger" });
    expect(stranger.error).toMatchObject({ code: "invalid_credentials" });
    await site().signedIn(email);
  });

  test.each(["magiclink", "recovery"] as const)("a password that was planted does not outlive a confirmation by %s", async (type) => {
    const email = site().newEmail();
    await site().post("/signup", { email, password: "planted by a stranger" });
    await site().mailTo(email);
    const client = site().client();
    if (type === "recovery") await client.auth.resetPasswordForEmail(email);
    else await client.auth.signInWithOtp({ email });
    const { tokenHash } = await site().mailTo(email, 1);
    expect((await client.auth.verifyOtp({ token_hash: tokenHash, type })).error).toBeNull();
    const stranger = await site().client().auth.signInWithPassword({ email, password: "planted by a stranger" });
    expect(stranger.error).toMatchObject({ code: "invalid_credentials" });
  });

  test("a link that makes no account leaves what was said of one that waits, and takes a password that may be a stranger's", async () => {
    const email = site().newEmail();
    await site().post("/signup", { email, password: "planted by a stranger", data: { name: "Ana" } });
    await site().mailTo(email);
    const client = site().client();
    await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false, data: { name: "Eva" } } });
    const { tokenHash } = await site().mailTo(email, 1);
    const { data } = await client.auth.verifyOtp({ token_hash: tokenHash, type: "signup" });
    expect(data.user!.user_metadata).toMatchObject({ name: "Ana" });
    const stranger = await site().client().auth.signInWithPassword({ email, password: "planted by a stranger" });
    expect(stranger.error).toMatchObject({ code: "invalid_credentials" });
  });

  test("the service's own words about a user cannot be brought along", async () => {
    const forged = { sub: "somebody", email: "boss@example.com", email_verified: true, phone_verified: true, name: "Ana" };
    const email = site().newEmail();
    const { body } = await site().post("/signup", {
      email,
      password,
      data: forged,
      role: "service_role",
      app_metadata: { roles: ["admin"] },
      email_confirmed_at: new Date(),
    });
    expect(body.user_metadata).toEqual({ sub: body.id, email, email_verified: false, phone_verified: false, name: "Ana" });
    expect(body).toMatchObject({ role: "authenticated", app_metadata: { provider: "email", providers: ["email"] } });
    expect(body.email_confirmed_at).toBeUndefined();
  });

  test("ten sign-ups of one address at once make one user", async () => {
    const email = site().newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => site().post("/signup", { email, password, data: { index } })),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(shapeOf(body)))).size).toBe(1);
    expect(await site().sql`select count(*)::int from auth.users where email = ${email}`).toEqual([{ count: 1 }]);
    expect(await site().sql`select count(*)::int from auth.identities where email = ${email}`).toEqual([{ count: 1 }]);
    expect(await site().sql`select count(*)::int from auth.one_time_tokens where relates_to = ${email}`).toEqual([{ count: 1 }]);
    // Of all their mails one is good, and what it opens is the account that the password opens.
    const { data } = await site().client().auth.resend({ type: "signup", email });
    expect(data).toBeTruthy();
    const mail = await site().mailTo(email, 10);
    const verified = await site().client().auth.verifyOtp({ token_hash: mail.tokenHash, type: "signup" });
    expect(verified.error).toBeNull();
    const client = await site().signedIn(email);
    expect((await client.auth.getUser()).data.user!.id).toBe(verified.data.user!.id);
  });

  test.each([
    ["the language in the data", { data: { locale: "gl" } }, "", "gl"],
    ["the language of the page to return to", {}, "/es/account?tab=1", "es"],
    ["the data before the page", { data: { locale: "gl" } }, "/es/account", "gl"],
    ["English for a language that we do not have", { data: { locale: "xx" } }, "", "en"],
  ])("the mail is in %s", async (_name, options, path, locale) => {
    const email = site().newEmail();
    await site()
      .client()
      .auth.signUp({ email, password, options: { ...options, emailRedirectTo: path && site().url + path } });
    const { subject, link } = await site().mailTo(email);
    const subjects = { en: "Confirm your email at", es: "Confirma tu correo en", gl: "Confirma o teu correo en" };
    expect(subject).toBe(`${subjects[locale as "en"]} ${agency.name}`);
    expect(link.pathname).toBe(locale === "en" ? "/confirm" : `/${locale}/confirm`);
    expect(link.searchParams.get("next")).toBe(path || null);
  });

  test.each(["https://evil.example/x", "//evil.example/x", "javascript:alert(1)", "http://localhost@evil.example/"])(
    "the mail does not lead on to %s",
    async (redirectTo) => {
      const email = site().newEmail();
      await site()
        .client()
        .auth.signUp({ email, password, options: { emailRedirectTo: redirectTo } });
      const { link, text } = await site().mailTo(email);
      expect(link.origin).toBe(site().url);
      expect(link.searchParams.get("next")).toBeNull();
      expect(text).not.toContain("evil.example");
    },
  );

  test("the mail does not lead on to another host that looks like a path", async () => {
    const email = site().newEmail();
    await site()
      .client()
      .auth.signUp({ email, password, options: { emailRedirectTo: `${site().url}//evil.example/x` } });
    const { link } = await site().mailTo(email);
    expect(link.searchParams.get("next")).not.toMatch(/^\/[/\\]/);
  });
});

/** The keys of an answer, with the kinds of their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value && typeof value === "object") {
    return Object.entries(value)
      .map(([key, one]) => [key, shapeOf(one)])
      .toSorted();
  }
  return typeof value;
}
