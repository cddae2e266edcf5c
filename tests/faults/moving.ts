import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { password } from "../password.ts";
import { quickStart } from "../server.ts";
import { unpack, type WholeBackup } from "../whole-backup.ts";
import { newFolder, readStored, startSite, type Place } from "./site.ts";
import { atOnce, isAcknowledged, send, submissionOf } from "./submissions.ts";

/** `npm run backup` while requests come in, and `npm run restore` into the other engine: nothing is missing, and everybody can sign in. */
const settings = { AUTH_MAIL_INTERVAL: "0" };

export async function moves(source: Pick<Place, "DATABASE_URL">, target: Pick<Place, "DATABASE_URL">) {
  const from = { DATA_DIR: newFolder(), ...source };
  const to = { DATA_DIR: newFolder(), ...target };
  const backups = newFolder();
  const site = await startSite(from, settings);
  const person = await fillSite(site.url, from);

  // While it runs: what was acknowledged before is in it, and every request with all that belongs to it.
  const acknowledged: string[] = [];
  const made = new AbortController();
  function* visitors() {
    for (let number = 0; !made.signal.aborted; number++) yield submissionOf(`backup-${number}`);
  }
  const sending = atOnce(2, visitors(), async (fields) => {
    if (isAcknowledged(await send(site, fields))) acknowledged.push(fields.email!);
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  const before = [...acknowledged];
  await run("backup", from, join(backups, "running"));
  made.abort();
  await sending;
  const running = await unpack(join(backups, "running"));
  const emails = new Set(column(running, "public.requests", "email"));
  console.log(`${before.length} of ${acknowledged.length} requests were acknowledged before the backup, which has ${emails.size - 1}`);
  expect(acknowledged.length).toBeGreaterThan(before.length);
  expect(before.filter((email) => !emails.has(email))).toEqual([]);
  const ids = column(running, "public.requests", "id");
  for (const table of ["public.outbox", "public.request_consents"]) {
    expect(column(running, table, "request_id").filter(Boolean).toSorted()).toEqual(ids.flatMap((id) => [id, id]).toSorted());
  }

  // Stopped: everything is in it.
  await site.stop();
  const file = join(backups, "stopped");
  await run("backup", from, file);
  await run("restore", to, file);
  expect(await readStored(to)).toEqual(await readStored(from));
  await run("backup", to, join(backups, "again"));
  const [one, other] = await Promise.all(["stopped", "again"].map((name) => unpack(join(backups, name))));
  expect(contentOf(other!)).toEqual(contentOf(one!));
  for (const table of [
    "public.page_views",
    "public.consent_choices",
    "auth.mfa_factors",
    "auth.refresh_tokens",
    "auth.audit_log_entries",
  ]) {
    expect([table, one!.tables.find((found) => found.table === table)?.rows.length]).not.toEqual([table, 0]);
  }
  await expect(run("restore", to, file)).rejects.toThrow(target.DATABASE_URL ? /DATABASE_URL is not empty/ : /There is a database in/);

  // The password and the second factor open a new session, and the old one goes on. In this order: a refresh is tried until it works.
  const copy = await startSite(to, settings);
  const { data } = await clientOf(copy.url, to, "secretKey").storage.from("files").download("a folder/a file");
  expect(await data!.text()).toBe(stored);
  const fresh = clientOf(copy.url, to);
  expect((await fresh.auth.signInWithPassword({ email: person.email, password })).error).toBeNull();
  // A code opens once; the one of now was used on the old site.
  const code = person.totp.generate({ timestamp: Date.now() + 30_000 });
  expect((await fresh.auth.mfa.challengeAndVerify({ factorId: person.factorId, code })).error).toBeNull();
  expect((await clientOf(copy.url, to).auth.refreshSession({ refresh_token: person.refreshToken })).error).toBeNull();
  expect((await copy.stop()).code).toBe(0);
}

function clientOf(url: string, { DATA_DIR }: Place, key: "publishableKey" | "secretKey" = "publishableKey") {
  const keys = JSON.parse(readFileSync(join(DATA_DIR, "auth-keys.json"), "utf8"));
  return createClient(url, keys[key], { auth: { autoRefreshToken: false, persistSession: key === "publishableKey", storage: undefined } });
}

const stored = "of many pieces ".repeat(30_000);

/** Somebody with a password, a second factor and a session; a choice of cookies, a page that was read, a request, a file. */
async function fillSite(url: string, place: Place) {
  const email = "uxia@example.com";
  const { error } = await clientOf(url, place, "secretKey").auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  const client = clientOf(url, place);
  await client.auth.signInWithPassword({ email, password });
  const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
  const totp = new TOTP({ secret: Secret.fromBase32(factor!.totp.secret) });
  const raised = await client.auth.mfa.challengeAndVerify({ factorId: factor!.id, code: totp.generate() });
  if (raised.error) throw raised.error;
  await fetch(`${url}/consent`, {
    method: "POST",
    body: new URLSearchParams({ choice: "all" }),
    headers: { Origin: url },
    redirect: "manual",
  });
  await fetch(`${url}/contact`, { headers: { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" } });
  await send({ url }, submissionOf("first"));
  const { storage } = clientOf(url, place, "secretKey");
  await storage.createBucket("files");
  const uploaded = await storage.from("files").upload("a folder/a file", stored);
  if (uploaded.error) throw uploaded.error;
  return { email, totp, factorId: factor!.id, refreshToken: raised.data.refresh_token };
}

async function run(command: "backup" | "restore", place: Place, file: string) {
  return promisify(execFile)("node", [quickStart, `scripts/${command}.ts`, file], { env: { ...process.env, ...place } });
}

function column({ tables }: WholeBackup, name: string, of: string): (string | null)[] {
  const { columns, rows } = tables.find(({ table }) => table === name)!;
  return rows.map((row) => JSON.parse(row)[columns.indexOf(of)]);
}

function contentOf({ tables, files, stored: pieces, head: { migrations } }: WholeBackup) {
  return { tables: tables.map(({ rows, ...table }) => ({ ...table, rows: rows.toSorted() })), files, pieces, migrations };
}
