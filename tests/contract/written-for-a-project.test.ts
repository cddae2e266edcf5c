import { createClient } from "@supabase/supabase-js";
import { SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { onAccounts, type Accounts } from "./harness.ts";

/** What programs and tests bring along that were written for a Supabase project on a developer's machine. */
const secret = "a secret that a project shares with those who sign tokens";
const settings = { AUTH_SIGN_UPS: "unconfirmed", AUTH_JWT_SECRET: secret };

function signed(claims: JWTPayload, key = secret, expires: string | undefined = "1h") {
  const token = new SignJWT({ iss: "elsewhere", ...claims }).setProtectedHeader({ alg: "HS256", typ: "JWT" });
  if (expires) token.setExpirationTime(expires);
  return token.sign(new TextEncoder().encode(key));
}

const call = ({ url, keys }: Accounts, path: string, token = keys.publishableKey) =>
  fetch(url + path, { headers: { apikey: keys.publishableKey, Authorization: `Bearer ${token}` } });

/** What the data API says to a token. */
async function notesFor(site: Accounts, token: string) {
  const response = await call(site, "/rest/v1/notes?select=text&order=text", token);
  const body: any = await response.json();
  return { status: response.status, ...(response.ok ? { texts: body.map((one: { text: string }) => one.text) } : { code: body.code }) };
}

const uxia = "11111111-1111-4111-8111-111111111111";

async function makeNotes({ sql }: Accounts) {
  await sql`create table public.notes (text text, user_id uuid)`;
  await sql`alter table public.notes enable row level security`;
  await sql`create policy own on public.notes to authenticated using (auth.uid() = user_id)`;
  await sql`insert into public.notes values ('hers', ${uxia}), ('somebody else’s', gen_random_uuid())`;
}

onAccounts(
  (site) => {
    beforeAll(() => makeNotes(site()));

    describe("sign-ups without a mail", () => {
      test("are answered with a session, for a password that a project takes, and nothing is mailed", async () => {
        const email = site().newEmail();
        const client = site().client();
        const { data, error } = await client.auth.signUp({ email, password: "abc123", options: { data: { name: "Uxía" } } });
        expect(error).toBeNull();
        expect(data.session?.access_token).toBeTruthy();
        expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
        expect(data.user!.user_metadata).toMatchObject({ name: "Uxía", email_verified: true });
        expect(data.user!.identities![0]!.identity_data).toMatchObject({ email_verified: true });
        expect((await client.auth.getUser()).data.user?.email).toBe(email);
        expect((await site().client().auth.signInWithPassword({ email, password: "abc123" })).error).toBeNull();
        expect(await site().mailCount(email)).toBe(0);
      });

      test("are refused for an address that has an account, and for five characters", async () => {
        const email = site().newEmail();
        const signUp = async (password: string) => (await site().client().auth.signUp({ email, password })).error?.code;
        expect(await signUp("abc12")).toBe("weak_password");
        expect(await signUp("abc123")).toBeUndefined();
        expect(await signUp("another")).toBe("user_already_exists");
      });

      test("are known to clients", async () => {
        expect(await (await call(site(), "/auth/v1/settings")).json()).toMatchObject({ disable_signup: false, mailer_autoconfirm: true });
      });
    });

    describe("tokens signed with a shared secret", () => {
      test("name who asks, and the role decides what they see, as in a project", async () => {
        expect(await notesFor(site(), await signed({ role: "anon", sub: "1234567890" }))).toEqual({ status: 200, texts: [] });
        expect(await notesFor(site(), await signed({ role: "authenticated", sub: uxia }))).toEqual({ status: 200, texts: ["hers"] });
        // Whoever has the secret may name this role too: it is as good as the secret key.
        expect(await notesFor(site(), await signed({ role: "service_role" }))).toEqual({ status: 200, texts: ["hers", "somebody else’s"] });
      });

      test("must be whole, say when they end, and name a role of ours", async () => {
        const sub = uxia;
        const role = "authenticated";
        expect(await notesFor(site(), await signed({ sub, role }, secret, "-1s"))).toEqual({ status: 401, code: "PGRST303" });
        expect(await notesFor(site(), await signed({ sub, role }, secret, ""))).toEqual({ status: 401, code: "PGRST301" });
        expect(await notesFor(site(), await signed({ sub, role }, `${secret}!`))).toEqual({ status: 401, code: "PGRST301" });
        expect(await notesFor(site(), await signed({ sub, role: "postgres" }))).toEqual({ status: 403, code: "22023" });
        expect(await notesFor(site(), await signed({ sub }))).toEqual({ status: 403, code: "22023" });
        const unsigned = new UnsecuredJWT({ sub, role }).setExpirationTime("1h").encode();
        expect(await notesFor(site(), unsigned)).toEqual({ status: 401, code: "PGRST301" });
      });

      test("cannot be made with what we publish", async () => {
        const { keys }: any = await (await call(site(), "/auth/v1/.well-known/jwks.json")).json();
        const { crv, kty, x, y, kid } = keys[0];
        const known = [JSON.stringify(keys[0]), JSON.stringify({ crv, kty, x, y }), x, y, x + y, kid, site().keys.publishableKey];
        for (const key of known) {
          expect(await notesFor(site(), await signed({ role: "service_role" }, key)), key).toEqual({ status: 401, code: "PGRST301" });
        }
      });

      test("do not replace ours: a session that is over stays over, and the accounts know only our own", async () => {
        const { client } = await site().newUser();
        const token = (await client.auth.getSession()).data.session!.access_token;
        expect(await notesFor(site(), token)).toEqual({ status: 200, texts: [] });
        await client.auth.signOut();
        expect(await notesFor(site(), token)).toEqual({ status: 401, code: "PGRST301" });
        const theirs = await signed({ role: "authenticated", sub: uxia, aud: "authenticated" });
        expect((await call(site(), "/auth/v1/user", theirs)).status).toBe(403);
      });

      test("join channels, and stay in them as long as they are good", async () => {
        const token = await signed({ role: "anon", sub: "1234567890" });
        const client = createClient(site().url, site().keys.publishableKey, { accessToken: async () => token });
        const channel = client.channel("a-room");
        const seen: string[] = [];
        await new Promise<void>((resolve) => {
          channel.subscribe((status) => {
            seen.push(status);
            resolve();
          });
        });
        // Longer than it takes to look whose sessions are open.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        expect(seen).toEqual(["SUBSCRIBED"]);
        await client.removeAllChannels();
      });

      test("own what they upload, whatever their id looks like", async () => {
        const token = await signed({ role: "service_role", sub: "1234567890" });
        const upload = (path: string, body: string, type: string) =>
          fetch(`${site().url}/storage/v1${path}`, {
            method: "POST",
            body,
            headers: { Authorization: `Bearer ${token}`, "Content-Type": type },
          });
        expect((await upload("/bucket", '{"name":"theirs"}', "application/json")).status).toBe(200);
        expect((await upload("/object/theirs/a.txt", "a", "text/plain")).status).toBe(200);
        expect(await site().sql`select owner::text, owner_id from storage.objects where bucket_id = 'theirs'`).toEqual([
          { owner: null, owner_id: "1234567890" },
        ]);
      });
    });
  },
  { ...settings, CLOCKS: JSON.stringify({ realtime: { sweep: 200, sessions: 300 } }) },
);

onAccounts((site) => {
  test("without the setting no shared secret is good, and sign-ups are confirmed by mail", async () => {
    for (const key of [secret, "super-secret-jwt-token-with-at-least-32-characters-long", site().keys.secretKey]) {
      const response = await call(site(), "/rest/v1/nothing", await signed({ role: "service_role" }, key));
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, "PGRST301"]);
    }
    const { data } = await site().client().auth.signUp({ email: site().newEmail(), password: "a long enough one" });
    expect(data.session).toBeNull();
  });
});
