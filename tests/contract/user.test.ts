import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { agency } from "#content/agency.ts";
import { onAccounts, testOnPostgres } from "./harness.ts";
import { sessionOf } from "../site.ts";
import { password } from "../password.ts";

const newPassword = "a new and better password";

const isSignedIn = async (client: SupabaseClient) => !(await client.auth.getUser()).error;

onAccounts((site) => {
  const confirmChange = (token_hash: string) => site().client().auth.verifyOtp({ token_hash, type: "email_change" });
  const change = async (client: SupabaseClient, body: object) =>
    site().post("/user", body, { method: "PUT", token: (await sessionOf(client)).access_token });

  test("a user reads who they are", async () => {
    const { client, email, id } = await site().newUser({ name: "Ana" });
    const { data, error } = await client.auth.getUser();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email,
      aud: "authenticated",
      role: "authenticated",
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { name: "Ana" },
      identities: [{ provider: "email", user_id: id, id, identity_data: { email, email_verified: true, sub: id } }],
    });
    expect(JSON.stringify(data.user)).not.toMatch(/password|argon2/i);
  });

  test("without a token, or with one that is none, nobody is read, changed or signed out", async () => {
    const calls = [
      ["GET", "/user"],
      ["PUT", "/user"],
      ["POST", "/logout"],
      ["GET", "/reauthenticate"],
    ] as const;
    for (const [method, path] of calls) {
      const none = await site().call(path, { method });
      expect(none.status).toBe(401);
      expect(await none.json()).toMatchObject({ error_code: "no_authorization" });
      const basic = await site().call(path, { method, headers: { Authorization: "Basic dXNlcjpwYXNz" } });
      expect(basic.status).toBe(401);
      const broken = await site().call(path, { method, token: "nonsense" });
      expect(broken.status).toBe(403);
      expect(await broken.json()).toMatchObject({ error_code: "bad_jwt" });
    }
  });

  test("data is merged, and null takes a value away", async () => {
    const { client } = await site().newUser({ name: "Ana", city: "Lugo" });
    await client.auth.updateUser({ data: { city: null, phone_at_work: "1", nested: { a: [1, null] } } });
    const { data, error } = await client.auth.updateUser({ data: { name: "Eva" } });
    expect(error).toBeNull();
    const { sub: _s, email: _e, email_verified: _v, phone_verified: _p, ...own } = data.user!.user_metadata;
    expect(own).toEqual({ name: "Eva", phone_at_work: "1", nested: { a: [1, null] } });
    expect((await client.auth.refreshSession()).data.user!.user_metadata).toMatchObject({ name: "Eva" });
  });

  test("changes that are made at once are all kept", async () => {
    const { client } = await site().newUser();
    const names = Array.from({ length: 10 }, (_, index) => `value${index}`);
    const answers = await Promise.all(names.map((name) => change(client, { data: { [name]: true } })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { data } = await client.auth.getUser();
    expect(Object.keys(data.user!.user_metadata)).toEqual(expect.arrayContaining(names));
  });

  test("what the service itself says of a user is not theirs to change", async () => {
    const { client, email, id } = await site().signedUp();
    const forged = { sub: "x", email: "boss@example.com", email_verified: "no", phone_verified: true };
    await client.auth.updateUser({ data: { ...forged, ok: 1 } });
    await client.auth.updateUser({ data: { sub: null, email_verified: null } });
    await change(client, {
      role: "service_role",
      app_metadata: { roles: ["admin"] },
      aud: "x",
      id: crypto.randomUUID(),
      banned_until: null,
    });
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ id, role: "authenticated", app_metadata: { provider: "email", providers: ["email"] } });
    expect(data.user!.user_metadata).toEqual({ sub: id, email, email_verified: true, phone_verified: false, ok: 1 });
  });

  test("and neither where it has not said anything yet", async () => {
    const { client, id } = await site().newUser();
    await site().sql`update auth.users set raw_user_meta_data = '{}' where id = ${id}`;
    const { data } = await client.auth.updateUser({ data: { sub: "x", email_verified: true, phone_verified: true, ok: 1 } });
    expect(data.user!.user_metadata).toEqual({ ok: 1 });
  });

  test("data stays small enough for the token to travel in a header", async () => {
    const { client } = await site().newUser();
    let refused = false;
    for (let index = 0; index < 12 && !refused; index++) {
      const { error } = await client.auth.updateUser({ data: { [`part${index}`]: "ñ".repeat(400) } });
      if (error) expect(error).toMatchObject({ status: 400, code: "validation_failed" });
      refused = !!error;
    }
    expect(refused).toBe(true);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await isSignedIn(client)).toBe(true);
  });

  test("a new password counts at once, and ends the other sessions", async () => {
    const { client, email } = await site().newUser();
    const other = await site().signedIn(email);
    expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull();
    expect(await isSignedIn(client)).toBe(true);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await isSignedIn(other)).toBe(false);
    expect((await other.auth.refreshSession()).error).not.toBeNull();
    expect((await site().client().auth.signInWithPassword({ email, password })).error).toMatchObject({ code: "invalid_credentials" });
    expect((await site().client().auth.signInWithPassword({ email, password: newPassword })).error).toBeNull();
  });

  test("a new password is another one, and a good one", async () => {
    const { client, email } = await site().newUser();
    expect((await client.auth.updateUser({ password })).error).toMatchObject({ status: 422, code: "same_password" });
    expect((await client.auth.updateUser({ password: "short" })).error).toMatchObject({ status: 422, code: "weak_password" });
    expect((await client.auth.updateUser({ password: email })).error).toMatchObject({ status: 422, code: "weak_password" });
    expect((await change(client, { password: "" })).status).toBeGreaterThanOrEqual(400);
    await site().signedIn(email);
  });

  test("long after the sign-in, a new password needs the code of a mail", async () => {
    const { client, email, id } = await site().newUser();
    await site().sql`update auth.sessions set created_at = now() - interval '25 hours' where user_id = ${id}`;
    const without = await client.auth.updateUser({ password: newPassword });
    expect(without.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    // Not even whether it would be the same one is said.
    expect((await client.auth.updateUser({ password })).error).toMatchObject({ code: "reauthentication_needed" });

    expect((await client.auth.reauthenticate()).error).toBeNull();
    const { code } = await site().mailTo(email);
    const wrong = await client.auth.updateUser({ password: newPassword, nonce: code === "000000" ? "000001" : "000000" });
    expect(wrong.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
    // A weak one does not use the code up.
    expect((await client.auth.updateUser({ password: "short", nonce: code })).error).toMatchObject({ code: "weak_password" });
    expect((await client.auth.updateUser({ password: newPassword, nonce: code })).error).toBeNull();
    const again = await client.auth.updateUser({ password: "yet another password", nonce: code });
    expect(again.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  });

  test("one user's code is no use to another, and other codes are none", async () => {
    const [mine, theirs] = [await site().newUser(), await site().newUser()];
    await site().sql`update auth.sessions set created_at = now() - interval '25 hours'`;
    await theirs.client.auth.reauthenticate();
    const { code } = await site().mailTo(theirs.email);
    expect((await mine.client.auth.updateUser({ password: newPassword, nonce: code })).error).toMatchObject({
      code: "reauthentication_not_valid",
    });
    await site().client().auth.signInWithOtp({ email: mine.email });
    const { code: other } = await site().mailTo(mine.email);
    expect((await mine.client.auth.updateUser({ password: newPassword, nonce: other })).error).toMatchObject({
      code: "reauthentication_not_valid",
    });
  });

  test("a phone number cannot be set", async () => {
    const { client } = await site().newUser();
    expect((await client.auth.updateUser({ phone: "+34600000000" })).error).toMatchObject({ status: 400, code: "phone_provider_disabled" });
  });

  test.each(["the old mailbox first", "the new mailbox first"])("a new address is confirmed at both: %s", async (order) => {
    const { client, email, id } = await site().newUser();
    const newEmail = site().newEmail();
    const { data, error } = await client.auth.updateUser({ email: newEmail.toUpperCase() });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: newEmail });
    const mails = [await site().mailTo(email), await site().mailTo(newEmail)];
    if (order === "the new mailbox first") mails.reverse();

    const half = await confirmChange(mails[0]!.tokenHash);
    expect(half.error).toBeNull();
    expect(half.data.session).toBeNull();
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: newEmail });
    // The same mailbox does not count twice.
    expect((await confirmChange(mails[0]!.tokenHash)).error).toMatchObject({ code: "otp_expired" });

    const whole = await confirmChange(mails[1]!.tokenHash);
    expect(whole.error).toBeNull();
    expect(whole.data.user).toMatchObject({ id, email: newEmail, user_metadata: { email: newEmail, email_verified: true } });
    expect(whole.data.user!.identities![0]!.identity_data).toMatchObject({ email: newEmail });
    expect(whole.data.user!.new_email).toBeUndefined();
    await site().signedIn(newEmail);
    expect((await site().client().auth.signInWithPassword({ email, password })).error).toMatchObject({ code: "invalid_credentials" });
  });

  test("a new address is confirmed by the codes, too, each at its own mailbox", async () => {
    const { client, email } = await site().newUser();
    const newEmail = site().newEmail();
    await client.auth.updateUser({ email: newEmail });
    const [old, fresh] = [await site().mailTo(email), await site().mailTo(newEmail)];
    const byCode = (address: string, token: string) => site().client().auth.verifyOtp({ email: address, token, type: "email_change" });
    expect((await byCode(newEmail, old.code)).error).toMatchObject({ code: "otp_expired" });
    expect((await byCode(email, old.code)).error).toBeNull();
    expect((await byCode(newEmail, fresh.code)).data.user!.email).toBe(newEmail);
  });

  test("the mails of a change that was replaced by another are over", async () => {
    const { client, email } = await site().newUser();
    const [first, second] = [site().newEmail(), site().newEmail()];
    await client.auth.updateUser({ email: first });
    const oldMails = [await site().mailTo(email), await site().mailTo(first)];
    await client.auth.updateUser({ email: second });
    const [current, fresh] = [await site().mailTo(email, 1), await site().mailTo(second)];
    for (const { tokenHash } of oldMails) expect((await confirmChange(tokenHash)).error).toMatchObject({ code: "otp_expired" });
    await confirmChange(current.tokenHash);
    expect((await confirmChange(fresh.tokenHash)).data.user!.email).toBe(second);
  });

  test("who has only the new mailbox cannot finish a change, however often it is asked for", async () => {
    const { client, email } = await site().newUser();
    const evil = site().newEmail();
    for (let round = 0; round < 3; round++) {
      await client.auth.updateUser({ email: evil });
      const { tokenHash } = await site().mailTo(evil, round);
      // Asked for once more, while the first is being confirmed.
      await Promise.all([confirmChange(tokenHash), change(client, { email: evil })]);
      await Promise.all([
        confirmChange((await site().mailTo(evil, round + 1)).tokenHash),
        client.auth.resend({ type: "email_change", email }),
      ]);
      expect((await client.auth.getUser()).data.user!.email).toBe(email);
    }
  });

  test("two changes at once end in one", async () => {
    const { client, email } = await site().newUser();
    const [a, b] = [site().newEmail(), site().newEmail()];
    const answers = await Promise.all([change(client, { email: a }), change(client, { email: b })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const wanted = (await client.auth.getUser()).data.user!.new_email!;
    expect([a, b]).toContain(wanted);
    const loser = await site().mailTo(wanted === a ? b : a);
    expect((await confirmChange(loser.tokenHash)).error).toMatchObject({ code: "otp_expired" });
    const current = await site().mailTo(email, 1);
    await confirmChange((await site().mailTo(wanted)).tokenHash);
    const done = await confirmChange(current.tokenHash);
    if (done.error) expect(done.error).toMatchObject({ code: "otp_expired" });
    else expect(done.data.user!.email).toBe(wanted);
  });

  test("a change to somebody's address is answered alike, told to its owner, and never done", async () => {
    const [{ client, email }, owner] = [await site().newUser(), await site().newUser()];
    const taken = await change(client, { email: owner.email });
    const other = await site().newUser();
    const free = await change(other.client, { email: site().newEmail() });
    expect(taken.status).toBe(free.status);
    expect(Object.keys(taken.body).toSorted()).toEqual(Object.keys(free.body).toSorted());
    expect(taken.body.new_email).toBe(owner.email);

    const told = await site().mailTo(owner.email);
    expect(told.subject).toBe(`You already have an account at ${agency.name}`);
    expect(told).toMatchObject({ tokenHash: "", code: "" });
    await confirmChange((await site().mailTo(email)).tokenHash);
    expect((await client.auth.getUser()).data.user!.email).toBe(email);
    await client.auth.resend({ type: "email_change", email });
    await site().mailTo(email, 1);
    expect(await site().mailTo(owner.email, 1)).toMatchObject({ tokenHash: "", code: "" });
    expect((await owner.client.auth.getUser()).data.user!.email).toBe(owner.email);
  });

  test("an address that two people want at once becomes one's", async () => {
    const people = [await site().newUser(), await site().newUser()];
    const wanted = site().newEmail();
    const links: string[] = [];
    for (const { client, email } of people) {
      await client.auth.updateUser({ email: wanted });
      links.push((await site().mailTo(wanted, links.length)).tokenHash);
      await confirmChange((await site().mailTo(email)).tokenHash);
    }
    const answers = await Promise.all(links.map((token_hash) => site().post("/verify", { token_hash, type: "email_change" })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)!.body).toMatchObject({ error_code: "email_exists" });
  });

  test.each(["nonsense", "a@b", ""])("the new address %j is refused, or changes nothing", async (wanted) => {
    const { client, email } = await site().newUser();
    const { status, body } = await change(client, { email: wanted });
    if (wanted) expect({ status, code: body.error_code }).toEqual({ status: 400, code: "validation_failed" });
    else expect(body).toMatchObject({ email });
    expect((await client.auth.getUser()).data.user!.new_email).toBeUndefined();
  });

  test("a change to the own address is none", async () => {
    const { client, email } = await site().newUser();
    const { data } = await client.auth.updateUser({ email: ` ${email.toUpperCase()}` });
    expect(data.user!.new_email).toBeUndefined();
    expect(await site().mailCount(email)).toBe(0);
  });

  // The embedded database has one session: nobody waits for another.
  testOnPostgres("a new password waits for no mail that is just being written to the same person", async () => {
    const { client, id } = await site().newUser();
    const other = postgres(site().databaseUrl!, { max: 1 });
    onTestFinished(() => other.end());
    await other.begin(async (sql) => {
      // What holds the person while a code for them is stored. It goes on to change them: two that wait for each other would end in an error.
      await sql`select from auth.users where id = ${id} for key share`;
      expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull();
    });
  });

  test("whatever happens to one person at once, every call is answered", async () => {
    const { client, email } = await site().newUser();
    for (let round = 0; round < 4; round++) {
      const seen = await site().mailCount(email);
      await site().client("implicit").auth.signInWithOtp({ email });
      const { tokenHash } = await site().mailTo(email, seen);
      const again = await site().signedIn(email);
      const { access_token: token, refresh_token } = await sessionOf(again);
      const answers = await Promise.all([
        site().post("/verify", { token_hash: tokenHash, type: "magiclink" }),
        site().post("/verify", { email, token: "000000", type: "email" }),
        site().post("/otp", { email, code_challenge: "x".repeat(43), code_challenge_method: "plain" }),
        site().post("/recover", { email, code_challenge: "x".repeat(43), code_challenge_method: "plain" }),
        site().post("/signup", { email, password }),
        site().post("/resend", { email, type: "email_change" }),
        site().post("/token?grant_type=refresh_token", { refresh_token }),
        site().post("/user", { data: { round } }, { method: "PUT", token }),
        site().post("/user", { email: site().newEmail(), password: `${newPassword} ${round}` }, { method: "PUT", token }),
        site().post("/user", { password }, { method: "PUT", token }),
        site().call("/reauthenticate", { token }),
        site().call("/logout?scope=others", { token, method: "POST" }),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await site().post("/user", { password }, { method: "PUT", token });
    }
    expect(await isSignedIn(client)).toBe(false);
  });

  test("a sign-out ends this session, the others, or all", async () => {
    const { client: first, email } = await site().newUser();
    const [second, third] = [await site().signedIn(email), await site().signedIn(email)];
    const signedIn = () => Promise.all([first, second, third].map(isSignedIn));

    expect((await third.auth.signOut({ scope: "local" })).error).toBeNull();
    expect(await signedIn()).toEqual([true, true, false]);
    expect((await first.auth.signOut({ scope: "others" })).error).toBeNull();
    expect(await signedIn()).toEqual([true, false, false]);
    const fourth = await site().signedIn(email);
    expect((await first.auth.signOut()).error).toBeNull();
    expect([await isSignedIn(first), await isSignedIn(fourth)]).toEqual([false, false]);
  });

  test("a sign-out touches nobody else, and an unknown scope nobody at all", async () => {
    const [mine, theirs] = [await site().newUser(), await site().newUser()];
    const { access_token: token } = await sessionOf(mine.client);
    for (const scope of ["everything", "", "Global"]) {
      expect((await site().post(`/logout?scope=${scope}`, {}, { token })).body.error_code).toBe("validation_failed");
    }
    expect(await isSignedIn(mine.client)).toBe(true);
    await mine.client.auth.signOut({ scope: "global" });
    expect(await isSignedIn(theirs.client)).toBe(true);
    const again = await site().call("/logout", { method: "POST", token });
    expect(again.status).toBe(403);
    expect(await again.json()).toMatchObject({ error_code: "session_not_found" });
  });

  test("no company signs in its own way here", async () => {
    const domain = await site().client().auth.signInWithSSO({ domain: "example.com" });
    expect(domain.error).toMatchObject({ status: 404, code: "sso_provider_not_found" });
    const provider = await site().client().auth.signInWithSSO({ providerId: crypto.randomUUID() });
    expect(provider.error).toMatchObject({ status: 404, code: "sso_provider_not_found" });
    expect(await site().post("/sso", {})).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
  });

  test("the settings say what a client may offer, to who has a key", async () => {
    const response = await site().call("/settings");
    expect(await response.json()).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
    expect((await site().call("/settings", { key: "" })).status).toBe(401);
    expect((await site().call("/settings", { key: "wrong" })).status).toBe(401);
  });

  test("health and keys are for everybody, and the keys have only their public half", async () => {
    const health = await site().call("/health", { key: "" });
    expect(await health.json()).toMatchObject({ name: "GoTrue" });
    const response = await site().call("/.well-known/jwks.json", { key: "" });
    expect(response.headers.get("Cache-Control")).toContain("max-age");
    expect(await response.json()).toEqual({
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          alg: "ES256",
          use: "sig",
          key_ops: ["verify"],
          kid: expect.any(String),
          x: expect.any(String),
          y: expect.any(String),
        },
      ],
    });
  });
});
