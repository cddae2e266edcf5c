import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP, URI } from "otpauth";
import postgres from "postgres";
import QRCode from "qrcode";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { agency } from "#content/agency.ts";
import { onAccounts, testOnPostgres } from "./harness.ts";
import { password } from "../password.ts";

const nobodys = "7f9bb5f6-0000-4000-8000-000000000000";

/** The code of an authenticator app; a code opens once, so the next use takes the one of the next step. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Six digits that are certainly not a code of now. */
function wrongCodeOf(secret: string): string {
  const codes = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !codes.has(code))!;
}

async function enroll(client: SupabaseClient, friendlyName = "Phone") {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { factorId: data.id, ...data.totp };
}

async function challenge(client: SupabaseClient, factorId: string): Promise<string> {
  const { data, error } = await client.auth.mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
}

async function raise(client: SupabaseClient, { factorId, secret }: { factorId: string; secret: string }, steps = 0) {
  const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, steps) });
  if (error) throw error;
  return data;
}

async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session!.access_token;
}

async function levelOf(client: SupabaseClient) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return data && { current: data.currentLevel, next: data.nextLevel };
}

onAccounts(
  (site) => {
    async function signIn(email: string): Promise<SupabaseClient> {
      const client = site().client();
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      return client;
    }

    /** A user with a verified factor, at aal2. */
    async function newSecuredUser() {
      const person = await site().newUser();
      const factor = await enroll(person.client);
      await raise(person.client, factor);
      return { ...person, ...factor };
    }

    async function call(client: SupabaseClient, path: string, body: unknown = {}, headers: Record<string, string> = {}) {
      const token = await tokenOf(client);
      const response = await site().call(path, { method: "POST", token, headers, body: JSON.stringify(body) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    }

    test("a new factor comes with a secret, a link and a picture of the link", async () => {
      const { client, email } = await site().newUser();
      const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
      expect(error).toBeNull();
      expect(data).toMatchObject({ type: "totp", friendly_name: "Phone" });
      const { qr_code, secret, uri } = data!.totp;
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      const parsed = URI.parse(uri) as TOTP;
      expect(parsed).toMatchObject({ issuer: agency.name, label: email, algorithm: "SHA1", digits: 6, period: 30 });
      expect(parsed.secret.base32).toBe(secret);

      // As a browser reads it: up to the first #.
      const svg = await (await fetch(qr_code)).text();
      const { modules } = QRCode.create(uri, {});
      const side = modules.size + 8;
      const shown = await sharp(Buffer.from(svg)).resize(side, side, { kernel: "nearest" }).greyscale().raw().toBuffer();
      const drawn = Array.from({ length: modules.size ** 2 }, (_, i) => {
        const [row, column] = [Math.floor(i / modules.size), i % modules.size];
        return shown[(row + 4) * side + column + 4]! < 128 ? 1 : 0;
      });
      expect(drawn).toEqual([...modules.data]);
    });

    test("the app shows the name that the caller gives", async () => {
      const { client } = await site().newUser();
      const { data } = await client.auth.mfa.enroll({ factorType: "totp", issuer: "Outra: cousa & más" });
      expect((URI.parse(data!.totp.uri) as TOTP).issuer).toBe("Outra: cousa & más");
      expect(data!.friendly_name).toBe("");
    });

    test("an unverified factor changes nothing yet", async () => {
      const { client } = await site().newUser();
      const { factorId } = await enroll(client);
      const { data } = await client.auth.mfa.listFactors();
      expect(data).toMatchObject({ all: [{ id: factorId, status: "unverified", factor_type: "totp", friendly_name: "Phone" }], totp: [] });
      expect(JSON.stringify(data)).not.toContain("secret");
      await client.auth.refreshSession();
      expect(await levelOf(client)).toEqual({ current: "aal1", next: "aal1" });
    });

    test("a code raises the session to aal2, and a refresh keeps it there", async () => {
      const { client, id } = await site().newUser();
      const before = (await client.auth.getSession()).data.session!;
      const factor = await enroll(client);
      const asked = Date.now() / 1000;
      const { data: challenged } = await client.auth.mfa.challenge({ factorId: factor.factorId });
      expect(challenged).toMatchObject({ type: "totp" });
      expect(challenged!.expires_at).toBeGreaterThanOrEqual(Math.floor(asked) + 300);
      expect(challenged!.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 300);
      const { data, error } = await client.auth.mfa.verify({
        factorId: factor.factorId,
        challengeId: challenged!.id,
        code: codeOf(factor.secret),
      });
      expect(error).toBeNull();
      expect(data).toMatchObject({ token_type: "bearer", expires_in: 3600, user: { id, factors: [{ status: "verified" }] } });
      expect(data!.refresh_token).not.toBe(before.refresh_token);

      for (const isRefreshed of [false, true]) {
        if (isRefreshed) expect((await client.auth.refreshSession()).error).toBeNull();
        const { data: verified } = await client.auth.getClaims();
        expect(verified!.claims).toMatchObject({ sub: id, aal: "aal2", session_id: expect.any(String) });
        expect(verified!.claims.amr).toMatchObject([{ method: "totp" }, { method: "password" }]);
        expect(await levelOf(client)).toEqual({ current: "aal2", next: "aal2" });
      }
      const { data: listed } = await client.auth.mfa.listFactors();
      expect(listed!.totp).toMatchObject([{ id: factor.factorId, status: "verified", last_challenged_at: expect.any(String) }]);
    });

    test("the refresh token of before the code is over", async () => {
      const { client } = await site().newUser();
      const { refresh_token } = (await client.auth.getSession()).data.session!;
      await raise(client, await enroll(client));
      const { error } = await site().client().auth.refreshSession({ refresh_token });
      expect(error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
    });

    test("a sign-in elsewhere begins at aal1 and needs a code to go on", async () => {
      const { email, factorId, secret, client } = await newSecuredUser();
      const elsewhere = await signIn(email);
      expect(await levelOf(elsewhere)).toEqual({ current: "aal1", next: "aal2" });
      await raise(elsewhere, { factorId, secret }, 1);
      expect(await levelOf(elsewhere)).toEqual({ current: "aal2", next: "aal2" });
      expect((await client.auth.getUser()).error).toBeNull();
    });

    test("a code ends the user's sessions that have none, and nobody else's", async () => {
      const { email, client, ...factor } = await newSecuredUser();
      const [without, raised, other] = [await signIn(email), await signIn(email), await site().newUser()];
      await raise(raised, factor, 1);
      expect((await without.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
      expect((await client.auth.getUser()).error).toBeNull();
      expect((await raised.auth.getUser()).error).toBeNull();
      expect((await other.client.auth.getUser()).error).toBeNull();
    });

    test("a code makes the other enrolments void", async () => {
      const { client } = await site().newUser();
      await enroll(client, "Begun and left");
      const factor = await enroll(client);
      await raise(client, factor);
      const { data } = await client.auth.mfa.listFactors();
      expect(data!.all.map(({ id }) => id)).toEqual([factor.factorId]);
    });

    test("codes of the step before and of the next are accepted, others are not", async () => {
      const { client } = await site().newUser();
      const { factorId, secret } = await enroll(client);
      const challengeId = await challenge(client, factorId);
      for (const steps of [-3, 3]) {
        const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret, steps) });
        expect(error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
      }
      const left = 30 - ((Date.now() / 1000) % 30);
      if (left < 12) await pause(left * 1000 + 100);
      await raise(client, { factorId, secret }, -1);
      await raise(client, { factorId, secret }, 1);
    });

    test.each([
      ["phone", 422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"],
      ["webauthn", 422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn"],
      ["pigeon", 400, "validation_failed", "factor_type needs to be totp, phone, or webauthn"],
    ])("a factor of type %s is refused", async (factorType, status, code, message) => {
      const { client } = await site().newUser();
      const { error } = await client.auth.mfa.enroll({ factorType, phone: "+34600000000" } as never);
      expect(error).toMatchObject({ status, code, message });
    });

    test("a second factor is added only from aal2", async () => {
      const { email, client } = await newSecuredUser();
      const { error } = await (await signIn(email)).auth.mfa.enroll({ factorType: "totp", friendlyName: "Another" });
      expect(error).toMatchObject({ status: 403, code: "insufficient_aal", message: "AAL2 required to enroll a new factor" });
      await raise(client, await enroll(client, "Another"));
      expect((await client.auth.mfa.listFactors()).data!.totp).toHaveLength(2);
    });

    test("two factors of a user never have one name", async () => {
      const { client } = await site().newUser();
      const tries = await Promise.all(
        Array.from({ length: 5 }, () => call(client, "/factors", { factor_type: "totp", friendly_name: 'My "key"' })),
      );
      expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
      const { error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: 'My "key"' });
      expect(error).toMatchObject({
        status: 422,
        code: "mfa_factor_name_conflict",
        message: String.raw`A factor with the friendly name "My \"key\"" for this user already exists`,
      });
      await enroll((await site().newUser()).client, 'My "key"');

      await client.auth.mfa.enroll({ factorType: "totp" });
      const unnamed = await client.auth.mfa.enroll({ factorType: "totp" });
      expect(unnamed.error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
    });

    test("a user has ten factors at most", async () => {
      const { client } = await site().newUser();
      const tries = await Promise.all(
        Array.from({ length: 12 }, (_, i) => call(client, "/factors", { factor_type: "totp", friendly_name: `Key ${i}` })),
      );
      const refused = tries.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(2);
      expect(refused[0]).toMatchObject({
        status: 422,
        body: { error_code: "too_many_enrolled_mfa_factors", msg: "Maximum number of verified factors reached, unenroll to continue" },
      });
    });

    test("a factor of somebody else, or of nobody, is not found", async () => {
      const { factorId } = await newSecuredUser();
      const { client } = await site().newUser();
      const notFound = { status: 404, code: "mfa_factor_not_found", message: "Factor not found" };
      for (const id of [factorId, nobodys, "no-id"]) {
        expect((await client.auth.mfa.challenge({ factorId: id })).error).toMatchObject(notFound);
        expect((await client.auth.mfa.verify({ factorId: id, challengeId: nobodys, code: "123456" })).error).toMatchObject(notFound);
        expect((await client.auth.mfa.unenroll({ factorId: id })).error).toMatchObject(notFound);
      }
    });

    test("a wrong code is refused, and the challenge can be answered again", async () => {
      const { client } = await site().newUser();
      const { factorId, secret } = await enroll(client);
      const challengeId = await challenge(client, factorId);
      for (const code of [wrongCodeOf(secret), "12345", "1234567", "abcdef"]) {
        const { error } = await client.auth.mfa.verify({ factorId, challengeId, code });
        expect(error).toMatchObject({ status: 422, code: "mfa_verification_failed", message: "Invalid TOTP code entered" });
      }
      const empty = await client.auth.mfa.verify({ factorId, challengeId, code: "" });
      expect(empty.error).toMatchObject({ status: 400, code: "validation_failed", message: "Code needs to be non-empty" });
      expect(await levelOf(client)).toEqual({ current: "aal1", next: "aal1" });
      expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })).error).toBeNull();
    });

    test("a challenge must be one of this factor's", async () => {
      const { client } = await site().newUser();
      const [factor, other] = [await enroll(client), await enroll(client, "Another")];
      for (const challengeId of [nobodys, "no-id", await challenge(client, other.factorId)]) {
        const { error } = await client.auth.mfa.verify({ factorId: factor.factorId, challengeId, code: codeOf(factor.secret) });
        expect(error).toMatchObject({
          status: 422,
          code: "mfa_factor_not_found",
          message: "MFA factor with the provided challenge ID not found",
        });
      }
    });

    test("a challenge is answered from the address that asked for it", async () => {
      const { client } = await site().newUser();
      const { factorId, secret } = await enroll(client);
      const asked = await call(client, `/factors/${factorId}/challenge`, {}, { "X-Forwarded-For": "203.0.113.7" });
      const answer = { challenge_id: asked.body.id, code: codeOf(secret) };
      const elsewhere = await call(client, `/factors/${factorId}/verify`, answer, { "X-Forwarded-For": "203.0.113.8" });
      expect(elsewhere).toMatchObject({
        status: 422,
        body: { error_code: "mfa_ip_address_mismatch", msg: "Challenge and verify IP addresses mismatch." },
      });
      expect(await call(client, `/factors/${factorId}/verify`, answer, { "X-Forwarded-For": "203.0.113.7" })).toMatchObject({
        status: 200,
      });
    });

    test("an address that is none does no harm", async () => {
      const { client } = await site().newUser();
      const { factorId } = await enroll(client);
      for (const address of ["unknown", "203.0.113.7:4711", "fe80::1%eth0"]) {
        const asked = await call(client, `/factors/${factorId}/challenge`, {}, { "X-Forwarded-For": address });
        expect(asked).toMatchObject({ status: 200 });
      }
    });

    test("a code and a challenge open once", async () => {
      const { client } = await site().newUser();
      const { factorId, secret } = await enroll(client);
      const challengeId = await challenge(client, factorId);
      const code = codeOf(secret);
      expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
      const sameChallenge = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret, 1) });
      expect(sameChallenge.error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
      const sameCode = await client.auth.mfa.challengeAndVerify({ factorId, code });
      expect(sameCode.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
      await raise(client, { factorId, secret }, 1);
    });

    test.each(["one challenge each", "one challenge for all"])("20 parallel verifications of a code succeed once: %s", async (kind) => {
      const { client } = await site().newUser();
      const { factorId, secret } = await enroll(client);
      const token = await tokenOf(client);
      const first = await challenge(client, factorId);
      const ids = await Promise.all(Array.from({ length: 20 }, () => (kind.endsWith("all") ? first : challenge(client, factorId))));
      const code = codeOf(secret);
      const answers = await Promise.all(
        ids.map((id) =>
          site().call(`/factors/${factorId}/verify`, { method: "POST", token, body: JSON.stringify({ challenge_id: id, code }) }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => ![200, 422, 429].includes(status))).toEqual([]);
    });

    test("parallel verifications of two factors get in each other's way, not in a knot", async () => {
      const { client } = await site().newUser();
      const both = [await enroll(client), await enroll(client, "Another")];
      const ids = await Promise.all(both.map(({ factorId }) => challenge(client, factorId)));
      const answers = await Promise.all(
        both.map(({ factorId, secret }, i) => call(client, `/factors/${factorId}/verify`, { challenge_id: ids[i], code: codeOf(secret) })),
      );
      const [verified, refused] = answers.toSorted((a, b) => a.status - b.status);
      expect(verified!.status).toBe(200);
      expect([404, 422]).toContain(refused!.status);
    });

    // The embedded database has one session: nobody waits for another.
    testOnPostgres("a refresh at the same moment does not get into a knot with a code", async () => {
      const { client, id } = await site().newUser();
      const { factorId, secret } = await enroll(client);
      const challengeId = await challenge(client, factorId);
      const { refresh_token } = (await client.auth.getSession()).data.session!;
      const other = postgres(site().databaseUrl!, { max: 1 });
      onTestFinished(() => other.end());
      /** As many wait for somebody else's lock. */
      const waiting = async () => (await site().sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length;
      const { both } = await other.begin(async (transaction) => {
        // Both wait for the token, the refresh first in the line.
        await transaction`select 1 from auth.refresh_tokens where user_id = ${id} for update`;
        const refreshing = call(client, "/token?grant_type=refresh_token", { refresh_token });
        await expect.poll(waiting).toBe(1);
        const verifying = call(client, `/factors/${factorId}/verify`, { challenge_id: challengeId, code: codeOf(secret) });
        await expect.poll(waiting).toBe(2);
        return { both: Promise.all([refreshing, verifying]) };
      });
      const [refreshed, verified] = await both;
      expect(refreshed.status).toBe(200);
      expect(verified.status).toBe(200);
    });

    test("guesses are limited, and the right code comes too late after them", async () => {
      const { email, factorId, secret } = await newSecuredUser();
      const thief = await signIn(email);
      const challengeId = await challenge(thief, factorId);
      const guesses = await Promise.all(
        Array.from({ length: 12 }, () =>
          call(thief, `/factors/${factorId}/verify`, { challenge_id: challengeId, code: wrongCodeOf(secret) }),
        ),
      );
      expect(guesses.filter(({ status }) => status === 422)).toHaveLength(9);
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
      const { error } = await thief.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret, 1) });
      expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    });

    test("a verified factor is removed from aal2 only, and its sessions go back to aal1", async () => {
      const { client, email, factorId, secret } = await newSecuredUser();
      const elsewhere = await signIn(email);
      const refused = await elsewhere.auth.mfa.unenroll({ factorId });
      expect(refused.error).toMatchObject({
        status: 422,
        code: "insufficient_aal",
        message: "AAL2 required to unenroll verified factor",
      });
      await raise(elsewhere, { factorId, secret }, 1);

      const { data, error } = await client.auth.mfa.unenroll({ factorId });
      expect(error).toBeNull();
      expect(data).toEqual({ id: factorId });
      for (const one of [client, elsewhere]) {
        expect((await one.auth.refreshSession()).error).toBeNull();
        expect(await levelOf(one)).toEqual({ current: "aal1", next: "aal1" });
        expect((await one.auth.getClaims()).data!.claims.amr).not.toContainEqual(expect.objectContaining({ method: "totp" }));
      }
      expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    });

    test("without the factor that raised it a session is at aal1; with another it stays", async () => {
      const { client, factorId } = await newSecuredUser();
      const second = await enroll(client, "Another");
      await raise(client, second);
      expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
      await client.auth.refreshSession();
      expect(await levelOf(client)).toEqual({ current: "aal2", next: "aal2" });
      expect((await client.auth.mfa.unenroll({ factorId: second.factorId })).error).toBeNull();
      await client.auth.refreshSession();
      expect(await levelOf(client)).toEqual({ current: "aal1", next: "aal1" });
    });

    test("an unverified factor is removed from aal1", async () => {
      const { client } = await site().newUser();
      const { factorId } = await enroll(client);
      expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
      await enroll(client);
    });

    test("with a second factor, password and address change from aal2 only", async () => {
      const { client, email, factorId, secret } = await newSecuredUser();
      const elsewhere = await signIn(email);
      for (const change of [{ password: "another horse battery" }, { email: site().newEmail() }, { phone: "+34600000000" }]) {
        const { error } = await elsewhere.auth.updateUser(change);
        expect(error).toMatchObject({
          status: 401,
          code: "insufficient_aal",
          message: "AAL2 session is required to update email or password when MFA is enabled.",
        });
      }
      expect((await elsewhere.auth.updateUser({ data: { name: "Ana" } })).error).toBeNull();
      expect((await elsewhere.auth.updateUser({ email })).error).toBeNull();
      await raise(elsewhere, { factorId, secret }, 1);
      expect((await elsewhere.auth.updateUser({ password: "another horse battery" })).error).toBeNull();
      expect((await client.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    });

    test("nobody gets in without a token, and malformed input is the caller's fault", async () => {
      const { client } = await site().newUser();
      const { factorId } = await enroll(client);
      const paths = ["/factors", `/factors/${factorId}/challenge`, `/factors/${factorId}/verify`];
      for (const path of paths) expect((await site().call(path, { method: "POST", body: "{}" })).status).toBe(401);
      expect((await site().call(`/factors/${factorId}`, { method: "DELETE" })).status).toBe(401);

      const token = await tokenOf(client);
      const totp = { factor_type: "totp" };
      const bodies = [
        null,
        [],
        "text",
        1,
        { factor_type: 1 },
        { ...totp, friendly_name: {} },
        { ...totp, friendly_name: "a\0b" },
        { ...totp, friendly_name: crypto.randomUUID().repeat(200) },
        { ...totp, issuer: "x".repeat(5000) },
        { ...totp, issuer: "\ud800" },
        { challenge_id: {}, code: 123456 },
        { challenge_id: "\0", code: "\0" },
        { challenge_id: nobodys, code: "1".repeat(20_000) },
      ];
      for (const path of ["/factors", `/factors/${factorId}/verify`]) {
        for (const body of [...bodies.map((one) => JSON.stringify(one)), "{", ""]) {
          const response = await site().call(path, { method: "POST", token, body });
          expect([400, 422], `${path} ${body.slice(0, 80)}`).toContain(response.status);
          expect(await response.json()).toMatchObject({ code: response.status, error_code: expect.any(String), msg: expect.any(String) });
        }
      }
      const longest = { ...totp, issuer: "界".repeat(64), friendly_name: "界".repeat(255) };
      expect(await call(client, "/factors", longest)).toMatchObject({ status: 200 });
      expect((await site().call("/factors/%00", { method: "DELETE", token })).status).toBeGreaterThanOrEqual(400);
      expect((await site().call("/factors/%00", { method: "DELETE", token })).status).toBeLessThan(500);
    });

    test("a challenge lasts five minutes", async () => {
      const { client } = await site().newUser();
      const { factorId, secret } = await enroll(client);
      const challengeId = await challenge(client, factorId);
      await site().sql`update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = ${challengeId}`;
      const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) });
      expect(error).toMatchObject({
        status: 422,
        code: "mfa_challenge_expired",
        message: `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
      });
      await raise(client, { factorId, secret });
    });

    test("an enrolment that nobody went on with is over after ten minutes", async () => {
      const { client } = await site().newUser();
      const [left, challenged] = [await enroll(client, "Left"), await enroll(client, "Challenged")];
      await site()
        .sql`update auth.mfa_factors set created_at = now() - interval '9 minutes' where user_id = (select user_id from auth.mfa_factors where id = ${left.factorId})`;
      await challenge(client, challenged.factorId);
      await site()
        .sql`update auth.mfa_factors set created_at = now() - interval '11 minutes' where id in ${[left.factorId, challenged.factorId]}`;
      expect((await client.auth.mfa.challenge({ factorId: left.factorId })).error).toMatchObject({ status: 404 });
      await enroll(client, "Left");
      const conflict = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Challenged" });
      expect(conflict.error).toMatchObject({ code: "mfa_factor_name_conflict" });
      const { data } = await client.auth.mfa.listFactors();
      expect(data!.all.map(({ id }) => id)).not.toContain(left.factorId);
      await raise(client, challenged);
      await site().sql`update auth.mfa_factors set last_challenged_at = null where id = ${challenged.factorId}`;
      await raise(client, challenged, 1);
    });

    test("factors of kinds that are not enabled cannot be used", async () => {
      const { client, id } = await site().newUser();
      for (const [kind, message] of [
        ["phone", "MFA verification is disabled for Phone"],
        ["webauthn", "MFA verification is disabled for WebAuthn"],
      ] as const) {
        const [{ factorId } = { factorId: "" }] = await site().sql<{
          factorId: string;
        }>`insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, ${kind}, 'unverified') returning id as "factorId"`;
        const disabled = { status: 422, code: `mfa_${kind}_verify_not_enabled`, message };
        expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject(disabled);
        expect((await client.auth.mfa.verify({ factorId, challengeId: nobodys, code: "123456" })).error).toMatchObject(disabled);
        expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
      }
    });

    test("the database does not give the secret away, and remembers what happened", async () => {
      const { client, id, factorId, secret } = await newSecuredUser();
      const [stored] = await site().sql`select factor::text as row, factor.secret from auth.mfa_factors factor where id = ${factorId}`;
      const bytes = Buffer.from(stored!.secret, "base64url");
      const plain = Secret.fromBase32(secret);
      expect(stored!.row).not.toContain(secret);
      expect(stored!.row.toLowerCase()).not.toContain(plain.hex.toLowerCase());
      expect(bytes.includes(Buffer.from(plain.bytes)) || bytes.includes(secret)).toBe(false);

      await client.auth.mfa.unenroll({ factorId });
      const entries = await site()
        .sql`select payload from auth.audit_log_entries where payload ->> 'actor_id' = ${id} and payload -> 'traits' ->> 'factor_id' = ${factorId} order by created_at`;
      expect(entries.map(({ payload }) => payload.action)).toEqual([
        "factor_in_progress",
        "challenge_created",
        "verification_attempted",
        "factor_unenrolled",
      ]);
      expect(new Set(entries.map(({ payload }) => payload.log_type))).toEqual(new Set(["factor"]));
      expect(JSON.stringify(entries)).not.toContain(secret);
    });
  },
  { TRUST_PROXY: "1" },
);
