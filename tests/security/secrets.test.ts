import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { exportJWK, generateKeyPair } from "jose";
import PostalMime, { type Email } from "postal-mime";
import connect from "postgres";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onSite } from "../site.ts";
import { findPostgres, startPostgres } from "../postgres.ts";
import { buildFolder } from "../server.ts";
import { visitorOf } from "../contract/visitor.ts";
import { everyAddress } from "./addresses.ts";
import { codeOf, contactForm, newPerson } from "./people.ts";

test("the files for browsers have neither names nor parts of what only the server knows", () => {
  const settings = [...readFileSync("server/config.ts", "utf8").matchAll(/^ {4}([A-Z]+_[A-Z_]+):/gm)].map(([, name]) => name!);
  expect(settings.length).toBeGreaterThan(20);
  const others =
    "secretKey,PRIVATE KEY,process.env,node:crypto,node:fs,argon2,drizzle,nodemailer,pglite,pg_advisory,insert into,auth.users,encrypted_password,rate_limits,contact_requests,people_log,service_role,auth-keys.json";
  const words = [...settings, ...others.split(",")];
  const files = globSync(`${buildFolder}/client/**/*.{js,css,json,html,svg,txt,webmanifest}`);
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    // supabase-js knows how a secret key begins.
    const keys = text.match(/sb_secret_[\w-]+/g) ?? [];
    return [...words.filter((word) => text.includes(word)), ...keys].map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});

const secret = (name: string) => `${name}-s3cr3t-${crypto.randomUUID().replaceAll("-", "")}`;

describe.skipIf(!findPostgres())("a site with secrets in all its settings", () => {
  const secrets = {
    database: secret("database"),
    smtp: secret("smtp"),
    secretKey: secret("key"),
    google: secret("google"),
    github: secret("github"),
    oidc: secret("oidc"),
    s3: secret("s3"),
    signingKey: "",
  };
  let settings: Record<string, string>;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  const mails: Email[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password: given }, _session, done) =>
      given === secrets.smtp ? done(null, { user: username }) : done(new Error("Wrong password")),
    async onData(stream, _session, done) {
      mails.push(await PostalMime.parse(await buffer(stream)));
      done();
    },
  });
  smtp.on("error", () => {});
  const databaseUrl = Promise.withResolvers<string>();

  beforeAll(async () => {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const signingKey = await exportJWK(privateKey);
    secrets.signingKey = signingKey.d!;
    const socket = smtp.listen(0, "127.0.0.1");
    await once(socket, "listening");
    settings = {
      SITE_URL: "https://abrente.example",
      SMTP_URL: `smtp://abrente:${secrets.smtp}@127.0.0.1:${(socket.address() as { port: number }).port}?requireTLS=false`,
      SUPABASE_SECRET_KEY: secrets.secretKey,
      AUTH_SIGNING_KEY: JSON.stringify(signingKey),
      GOOGLE_CLIENT_ID: "google-id",
      GOOGLE_CLIENT_SECRET: secrets.google,
      GITHUB_CLIENT_ID: "github-id",
      GITHUB_CLIENT_SECRET: secrets.github,
      GITHUB_URL: "http://127.0.0.1:9",
      OIDC_ISSUER: "http://127.0.0.1:9/issuer",
      OIDC_CLIENT_ID: "oidc-id",
      OIDC_CLIENT_SECRET: secrets.oidc,
      S3_URL: `http://abrente:${secrets.s3}@127.0.0.1:9/files`,
    };
    postgres = await startPostgres();
    databaseUrl.resolve((await postgres.createDatabase()).replace("abrente@", `abrente:${secrets.database}@`));
  });
  afterAll(async () => {
    await postgres.stop();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });

  async function mailTo(email: string, after = 0): Promise<{ text: string; token: string; code: string; count: number }> {
    for (let tries = 0; tries < 1200; tries++) {
      const theirs = mails.filter(({ to, text = "" }) => to?.[0]?.address === email && text.includes("token_hash="));
      const text = theirs.at(-1)?.text ?? "";
      if (theirs.length > after)
        return {
          text,
          token: /token_hash=([\w-]+)/.exec(text)?.[1] ?? "",
          code: /^\d{6}$/m.exec(text)?.[0] ?? "",
          count: theirs.length,
        };
      await pause(50);
    }
    throw new Error(`No mail to ${email}`);
  }

  onSite(
    (site) => {
      /** Everything that was answered, and everything that nobody may read in the log. */
      let answers = "";
      const personal: Record<string, string> = {};
      const origin = "https://abrente.example";

      async function noted(response: Promise<Response>): Promise<Response> {
        const given = await response;
        answers += `${JSON.stringify([...given.headers])}\n${await given.clone().text()}\n`;
        return given;
      }

      test("whatever is done, well or badly, and whatever fails", async () => {
        const visitor = visitorOf(site(), origin);
        const post = (path: string, form: Record<string, string>) => noted(visitor.post(path, form));
        const email = "private-person@example.com";
        personal.email = email;
        personal.password = "a very private password";
        personal.wrong = "a wrong but private password";
        personal.name = "Private Nameson";
        const { password, wrong, name } = personal as Record<string, string> & { password: string; wrong: string; name: string };

        // Signing up, in and out, a forgotten password, a second factor, a request.
        expect((await post("/register", { name, email, password, privacy: "on" })).status).toBe(303);
        const first = await mailTo(email);
        personal.link = first.token;
        await post("/confirm", { token_hash: "not a token of ours", type: "signup" });
        expect((await post("/confirm", { token_hash: first.token, type: "signup" })).status).toBe(303);
        personal.accessToken = visitor.session().access_token;
        personal.refreshToken = visitor.session().refresh_token;
        const sheet = await (await post("/me", { intent: "factor-new" })).text();
        const [, factor] = /name="factor" value="([^"]+)"/.exec(sheet)!;
        const [, totp] = /secret=([A-Z2-7]+)/.exec(sheet)!;
        personal.totp = totp!;
        const uri = `otpauth://totp/x?secret=${totp}`;
        await post("/me", { intent: "factor-on", factor: factor!, uri, factor_code: "000000" });
        const on = await post("/me", { intent: "factor-on", factor: factor!, uri, factor_code: codeOf(totp!) });
        expect(on.status).toBe(200);
        // Shown once, to whoever asked.
        personal.recoveryCode = /\b\d{4}[ -]\d{4}[ -]\d{4}\b/.exec(await on.text())![0];
        await post("/login", { intent: "out" });
        await post("/login", { intent: "password", email, password: wrong });
        expect((await post("/login", { intent: "password", email, password })).status).toBe(303);
        await post("/login", { intent: "code", code: codeOf(totp!, 1) });
        await post("/login", { intent: "forgot", email });
        personal.recovery = (await mailTo(email, first.count)).token;
        const message = `A private message that nobody reads in a log: ${crypto.randomUUID()}`;
        personal.message = message;
        expect((await post("/contact", contactForm({ name, email, message, phone: "612 345 678" }))).status).toBe(303);
        await noted(visitor.get("/me/data.json"));
        for (const provider of ["google", "github", "oidc"])
          await noted(site().call(`/authorize?provider=${provider}&redirect_to=/x`, { key: "", signal: AbortSignal.timeout(60_000) }));
        await noted(site().call(`/verify?token=${personal.recovery}x&type=recovery`, { key: "" }));
        await noted(site().call("/admin/users", { token: `${secrets.secretKey}x` }));
        for (const address of everyAddress)
          await noted(fetch(site().url + address, { redirect: "manual", headers: { Cookie: `sb-session=${personal.accessToken}` } }));

        // An administrator's pages show people, and no secret of the site.
        site().keys.secretKey = secrets.secretKey;
        // A store that is away.
        const withSecretKey = { headers: { apikey: secrets.secretKey }, method: "POST" };
        await noted(fetch(`${site().url}/storage/v1/bucket`, { ...withSecretKey, body: '{"name":"files"}' }));
        expect((await noted(fetch(`${site().url}/storage/v1/object/files/a`, { ...withSecretKey, body: "x" }))).status).toBe(500);
        const boss = await newPerson(site(), { role: "admin" });
        const admin = await visitorOf(site(), origin).signIn(boss.email);
        for (const path of ["/me", "/admin/messages", "/admin/profiles"]) await noted(admin.get(path));

        // All of it again while the database is away: what fails tells the log why, and not about whom.
        await postgres.halt();
        const failing = [
          post("/register", { name, email: "private-newcomer@example.com", password, privacy: "on" }),
          post("/login", { intent: "password", email, password }),
          post("/login", { intent: "forgot", email }),
          post("/confirm", { token_hash: personal.recovery, type: "recovery" }),
          post("/contact", contactForm({ name, email, message })),
          post("/me", { intent: "password", new_password: "another private password" }),
          noted(
            site().call("/token?grant_type=refresh_token", {
              method: "POST",
              body: JSON.stringify({ refresh_token: personal.refreshToken }),
            }),
          ),
          noted(site().call("/otp", { method: "POST", body: JSON.stringify({ email, data: { name } }) })),
          noted(site().call("/user", { token: personal.accessToken })),
          noted(fetch(`${site().url}/readyz`)),
        ];
        for (const answer of await Promise.all(failing)) expect(answer.status).toBeGreaterThanOrEqual(400);
        await postgres.resume();

        // And while a table is not what it should be: then it is the query itself that fails.
        const sql = connect(await databaseUrl.promise, { max: 1, onnotice() {} });
        await sql.unsafe("alter table auth.users rename to others; alter table public.requests rename to others");
        const broken = [
          post("/register", { name, email, password, privacy: "on" }),
          post("/login", { intent: "password", email, password }),
          post("/login", { intent: "forgot", email }),
          post("/contact", contactForm({ name, email, message })),
          noted(site().call("/otp", { method: "POST", body: JSON.stringify({ email, data: { name } }) })),
          noted(site().call("/user", { token: personal.accessToken })),
          noted(admin.get("/admin/messages?q=private-person%40example.com")),
          noted(admin.get("/admin/profiles?q=private-person%40example.com")),
        ];
        for (const answer of await Promise.all(broken)) expect(answer.status).toBeGreaterThanOrEqual(400);
        await sql.unsafe("alter table auth.others rename to users; alter table public.others rename to requests");
        await sql.end();
      });

      test("no answer has a secret of the site, or a password, in it", () => {
        expect(answers.length).toBeGreaterThan(1_000_000);
        for (const [name, value] of Object.entries(secrets)) expect(answers.includes(value), name).toBe(false);
        for (const name of ["password", "wrong"]) expect(answers.includes(personal[name]!), name).toBe(false);
        expect(answers).not.toMatch(/node_modules|\bat \S+ \(|Failed query|ECONNREFUSED|127\.0\.0\.1:\d+\/test_/);
      });

      test("the log has neither a secret of the site, nor a password, a token, a code, a name or an address of a person", () => {
        const log = site().output() + site().errors();
        expect(log.length).toBeGreaterThan(10_000);
        expect(log).toContain('"level":50');
        const kept = { ...secrets, ...personal, hash: "$argon2", newcomer: "private-newcomer", another: "another private password" };
        const found = Object.entries(kept).filter(([, value]) => log.includes(value));
        expect(found.map(([name]) => name)).toEqual([]);
      });
    },
    () => settings,
    databaseUrl.promise,
  );
});
