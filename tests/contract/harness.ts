import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import type { JWK } from "jose";
import PostalMime, { type Email } from "postal-mime";
import postgres from "postgres";
import { afterAll, beforeAll, describe } from "vitest";
import { startServer } from "../server.ts";
import { findPostgres, freePort, startPostgres } from "../postgres.ts";

export const password = "correct horse battery";

/** A running site with our own accounts service, and what a test needs of it. */
export type Site = {
  url: string;
  keys: { publishableKey: string; secretKey: string; signingKey: JWK };
  /** Where it keeps its data, mails among them. */
  dataDir: string;
  /** What the server has written so far: its log. */
  output(): string;
  errors(): string;
  /** The database's address, where it is a Postgres. */
  databaseUrl?: string;
  /** The database itself, where it is a Postgres: to look behind the service, and to let time pass. */
  sql: postgres.Sql;
  /** The real client, as a browser would make it: a new person each time. */
  client(flowType?: "pkce" | "implicit"): SupabaseClient;
  /** The client of a server that has the secret key. */
  admin(): SupabaseClient;
  /** A call as the client makes it, for what the client would not send. */
  call(path: string, init?: CallInit): Promise<Response>;
  /** The same with a body; gives what came back. */
  post(path: string, body: unknown, init?: CallInit): Promise<{ status: number; headers: Headers; body: any }>;
  /** The newest mail to an address, waited for. `after` leaves out those that were there before. */
  mailTo(
    address: string,
    after?: number,
  ): Promise<{ subject: string; text: string; link: URL; tokenHash: string; code: string; count: number }>;
  /** How many mails an address has, once everything that was on its way has arrived. */
  mailCount(address: string): Promise<number>;
  /** A user who has confirmed the address, and a client that is signed in as them. */
  newUser(data?: Record<string, unknown>): Promise<{ client: SupabaseClient; email: string; id: string }>;
  newEmail(): string;
  /** Somebody with the password, on a device of their own. */
  signedIn(email: string): Promise<SupabaseClient>;
};

type CallInit = RequestInit & { token?: string; key?: string };
type Settings = Record<string, string>;

/** Runs the tests against the built server, on the embedded database and on a Postgres; they are told on which. Settings may be known only at the start. */
export function onBothSites(tests: (site: () => Site, onPostgres: boolean) => void, settings: Settings | (() => Settings) = {}) {
  describe("on the embedded database", () => onSite((site) => tests(site, false), settings));

  describe.skipIf(!findPostgres())("on Postgres", () => {
    let server: Awaited<ReturnType<typeof startPostgres>>;
    const databaseUrl = Promise.withResolvers<string>();
    beforeAll(async () => {
      server = await startPostgres();
      databaseUrl.resolve(await server.createDatabase());
    });
    onSite((site) => tests(site, true), settings, databaseUrl.promise);
    afterAll(() => server.stop());
  });
}

/** Runs the tests on one site; without an address of a database, on the embedded one. */
export function onSite(tests: (site: () => Site) => void, settings: Settings | (() => Settings) = {}, databaseUrl?: Promise<string>) {
  let site: Site;
  let stop: () => Promise<unknown>;
  const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
  beforeAll(async () => {
    const url = await databaseUrl;
    const server = await startServer({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      AUTH_MAIL_INTERVAL: "0",
      AUTH_ATTEMPTS_PER_ADDRESS: "100000",
      ...(url && { DATABASE_URL: url }),
      ...(typeof settings === "function" ? settings() : settings),
    });
    if (!server.port) throw new Error(server.errors());
    stop = server.stop;
    site = openSite(`http://localhost:${server.port}`, { dataDir, databaseUrl: url, output: server.output, errors: server.errors });
  });
  afterAll(async () => {
    if (databaseUrl) await site?.sql.end();
    await stop?.();
    rmSync(dataDir, { recursive: true, force: true });
  });
  tests(() => site);
}

type Place = { dataDir: string; databaseUrl?: string; output: () => string; errors: () => string };

function openSite(url: string, { dataDir, databaseUrl, output, errors }: Place): Site {
  const keys = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8")) as Site["keys"];
  let people = 0;
  const seen = new Map<string, Email>();
  const sql = databaseUrl ? postgres(databaseUrl, { max: 1, onnotice() {} }) : undefined;
  const site: Site = {
    url,
    keys,
    dataDir,
    output,
    errors,
    databaseUrl,
    get sql() {
      if (!sql) throw new Error("The embedded database belongs to its server alone");
      return sql;
    },
    client: (flowType = "pkce") =>
      createClient(url, keys.publishableKey, { auth: { flowType, persistSession: true, storage: memory(), autoRefreshToken: false } }),
    admin: () => createClient(url, keys.secretKey, { auth: { persistSession: false, autoRefreshToken: false } }),
    call: (path, { token, key = keys.publishableKey, ...init } = {}) =>
      fetch(`${url}/auth/v1${path}`, {
        redirect: "manual",
        ...init,
        headers: {
          ...(key && { apikey: key }),
          ...(token && { Authorization: `Bearer ${token}` }),
          "Content-Type": "application/json",
          ...(init.headers as Record<string, string>),
        },
      }),
    async post(path, body, init) {
      const response = await site.call(path, { method: "POST", body: JSON.stringify(body), ...init });
      const answer = await response.text();
      return { status: response.status, headers: response.headers, body: answer && JSON.parse(answer) };
    },
    async mailTo(address, after = 0) {
      for (let tries = 0; tries < 500; tries++) {
        const mails = await mailsTo(address);
        const mail = mails.at(-1);
        if (mail && mails.length > after) {
          const text = mail.text ?? "";
          const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? url);
          return {
            subject: mail.subject ?? "",
            text,
            link,
            tokenHash: link.searchParams.get("token_hash") ?? "",
            code: /^\d{6}$/m.exec(text)?.[0] ?? "",
            count: mails.length,
          };
        }
        await pause(20);
      }
      throw new Error(`No mail to ${address}`);
    },
    async mailCount(address) {
      const last = site.newEmail();
      await site.post("/otp", { email: last });
      await site.mailTo(last);
      await pause(100);
      return (await mailsTo(address)).length;
    },
    newEmail: () => `person-${++people}-${Math.random().toString(36).slice(2, 8)}@example.com`,
    async newUser(data = {}) {
      const client = site.client();
      const email = site.newEmail();
      const { error } = await client.auth.signUp({ email, password, options: { data } });
      if (error) throw error;
      const { tokenHash } = await site.mailTo(email);
      const verified = await client.auth.verifyOtp({ token_hash: tokenHash, type: "signup" });
      if (verified.error) throw verified.error;
      return { client, email, id: verified.data.user!.id };
    },
    async signedIn(email) {
      const client = site.client();
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      return client;
    },
  };
  return site;

  /** In the order in which they came: the date of a mail knows only seconds. */
  async function mailsTo(address: string): Promise<Email[]> {
    const folder = join(dataDir, "mail");
    const written = (name: string) => statSync(join(folder, name)).mtimeMs;
    const fresh = readdirSync(folder).filter((name) => name.endsWith(".eml") && !seen.has(name));
    for (const name of fresh.toSorted((a, b) => written(a) - written(b))) {
      seen.set(name, await new PostalMime().parse(readFileSync(join(folder, name))));
    }
    return [...seen.values()].filter((mail) => mail.to?.[0]?.address === address);
  }
}

export async function sessionOf(client: SupabaseClient): Promise<Session> {
  return (await client.auth.getSession()).data.session!;
}

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
