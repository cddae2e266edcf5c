import type { SupabaseClient, User } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { hashPassword } from "#backend/auth/passwords.ts";
import { onAccounts } from "./harness.ts";
import { password, passwordHash } from "../password.ts";

const nobody = "00000000-0000-4000-8000-000000000000";
const otherPassword = "another horse battery";
const emailTaken = { status: 422, code: "email_exists", message: "A user with this email address has already been registered" };
const notFound = { status: 404, code: "user_not_found", message: "User not found" };
/** What auth-js makes of an answer that says session_not_found. */
const noSession = { name: "AuthSessionMissingError" };
const badCredentials = { status: 400, code: "invalid_credentials" };

/** Opens the link as a browser would. */
async function open(link: string) {
  const response = await fetch(link, { redirect: "manual" });
  const target = new URL(response.headers.get("location")!);
  return { target, fragment: Object.fromEntries(new URLSearchParams(target.hash.slice(1))) };
}

onAccounts((site) => {
  const admin = () => site().admin().auth.admin;

  /** A user whom the administrator made, with the address confirmed. */
  async function made(more: object = {}): Promise<User & { email: string }> {
    const { data, error } = await admin().createUser({
      email: site().newEmail(),
      password_hash: passwordHash,
      email_confirm: true,
      ...more,
    });
    if (error) throw error;
    return data.user as User & { email: string };
  }

  async function signedIn(email: string, word = password): Promise<SupabaseClient> {
    const client = site().client();
    const { error } = await client.auth.signInWithPassword({ email, password: word });
    if (error) throw error;
    return client;
  }

  async function signInError(email: string, word = password) {
    return (await site().client().auth.signInWithPassword({ email, password: word })).error;
  }

  /** What the client would not send. */
  async function refusal(path: string, method: string, body?: unknown) {
    const { secretKey } = site().keys;
    const response = await site().call(path, {
      method,
      key: secretKey,
      token: secretKey,
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "X-Supabase-Api-Version": "2024-01-01" },
    });
    return { status: response.status, ...((await response.json()) as object) };
  }

  const createError = async (attributes: object) => (await admin().createUser(attributes)).error;
  const linkRefusal = (body: object) => refusal("/admin/generate_link", "POST", body);

  test("a user made by the administrator signs in at once", async () => {
    const email = site().newEmail();
    const { data, error } = await admin().createUser({
      email: ` ${email.toUpperCase()} `,
      password,
      email_confirm: true,
      user_metadata: { name: "Ana" },
      app_metadata: { role: "editor" },
      role: "authenticated",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      role: "authenticated",
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "email", providers: ["email"], role: "editor" },
      user_metadata: { name: "Ana", email_verified: true },
      identities: [{ provider: "email", identity_data: { email, sub: data.user!.id, email_verified: true } }],
    });
    const session = await (await signedIn(email)).auth.getSession();
    expect(decodeJwt(session.data.session!.access_token)).toMatchObject({
      sub: data.user!.id,
      email,
      app_metadata: { role: "editor" },
      user_metadata: { name: "Ana" },
    });
    expect(await site().mailCount(email)).toBe(0);
  });

  test("a user may be made with an id, with the hash of a password, banned, or with a number alone", async () => {
    const id = crypto.randomUUID();
    const { email } = await made({ id, password_hash: await hashPassword(otherPassword) });
    expect((await (await signedIn(email, otherPassword)).auth.getUser()).data.user?.id).toBe(id);

    const banned = await made({ ban_duration: "24h" });
    expect(Date.parse((banned as { banned_until?: string }).banned_until!)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await signInError(banned.email)).toMatchObject({ code: "user_banned" });

    const phone = `34${String(Math.random()).slice(2, 11)}`;
    const { data } = await admin().createUser({ phone: `+${phone}`, phone_confirm: true });
    expect(data.user).toMatchObject({ phone, email: "", app_metadata: { provider: "phone" }, identities: [{ provider: "phone" }] });
    expect((await admin().createUser({ phone })).error).toMatchObject({ status: 422, code: "phone_exists" });
  });

  test("who is not confirmed cannot sign in yet", async () => {
    const { email } = await made({ email_confirm: false });
    expect(await signInError(email)).toMatchObject({ code: "email_not_confirmed" });
  });

  test("a user without address, with a wrong or a taken one, or with a weak password is not made", async () => {
    const { email, id } = await made();
    expect(await createError({ password })).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "Cannot create a user without either an email or phone",
    });
    expect(await createError({ email: "not an address" })).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await createError({ email: email.toUpperCase() })).toMatchObject(emailTaken);
    expect(await createError({ email: site().newEmail(), id })).toMatchObject({ status: 422, code: "user_already_exists" });
    expect(await createError({ email: site().newEmail(), password: "short" })).toMatchObject({ status: 422, code: "weak_password" });
    for (const attributes of [
      { id: "7" },
      { id: "00000000-0000-0000-0000-000000000000" },
      { phone: "12 ab" },
      { ban_duration: "a while" },
      { password_hash: "$2a$10$abcdefghijklmnopqrstuuVWXYZ" },
      // A hash of four bytes, and one that would take all memory.
      { password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA" },
      { password_hash: (await hashPassword(password)).replace("m=19456", "m=4294967295") },
      { password, password_hash: await hashPassword(password) },
      { app_metadata: "admin" },
      { user_metadata: { name: "\ud800" } },
      { email_confirm: "yes" },
    ]) {
      expect(await createError({ email: site().newEmail(), ...attributes }), JSON.stringify(attributes)).toMatchObject({
        status: 400,
        code: "validation_failed",
      });
    }
    const deep = `{"email":"${site().newEmail()}","user_metadata":{"a":${"[".repeat(9000)}${"]".repeat(9000)}}}`;
    expect(await refusal("/admin/users", "POST", deep)).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await refusal("/admin/users", "POST", null)).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("eight that make the same user at once make one", async () => {
    const email = site().newEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin().createUser({ email, password, email_confirm: true })));
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    for (const { error } of answers) if (error) expect(error).toMatchObject(emailTaken);
  });

  test("the users come page by page, the newest first", async () => {
    const people: string[] = [];
    for (let count = 0; count < 7; count++) people.unshift((await made()).id);
    const first = await admin().listUsers({ page: 1, perPage: 3 });
    const { total } = first.data as { total: number };
    const lastPage = Math.ceil(total / 3);
    expect(first.data).toMatchObject({ aud: "authenticated", nextPage: 2, total: expect.any(Number) });
    const second = await admin().listUsers({ page: 2, perPage: 3 });
    const third = await admin().listUsers({ page: 3, perPage: 3 });
    const listed = [first, second, third].flatMap(({ data }) => data.users as User[]);
    expect(listed.slice(0, 7).map(({ id }) => id)).toEqual(people);
    expect(listed[0]).toEqual((await admin().getUserById(people[0]!)).data.user);
    expect(listed[0]!.identities).toMatchObject([{ provider: "email", user_id: people[0] }]);

    const { secretKey } = site().keys;
    const page = async (query: string) => site().call(`/admin/users?${query}`, { key: secretKey, token: secretKey });
    const middle = await page("page=2&per_page=3");
    expect(middle.headers.get("x-total-count")).toBe(String(total));
    expect(middle.headers.get("link")).toBe(
      `</admin/users?page=3&per_page=3>; rel="next", </admin/users?page=${lastPage}&per_page=3>; rel="last"`,
    );
    const last = await page(`page=${lastPage}&per_page=3`);
    expect(last.headers.get("link")).toBe(`</admin/users?page=${lastPage}&per_page=3>; rel="last"`);
    expect(((await last.json()) as { users: User[] }).users).toHaveLength(total % 3 || 3);
    const beyond = await admin().listUsers({ page: 1_000_000, perPage: 1000 });
    expect(beyond.data).toMatchObject({ users: [], nextPage: null, total });
    expect((await admin().listUsers()).data.users.length).toBe(Math.min(50, total));
  });

  test.each(["page=0", "page=-1", "page=x", "page=1e3", "per_page=0", "per_page=1001", "page=99999999999999999999"])(
    "wrong pages are refused: %s",
    async (query) => {
      expect(await refusal(`/admin/users?${query}`, "GET")).toMatchObject({
        status: 400,
        code: "validation_failed",
        message: "Bad Pagination Parameters",
      });
    },
  );

  test("a user is found by id, and no other is", async () => {
    const { id, email } = await made();
    expect((await admin().getUserById(id)).data.user).toMatchObject({ id, email });
    expect((await admin().getUserById(nobody)).error).toMatchObject(notFound);
    expect((await admin().updateUserById(nobody, { password })).error).toMatchObject(notFound);
    expect((await admin().deleteUser(nobody)).error).toMatchObject(notFound);
    for (const method of ["GET", "PUT", "DELETE"]) {
      expect(await refusal("/admin/users/7", method, method === "GET" ? undefined : {})).toMatchObject({
        status: 404,
        code: "validation_failed",
        message: "user_id must be an UUID",
      });
      expect(await refusal(`/admin/users/${nobody}`, method, method === "GET" ? undefined : {})).toMatchObject(notFound);
    }
  });

  test("data of a user is merged, and null takes a value away", async () => {
    const { id } = await made({ user_metadata: { name: "Ana", town: "Lugo" }, app_metadata: { role: "editor", plan: "a" } });
    const { data } = await admin().updateUserById(id, {
      user_metadata: { town: null, language: "gl" },
      app_metadata: { role: null, plan: "b" },
      role: "reviewer",
    });
    expect(data.user).toMatchObject({ role: "reviewer" });
    expect(data.user!.user_metadata).toEqual({ name: "Ana", language: "gl", email_verified: true });
    expect(data.user!.app_metadata).toEqual({ provider: "email", providers: ["email"], plan: "b" });
    expect((await admin().getUserById(id)).data.user).toEqual(data.user);
  });

  test("a new password ends all sessions", async () => {
    const { id, email } = await made();
    const client = await signedIn(email);
    expect((await admin().updateUserById(id, { password: "short" })).error).toMatchObject({ code: "weak_password" });
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await admin().updateUserById(id, { password: otherPassword })).error).toBeNull();
    expect((await client.auth.getUser()).error).toMatchObject(noSession);
    expect(await signInError(email)).toMatchObject(badCredentials);
    expect(await signInError(email, otherPassword)).toBeNull();
  });

  test("a new address is one to sign in with; what was mailed to the old one is void", async () => {
    const { id, email } = await made();
    const other = await made();
    const newEmail = site().newEmail();
    const link = await admin().generateLink({ type: "recovery", email });
    expect((await admin().updateUserById(id, { email: other.email })).error).toMatchObject(emailTaken);
    expect((await admin().updateUserById(id, { email: "nowhere" })).error).toMatchObject({ status: 400, code: "validation_failed" });
    expect((await admin().updateUserById(id, { email: newEmail, email_confirm: true })).data.user).toMatchObject({
      email: newEmail,
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email: newEmail, email_verified: true } }],
    });
    expect(await signInError(email)).toMatchObject(badCredentials);
    expect(await signInError(newEmail)).toBeNull();
    const verified = await site().client().auth.verifyOtp({ type: "recovery", token_hash: link.data.properties!.hashed_token });
    expect(verified.error).toMatchObject({ code: "otp_expired" });
    expect((await admin().createUser({ email })).error).toBeNull();
  });

  test("two users who are given one address at once do not both get it", async () => {
    const [one, other, email] = [await made(), await made(), site().newEmail()];
    const answers = await Promise.all([one, other].map(({ id }) => admin().updateUserById(id, { email })));
    expect(answers.map(({ error }) => error?.code ?? "changed").toSorted()).toEqual(["changed", "email_exists"]);
  });

  test("the administrator can confirm an address", async () => {
    const email = site().newEmail();
    const { data } = await site().client().auth.signUp({ email, password });
    expect(await signInError(email)).toMatchObject({ code: "email_not_confirmed" });
    const { data: confirmed } = await admin().updateUserById(data.user!.id, { email_confirm: true });
    expect(confirmed.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      identities: [{ identity_data: { email_verified: true } }],
    });
    expect(await signInError(email)).toBeNull();
  });

  test("who is banned is out, until the ban is lifted", async () => {
    const { id, email } = await made();
    const client = await signedIn(email);
    const { refresh_token } = (await client.auth.getSession()).data.session!;
    const asked = Date.now();
    expect((await admin().updateUserById(id, { ban_duration: "1h30m" })).error).toBeNull();
    const { banned_until } = (await admin().getUserById(id)).data.user as { banned_until?: string };
    const began = Date.parse(banned_until!) - 90 * 60_000;
    expect(began).toSatisfy((time: number) => time >= asked - 1000 && time <= Date.now() + 1000);

    expect(await signInError(email)).toMatchObject({ status: 400, code: "user_banned" });
    expect((await client.auth.getUser()).error).toMatchObject(noSession);
    expect((await site().client().auth.refreshSession({ refresh_token })).error).toMatchObject({ status: 400 });
    const link = await admin().generateLink({ type: "magiclink", email });
    const verified = await site().client().auth.verifyOtp({ type: "magiclink", token_hash: link.data.properties!.hashed_token });
    expect(verified.error).toMatchObject({ code: "user_banned" });

    expect((await admin().updateUserById(id, { ban_duration: "none" })).error).toBeNull();
    expect((await admin().getUserById(id)).data.user).not.toHaveProperty("banned_until");
    expect(await signInError(email)).toBeNull();
    expect((await site().client().auth.refreshSession({ refresh_token })).error).toMatchObject({ status: 400 });
  });

  test.each(["a while", "24", "1d", "-", "h", "1h30", "1 h", "9999999h"])("a ban needs a duration: %s", async (ban_duration) => {
    const { id, email } = await made();
    expect((await admin().updateUserById(id, { ban_duration })).error).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: expect.stringMatching(/^invalid format for ban duration: /),
    });
    expect(await signInError(email)).toBeNull();
  });

  test.each(["876000h", "1.5h", "300ms500us"])("durations are Go's: %s", async (ban_duration) => {
    const { id } = await made();
    expect((await admin().updateUserById(id, { ban_duration })).error).toBeNull();
  });

  test("a deleted user is gone, with everything", async () => {
    const { id, email } = await made();
    const client = await signedIn(email);
    const { refresh_token } = (await client.auth.getSession()).data.session!;
    const link = await admin().generateLink({ type: "magiclink", email });
    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error).toMatchObject(notFound);
    expect((await admin().deleteUser(id)).error).toMatchObject(notFound);
    expect(await signInError(email)).toMatchObject(badCredentials);
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: "user_not_found" });
    expect((await site().client().auth.refreshSession({ refresh_token })).error).toMatchObject({ code: "refresh_token_not_found" });
    const verified = await site().client().auth.verifyOtp({ type: "magiclink", token_hash: link.data.properties!.hashed_token });
    expect(verified.error).toMatchObject({ code: "otp_expired" });
    expect((await admin().createUser({ email, password })).error).toBeNull();
  });

  test("who is deleted softly leaves an id without a person", async () => {
    const { id, email } = await made({ user_metadata: { name: "Ana" }, app_metadata: { role: "editor" } });
    const client = await signedIn(email);
    const { refresh_token } = (await client.auth.getSession()).data.session!;
    const link = await admin().generateLink({ type: "magiclink", email });
    expect(await refusal(`/admin/users/${id}`, "DELETE", { should_soft_delete: "yes" })).toMatchObject({ code: "validation_failed" });
    expect(await refusal(`/admin/users/${id}`, "DELETE", { should_soft_delete: true })).toEqual({ status: 200 });

    const { user } = (await admin().getUserById(id)).data;
    expect(user).toMatchObject({ id, deleted_at: expect.any(String), app_metadata: {}, user_metadata: {} });
    expect(JSON.stringify(user)).not.toMatch(/@|Ana|editor/);
    expect(await signInError(email)).toMatchObject(badCredentials);
    expect(await signInError(user!.email!)).toMatchObject(badCredentials);
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403 });
    expect((await site().client().auth.refreshSession({ refresh_token })).error).toMatchObject({ status: 400 });
    const verified = await site().client().auth.verifyOtp({ type: "magiclink", token_hash: link.data.properties!.hashed_token });
    expect(verified.error).toMatchObject({ code: "otp_expired" });
    expect((await site().client().auth.resetPasswordForEmail(email)).error).toBeNull();
    expect(await site().mailCount(email)).toBe(0);
    expect((await admin().updateUserById(id, { email })).error).toMatchObject(notFound);

    expect((await admin().createUser({ email, password, email_confirm: true })).data.user?.id).not.toBe(id);
    expect(await signInError(email)).toBeNull();
    expect((await admin().deleteUser(id, true)).error).toBeNull();
    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error).toMatchObject(notFound);
  });

  test("a code of who was deleted softly opens nothing", async () => {
    const email = site().newEmail();
    const client = site().client("pkce");
    const { data } = await client.auth.signUp({ email, password, options: { emailRedirectTo: `${site().url}/account` } });
    const { tokenHash } = await site().mailTo(email);
    const opened = await site().call(`/verify?type=signup&token=${tokenHash}&redirect_to=/account`, { key: "" });
    const code = new URL(opened.headers.get("location")!).searchParams.get("code")!;
    expect(code).toBeTruthy();
    await admin().deleteUser(data.user!.id, true);
    expect((await client.auth.exchangeCodeForSession(code)).error).toMatchObject({ status: 404, code: "flow_state_not_found" });
  });

  test("an invited person opens the account from a mail in their language", async () => {
    const email = site().newEmail();
    const invited = await admin().inviteUserByEmail(email, { data: { locale: "gl", name: "Ana" }, redirectTo: `${site().url}/gl/account` });
    expect(invited.error).toBeNull();
    expect(invited.data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { name: "Ana" } });
    const { link, tokenHash } = await site().mailTo(email);
    expect(link.pathname).toBe("/gl/confirm");
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ type: "invite", next: "/gl/account" });
    const client = site().client();
    const { data, error } = await client.auth.verifyOtp({ type: "invite", token_hash: tokenHash });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { name: "Ana", email_verified: true } });
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    expect(await signInError(email)).toBeNull();
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject(emailTaken);
    expect(await site().mailCount(email)).toBeLessThan(3);
  });

  test("an invitation opens the account for the invited, not for who signed up with their address", async () => {
    const email = site().newEmail();
    await site()
      .client()
      .auth.signUp({ email, password: otherPassword, options: { data: { name: "Mallory" } } });
    const { count, tokenHash: earlier } = await site().mailTo(email);
    expect((await admin().inviteUserByEmail(email, { data: { name: "Ana", email: "other@example.com" } })).error).toBeNull();
    const { tokenHash } = await site().mailTo(email, count);
    expect((await site().client().auth.verifyOtp({ type: "signup", token_hash: earlier })).error).toMatchObject({ code: "otp_expired" });
    const { data } = await site().client().auth.verifyOtp({ type: "invite", token_hash: tokenHash });
    expect(data.user).toMatchObject({ email, user_metadata: { name: "Ana", email } });
    expect(await signInError(email, otherPassword)).toMatchObject(badCredentials);
  });

  test("an invitation needs an address", async () => {
    expect((await admin().inviteUserByEmail("nobody")).error).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await refusal("/invite", "POST", {})).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await refusal("/invite", "POST", { email: site().newEmail(), data: 7 })).toMatchObject({
      status: 400,
      code: "validation_failed",
    });
  });

  test.each(["signup", "invite", "magiclink", "recovery"] as const)("a link of type %s works once, and no mail is sent", async (type) => {
    const isNew = type === "signup" || type === "invite";
    const known = isNew ? undefined : await made();
    const email = known?.email ?? site().newEmail();
    const redirectTo = `${site().url}/gl/account?from=link`;
    const generate = () =>
      admin().generateLink({ type: type as "signup", email, password, options: { redirectTo, data: { name: "Ana" } } });
    const { data, error } = await generate();
    expect(error).toBeNull();
    const { action_link, hashed_token, ...rest } = data.properties!;
    expect(rest).toEqual({ email_otp: expect.stringMatching(/^\d{6}$/), redirect_to: redirectTo, verification_type: type });
    expect(data.user).toMatchObject({ email, id: known?.id ?? expect.any(String) });
    expect(action_link).toBe(
      `${site().url}/auth/v1/verify?token=${hashed_token}&type=${type}&redirect_to=${encodeURIComponent(redirectTo)}`,
    );

    const { target, fragment } = await open(action_link);
    expect(target.href.split("#")[0]).toBe(redirectTo);
    expect(fragment).toMatchObject({ access_token: expect.any(String), type });
    const { data: who } = await site().client().auth.getUser(fragment.access_token!);
    expect(who.user).toMatchObject({ id: data.user!.id, email, email_confirmed_at: expect.any(String) });
    expect((await open(action_link)).fragment).toMatchObject({ error_code: "otp_expired" });
    expect(await site().mailCount(email)).toBe(0);

    if (isNew) expect((await generate()).error).toMatchObject(emailTaken);
    if (type === "signup") expect(await signInError(email)).toBeNull();
  });

  test("what a link brings can also be given to verifyOtp: the token, or the code", async () => {
    const { email } = await made();
    const byToken = (await admin().generateLink({ type: "magiclink", email })).data.properties!;
    const verify = () => site().client().auth.verifyOtp({ type: "magiclink", token_hash: byToken.hashed_token });
    expect((await verify()).data.user).toMatchObject({ email });
    expect((await verify()).error).toMatchObject({ code: "otp_expired" });
    const byCode = (await admin().generateLink({ type: "recovery", email })).data.properties!;
    const verifyCode = () => site().client().auth.verifyOtp({ type: "recovery", email, token: byCode.email_otp });
    expect((await verifyCode()).data.user).toMatchObject({ email });
    expect((await verifyCode()).error).toMatchObject({ code: "otp_expired" });
  });

  test("a magic link for an unknown address signs up; a new link voids the one before", async () => {
    const email = site().newEmail();
    const redirectTo = `${site().url}/account`;
    const first = await admin().generateLink({ type: "magiclink", email, options: { redirectTo } });
    expect(first.data.properties).toMatchObject({ verification_type: "signup" });
    const second = await admin().generateLink({ type: "signup", email, password, options: { redirectTo, data: { name: "Ana" } } });
    expect(second.data.user).toMatchObject({ id: first.data.user!.id, user_metadata: { name: "Ana" } });
    expect((await open(first.data.properties!.action_link)).fragment).toMatchObject({ error_code: "otp_expired" });
    expect((await open(second.data.properties!.action_link)).fragment).toHaveProperty("access_token");
  });

  test("a change of address needs both links", async () => {
    const { id, email } = await made();
    const newEmail = site().newEmail();
    const generate = (type: "email_change_current" | "email_change_new", to = newEmail) =>
      admin().generateLink({ type, email, newEmail: to, options: { redirectTo: `${site().url}/account` } });
    const stale = await generate("email_change_current", site().newEmail());
    const toNew = await generate("email_change_new");
    expect(toNew.data.user).toMatchObject({ email, new_email: newEmail });
    expect(toNew.data.properties).toMatchObject({ verification_type: "email_change_new" });
    expect((await open(stale.data.properties!.action_link)).fragment).toMatchObject({ error_code: "otp_expired" });
    const toCurrent = await generate("email_change_current");

    expect((await open(toNew.data.properties!.action_link)).fragment).toHaveProperty("message");
    expect((await admin().getUserById(id)).data.user).toMatchObject({ email });
    const { data, error } = await site()
      .client()
      .auth.verifyOtp({ type: "email_change", token_hash: toCurrent.data.properties!.hashed_token });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email: newEmail, identities: [{ identity_data: { email: newEmail } }] });
    expect(await site().mailCount(email)).toBe(0);
    expect(await site().mailCount(newEmail)).toBe(0);
  });

  test("links are not made for nobody, nor without what they need", async () => {
    const [{ email }, other, unknown] = [await made(), await made(), site().newEmail()];
    expect(await linkRefusal({ type: "x", email })).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "Invalid email action link type requested: x",
    });
    expect(await linkRefusal({ email })).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await linkRefusal({ type: "magiclink" })).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await linkRefusal({ type: "signup", email: unknown })).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "Signup requires a valid password",
    });
    expect(await linkRefusal({ type: "signup", email: unknown, password: "short" })).toMatchObject({ status: 422, code: "weak_password" });
    for (const type of ["recovery", "email_change_current", "email_change_new"]) {
      expect(await linkRefusal({ type, email: unknown, new_email: site().newEmail() })).toMatchObject({
        status: 404,
        code: "user_not_found",
        message: "User with this email not found",
      });
    }
    expect(await linkRefusal({ type: "email_change_new", email })).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await linkRefusal({ type: "email_change_new", email, new_email: other.email })).toMatchObject(emailTaken);
    const elsewhere = await admin().generateLink({ type: "magiclink", email, options: { redirectTo: "https://evil.example/" } });
    expect(elsewhere.data.properties!.redirect_to).toBe(site().url);
  });

  test("eight that make a sign-up link for one address at once make one user", async () => {
    const email = site().newEmail();
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin().generateLink({ type: "signup", email, password })));
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1);
  });

  test("the administrator signs a user out by their token", async () => {
    const { email } = await made();
    const [one, other] = [await signedIn(email), await signedIn(email)];
    const { access_token } = (await one.auth.getSession()).data.session!;
    expect((await admin().signOut(access_token, "others")).error).toBeNull();
    expect((await one.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error).toMatchObject(noSession);
    expect((await admin().signOut(access_token)).error).toBeNull();
    expect((await admin().signOut(access_token)).error).toMatchObject(noSession);
    expect((await admin().signOut("no.such.token")).error).toMatchObject({ status: 403, code: "bad_jwt" });
  });

  test("a user's factors are listed and deleted, and with them what they raised", async () => {
    const { id: userId, email } = await made();
    const client = await signedIn(email);
    const { access_token } = (await client.auth.getSession()).data.session!;
    const { session_id } = decodeJwt(access_token) as { session_id: string };
    const [{ id } = { id: "" }] = await site().sql<{ id: string }>`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
      values (${userId}, 'phone', 'totp', 'verified', 's3cret') returning id`;
    await site().sql`update auth.sessions set aal = 'aal2', factor_id = ${id} where id = ${session_id}`;
    await site().sql`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session_id}, 'totp')`;
    expect(decodeJwt((await client.auth.refreshSession()).data.session!.access_token)).toMatchObject({ aal: "aal2" });

    const factor = { id, friendly_name: "phone", factor_type: "totp", status: "verified" };
    const { data } = await admin().mfa.listFactors({ userId });
    expect(data!.factors).toMatchObject([factor]);
    expect(JSON.stringify(data)).not.toContain("s3cret");
    expect((await admin().listUsers({ page: 1, perPage: 1 })).data.users[0]).toMatchObject({ id: userId, factors: [factor] });

    const other = await made();
    expect((await admin().mfa.deleteFactor({ userId: other.id, id })).error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    expect((await admin().mfa.deleteFactor({ userId, id })).data).toMatchObject({ data: factor });
    expect((await admin().mfa.deleteFactor({ userId, id })).error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    const claims = decodeJwt((await client.auth.refreshSession()).data.session!.access_token);
    expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
    expect((await admin().mfa.listFactors({ userId })).data!.factors).toEqual([]);
  });

  test("factors of nobody are not found", async () => {
    const { id: userId } = await made();
    expect((await admin().mfa.listFactors({ userId })).data).toEqual({ factors: [] });
    expect((await admin().mfa.listFactors({ userId: nobody })).error).toMatchObject(notFound);
    expect((await admin().mfa.deleteFactor({ userId: nobody, id: nobody })).error).toMatchObject(notFound);
    expect((await admin().mfa.deleteFactor({ userId, id: nobody })).error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    expect(await refusal(`/admin/users/${userId}/factors/7`, "DELETE")).toMatchObject({ status: 404, code: "validation_failed" });
  });

  test("what the administrator does is written down", async () => {
    const { id, email } = await made();
    await admin().updateUserById(id, { user_metadata: { name: "Ana" } });
    await admin().deleteUser(id, true);
    await admin().deleteUser(id, true);
    const { data } = await admin().inviteUserByEmail(site().newEmail());
    const entries = await site().sql`
      select payload from auth.audit_log_entries
      where payload -> 'traits' ->> 'user_id' in ${[id, data.user!.id]} order by created_at`;
    expect(entries.map(({ payload }) => payload.action)).toEqual(["user_signedup", "user_modified", "user_deleted", "user_invited"]);
    expect(entries[0]!.payload).toMatchObject({ actor_username: "service_role", traits: { user_id: id, user_email: email } });
  });

  test("without the secret key nothing of this is possible", async () => {
    const { id, email } = await made({ app_metadata: { role: "admin" } });
    const client = await signedIn(email);
    const { access_token } = (await client.auth.getSession()).data.session!;
    const { publishableKey, secretKey } = site().keys;
    const before = (await admin().getUserById(id)).data.user;
    const { total } = (await admin().listUsers()).data as { total: number };
    const newcomer = site().newEmail();
    const calls: [method: string, path: string, body?: object][] = [
      ["POST", "/invite", { email: newcomer }],
      ["POST", "/admin/users", { email: newcomer, password, email_confirm: true }],
      ["GET", "/admin/users"],
      ["GET", `/admin/users/${id}`],
      ["PUT", `/admin/users/${id}`, { app_metadata: { role: "owner" }, password: otherPassword }],
      ["DELETE", `/admin/users/${id}`, {}],
      ["POST", "/admin/generate_link", { type: "signup", email: newcomer, password }],
      ["GET", `/admin/users/${id}/factors`],
      ["DELETE", `/admin/users/${id}/factors/${nobody}`],
    ];
    const notAdmin = { status: 403, error_code: "not_admin" };
    const noAuthorization = { status: 401, error_code: "no_authorization" };
    for (const [method, path, body] of calls) {
      const answer = async (key: string, token: string) => {
        const response = await site().call(path, { method, key, token, body: body && JSON.stringify(body) });
        return { status: response.status, ...((await response.json()) as object) };
      };
      const call = `${method} ${path}`;
      expect(await answer(publishableKey, publishableKey), call).toMatchObject(notAdmin);
      expect(await answer(publishableKey, access_token), call).toMatchObject(notAdmin);
      expect(await answer(secretKey, access_token), call).toMatchObject(notAdmin);
      expect(await answer(publishableKey, secretKey), call).toMatchObject({ status: 403 });
      expect(await answer(publishableKey, `${access_token.slice(0, -4)}AAAA`), call).toMatchObject({ status: 403, error_code: "bad_jwt" });
      expect(await answer(publishableKey, ""), call).toMatchObject(noAuthorization);
      expect(await answer("", ""), call).toMatchObject(noAuthorization);
      expect(await answer("sb_secret_wrong", "sb_secret_wrong"), call).toMatchObject(noAuthorization);
    }
    for (const { auth } of [site().client(), client]) {
      expect((await auth.admin.listUsers()).error).toMatchObject({ status: 403, code: "not_admin" });
      expect((await auth.admin.deleteUser(id)).error).toMatchObject({ status: 403, code: "not_admin" });
    }
    expect((await admin().getUserById(id)).data.user).toEqual(before);
    expect(((await admin().listUsers()).data as { total: number }).total).toBe(total);
    expect(await site().mailCount(newcomer)).toBe(0);
  });
});
