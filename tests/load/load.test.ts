import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { startMailServer } from "../faults/mail-server.ts";
import { newFolder, readStored, startSite, type Place, type Site } from "../faults/site.ts";
import { isAcknowledged, send, submissionOf } from "../faults/submissions.ts";
import { findPostgres, startPostgres } from "../postgres.ts";

const seconds = Number(process.env.LOAD_SECONDS ?? 10);
const warmUp = Math.min(60, seconds / 2);
const people = 8;
const title = `${seconds} s of visitors, requests and sign-ins: no error, flat memory, no stall over 200 ms`;

test(`on the embedded database: ${title}`, () => bearsLoad({ DATA_DIR: newFolder() }));

test.skipIf(!findPostgres())(`on Postgres: ${title}`, async () => {
  const postgres = await startPostgres();
  try {
    await bearsLoad({ DATA_DIR: newFolder(), DATABASE_URL: await postgres.createDatabase() });
  } finally {
    await postgres.stop();
  }
});

async function bearsLoad(place: Place) {
  const mailServer = await startMailServer();
  const site = await startSite(place, {
    SMTP_URL: mailServer.url,
    AUTH_ATTEMPTS_PER_ADDRESS: "100000000",
    NODE_OPTIONS: `--import=${resolve("tests/load/watch.ts")}`,
  });
  const emails = await makePeople(site, place);
  const answers: Record<string, number> = {};
  const acknowledged: string[] = [];
  let sent = 0;

  const walk = (email: string, walker: number) => {
    const visitor = visitorOf({ url: site.url } as Parameters<typeof visitorOf>[0]);
    return [
      ["page", 200, () => page("/", { "Accept-Language": "en" })],
      ["page", 200, () => page("/gl/contact")],
      ["page", 200, () => page("/es/legal/politica-cookies")],
      ["unchanged", 304, () => page("/contact", { "If-None-Match": etags.get("/contact")! })],
      ["unchanged", 304, () => page("/es/legal/politica-cookies", { "If-None-Match": etags.get("/es/legal/politica-cookies")! })],
      ["request", 303, request],
      ["sign-in", 303, () => visitor.post("/login", { intent: "password", email, password })],
      ["account", 200, () => visitor.get("/me")],
      ["account", 200, () => visitor.get("/gl/me")],
      ["request", 303, request],
      ["sign-out", 303, () => visitor.post("/login", { intent: "out" })],
      ["not found", 404, () => page(`/nowhere-${walker}`)],
    ] as const;
  };

  const etags = new Map<string, string>();
  async function page(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(site.url + path, { headers: { "Accept-Encoding": "br", ...headers }, redirect: "manual" });
    if (response.status === 200) {
      expect(response.headers.get("content-encoding"), path).toBe("br");
      etags.set(path, response.headers.get("etag")!);
    }
    return response;
  }

  async function request() {
    const fields = submissionOf(`load-${sent++}`);
    const response = await send(site, fields);
    if (isAcknowledged(response)) acknowledged.push(fields.email!);
    return response;
  }

  async function loadFor(duration: number) {
    const until = Date.now() + duration * 1000;
    await Promise.all(
      emails.map(async (email, walker) => {
        await pause(walker * 50);
        while (Date.now() < until) {
          for (const [kind, expected, step] of walk(email, walker)) {
            const response = await step();
            await response.arrayBuffer();
            const outcome = response.status === expected ? kind : `${kind}: ${response.status}`;
            answers[outcome] = (answers[outcome] ?? 0) + 1;
            await pause(20);
          }
        }
      }),
    );
    const waiting = 2 * acknowledged.length - mailServer.mails.length;
    // Idle for a moment: mails are sent, garbage is collected.
    await expect.poll(() => mailServer.mails.length).toBe(2 * acknowledged.length);
    await pause(500);
    return { waiting, ...(await watched(site)) };
  }

  await page("/contact");
  // What the start of the server takes is not of interest here.
  await watched(site);
  const start = await loadFor(warmUp);
  const end = await loadFor(seconds - warmUp);
  expect(await site.stop()).toEqual({ code: 0, signal: null });
  await mailServer.stop();

  const stored = (await readStored(place)).requests.map(({ email }) => email);
  console.log(
    `${place.DATABASE_URL ? "Postgres" : "embedded database"}: ${JSON.stringify(answers)}; ${acknowledged.length} acknowledged, ${stored.length} stored, ` +
      `${mailServer.mails.length} mails; after the warm-up ${JSON.stringify(start)}, at the end ${JSON.stringify(end)}`,
  );
  expect(Object.keys(answers).toSorted()).toEqual(["account", "not found", "page", "request", "sign-in", "sign-out", "unchanged"]);
  expect(stored.toSorted()).toEqual(acknowledged.toSorted());
  expect(mailServer.distinct()).toBe(mailServer.mails.length);
  expect(site.output()).not.toContain('"level":50');
  expect(end.stall).toBeLessThan(200);
  expect(end.heap - start.heap).toBeLessThan(32);
  // The embedded database takes what it was given of its memory little by little.
  expect(end.rss - start.rss).toBeLessThan(128);
}

async function makePeople(site: Site, { DATA_DIR }: Place): Promise<string[]> {
  const { secretKey } = JSON.parse(readFileSync(join(DATA_DIR, "auth-keys.json"), "utf8"));
  const { admin } = createClient(site.url, secretKey, { auth: { persistSession: false } }).auth;
  const emails = Array.from({ length: people }, (_, number) => `walker-${number}@example.com`);
  for (const email of emails) await admin.createUser({ email, password, email_confirm: true });
  return emails;
}

/** What tests/load/watch.ts has seen in the server since it was asked last. Megabytes and milliseconds. */
async function watched(site: Site): Promise<{ stall: number; taken: number; rss: number; heap: number }> {
  const before = site.errors().length;
  site.kill("SIGUSR2");
  await expect.poll(() => site.errors().slice(before)).toMatch(/^watched .*\n$/);
  return JSON.parse(site.errors().slice(before).replace("watched ", ""));
}
