import type { SupabaseClient } from "@supabase/supabase-js";
import { createRemoteJWKSet, decodeJwt, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { onAccounts } from "./harness.ts";
import { sessionOf } from "../site.ts";
import { password } from "../password.ts";

onAccounts((site) => {
  const refresh = (refresh_token: string) => site().post("/token?grant_type=refresh_token", { refresh_token });

  test("the right password opens a session", async () => {
    const { email, id } = await site().newUser({ name: "Ana" });
    const { data, error } = await site().client().auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email, user_metadata: { name: "Ana" } });
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(Date.parse(data.user!.last_sign_in_at!)).toBeGreaterThan(Date.now() - 60_000);
  });

  test("a wrong password, no password and an unknown address are refused alike", async () => {
    const { email } = await site().newUser();
    const answers = await Promise.all([
      site().post("/token?grant_type=password", { email, password: "not the password" }),
      site().post("/token?grant_type=password", { email }),
      site().post("/token?grant_type=password", { email, password: "" }),
      site().post("/token?grant_type=password", { email: site().newEmail(), password }),
      site().post("/token?grant_type=password", { email: "nonsense", password }),
    ]);
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" },
      });
    }
  });

  test("somebody who has only ever come by mail has no password, not even the empty one", async () => {
    const email = site().newEmail();
    await site().client().auth.signInWithOtp({ email });
    await site()
      .client()
      .auth.verifyOtp({ email, token: (await site().mailTo(email)).code, type: "email" });
    for (const tried of ["", "null", "undefined"]) {
      const { body } = await site().post("/token?grant_type=password", { email, password: tried });
      expect(body.error_code).toBe("invalid_credentials");
    }
  });

  test("a sign-in needs an address, by mail and not by phone", async () => {
    const none = await site().post("/token?grant_type=password", { password });
    expect(none).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
    const both = await site().post("/token?grant_type=password", { email: site().newEmail(), phone: "+34600000000", password });
    expect(both).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
    const phone = await site().client().auth.signInWithPassword({ phone: "+34600000000", password });
    expect(phone.error).toMatchObject({ status: 400, code: "phone_provider_disabled" });
  });

  test("who is banned neither signs in nor refreshes nor is read, until the ban is over", async () => {
    const { client, email, id } = await site().newUser();
    const { refresh_token, access_token } = await sessionOf(client);
    await client.auth.signInWithOtp({ email });
    const { tokenHash } = await site().mailTo(email);
    await site().sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
    const signIn = await site().client().auth.signInWithPassword({ email, password });
    expect(signIn.error).toMatchObject({ status: 400, code: "user_banned" });
    expect(await refresh(refresh_token)).toMatchObject({ status: 400, body: { error_code: "user_banned" } });
    expect((await client.auth.getUser(access_token)).error).toMatchObject({ status: 403, code: "user_banned" });
    const link = await site().client().auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" });
    expect(link.error).toMatchObject({ code: "user_banned" });
    await site().sql`update auth.users set banned_until = now() - interval '1 second' where id = ${id}`;
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test("a refresh gives a new pair for the same session, and the client goes on with it", async () => {
    const { client, id } = await site().newUser();
    const before = await sessionOf(client);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session!.refresh_token).not.toBe(before.refresh_token);
    expect(decodeJwt(data.session!.access_token)).toMatchObject({ sub: id, session_id: decodeJwt(before.access_token).session_id });
    expect((await client.auth.getUser()).data.user!.id).toBe(id);
  });

  test("a token that was just exchanged gives the same new token again", async () => {
    const { refresh_token } = await sessionOf((await site().newUser()).client);
    const first = await refresh(refresh_token);
    const again = await refresh(refresh_token);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
  });

  test("a tab that is two exchanges behind, within the seconds, gets the newest token", async () => {
    const { refresh_token } = await sessionOf((await site().newUser()).client);
    const first = await refresh(refresh_token);
    const second = await refresh(first.body.refresh_token);
    const late = await refresh(refresh_token);
    expect(late.status).toBe(200);
    expect(late.body.refresh_token).toBe(second.body.refresh_token);
  });

  test("a token that comes again later ends the session, and what was made of it", async () => {
    const { client } = await site().newUser();
    const { refresh_token, access_token } = await sessionOf(client);
    const { body: newer } = await refresh(refresh_token);
    const sessionId = decodeJwt(access_token).session_id as string;
    await site().sql`update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where session_id = ${sessionId}`;
    expect(await refresh(refresh_token)).toMatchObject({ status: 400, body: { error_code: "refresh_token_already_used" } });
    expect(await refresh(newer.refresh_token)).toMatchObject({ status: 400, body: { error_code: "refresh_token_not_found" } });
    const stolen = await site().call("/user", { token: newer.access_token });
    expect(stolen.status).toBe(403);
    expect(await stolen.json()).toMatchObject({ error_code: "session_not_found" });
  });

  test("the end of one session by a stolen token leaves the person's others alone", async () => {
    const { client, email } = await site().newUser();
    const other = await site().signedIn(email);
    const { refresh_token } = await sessionOf(client);
    await refresh(refresh_token);
    await site().sql`update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where revoked`;
    expect((await refresh(refresh_token)).status).toBe(400);
    expect((await other.auth.refreshSession()).error).toBeNull();
  });

  test("3 refreshes of one token at once give one family, and nobody is signed out", async () => {
    const { refresh_token } = await sessionOf((await site().newUser()).client);
    const answers = await Promise.all([refresh(refresh_token), refresh(refresh_token), refresh(refresh_token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const { body } = await refresh(answers[0]!.body.refresh_token);
    expect((await site().call("/user", { token: body.access_token })).status).toBe(200);
    const sessionId = decodeJwt(body.access_token).session_id as string;
    const family = await site().sql`select count(*)::int from auth.refresh_tokens where session_id = ${sessionId}`;
    expect(family).toEqual([{ count: 3 }]);
  });

  test.each(["unknown", "", "a".repeat(9000)])("the refresh token %j is refused", async (token) => {
    const { status, body } = await refresh(token);
    expect(status).toBe(400);
    expect(["refresh_token_not_found", "validation_failed"]).toContain(body.error_code);
  });

  test("an access token is no refresh token, and the other way round", async () => {
    const { access_token, refresh_token } = await sessionOf((await site().newUser()).client);
    expect((await refresh(access_token)).body.error_code).toBe("refresh_token_not_found");
    expect((await site().call("/user", { token: refresh_token })).status).toBe(403);
  });

  test("after a sign-out the tokens are over", async () => {
    const { client } = await site().newUser();
    const { access_token, refresh_token } = await sessionOf(client);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await refresh(refresh_token)).body.error_code).toBe("refresh_token_not_found");
    expect((await site().client().auth.getUser(access_token)).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  test("the tokens of a user who is gone are over", async () => {
    for (const end of ["delete", "softly"]) {
      const { client, id } = await site().newUser();
      const { access_token, refresh_token } = await sessionOf(client);
      if (end === "delete") await site().sql`delete from auth.users where id = ${id}`;
      else await site().sql`update auth.users set deleted_at = now() where id = ${id}`;
      const answer = await site().call("/user", { token: access_token });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error_code: "user_not_found" });
      expect((await refresh(refresh_token)).status).toBe(400);
    }
  });

  test("with PKCE, the link brings a code, and who has the verifier exchanges it once", async () => {
    const { email, id } = await site().newUser();
    const client = site().client("pkce");
    const code = await codeByLink(client, email);
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user!.id).toBe(id);
    expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: "magiclink" }]);
    const again = await site().post("/token?grant_type=pkce", { auth_code: code, code_verifier: "x".repeat(43) });
    expect(again).toMatchObject({ status: 404, body: { error_code: "flow_state_not_found" } });
  });

  test("a code is worth nothing without its verifier", async () => {
    const { email } = await site().newUser();
    const client = site().client("pkce");
    const code = await codeByLink(client, email);
    const wrong = await site().post("/token?grant_type=pkce", { auth_code: code, code_verifier: "x".repeat(43) });
    expect(wrong).toMatchObject({ status: 400, body: { error_code: "bad_code_verifier" } });
    const none = await site().post("/token?grant_type=pkce", { auth_code: code });
    expect(none).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
    // Somebody else's verifier is as wrong as any.
    const other = site().client("pkce");
    await other.auth.signInWithOtp({ email: site().newEmail() });
    expect((await other.auth.exchangeCodeForSession(code)).error).toMatchObject({ code: "bad_code_verifier" });
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
  });

  test("a code is good for five minutes, and not for a user who is gone", async () => {
    const client = site().client("pkce");
    const late = await codeByLink(client, (await site().newUser()).email);
    await site().sql`update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'`;
    expect((await client.auth.exchangeCodeForSession(late)).error).toMatchObject({ status: 403, code: "flow_state_expired" });

    const { email, id } = await site().newUser();
    const code = await codeByLink(client, email);
    await site().sql`update auth.users set deleted_at = now() where id = ${id}`;
    expect((await client.auth.exchangeCodeForSession(code)).error).toMatchObject({ status: 404, code: "flow_state_not_found" });
  });

  test("20 exchanges of one code at once give one session", async () => {
    const { email } = await site().newUser();
    const verifier = "a-verifier-of-43-characters-or-more-is-needed-here";
    const flow = { code_challenge: verifier, code_challenge_method: "plain" };
    await site().post("/otp", { email, ...flow });
    const code = await follow((await site().mailTo(email)).tokenHash);
    const exchange = () => site().post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier });
    const answers = await Promise.all(Array.from({ length: 20 }, exchange));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
  });

  test.each(["", "authorization_code", "client_credentials", "web3", "toString", "__proto__"])("the grant %j is refused", async (grant) => {
    const { status, body } = await site().post(`/token?grant_type=${grant}`, { email: "a@example.com", password });
    expect(status).toBe(400);
    expect(body).toMatchObject({ msg: "unsupported_grant_type" });
  });

  test("a token is good for an hour from when it says that it was made, also when a second ends while it is written", async () => {
    const { email } = await site().newUser();
    const exact = Date;
    let now = Date.now();
    // Whoever asks for the time hears a later second.
    class LaterEachTime extends Date {
      constructor(...given: unknown[]) {
        super(...((given.length > 0 ? given : [(now += 1000)]) as [number]));
      }
      static override now = () => (now += 1000);
    }
    globalThis.Date = LaterEachTime as DateConstructor;
    const { body } = await site()
      .post("/token?grant_type=password", { email, password })
      .finally(() => (globalThis.Date = exact));
    const { iat, exp } = decodeJwt(body.access_token);
    expect(exp! - iat!).toBe(body.expires_in);
    expect(exp).toBe(body.expires_at);
  });

  test("an access token verifies with the published key, and carries what the client needs", async () => {
    const { client, email, id } = await site().signedUp({ name: "Ana" });
    const { access_token } = await sessionOf(client);
    const keys = createRemoteJWKSet(new URL(`${site().url}/auth/v1/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(access_token, keys, {
      issuer: `${site().url}/auth/v1`,
      audience: "authenticated",
      algorithms: ["ES256"],
    });
    expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "JWT", kid: expect.any(String) });
    expect(payload).toEqual({
      iss: `${site().url}/auth/v1`,
      sub: id,
      aud: "authenticated",
      role: "authenticated",
      email,
      phone: "",
      session_id: expect.stringMatching(/^[\da-f-]{36}$/),
      aal: "aal1",
      amr: [{ method: expect.any(String), timestamp: expect.any(Number) }],
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { sub: id, name: "Ana", email, email_verified: true, phone_verified: false },
      is_anonymous: false,
      iat: expect.any(Number),
      exp: payload.iat! + 3600,
    });
  });

  test("getClaims reads the token with the published key", async () => {
    const { client, email, id } = await site().newUser();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data!.header.alg).toBe("ES256");
    expect(data!.claims).toMatchObject({ sub: id, email, aal: "aal1", role: "authenticated" });
    const { access_token } = await sessionOf(client);
    const forged = await client.auth.getClaims(tampered(access_token, { role: "service_role" }));
    expect(forged.error).not.toBeNull();
  });

  test("a token that is not ours is refused, whatever it says", async () => {
    const { client } = await site().newUser();
    const { access_token } = await sessionOf(client);
    const claims = decodeJwt(access_token);
    const { keys } = (await (await site().call("/.well-known/jwks.json")).json()) as { keys: { kid: string; x: string }[] };
    const { kid, x } = keys[0]!;
    const foreign = await generateKeyPair("ES256", { extractable: true });
    const sign = (given: object, header: object = {}) =>
      new SignJWT({ ...claims, ...given }).setProtectedHeader({ alg: "ES256", kid, ...header }).sign(foreign.privateKey);
    const hmac = (secret: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid, typ: "JWT" }).sign(new TextEncoder().encode(secret));

    const [header, payload, signature] = access_token.split(".") as [string, string, string];
    const tokens = {
      "without a signature": new UnsecuredJWT(claims).encode(),
      "alg none with the old signature": `${encode({ alg: "none", typ: "JWT" })}.${payload}.${signature}`,
      "alg None": `${encode({ alg: "None", typ: "JWT" })}.${payload}.`,
      "signature cut off": `${header}.${payload}.`,
      "signature of zeros": `${header}.${payload}.${Buffer.alloc(64).toString("base64url")}`,
      "another role": tampered(access_token, { role: "service_role" }),
      "another user": tampered(access_token, { sub: crypto.randomUUID() }),
      "a longer life": tampered(access_token, { exp: claims.exp! + 86_400 }),
      "a foreign key": await sign({}),
      "a foreign key in the header": await sign({}, { jwk: await exportJWK(foreign.publicKey) }),
      "a foreign key by address": await sign({}, { jku: "https://evil.example/jwks.json" }),
      "over, by a foreign key": await sign({ exp: 1 }),
      "the public key as a secret": await hmac(JSON.stringify(keys[0])),
      "the public key's half as a secret": await hmac(x),
      "the publishable key as a secret": await hmac(site().keys.publishableKey),
      nonsense: "a.b.c",
      "one part": "abc",
      "five parts": `${access_token}.x.y`,
    };
    for (const [name, token] of Object.entries(tokens)) {
      for (const [path, method] of [
        ["/user", "GET"],
        ["/user", "PUT"],
        ["/logout", "POST"],
        ["/reauthenticate", "GET"],
      ] as const) {
        const response = await site().call(path, { token, method, body: method === "PUT" ? "{}" : undefined });
        const answer = { name, path, status: response.status, ...((await response.json()) as object) };
        expect(answer).toMatchObject({ name, path, status: 403, error_code: "bad_jwt" });
      }
    }
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test("a token of ours that is over, or meant for something else, is refused", async () => {
    const [{ client }, other] = [await site().newUser(), await site().newUser()];
    const claims = decodeJwt((await sessionOf(client)).access_token);
    const key = await importJWK(site().keys.signingKey, "ES256");
    const sign = (given: object) => new SignJWT({ ...claims, ...given }).setProtectedHeader({ alg: "ES256" }).sign(key);
    const codeOf = async (given: object) => {
      const response = await site().call("/user", { token: await sign(given) });
      return ((await response.json()) as { error_code?: string }).error_code;
    };
    expect(await codeOf({})).toBeUndefined();
    expect(await codeOf({ exp: Math.floor(Date.now() / 1000) - 1 })).toBe("bad_jwt");
    expect(await codeOf({ nbf: Math.floor(Date.now() / 1000) + 600 })).toBe("bad_jwt");
    expect(await codeOf({ aud: "somebody else" })).toBe("bad_jwt");
    // The site may have had another address when it was given out; our key signs nothing else.
    expect(await codeOf({ iss: "https://earlier.example/auth/v1" })).toBeUndefined();
    expect(await codeOf({ sub: undefined })).toBe("user_not_found");
    expect(await codeOf({ sub: "' or true --" })).toBe("user_not_found");
    expect(await codeOf({ session_id: undefined })).toBe("session_not_found");
    // One user's session does not serve another.
    expect(await codeOf({ sub: other.id })).toBe("session_not_found");
  });

  test("an API key is no user's token", async () => {
    for (const token of [site().keys.publishableKey, site().keys.secretKey]) {
      const response = await site().call("/user", { token });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error_code: "no_authorization" });
    }
  });

  /** Asks for a link with the client's challenge, follows it, and gives the code that it brought. */
  async function codeByLink(client: SupabaseClient, email: string): Promise<string> {
    const { error } = await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${site().url}/account` } });
    if (error) throw error;
    return follow((await site().mailTo(email)).tokenHash);
  }

  async function follow(tokenHash: string): Promise<string> {
    const response = await site().call(`/verify?token=${tokenHash}&type=magiclink&redirect_to=${site().url}/account`, { key: "" });
    return new URL(response.headers.get("Location")!).searchParams.get("code")!;
  }
});

function tampered(token: string, claims: object): string {
  const [header, , signature] = token.split(".");
  return `${header}.${encode({ ...decodeJwt(token), ...claims })}.${signature}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
