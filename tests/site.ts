import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import type { JWK } from "jose";
import PostalMime, { type Email } from "postal-mime";
import { afterAll, beforeAll, inject } from "vitest";
import { agency } from "#content/agency.ts";
import { fill } from "#content/format.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import { password, passwordHash } from "./password.ts";
import { freePort } from "./postgres.ts";
import { startServer } from "./server.ts";

/** A running site with our own accounts service, and what a test needs of it. */
export type Site = {
  url: string;
  keys: { publishableKey: string; secretKey: string; signingKey: JWK };
  /** Where it keeps its data, mails among them. */
  dataDir: string;
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
  mailsTo(address: string): Promise<Email[]>;
  /** The letters that tell somebody what has happened to their account. They are no part of the others. */
  noticesTo(address: string): Promise<Email[]>;
  /** Somebody with a confirmed address, made without any mail, and a client that is signed in as them. */
  newUser(data?: Record<string, unknown>): Promise<Person>;
  /** The same by signing up and opening the link of the mail: the service has written down what it knows of them. */
  signedUp(data?: Record<string, unknown>): Promise<Person>;
  newEmail(): string;
  /** Somebody with the password, on a device of their own. */
  signedIn(email: string): Promise<SupabaseClient>;
};

type Person = { client: SupabaseClient; email: string; id: string };

type CallInit = RequestInit & { token?: string; key?: string };
export type Settings = Record<string, string>;

/** Whatever a test tries, it does not come too often. */
export const generous = {
  AUTH_MAIL_INTERVAL: "0",
  AUTH_ATTEMPTS_PER_ADDRESS: "100000",
  AUTH_MAILS_PER_NETWORK: "100000",
  MAILS_PER_RECIPIENT: "100000",
  MAILS_PER_HOUR: "100000",
};

/** Runs the tests on the built server: on the one that all share, or on one of their own with settings. `databaseUrl` names a Postgres. */
export function onSite(tests: (site: () => OwnSite) => void, settings?: Settings | (() => Settings), databaseUrl?: Promise<string>) {
  let site: OwnSite;
  let stop: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    const sharedSite = inject("sites")[inject("engine")];
    if (!settings && sharedSite) {
      site = { ...openSite(sharedSite.url, sharedSite.dataDir), output: noLog, errors: noLog };
      return;
    }
    const url = await databaseUrl;
    const dataDir = mkdtempSync(join(inject("folder"), "site-"));
    const server = await startServer({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      ...generous,
      ...(url && { DATABASE_URL: url }),
      ...(typeof settings === "function" ? settings() : settings),
    });
    if (!server.port) throw new Error(server.errors());
    stop = server.stop;
    site = { ...openSite(`http://localhost:${server.port}`, dataDir), output: server.output, errors: server.errors };
  });
  afterAll(() => stop?.());
  tests(() => site);
}

function noLog(): never {
  throw new Error("Others use this site too, and what it says: give it settings, even none, to have one alone");
}

/** What the server of a test's own has written so far: its log. */
export type OwnSite = Site & { output(): string; errors(): string };

export function openSite(url: string, dataDir: string): Site {
  const keys = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8")) as Site["keys"];
  let people = 0;
  const seen = new Map<string, { raw: string; head: string; mail?: Promise<Email> }>();
  const site: Site = {
    url,
    keys,
    dataDir,
    mailsTo: async (address) => (await arrivedFor(address)).filter((mail) => !isNotice(mail)),
    noticesTo: async (address) => (await arrivedFor(address)).filter(isNotice),
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
      for (let tries = 0; tries < 3000; tries++) {
        const mails = await site.mailsTo(address);
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
    newEmail: () => `person-${++people}-${Math.random().toString(36).slice(2, 8)}@example.com`,
    async newUser(data = {}) {
      const email = site.newEmail();
      const made = { email, password_hash: passwordHash, email_confirm: true, user_metadata: data };
      const { data: answer, error } = await site.admin().auth.admin.createUser(made);
      if (error) throw error;
      return { client: await site.signedIn(email), email, id: answer.user.id };
    },
    async signedUp(data = {}) {
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
  async function arrivedFor(address: string): Promise<Email[]> {
    const folder = join(dataDir, "mail");
    const written = (name: string) => statSync(join(folder, name)).mtimeMs;
    const fresh = readdirSync(folder).filter((name) => name.endsWith(".eml") && !seen.has(name));
    for (const name of fresh.toSorted((a, b) => written(a) - written(b))) {
      const raw = readFileSync(join(folder, name), "utf8");
      seen.set(name, { raw, head: raw.split("\n\n", 1)[0]! });
    }
    // Others share the folder: theirs are not read.
    const maybe = [...seen.values()].filter(({ head }) => head.includes(address));
    const mails = await Promise.all(maybe.map((one) => (one.mail ??= PostalMime.parse(one.raw))));
    return mails.filter((mail) => mail.to?.[0]?.address === address);
  }
}

function isNotice({ subject = "" }: Email): boolean {
  const notices = ["changed", "email_changed", "recovery_code_used", "guesses", "deleted"] as const;
  return [en, es, gl].some(({ mail }) => notices.some((one) => subject === fill(mail.auth.letters[one].subject, { name: agency.name })));
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
