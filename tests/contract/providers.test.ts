import { createHash, randomUUID } from "node:crypto";
import type { Provider, SignInWithIdTokenCredentials, SupabaseClient, UserIdentity } from "@supabase/supabase-js";
import { decodeJwt, generateKeyPair } from "jose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { en } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { startGithubServer } from "./github-server.ts";
import { onAccounts } from "./harness.ts";
import { password } from "../password.ts";
import { browse, startOidcServer, stateCookie } from "./oidc-server.ts";

let oidc: Awaited<ReturnType<typeof startOidcServer>>;
let github: Awaited<ReturnType<typeof startGithubServer>>;
beforeAll(async () => {
  [oidc, github] = await Promise.all([startOidcServer(), startGithubServer()]);
});
afterAll(() => {
  oidc.stop();
  github.stop();
});

const name = "oidc" as Provider;
const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
const said = (url: URL) => Object.fromEntries([...url.searchParams].filter(([key]) => key.startsWith("error")));

/** The last step from the provider, in the browser that went there. */
function comeBack(url: URL): Promise<Response> {
  return fetch(url, { redirect: "manual", headers: { Cookie: stateCookie(url).join("=") } });
}

async function identitiesOf(client: SupabaseClient): Promise<UserIdentity[]> {
  const { data, error } = await client.auth.getUserIdentities();
  if (error) throw error;
  return data.identities;
}

onAccounts(
  (site) => {
    const home = () => site().url;

    /** Where a client sends the browser. */
    async function addressFor(client: SupabaseClient, provider = name, options: { redirectTo?: string; scopes?: string } = {}) {
      const { data, error } = await client.auth.signInWithOAuth({ provider, options: { redirectTo: `${home()}/account`, ...options } });
      expect(error).toBeNull();
      return data.url!;
    }

    async function visit(client: SupabaseClient, account: { sub: string }, provider = name): Promise<URL> {
      return browse(await addressFor(client, provider), { account: account.sub, site: home() });
    }

    async function signIn(client: SupabaseClient, account: { sub: string }, provider = name) {
      const url = await visit(client, account, provider);
      const { data, error } = await client.auth.exchangeCodeForSession(url.searchParams.get("code") ?? url.href);
      if (error) throw error;
      return { ...data.session!, url };
    }

    async function link(client: SupabaseClient, account: { sub: string }, provider = name): Promise<URL> {
      const { data, error } = await client.auth.linkIdentity({ provider, options: { redirectTo: `${home()}/account` } });
      expect(error).toBeNull();
      return browse(data.url!, { account: account.sub, site: home(), asks: true });
    }

    const people = async () => (await site().sql`select from auth.users`).length;

    const idTokenSignIn = (token: string, more: Record<string, unknown> = {}, provider = "oidc") =>
      site()
        .client()
        .auth.signInWithIdToken({ provider, token, ...more });

    test("a new person signs in with a provider by PKCE, and again as the same user", async () => {
      const account = oidc.newAccount({ picture: "https://example.com/rosalia.png" });
      const client = site().client();
      const { user, url, ...session } = await signIn(client, account);
      expect(url.origin + url.pathname).toBe(`${home()}/account`);
      expect(url.hash).toBe("");
      expect(user).toMatchObject({
        email: account.email,
        email_confirmed_at: expect.any(String),
        app_metadata: { provider: "oidc", providers: ["oidc"] },
        user_metadata: {
          iss: oidc.issuer,
          sub: account.sub,
          provider_id: account.sub,
          email: account.email,
          email_verified: true,
          phone_verified: false,
          name: "Rosalía",
          full_name: "Rosalía",
          avatar_url: "https://example.com/rosalia.png",
        },
      });
      expect(session).toMatchObject({ provider_token: expect.any(String), provider_refresh_token: expect.any(String) });
      expect(decodeJwt(session.access_token)).toMatchObject({ sub: user.id, amr: [{ method: "oauth" }], aal: "aal1" });
      expect(await site().sql`select 1 from auth.flow_state where provider_access_token is not null`).toEqual([]);

      account.name = "Rosalía de Castro";
      const again = await signIn(site().client(), account);
      expect(again.user.id).toBe(user.id);
      expect(again.user.user_metadata.full_name).toBe("Rosalía de Castro");
      expect(again.user.identities).toHaveLength(1);
      expect(again.user.identities![0]!.identity_data).toMatchObject({ name: "Rosalía de Castro" });
      expect(Date.parse(again.user.identities![0]!.last_sign_in_at!)).toBeGreaterThan(Date.parse(user.identities![0]!.last_sign_in_at!));
    });

    test("the implicit flow brings the session and the provider's token in the fragment", async () => {
      const account = oidc.newAccount();
      const client = site().client("implicit");
      const url = await visit(client, account);
      expect(url.search).toBe("");
      expect(fragment(url)).toMatchObject({ token_type: "bearer", expires_in: "3600", provider_token: expect.any(String) });
      const { access_token, refresh_token } = fragment(url);
      const { data, error } = await client.auth.setSession({ access_token: access_token!, refresh_token: refresh_token! });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email: account.email });
    });

    test("GitHub is asked for the person and their addresses; the primary one counts", async () => {
      const client = site().client();
      const { user, provider_token } = await signIn(client, { sub: "octocat" }, "github");
      expect(provider_token).toBe("gho_1");
      expect(user).toMatchObject({
        email: "octo@example.com",
        app_metadata: { provider: "github", providers: ["github"] },
        user_metadata: { sub: "583231", user_name: "octocat", preferred_username: "octocat", full_name: "Octo Cat", email_verified: true },
        identities: [{ id: "583231", provider: "github", email: "octo@example.com" }],
      });
      expect((await signIn(site().client(), { sub: "octocat" }, "github")).user.id).toBe(user.id);
    });

    test("the provider gets PKCE, our address and what the client adds; it cannot change what is ours", async () => {
      const client = site().client();
      const { data } = await client.auth.signInWithOAuth({
        provider: name,
        options: {
          scopes: "offline_access",
          skipBrowserRedirect: true,
          queryParams: { login_hint: "rosalia", state: "mine", redirect_uri: "https://evil.example", response_mode: "form_post" },
        },
      });
      const response = await fetch(data.url!, { redirect: "manual" });
      expect(response.status).toBe(302);
      const asked = Object.fromEntries(new URL(response.headers.get("Location")!).searchParams);
      expect(asked).toMatchObject({
        client_id: "abrente",
        response_type: "code",
        redirect_uri: `${home()}/auth/v1/callback`,
        scope: "openid email profile offline_access",
        code_challenge_method: "S256",
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        login_hint: "rosalia",
        state: expect.stringMatching(/^[\da-f-]{36}$/),
      });
      expect(asked).not.toHaveProperty("response_mode");
      expect(asked).not.toHaveProperty("skip_http_redirect");
      expect(asked.code_challenge).not.toBe(new URL(data.url!).searchParams.get("code_challenge"));
    });

    test("a provider that is not enabled, or is none at all, is refused; half a PKCE request too", async () => {
      for (const provider of ["google", "nonsense", "__proto__", ""]) {
        const response = await site().call(`/authorize?provider=${provider}`, { key: "" });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          error_code: "validation_failed",
          msg: "Unsupported provider: provider is not enabled",
        });
      }
      const half = await site().call("/authorize?provider=oidc&code_challenge=abc", { key: "" });
      expect(await half.json()).toMatchObject({ code: 400, error_code: "validation_failed" });
    });

    test("a verified address joins the account that has confirmed it; its password still works", async () => {
      const { email, id } = await site().newUser({ name: "Ana" });
      const { user } = await signIn(site().client(), oidc.newAccount({ email: email.toUpperCase() }));
      expect(user.id).toBe(id);
      expect(user.app_metadata).toMatchObject({ provider: "email", providers: ["email", "oidc"] });
      expect(user.identities!.map(({ provider }) => provider)).toEqual(["email", "oidc"]);
      const { error } = await site().client().auth.signInWithPassword({ email, password });
      expect(error).toBeNull();
      const entries = await site().sql`select payload->>'action' as action from auth.audit_log_entries where payload->>'actor_id' = ${id}`;
      expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["identity_linked", "login"]));
    });

    test("an unverified address joins no account: its owner gets a mail, and the answer is the one for a new address", async () => {
      const { client, email } = await site().newUser();
      const stranger = oidc.newAccount({ email, email_verified: false });
      const fresh = oidc.newAccount({ email_verified: false });
      const [taken, unknown] = [await visit(site().client(), stranger), await visit(site().client(), fresh)];
      expect(said(taken)).toEqual({
        error: "access_denied",
        error_code: "provider_email_needs_verification",
        error_description: "Unverified email with oidc. A confirmation email has been sent to your oidc email",
      });
      expect(said(unknown)).toEqual(said(taken));
      expect(fragment(taken)).toEqual(said(taken));
      expect(taken.searchParams.has("code")).toBe(false);
      expect(await identitiesOf(client)).toHaveLength(1);
      expect((await site().mailTo(email)).tokenHash).toBe("");
    });

    test("a new person with an unverified address confirms it by mail, and then signs in", async () => {
      const account = oidc.newAccount({ email_verified: false });
      expect(said(await visit(site().client(), account)).error_code).toBe("provider_email_needs_verification");
      const { tokenHash } = await site().mailTo(account.email);
      const { data } = await site().client().auth.verifyOtp({ token_hash: tokenHash, type: "signup" });
      const { user } = await signIn(site().client(), account);
      expect(user.id).toBe(data.user!.id);
    });

    test("an address that awaits confirmation is not confirmed by another address of the provider's account", async () => {
      const victim = site().newEmail();
      const account = oidc.newAccount({ email: victim, email_verified: false });
      await visit(site().client(), account);
      Object.assign(account, { email: site().newEmail(), email_verified: true });
      const { user } = await signIn(site().client(), account);
      expect(user.email).toBe(account.email);
      const { user: owner } = await signIn(site().client(), oidc.newAccount({ email: victim }));
      expect(owner.id).not.toBe(user.id);
      expect(owner).toMatchObject({ email: victim, identities: [{ provider: "oidc" }] });
    });

    test("who signed up first with somebody else's address has no way in once its owner comes by a provider", async () => {
      const email = site().newEmail();
      const attacker = site().client();
      await attacker.auth.signUp({ email, password, options: { data: { name: "Mallory", role: "admin" } } });
      const { tokenHash } = await site().mailTo(email);
      const { user } = await signIn(site().client(), oidc.newAccount({ email }));
      expect(user).toMatchObject({ email, app_metadata: { provider: "oidc", providers: ["oidc"] } });
      expect(user.user_metadata).toMatchObject({ name: "Rosalía", email_verified: true });
      expect(user.user_metadata).not.toHaveProperty("role");
      expect(user.identities!.map(({ provider }) => provider)).toEqual(["oidc"]);
      expect((await attacker.auth.signInWithPassword({ email, password })).error).toMatchObject({ code: "invalid_credentials" });
      expect((await attacker.auth.verifyOtp({ token_hash: tokenHash, type: "signup" })).error).toMatchObject({ code: "otp_expired" });
    });

    test("a state opens once, must exist, and must not be changed", async () => {
      const account = oidc.newAccount();
      const back = await browse(await addressFor(site().client()), {
        account: account.sub,
        site: home(),
        until: "/auth/v1/callback",
      });
      const first = new URL((await comeBack(back)).headers.get("Location")!);
      expect(first.searchParams.get("code")).toBeTruthy();
      const invalid = {
        error: "invalid_request",
        error_code: "bad_oauth_state",
        error_description: "OAuth callback with invalid state",
      };
      for (const state of [back.searchParams.get("state")!, randomUUID(), "nonsense"]) {
        back.searchParams.set("state", state);
        const response = await comeBack(back);
        expect(response.status).toBe(302);
        const url = new URL(response.headers.get("Location")!);
        expect(url.origin + url.pathname).toBe(`${home()}/`);
        expect(said(url)).toEqual(invalid);
        expect(fragment(url)).toEqual(invalid);
      }
      const without = await site().call("/callback?code=abc", { key: "" });
      expect(said(new URL(without.headers.get("Location")!))).toMatchObject({ error_code: "bad_oauth_callback" });
    });

    test("a state is good in the browser that asked for it: nobody links another's identity by sending them there", async () => {
      const [{ client }, victim] = [await site().newUser(), oidc.newAccount()];
      const { data } = await client.auth.linkIdentity({ provider: name, options: { redirectTo: `${home()}/account` } });
      expect(said(await browse(data.url!, { account: victim.sub, site: home() }))).toMatchObject({ error_code: "bad_oauth_state" });
      expect(await identitiesOf(client)).toHaveLength(1);
      const back = await browse(await addressFor(site().client()), { account: victim.sub, site: home(), until: "/auth/v1/callback" });
      const elsewhere = await fetch(back, { redirect: "manual" });
      expect(said(new URL(elsewhere.headers.get("Location")!))).toMatchObject({ error_code: "bad_oauth_state" });
      // That was nobody's fault: where it was asked for, it is still good.
      expect(new URL((await comeBack(back)).headers.get("Location")!).searchParams.get("code")).toBeTruthy();
    });

    test("of parallel callbacks with one state a single one gets in", async () => {
      const account = oidc.newAccount();
      const back = await browse(await addressFor(site().client()), { account: account.sub, site: home(), until: "/auth/v1/callback" });
      const responses = await Promise.all(Array.from({ length: 8 }, () => comeBack(back)));
      const urls = responses.map(({ headers }) => new URL(headers.get("Location")!));
      expect(urls.filter((url) => url.searchParams.has("code"))).toHaveLength(1);
      expect(urls.filter((url) => url.searchParams.get("error_code") === "bad_oauth_state")).toHaveLength(7);
    });

    test("a state is over after ten minutes", async () => {
      const back = await browse(await addressFor(site().client()), {
        account: oidc.newAccount().sub,
        site: home(),
        until: "/auth/v1/callback",
      });
      const state = back.searchParams.get("state")!;
      await site().sql`update auth.oauth_client_states set created_at = now() - interval '11 minutes' where id = ${state}`;
      const response = await comeBack(back);
      expect(said(new URL(response.headers.get("Location")!))).toMatchObject({ error_code: "bad_oauth_state" });
    });

    test("a code that the provider did not give is refused, also another person's", async () => {
      const options = { account: oidc.newAccount().sub, site: home(), until: "/auth/v1/callback" };
      const [mine, theirs] = [
        await browse(await addressFor(site().client()), options),
        await browse(await addressFor(site().client()), options),
      ];
      mine.searchParams.set("code", theirs.searchParams.get("code")!);
      theirs.searchParams.set("code", "nonsense");
      for (const url of [mine, theirs]) {
        const response = await comeBack(url);
        expect(said(new URL(response.headers.get("Location")!))).toMatchObject({ error: "server_error", error_code: "unexpected_failure" });
      }
      const missing = await browse(await addressFor(site().client()), options);
      missing.searchParams.delete("code");
      const response = await comeBack(missing);
      const url = new URL(response.headers.get("Location")!);
      expect(url.pathname).toBe("/account");
      expect(said(url)).toMatchObject({ error: "invalid_request", error_code: "bad_oauth_callback" });
    });

    test("what the provider says no with is passed on", async () => {
      const url = await visit(site().client(), { sub: "nobody" });
      expect(url.pathname).toBe("/account");
      expect(said(url)).toEqual({ error: "access_denied", error_description: "The person said no" });
      expect(fragment(url)).toEqual(said(url));
    });

    test("a provider's account without an address is refused", async () => {
      const url = await visit(site().client(), oidc.newAccount({ email: undefined }));
      expect(said(url)).toMatchObject({ error: "server_error", error_description: "Error getting user email from external provider" });
    });

    test("nobody is sent to another host, neither with a session nor with a code", async () => {
      for (const redirectTo of ["https://evil.example/", "//evil.example", `${home()}.evil.example`, `http://evil.example@x/`]) {
        const withCode = await addressFor(site().client("pkce"), name, { redirectTo });
        const url = await browse(withCode, { account: oidc.newAccount().sub, site: home() });
        expect(url.origin).toBe(home());
        const withSession = await addressFor(site().client("implicit"), name, { redirectTo });
        expect((await fetch(withSession, { redirect: "manual" })).status).toBe(400);
      }
    });

    test("a signed-in user links an identity, sees it, signs in by it, and unlinks it", async () => {
      const { client, email, id } = await site().newUser({ name: "Ana" });
      const account = oidc.newAccount();
      const url = await link(client, account);
      const { data } = await client.auth.exchangeCodeForSession(url.searchParams.get("code")!);
      expect(data.user).toMatchObject({
        id,
        email,
        user_metadata: { name: "Ana" },
        app_metadata: { provider: "email", providers: ["email", "oidc"] },
      });
      expect((await signIn(site().client(), account)).user.id).toBe(id);

      const [own, linked] = await identitiesOf(client);
      expect(linked).toMatchObject({ provider: "oidc", id: account.sub, user_id: id, identity_data: { email: account.email } });
      expect((await client.auth.unlinkIdentity(linked!)).error).toBeNull();
      const { data: after } = await client.auth.getUser();
      expect(after.user).toMatchObject({ email, app_metadata: { provider: "email", providers: ["email"] } });
      expect((await client.auth.unlinkIdentity(linked!)).error).toMatchObject({
        status: 404,
        code: "identity_not_found",
        message: "Identity doesn't exist",
      });
      expect((await client.auth.unlinkIdentity(own!)).error).toMatchObject({
        status: 422,
        code: "single_identity_not_deletable",
        message: "User must have at least 1 identity after unlinking",
      });
      expect((await signIn(site().client(), account)).user.id).not.toBe(id);
    });

    test("an identity that has a user cannot be linked to another one, nor twice", async () => {
      const account = oidc.newAccount();
      const owner = site().client();
      await signIn(owner, account);
      const { client } = await site().newUser();
      expect(said(await link(client, account))).toMatchObject({
        error_code: "identity_already_exists",
        error_description: "Identity is already linked to another user",
      });
      expect(await identitiesOf(client)).toHaveLength(1);
      expect(said(await link(owner, account))).toMatchObject({
        error_code: "identity_already_exists",
        error_description: "Identity is already linked",
      });
    });

    test("linking and unlinking need a session, and reach the user's own identities alone", async () => {
      const { data } = await site().client().auth.linkIdentity({ provider: name });
      expect(data.url).toBeNull();
      const signedOut = await site().call("/user/identities/authorize?provider=oidc&skip_http_redirect=true");
      expect(signedOut.status).toBe(401);
      const { client } = await site().newUser();
      const { error } = await client.auth.linkIdentity({ provider: "google" });
      expect(error).toMatchObject({ status: 400, code: "validation_failed" });

      const other = await site().newUser();
      await link(client, oidc.newAccount());
      await link(other.client, oidc.newAccount());
      const [, theirs] = await identitiesOf(other.client);
      for (const identity_id of [theirs!.identity_id, "nonsense"]) {
        expect((await client.auth.unlinkIdentity({ ...theirs!, identity_id })).error).toMatchObject({ code: "identity_not_found" });
      }
      expect(await identitiesOf(other.client)).toHaveLength(2);
    });

    test("of two identities that are unlinked at once one stays", async () => {
      const { client } = await site().newUser();
      await link(client, oidc.newAccount());
      const errors = await Promise.all((await identitiesOf(client)).map(async (one) => (await client.auth.unlinkIdentity(one)).error));
      expect(errors.filter(Boolean)).toMatchObject([{ code: "single_identity_not_deletable" }]);
      expect(await identitiesOf(client)).toHaveLength(1);
    });

    test("when the identity of the address goes, the address stays, and its owner is told", async () => {
      const { client, email } = await site().newUser();
      const account = oidc.newAccount();
      await link(client, account);
      const [own] = await identitiesOf(client);
      expect((await client.auth.unlinkIdentity(own!)).error).toBeNull();
      expect((await client.auth.getUser()).data.user).toMatchObject({ email, app_metadata: { provider: "oidc" } });
      await expect.poll(async () => (await site().noticesTo(email)).length).toBe(2);
    });

    test("who has a second factor links and unlinks with both steps done, and hears of each", async () => {
      const { client, email } = await site().newUser();
      await link(client, oidc.newAccount());
      const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
      const code = new TOTP({ secret: Secret.fromBase32(factor!.totp.secret) }).generate();
      expect((await client.auth.mfa.challengeAndVerify({ factorId: factor!.id, code })).error).toBeNull();

      const half = await site().signedIn(email);
      const [own] = await identitiesOf(half);
      const refused = { status: 403, code: "insufficient_aal" };
      expect((await half.auth.unlinkIdentity(own!)).error).toMatchObject(refused);
      const linking = await half.auth.linkIdentity({ provider: "oidc" as "google", options: { skipBrowserRedirect: true } });
      expect(linking.error).toMatchObject(refused);
      expect(await identitiesOf(half)).toHaveLength(2);

      expect((await client.auth.unlinkIdentity(own!)).error).toBeNull();
      await expect.poll(async () => (await site().noticesTo(email)).length).toBe(3);
      const texts = (await site().noticesTo(email)).map(({ text }) => text).join("\n");
      const { changes } = en.mail.auth;
      for (const sentence of [
        fill(changes.identityOn, { provider: "Oidc" }),
        changes.factorOn,
        fill(changes.identityOff, { provider: "Email" }),
      ]) {
        expect(texts.replaceAll(/\s+/g, " ")).toContain(sentence);
      }
    });

    test("a banned user does not get in by a provider", async () => {
      const account = oidc.newAccount();
      const { user } = await signIn(site().client(), account);
      await site().sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user.id}`;
      expect(said(await visit(site().client(), account))).toEqual({
        error: "access_denied",
        error_code: "user_banned",
        error_description: "User is banned",
      });
      const { error } = await idTokenSignIn(await oidc.idToken(account));
      expect(error).toMatchObject({ status: 403, code: "user_banned" });
    });

    test("an ID token of the provider gives a session, with a nonce or its hash, and the same user as the redirects", async () => {
      const account = oidc.newAccount();
      const { data, error } = await idTokenSignIn(await oidc.idToken(account));
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email: account.email, user_metadata: { full_name: "Rosalía" } });
      expect(decodeJwt(data.session!.access_token)).toMatchObject({ amr: [{ method: "oauth" }] });
      expect((await signIn(site().client(), account)).user.id).toBe(data.user!.id);

      const nonce = "a nonce of the client";
      for (const inToken of [nonce, createHash("sha256").update(nonce).digest("hex")]) {
        const withNonce = await idTokenSignIn(await oidc.idToken({ ...account, nonce: inToken }), { nonce });
        expect(withNonce.data.user?.id).toBe(data.user!.id);
      }
      const accessToken = "the access token of the same answer";
      const at_hash = createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url");
      const token = await oidc.idToken({ ...account, at_hash });
      expect((await idTokenSignIn(token, { access_token: accessToken })).error).toBeNull();
      expect((await idTokenSignIn(token, { access_token: "another" })).error).toMatchObject({ message: "Bad ID token" });
    });

    test("an ID token that is not for us, not from the provider, over, or changed is refused", async () => {
      const account = oidc.newAccount();
      const stranger = await generateKeyPair("RS256");
      const good = await oidc.idToken(account);
      const [header, payload] = good.split(".");
      const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
      const bad = {
        "another issuer": await oidc.idToken(account, { from: "https://accounts.google.com" }),
        expired: await oidc.idToken(account, { expires: "-1m" }),
        "another key": await oidc.idToken(account, { key: stranger.privateKey }),
        "no signature": `${header}.${payload}.`,
        "alg none": none,
        "no token at all": "nonsense",
        "without an address": await oidc.idToken({ sub: account.sub }),
      };
      for (const [what, token] of Object.entries(bad)) {
        const { error } = await idTokenSignIn(token);
        expect(error, what).toMatchObject({ status: 400, message: "Bad ID token" });
      }
      const audience = await idTokenSignIn(await oidc.idToken(account, { audience: "another client" }));
      expect(audience.error).toMatchObject({ status: 400, message: expect.stringContaining("Unacceptable audience in id_token") });

      const both = "Passed nonce and nonce in id_token should either both exist or not.";
      expect((await idTokenSignIn(good, { nonce: "n" })).error).toMatchObject({ status: 400, message: both });
      const withNonce = await oidc.idToken({ ...account, nonce: "n" });
      expect((await idTokenSignIn(withNonce)).error).toMatchObject({ status: 400, message: both });
      expect((await idTokenSignIn(withNonce, { nonce: "m" })).error).toMatchObject({ status: 400, message: "Nonces mismatch" });
      expect((await idTokenSignIn("")).error).toMatchObject({ status: 400, message: "id_token required" });
      expect((await idTokenSignIn(good, {}, "google")).error).toMatchObject({
        status: 400,
        code: "provider_disabled",
        message: 'Provider (issuer "https://accounts.google.com") is not enabled',
      });
      for (const provider of ["github", "__proto__"]) {
        expect((await idTokenSignIn(good, {}, provider)).error).toMatchObject({ status: 400, code: "validation_failed" });
      }
      const anonymous = await site().call("/token?grant_type=id_token", { method: "POST", body: JSON.stringify({ id_token: good }) });
      expect(await anonymous.json()).toMatchObject({ msg: "provider or client_id and issuer required" });
    });

    test("an ID token with an unverified address gives no session, and takes no account over", async () => {
      const { client, email } = await site().newUser();
      const { error } = await idTokenSignIn(await oidc.idToken(oidc.newAccount({ email, email_verified: false })));
      expect(error).toMatchObject({ status: 422, code: "provider_email_needs_verification" });
      expect(await identitiesOf(client)).toHaveLength(1);
    });

    test("a signed-in user links the identity of an ID token", async () => {
      const { client, id } = await site().newUser();
      const account = oidc.newAccount();
      const credentials: SignInWithIdTokenCredentials = { provider: "oidc", token: await oidc.idToken(account) };
      const { data, error } = await client.auth.linkIdentity(credentials);
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ id, app_metadata: { providers: ["email", "oidc"] } });
      expect((await client.auth.linkIdentity(credentials)).error).toMatchObject({ status: 422, code: "identity_already_exists" });
      const signedOut = await site().call("/token?grant_type=id_token", {
        method: "POST",
        body: JSON.stringify({ ...credentials, id_token: credentials.token, link_identity: true }),
      });
      expect(signedOut.status).toBe(401);
    });

    test("20 parallel callbacks of one new identity make one user", async () => {
      const account = oidc.newAccount();
      const clients = Array.from({ length: 20 }, () => site().client());
      const options = { account: account.sub, site: home(), until: "/auth/v1/callback" };
      const backs = await Promise.all(clients.map(async (client) => browse(await addressFor(client), options)));
      const responses = await Promise.all(backs.map((back) => comeBack(back)));
      const ids = await Promise.all(
        responses.map(async ({ headers }, index) => {
          const url = new URL(headers.get("Location")!);
          expect(said(url)).toEqual({});
          const { data, error } = await clients[index]!.auth.exchangeCodeForSession(url.searchParams.get("code")!);
          expect(error).toBeNull();
          expect(data.user!.identities).toHaveLength(1);
          return data.user!.id;
        }),
      );
      expect(new Set(ids).size).toBe(1);
    });

    test("20 parallel ID tokens of one new identity make one user, whatever addresses they name", async () => {
      const account = oidc.newAccount();
      const before = await people();
      const results = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const email = index % 2 ? account.email : `other-${account.email}`;
          return idTokenSignIn(await oidc.idToken({ ...account, email }));
        }),
      );
      expect(results.map(({ error }) => error).filter(Boolean)).toEqual([]);
      expect(new Set(results.map(({ data }) => data.user!.id)).size).toBe(1);
      expect(await people()).toBe(before + 1);
    });
  },
  () => ({ ...oidc.settings, ...github.settings }),
);
