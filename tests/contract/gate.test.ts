import { createHash } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { fill } from "#content/format.ts";
import { en } from "#content/en/index.ts";
import { onAccounts } from "./harness.ts";
import { password } from "../password.ts";
import { sessionOf } from "../site.ts";

/** What changes how somebody signs in: who may, what is asked before it, and who is told. */
const { letters, changes } = en.mail.auth;

const subjectOf = (letter: keyof typeof letters) => fill(letters[letter].subject, { name: agency.name });

function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

onAccounts((site) => {
  /** Somebody with a second step, done in this session. */
  async function newSecuredUser() {
    const person = await site().newUser({ locale: "en" });
    const { data } = await person.client.auth.mfa.enroll({ factorType: "totp" });
    const factorId = data!.id;
    const { secret } = data!.totp;
    await person.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    return { ...person, factorId, secret };
  }

  async function as(client: SupabaseClient, method: string, path: string, body?: unknown) {
    const { access_token: token } = await sessionOf(client);
    const response = await site().call(path, { method, token, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (await response.json()) as any };
  }

  async function makeCodes(client: SupabaseClient): Promise<string[]> {
    return (await as(client, "POST", "/recovery_codes")).body.codes;
  }

  /** Their sign-in was longer ago than a proof is good for. */
  async function growOld(id: string) {
    await site().sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`;
  }

  async function subjectsTo(email: string) {
    await site().mailCount(email);
    return (await site().noticesTo(email)).map(({ subject }) => subject);
  }

  test("ten minutes after the sign-in nothing changes how somebody signs in, whatever is asked for", async () => {
    const { client, id, factorId } = await newSecuredUser();
    const { identity_id: identity } = (await client.auth.getUserIdentities()).data!.identities[0]!;
    await makeCodes(client);
    await growOld(id);
    const before = await site().sql`select * from auth.users where id = ${id}`;
    const asked: [string, string, unknown?][] = [
      ["PUT", "/user", { email: site().newEmail() }],
      ["PUT", "/user", { password: "another horse battery" }],
      ["POST", "/factors", { factor_type: "totp", friendly_name: "Another" }],
      ["DELETE", `/factors/${factorId}`],
      ["POST", "/recovery_codes"],
      ["GET", "/user/identities/authorize?provider=google"],
      ["DELETE", `/user/identities/${identity}`],
    ];
    for (const [method, path, body] of asked) {
      const answer = await as(client, method, path, body);
      expect([answer.status, answer.body.error_code], `${method} ${path}`).toEqual([400, "reauthentication_needed"]);
    }
    expect(await site().sql`select * from auth.users where id = ${id}`).toEqual(before);
    expect((await as(client, "GET", "/recovery_codes")).body).toMatchObject({ total: 10, left: 10 });
    // What is no way in is theirs to change at any time.
    expect((await as(client, "PUT", "/user", { data: { name: "Uxía" } })).status).toBe(200);
  });

  test("a new address can be asked for with the code of a mail too, once", async () => {
    const { client, id, email } = await site().newUser();
    await growOld(id);
    await client.auth.reauthenticate();
    const { code: nonce } = await site().mailTo(email);
    const change = (given: string) => as(client, "PUT", "/user", { email: site().newEmail(), nonce: given });
    expect((await change("000000")).body.error_code).toBe("reauthentication_not_valid");
    expect((await change(nonce)).status).toBe(200);
    expect((await change(nonce)).body.error_code).toBe("reauthentication_not_valid");
  });

  test("a new password is told to its owner, unless they have just shown that the address is theirs", async () => {
    const { client, id, email } = await site().newUser({ locale: "en" });
    const choose = async (secret: string) => expect((await as(client, "PUT", "/user", { password: secret })).status).toBe(200);
    await choose("another horse battery");
    expect(await subjectsTo(email)).toEqual([]);
    await site().sql`update auth.users set email_confirmed_at = now() - interval '11 minutes' where id = ${id}`;
    await choose("yet another horse battery");
    expect(await subjectsTo(email)).toEqual([subjectOf("changed")]);
    expect((await site().noticesTo(email))[0]!.text).toContain(changes.password);
  });

  test("an enrolment that was begun in time is finished", async () => {
    const { client, id } = await site().newUser();
    const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
    await growOld(id);
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret) });
    expect(error).toBeNull();
  });

  test("recovery codes are ten, different, and in the database as hashes alone", async () => {
    const { client, id } = await newSecuredUser();
    const codes = await makeCodes(client);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^\d{4} \d{4} \d{4}$/);
    const stored = JSON.stringify(await site().sql`select * from auth.recovery_codes where user_id = ${id}`);
    for (const code of codes) for (const form of [code, code.replaceAll(" ", "")]) expect(stored).not.toContain(form);
    const said = (await as(client, "GET", "/recovery_codes")).body;
    expect(said).toEqual({ total: 10, left: 10, created_at: expect.any(String) });
  });

  test("a recovery code opens once, as a code of the app does, and its owner hears of it", async () => {
    const { client, email, id, factorId } = await newSecuredUser();
    const [code, another] = (await makeCodes(client)) as [string, string];
    const lost = await site().signedIn(email);
    expect((await as(lost, "DELETE", `/factors/${factorId}`)).body.error_code).toBe("insufficient_aal");
    const verified = await as(lost, "POST", "/recovery_codes/verify", { code: code.replaceAll(" ", "-") });
    expect(verified.status).toBe(200);
    await lost.auth.setSession(verified.body);
    const { data: level } = await lost.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect(level!.currentAuthenticationMethods).toContainEqual(expect.objectContaining({ method: "recovery_code" }));

    const elsewhere = await site().signedIn(email);
    expect((await as(elsewhere, "POST", "/recovery_codes/verify", { code })).body.error_code).toBe("mfa_verification_failed");
    expect((await as(elsewhere, "POST", "/recovery_codes/verify", { code: another })).status).toBe(200);
    expect((await as(lost, "GET", "/recovery_codes")).body.left).toBe(8);
    expect((await subjectsTo(email)).filter((subject) => subject === subjectOf("recovery_code_used"))).toHaveLength(2);
    const log = await site().sql`select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_id' = ${id}`;
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["generate_recovery_codes", "recovery_code_used"]));
  });

  test("of many who use one code at once a single one gets in", async () => {
    const { client, email } = await newSecuredUser();
    const [code] = await makeCodes(client);
    const devices = await Promise.all([1, 2, 3, 4].map(() => site().signedIn(email)));
    const answers = await Promise.all(devices.map((device) => as(device, "POST", "/recovery_codes/verify", { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("new ones end the old, and the owner hears of it; nobody's are of use to another", async () => {
    const [mine, theirs] = [await newSecuredUser(), await newSecuredUser()];
    const [old] = await makeCodes(mine.client);
    // Of the first ones nobody is told: the letter about the second step is enough.
    expect(await subjectsTo(mine.email)).toHaveLength(1);
    const [fresh] = await makeCodes(mine.client);
    expect(await subjectsTo(mine.email)).toHaveLength(2);
    expect((await site().noticesTo(mine.email)).at(-1)!.text).toContain(changes.recoveryCodes);
    const lost = await site().signedIn(mine.email);
    expect((await as(lost, "POST", "/recovery_codes/verify", { code: old })).status).toBe(422);
    const other = await site().signedIn(theirs.email);
    expect((await as(other, "POST", "/recovery_codes/verify", { code: fresh })).status).toBe(422);
    expect((await as(lost, "POST", "/recovery_codes/verify", { code: fresh })).status).toBe(200);
  });

  test("codes are made with both steps done alone, and there are none without a second step", async () => {
    const { client } = await site().newUser();
    expect((await as(client, "POST", "/recovery_codes")).body.error_code).toBe("insufficient_aal");
    expect((await as(client, "POST", "/recovery_codes/verify", { code: "1234 5678 9012" })).body.error_code).toBe(
      "mfa_verification_failed",
    );
    expect((await as(client, "POST", "/recovery_codes/verify", {})).body.error_code).toBe("validation_failed");
  });

  test("the codes go with the last factor, whoever removes it, and the owner hears of it", async () => {
    const [mine, theirs] = [await newSecuredUser(), await newSecuredUser()];
    for (const { client } of [mine, theirs]) await makeCodes(client);
    await mine.client.auth.mfa.unenroll({ factorId: mine.factorId });
    await site().admin().auth.admin.mfa.deleteFactor({ userId: theirs.id, id: theirs.factorId });
    for (const { id, email } of [mine, theirs]) {
      expect(await site().sql`select from auth.recovery_codes where user_id = ${id}`).toEqual([]);
      await expect.poll(async () => (await site().noticesTo(email)).at(-1)?.text).toContain(changes.factorOff);
    }
  });

  test("guesses that are too many are told to the owner, once a day, and to nobody where there is no account", async () => {
    const { email } = await site().newUser({ locale: "en" });
    const guess = (address: string) => site().client().auth.signInWithPassword({ email: address, password: "not the password" });
    const nobody = site().newEmail();
    for (let tries = 0; tries < 13; tries++) await Promise.all([guess(email), guess(nobody)]);
    await expect.poll(() => subjectsTo(email)).toEqual([subjectOf("guesses")]);
    await site().sql`delete from public.rate_limits where started_at is not null and count > 10`;
    for (let tries = 0; tries < 12; tries++) await guess(email);
    expect(await subjectsTo(email)).toEqual([subjectOf("guesses")]);
    expect(await subjectsTo(nobody)).toEqual([]);
  });

  test("a recovery code may be guessed ten times, and the right one comes too late", async () => {
    const { client, email } = await newSecuredUser();
    const [code] = await makeCodes(client);
    const thief = await site().signedIn(email);
    const tries = async (given: string) => {
      const { access_token: token } = await sessionOf(thief);
      return (await site().call("/recovery_codes/verify", { method: "POST", token, body: JSON.stringify({ code: given }) })).status;
    };
    const statuses: number[] = [];
    for (let number = 0; number < 12; number++) statuses.push(await tries(`0000 0000 00${String(number).padStart(2, "0")}`));
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    expect(await tries(code!)).toBe(429);
  });

  test("a password that was typed in another browser is gone in the moment of the confirmation", async () => {
    const mark = "of the browser that registered";
    const registered_in = createHash("sha256").update(mark).digest("base64url");
    const opened: Record<string, unknown> = {};
    // A stranger may write into the account whatever they like: no mark is nobody's.
    const nothing = createHash("sha256").update("").digest("base64url");
    for (const [where, brought, stored] of [
      ["here", mark, registered_in],
      ["elsewhere", "another", registered_in],
      ["nowhere", "", nothing],
      ["in another client", undefined, registered_in],
    ] as const) {
      const email = site().newEmail();
      await site()
        .client("implicit")
        .auth.signUp({ email, password, options: { data: { registered_in: stored } } });
      const { tokenHash: token_hash } = await site().mailTo(email);
      const headers: Record<string, string> = brought === undefined ? {} : { "x-registered-in": brought };
      const verified = await site().post("/verify", { type: "signup", token_hash }, { headers });
      expect(verified.status).toBe(200);
      opened[where] = (await site().client().auth.signInWithPassword({ email, password })).error?.code ?? "opens";
    }
    expect(opened).toEqual({
      here: "opens",
      elsewhere: "invalid_credentials",
      nowhere: "invalid_credentials",
      "in another client": "opens",
    });
  });

  test("whom somebody with the secret key makes has the data that they were given, and no more", async () => {
    const { admin } = site().admin().auth;
    const signUp = await admin.generateLink({ type: "signup", email: site().newEmail(), password, options: { data: { name: "Uxía" } } });
    const invite = await admin.generateLink({ type: "invite", email: site().newEmail() });
    expect([signUp.data.user!.user_metadata, invite.data.user!.user_metadata]).toEqual([{ name: "Uxía" }, {}]);
  });

  test("what is asked for in no way that there is, or in two, is refused in GoTrue's words", async () => {
    expect((await site().post("/token?grant_type=magic", {})).body).toMatchObject({
      error_code: "invalid_credentials",
      msg: "unsupported_grant_type",
    });
    const both = await site().post("/sso", { domain: "example.com", provider_id: crypto.randomUUID() });
    expect([both.status, both.body.msg]).toEqual([400, "Only one of provider_id or domain supported"]);
    expect((await site().post("/sso", {})).body.msg).toBe("A provider_id or domain needs to be provided");
  });
});

onAccounts(
  (site) => {
    test("where sign-ups are closed people come by invitation, and nobody learns who has come", async () => {
      const [stranger, guest] = [site().newEmail(), site().newEmail()];
      const refused = await site().client().auth.signUp({ email: stranger, password });
      expect([refused.error?.status, refused.error?.code]).toEqual([422, "signup_disabled"]);
      const { error } = await site().admin().auth.admin.inviteUserByEmail(guest);
      expect(error).toBeNull();
      const { tokenHash: token_hash } = await site().mailTo(guest);
      expect((await site().client().auth.verifyOtp({ token_hash, type: "invite" })).error).toBeNull();
      // A link is for whoever has an account; for others the answer is the same, and no account is made.
      for (const email of [stranger, guest]) expect((await site().client().auth.signInWithOtp({ email })).error).toBeNull();
      expect(await site().mailCount(guest)).toBe(2);
      expect(await site().mailCount(stranger)).toBe(0);
      expect(await site().sql`select from auth.users where email = ${stranger}`).toEqual([]);
      expect(await (await site().call("/settings")).json()).toMatchObject({ disable_signup: true });
    });
  },
  { AUTH_SIGN_UPS: "closed" },
);
