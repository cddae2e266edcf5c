import type { EmailOtpType, SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { onAccounts } from "./harness.ts";
import { sessionOf } from "../site.ts";
import { password } from "../password.ts";

const expired = { status: 403, code: "otp_expired" };
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

onAccounts((site) => {
  const byHash = (token_hash: string, type: EmailOtpType) => site().client().auth.verifyOtp({ token_hash, type });
  const byCode = (email: string, token: string, type: EmailOtpType) => site().client().auth.verifyOtp({ email, token, type });

  /** Asks for a mail of a kind, for somebody new to whom it fits; gives what came. */
  async function mailOf(kind: "signup" | "magiclink" | "recovery") {
    if (kind === "signup") {
      const email = site().newEmail();
      await site().client().auth.signUp({ email, password });
      return { email, ...(await site().mailTo(email)) };
    }
    const { email } = await site().newUser();
    if (kind === "magiclink") await site().client("implicit").auth.signInWithOtp({ email });
    else await site().client("implicit").auth.resetPasswordForEmail(email);
    return { email, ...(await site().mailTo(email)) };
  }

  test("who asks for a link without an account gets one", async () => {
    const email = site().newEmail();
    const { data, error } = await site()
      .client()
      .auth.signInWithOtp({ email, options: { data: { name: "Ana" } } });
    expect(error).toBeNull();
    expect(data).toEqual({ user: null, session: null });
    const { code, link } = await site().mailTo(email);
    expect(link.searchParams.get("type")).toBe("signup");
    const verified = await byCode(email, code, "email");
    expect(verified.data.user).toMatchObject({ email, user_metadata: { name: "Ana", email_verified: true } });
    expect(verified.data.session).not.toBeNull();
  });

  test("who has an account gets a link into it, and the data of whoever asks changes nothing", async () => {
    const { email, id } = await site().newUser({ name: "Ana" });
    await site()
      .client()
      .auth.signInWithOtp({ email: email.toUpperCase(), options: { data: { name: "Eva" } } });
    const { code, link } = await site().mailTo(email);
    expect(link.searchParams.get("type")).toBe("magiclink");
    const { data } = await byCode(email, code, "email");
    expect(data.user).toMatchObject({ id, user_metadata: { name: "Ana" } });
    expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: "magiclink" }]);
    await site().signedIn(email);
  });

  test("without the wish to make an account, an unknown address is answered as a known one, and gets nothing", async () => {
    const [unknown, { email }] = [site().newEmail(), await site().newUser()];
    const answers = await Promise.all([unknown, email].map((one) => site().post("/otp", { email: one, create_user: false })));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: {} },
      { status: 200, body: {} },
    ]);
    await site().mailTo(email);
    expect(await site().mailCount(unknown)).toBe(0);
    const { error } = await site().client().auth.signInWithPassword({ email: unknown, password });
    expect(error).toMatchObject({ code: "invalid_credentials" });
  });

  test("a link by phone, to nobody and to nonsense is refused", async () => {
    const phone = await site().client().auth.signInWithOtp({ phone: "+34600000000" });
    expect(phone.error).toMatchObject({ status: 400, code: "phone_provider_disabled" });
    expect(await site().post("/otp", {})).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
    const nonsense = await site().client().auth.signInWithOtp({ email: "nonsense" });
    expect(nonsense.error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test.each([
    { code_challenge: "x".repeat(43) },
    { code_challenge_method: "s256" },
    { code_challenge: "short", code_challenge_method: "s256" },
    { code_challenge: "x".repeat(43), code_challenge_method: "md5" },
    { code_challenge: `${"x".repeat(43)}!`, code_challenge_method: "s256" },
  ])("the challenge %j is refused", async (challenge) => {
    const { email } = await site().newUser();
    for (const path of ["/otp", "/recover"]) {
      expect(await site().post(path, { email, ...challenge })).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
    }
  });

  test.each([
    ["signup", "signup", "email/signup"],
    ["signup", "email", "email/signup"],
    ["magiclink", "magiclink", "magiclink"],
    ["magiclink", "email", "magiclink"],
    ["recovery", "recovery", "recovery"],
  ] as const)("the mail for %s opens a session as %s, by link or by code, once", async (kind, type, method) => {
    const link = await mailOf(kind);
    const first = await byHash(link.tokenHash, type);
    expect(first.error).toBeNull();
    expect(first.data.user!.email).toBe(link.email);
    expect(decodeJwt(first.data.session!.access_token).amr).toMatchObject([{ method }]);
    expect((await byHash(link.tokenHash, type)).error).toMatchObject(expired);
    expect((await byCode(link.email, link.code, type)).error).toMatchObject(expired);

    const code = await mailOf(kind);
    expect((await byCode(code.email, code.code, type)).error).toBeNull();
    expect((await byCode(code.email, code.code, type)).error).toMatchObject(expired);
    expect((await byHash(code.tokenHash, type)).error).toMatchObject(expired);
  });

  test.each([
    ["signup", ["recovery", "invite", "email_change"]],
    ["magiclink", ["signup", "recovery", "invite", "email_change"]],
    ["recovery", ["signup", "magiclink", "email", "invite", "email_change"]],
  ] as const)("the mail for %s serves nothing else", async (kind, others) => {
    const { email, tokenHash, code } = await mailOf(kind);
    for (const type of others) {
      expect((await byHash(tokenHash, type)).error).toMatchObject(expired);
      expect((await byCode(email, code, type)).error).toMatchObject(expired);
    }
    expect((await byHash(tokenHash, kind)).error).toBeNull();
  });

  test("the code of one person does not open another's account", async () => {
    const [mine, theirs] = [await mailOf("magiclink"), await mailOf("magiclink")];
    expect((await byCode(theirs.email, mine.code, "email")).error).toMatchObject(expired);
    expect((await byCode(mine.email, mine.code, "email")).data.user!.email).toBe(mine.email);
  });

  test("the code for a change of password opens no session", async () => {
    const { client, email } = await site().newUser();
    await client.auth.reauthenticate();
    const { code, link } = await site().mailTo(email);
    expect(link.searchParams.get("token_hash")).toBeNull();
    for (const type of ["signup", "magiclink", "email", "recovery", "invite", "email_change"] as const) {
      expect((await byCode(email, code, type)).error).toMatchObject(expired);
    }
    const reauthentication = await site().post("/verify", { email, token: code, type: "reauthentication" });
    expect(reauthentication).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
  });

  test.each([
    [{ token_hash: "x" }, "validation_failed"],
    [{ token_hash: "x", type: "nonsense" }, "validation_failed"],
    [{ token_hash: "x", type: "toString" }, "validation_failed"],
    [{ type: "signup" }, "validation_failed"],
    [{ type: "signup", token: "123456" }, "validation_failed"],
    [{ type: "signup", token_hash: "x", email: "a@example.com" }, "validation_failed"],
    [{ type: "sms", token: "123456", phone: "+34600000000" }, "phone_provider_disabled"],
    [{ type: "signup", token: "123456", phone: "+34600000000" }, "phone_provider_disabled"],
    [{ type: "signup", token_hash: "x" }, "otp_expired"],
    [{ type: "email", token: "123456", email: "unknown@example.com" }, "otp_expired"],
  ])("the verification of %j is refused", async (body, code) => {
    const answer = await site().post("/verify", body);
    expect(answer.status).toBe(code === "otp_expired" ? 403 : 400);
    expect(answer.body.error_code).toBe(code);
  });

  test("five wrong codes, and the right one is of no use", async () => {
    const { email, code } = await mailOf("magiclink");
    for (let guess = 0; guess < 5; guess++) expect((await byCode(email, wrong(code), "email")).error).toMatchObject(expired);
    expect((await byCode(email, code, "email")).error).toMatchObject(expired);
    // A new mail is a new chance.
    await site().client().auth.signInWithOtp({ email });
    expect((await byCode(email, (await site().mailTo(email, 1)).code, "email")).error).toBeNull();
  });

  test("four wrong codes do no harm", async () => {
    const { email, code } = await mailOf("magiclink");
    for (let guess = 0; guess < 4; guess++) await byCode(email, wrong(code), "email");
    expect((await byCode(email, code, "email")).error).toBeNull();
  });

  test("many guesses at once are no more than five", async () => {
    // Which of them come first is chance, so the right one is not among them: each that is looked at has counted.
    const { email, code } = await mailOf("magiclink");
    await Promise.all(Array.from({ length: 40 }, () => site().post("/verify", { email, token: wrong(code), type: "email" })));
    const [token] = await site().sql`select failed_attempts from auth.one_time_tokens where relates_to = ${email}`;
    expect(token).toEqual({ failed_attempts: 5 });
    expect((await byCode(email, code, "email")).error).toMatchObject(expired);
  });

  test("20 verifications of one code at once succeed once", async () => {
    const { email, code } = await mailOf("magiclink");
    const answers = await Promise.all(Array.from({ length: 20 }, () => site().post("/verify", { email, token: code, type: "email" })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error_code === "otp_expired")).toHaveLength(19);
  });

  test("20 openings of one link at once succeed once", async () => {
    const { tokenHash } = await mailOf("signup");
    const answers = await Promise.all(Array.from({ length: 20 }, () => site().post("/verify", { token_hash: tokenHash, type: "signup" })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error_code === "otp_expired")).toHaveLength(19);
  });

  test("link and code are over after an hour", async () => {
    const { email, code, tokenHash } = await mailOf("recovery");
    const age = (time: string) =>
      site().sql`update auth.one_time_tokens set created_at = now() - ${time}::interval where relates_to = ${email}`;
    await age("61 minutes");
    expect((await byHash(tokenHash, "recovery")).error).toMatchObject(expired);
    expect((await byCode(email, code, "recovery")).error).toMatchObject(expired);
    await age("59 minutes");
    expect((await byHash(tokenHash, "recovery")).error).toBeNull();
  });

  test("the database holds neither links nor codes nor refresh tokens", async () => {
    const { email, code, tokenHash } = await mailOf("recovery");
    const client = await site().signedIn(email);
    const { refresh_token } = await sessionOf(client);
    const tables = await site().sql`select to_jsonb(t)::text as row from auth.one_time_tokens t union all
      select to_jsonb(t)::text from auth.refresh_tokens t union all select to_jsonb(t)::text from public.outbox t union all
      select to_jsonb(t)::text from auth.audit_log_entries t`;
    expect(tables.length).toBeGreaterThan(0);
    for (const { row } of tables) for (const secret of [`"${code}"`, tokenHash, refresh_token, password]) expect(row).not.toContain(secret);
  });

  test("a link opened in the browser leads on with the session in the fragment", async () => {
    const { email } = await site().newUser();
    await site().client("implicit").auth.signInWithOtp({ email });
    const { tokenHash } = await site().mailTo(email);
    const target = await follow(tokenHash, "magiclink", "/gl/account?tab=1");
    expect(target.origin + target.pathname + target.search).toBe(`${site().url}/gl/account?tab=1`);
    const fragment = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
    expect(fragment).toMatchObject({ token_type: "bearer", type: "magiclink", expires_in: "3600" });
    const { data, error } = await site()
      .client()
      .auth.setSession({ access_token: fragment.access_token!, refresh_token: fragment.refresh_token! });
    expect(error).toBeNull();
    expect(data.user!.email).toBe(email);
  });

  test("with PKCE it leads on with a code, and with no session", async () => {
    const client = site().client("pkce");
    const email = site().newEmail();
    await client.auth.signUp({ email, password });
    const target = await follow((await site().mailTo(email)).tokenHash, "signup", "/account?tab=1");
    expect(target.hash).toBe("");
    expect(target.searchParams.get("tab")).toBe("1");
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get("code")!);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
  });

  test("a bad link leads on with the error, in the address and in the fragment", async () => {
    const { tokenHash } = await mailOf("recovery");
    for (const [token, type] of [
      ["nonsense", "magiclink"],
      ["", "signup"],
      [tokenHash, "signup"],
      [tokenHash, "nonsense"],
      [tokenHash, ""],
      [tokenHash, "constructor"],
    ] as const) {
      const target = await follow(token, type, "/account");
      expect(target.origin + target.pathname).toBe(`${site().url}/account`);
      for (const said of [target.searchParams, new URLSearchParams(target.hash.slice(1))]) {
        expect(Object.fromEntries(said)).toMatchObject({ error: "access_denied", error_code: "otp_expired" });
      }
    }
    expect((await follow(tokenHash, "recovery", "/account")).hash).toContain("access_token=");
  });

  test.each([
    "https://evil.example/account",
    "//evil.example/account",
    "\\\\evil.example/account",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://localhost@evil.example/",
    "http://localhost.evil.example/",
    "http://localhost:1/",
    "nonsense:",
    "http://[",
  ])("a link does not lead to %s", async (redirectTo) => {
    const { tokenHash } = await mailOf("recovery");
    const target = await follow(tokenHash, "recovery", redirectTo);
    expect(target.href).toBe(`${site().url}/confirm?token_hash=${tokenHash}&type=recovery`);
    expect((await byHash(tokenHash, "recovery")).error).toBeNull();
  });

  test("a link does not lead to something that only says it is of this site", async () => {
    for (const redirectTo of [`blob:${site().url}/x`, `${site().url}.evil.example/`, `${site().url}@evil.example/`]) {
      expect((await follow("nonsense", "signup", redirectTo)).href).toBe(`${site().url}/confirm?token_hash=nonsense&type=signup`);
    }
    expect((await follow("nonsense", "signup", `${site().url}//evil.example/`)).pathname).not.toMatch(/^\/\//);
  });

  test("a confirmation is sent again to who has not confirmed, and to nobody else", async () => {
    const { email, tokenHash } = await mailOf("signup");
    const { error } = await site().client().auth.resend({ type: "signup", email });
    expect(error).toBeNull();
    await site().mailTo(email, 1);
    expect((await byHash(tokenHash, "signup")).error).toBeNull();

    const unknown = site().newEmail();
    for (const one of [email, unknown])
      expect(await site().post("/resend", { type: "signup", email: one })).toMatchObject({ status: 200, body: {} });
    expect(await site().mailCount(email)).toBe(2);
    expect(await site().mailCount(unknown)).toBe(0);
  });

  test("what is asked for again is good by the mail of either time, once; guesses count on", async () => {
    const { email } = await site().newUser();
    await site().post("/recover", { email });
    const first = await site().mailTo(email);
    for (let guess = 0; guess < 4; guess++) await byCode(email, first.code === "000000" ? "000001" : "000000", "recovery");
    await site().post("/recover", { email });
    const second = await site().mailTo(email, 1);
    expect((await byCode(email, first.code, "recovery")).error).toBeNull();
    expect((await byCode(email, second.code, "recovery")).error).toMatchObject(expired);
    expect((await byHash(second.tokenHash, "recovery")).error).toMatchObject(expired);

    // One that was guessed at too often is not sent again.
    await site().post("/recover", { email });
    const third = await site().mailTo(email, 2);
    for (let guess = 0; guess < 5; guess++) await byCode(email, third.code === "000000" ? "000001" : "000000", "recovery");
    await site().post("/recover", { email });
    const fourth = await site().mailTo(email, 3);
    expect((await byCode(email, third.code, "recovery")).error).toMatchObject(expired);
    expect((await byCode(email, fourth.code, "recovery")).error).toBeNull();
  });

  test("another sign-up of the same address ends the mail of the one before", async () => {
    const { email, tokenHash } = await mailOf("signup");
    await site().post("/signup", { email, password: "another horse battery" });
    const second = await site().mailTo(email, 1);
    expect((await byHash(tokenHash, "signup")).error).toMatchObject(expired);
    expect((await byHash(second.tokenHash, "signup")).error).toBeNull();
  });

  test("a change of address is sent again to both, and the first mails are over", async () => {
    const { client, email } = await site().newUser();
    const newEmail = site().newEmail();
    expect(await site().post("/resend", { type: "email_change", email })).toMatchObject({ status: 200, body: {} });
    expect(await site().mailCount(email)).toBe(0);

    await client.auth.updateUser({ email: newEmail });
    const first = [await site().mailTo(email), await site().mailTo(newEmail)];
    expect((await site().client().auth.resend({ type: "email_change", email })).error).toBeNull();
    const second = [await site().mailTo(email, 1), await site().mailTo(newEmail, 1)];
    for (const { tokenHash } of first) expect((await byHash(tokenHash, "email_change")).error).toMatchObject(expired);
    for (const { tokenHash } of second) expect((await byHash(tokenHash, "email_change")).error).toBeNull();
    await site().signedIn(newEmail);
  });

  test.each([
    [{ email: "a@example.com" }, "validation_failed"],
    [{ email: "a@example.com", type: "recovery" }, "validation_failed"],
    [{ email: "a@example.com", type: "magiclink" }, "validation_failed"],
    [{ type: "signup" }, "validation_failed"],
    [{ type: "signup", email: "nonsense" }, "validation_failed"],
    [{ type: "sms", phone: "+34600000000" }, "phone_provider_disabled"],
    [{ type: "phone_change", phone: "+34600000000" }, "phone_provider_disabled"],
  ])("a resending of %j is refused", async (body, code) => {
    expect(await site().post("/resend", body)).toMatchObject({ status: 400, body: { error_code: code } });
  });

  test("who forgot the password chooses a new one by mail, and is signed out elsewhere", async () => {
    const { client: elsewhere, email } = await site().newUser();
    const client = site().client();
    expect((await client.auth.resetPasswordForEmail(email, { redirectTo: `${site().url}/gl/reset` })).error).toBeNull();
    const { tokenHash, link } = await site().mailTo(email);
    expect(link.pathname).toBe("/gl/confirm");
    expect(link.searchParams.get("next")).toBe("/gl/reset");
    await client.auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    expect((await client.auth.updateUser({ password: "a new and better password" })).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error).not.toBeNull();
    const old = await site().client().auth.signInWithPassword({ email, password });
    expect(old.error).toMatchObject({ code: "invalid_credentials" });
    expect((await site().client().auth.signInWithPassword({ email, password: "a new and better password" })).error).toBeNull();
  });

  test("a new password ends the links that were asked for before it", async () => {
    const { client, email } = await site().newUser();
    await site().client().auth.resetPasswordForEmail(email);
    const { tokenHash } = await site().mailTo(email);
    expect((await client.auth.updateUser({ password: "a new and better password" })).error).toBeNull();
    expect((await byHash(tokenHash, "recovery")).error).toMatchObject(expired);
  });

  test("a forgotten password of an unknown address is answered as a known one, and gets nothing", async () => {
    const [unknown, { email }] = [site().newEmail(), await site().newUser()];
    const answers = await Promise.all([unknown, email].map((one) => site().post("/recover", { email: one })));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: {} },
      { status: 200, body: {} },
    ]);
    expect(await site().mailCount(unknown)).toBe(0);
    expect(await site().post("/recover", {})).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
    const nonsense = await site().client().auth.resetPasswordForEmail("nonsense");
    expect(nonsense.error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("a recovery link with PKCE leads to a code, and its session may set the password", async () => {
    const { email } = await site().newUser();
    const client: SupabaseClient = site().client("pkce");
    await client.auth.resetPasswordForEmail(email, { redirectTo: `${site().url}/reset` });
    const target = await follow((await site().mailTo(email)).tokenHash, "recovery", "/reset");
    const { error } = await client.auth.exchangeCodeForSession(target.searchParams.get("code")!);
    expect(error).toBeNull();
    expect((await client.auth.updateUser({ password: "a new and better password" })).error).toBeNull();
  });

  test("40 people who forgot their password at once are all answered", async () => {
    const { email } = await site().newUser();
    const answers = await Promise.all(Array.from({ length: 40 }, () => site().post("/recover", { email })));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  /** Opens the link of a mail as a browser does, without a key; gives the address it leads to. */
  async function follow(token: string, type: string, redirectTo: string): Promise<URL> {
    const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
    const response = await site().call(`/verify?${query}`, { key: "" });
    expect(response.status).toBe(303);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    return new URL(response.headers.get("Location")!);
  }
});
