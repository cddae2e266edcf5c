import { randomBytes } from "node:crypto";
import { createClient, type RealtimeChannel } from "@supabase/supabase-js";
import { sql } from "drizzle-orm";
import { exportJWK, generateKeyPair } from "jose";
import S3rver from "s3rver";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#backend/database/connection.ts";
import { visitorOf } from "../../contract/visitor.ts";
import { password } from "../../password.ts";
import { findPostgres } from "../../postgres.ts";
import { startMailServer } from "../mail-server.ts";
import { startRoundRobin } from "../round-robin.ts";
import { newDatabase, newFolder, readStored, startSite } from "../site.ts";
import { isAcknowledged, send, submissionOf } from "../submissions.ts";

const limit = 10;
const browser = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

test.skipIf(!findPostgres())("two copies behind a proxy that takes them in turn behave as one", async () => {
  const DATABASE_URL = await newDatabase();
  const mailServer = await startMailServer();
  const proxy = await startRoundRobin();
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const settings = {
    SITE_URL: proxy.url,
    TRUST_PROXY: "1",
    SMTP_URL: mailServer.url,
    REQUESTS_PER_ADDRESS: String(limit),
    AUTH_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(24).toString("base64url")}`,
  };
  const where = { DATA_DIR: newFolder(), DATABASE_URL };

  // At the same moment, on an empty database: each migration is applied once.
  const copies = await Promise.all([where, { ...where, DATA_DIR: newFolder() }].map((place) => startSite(place, settings)));
  proxy.ports.push(...copies.map(({ port }) => port!));
  const applied = copies.flatMap(({ output }) =>
    [...output().matchAll(/"migrations":(\[[^\]]*\])/g)].flatMap(([, names]) => JSON.parse(names!) as string[]),
  );
  expect(applied.length).toBeGreaterThan(5);
  expect(new Set(applied).size).toBe(applied.length);

  // A session that was opened at one copy is known to the other, goes on there, and ends for both.
  const admin = createClient(proxy.url, settings.SUPABASE_SECRET_KEY, { auth: { persistSession: false } });
  const email = "uxia@example.com";
  expect((await admin.auth.admin.createUser({ email, password, email_confirm: true })).error).toBeNull();
  const [one, other] = copies.map(({ url }) =>
    createClient(url, settings.SUPABASE_PUBLISHABLE_KEY, { auth: { autoRefreshToken: false, persistSession: false } }),
  );
  const opened = (await one!.auth.signInWithPassword({ email, password })).data.session!;
  expect((await other!.auth.getUser(opened.access_token)).data.user?.email).toBe(email);
  const refresh = (client: typeof one, refresh_token: string) => client!.auth.refreshSession({ refresh_token });
  const [here, there] = await Promise.all([refresh(one, opened.refresh_token), refresh(other, opened.refresh_token)]);
  expect([here.error, there.error]).toEqual([null, null]);
  expect(there.data.session!.refresh_token).toBe(here.data.session!.refresh_token);
  const next = (await refresh(other, here.data.session!.refresh_token)).data.session!;
  const last = (await refresh(one, next.refresh_token)).data.session!;
  expect((await one!.auth.admin.signOut(last.access_token, "local")).error).toBeNull();
  expect((await other!.auth.getUser(last.access_token)).error?.name).toBe("AuthSessionMissingError");
  expect((await refresh(other, last.refresh_token)).error?.code).toBe("refresh_token_not_found");

  // The same with cookies, at the pages, a copy at a time.
  const visitor = visitorOf({ url: proxy.url } as Parameters<typeof visitorOf>[0]);
  await visitor.signIn(email);
  for (let turn = 0; turn < 4; turn++) expect((await visitor.get("/me")).status).toBe(200);
  const kept = new Map(visitor.cookies);
  expect((await visitor.post("/login", { intent: "out" })).status).toBe(303);
  for (const [name, value] of kept) visitor.cookies.set(name, value);
  for (let turn = 0; turn < 4; turn++) {
    expect((await visitor.get("/me")).status).toBe(302);
    for (const [name, value] of kept) visitor.cookies.set(name, value);
  }

  // Limits count together.
  const answers = await Promise.all(
    Array.from({ length: 2 * limit }, async (_, number) => {
      const response = await send(proxy, submissionOf(`copies-${number}`));
      return isAcknowledged(response) ? "yes" : response.status;
    }),
  );
  expect(answers.filter((answer) => answer === "yes")).toHaveLength(limit);
  expect(answers.filter((answer) => answer === 429)).toHaveLength(limit);
  const attempts: (number | undefined)[] = [];
  const guesser = createClient(proxy.url, settings.SUPABASE_PUBLISHABLE_KEY, { auth: { persistSession: false } });
  for (let tries = 0; tries < 14; tries++) {
    attempts.push((await guesser.auth.signInWithPassword({ email, password: `guess ${tries}` })).error?.status);
  }
  expect(attempts).toEqual([...Array<number>(10).fill(400), ...Array<number>(4).fill(429)]);

  // What is written later, each copy for itself, adds up.
  for (let number = 0; number < 10; number++) {
    const choice = await fetch(`${proxy.url}/consent`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ choice: "all", id: `copies-choice-${number}` }),
      headers: { Origin: proxy.url },
    });
    expect(choice.status).toBe(204);
  }
  for (let number = 0; number < 40; number++) expect((await fetch(`${proxy.url}/gl/contact`, { headers: browser })).status).toBe(200);

  // With the one that tells the owner of the guesses.
  const mails = 2 * limit + 1;
  await expect.poll(() => mailServer.mails.length).toBe(mails);
  for (const copy of copies) expect(await copy.stop()).toEqual({ code: 0, signal: null });
  await mailServer.stop();
  expect([mailServer.distinct(), mailServer.mails.length]).toEqual([mails, mails]);
  expect((await readStored(where)).requests).toHaveLength(limit);
  expect(await countsIn(DATABASE_URL)).toEqual({ choices: 10, views: 40 });
  const shares = copies.map(({ output }) => output().split('"request"').length - 1);
  console.log(`the copies answered ${shares.join(" and ")} requests`);
  for (const share of shares) expect(share).toBeGreaterThan(20);
});

test.skipIf(!findPostgres())("two copies behind a proxy are one for sockets and for files, also when one of them stops", async () => {
  const DATABASE_URL = await newDatabase();
  const s3 = new S3rver({
    port: 0,
    address: "localhost",
    silent: true,
    directory: newFolder(),
    configureBuckets: [{ name: "files", configs: [] }],
  });
  const { port } = await s3.run();
  onTestFinished(() => s3.close());
  const proxy = await startRoundRobin();
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const settings = {
    SITE_URL: proxy.url,
    TRUST_PROXY: "1",
    S3_URL: `http://S3RVER:S3RVER@localhost:${port}/files`,
    AUTH_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(24).toString("base64url")}`,
  };
  const copies = [
    await startSite({ DATA_DIR: newFolder(), DATABASE_URL }, settings),
    await startSite({ DATA_DIR: newFolder(), DATABASE_URL }, settings),
  ];
  proxy.ports.push(...copies.map((copy) => copy.port!));

  // One socket comes to one copy, the next to the other.
  const people = ["uxia", "brais"].map((key) => {
    const client = createClient(proxy.url, settings.SUPABASE_PUBLISHABLE_KEY, {
      auth: { persistSession: false },
      realtime: { reconnectAfterMs: () => 200 },
    });
    const channel = client.channel("room", { config: { presence: { key } } });
    const heard: string[] = [];
    channel.on("broadcast", { event: "*" }, ({ event }) => void heard.push(event)).on("presence", { event: "sync" }, () => {});
    return { key, client, channel, heard, states: watch(channel) };
  });
  const [uxia, brais] = people as [(typeof people)[0], (typeof people)[0]];
  for (const { states } of people) await expect.poll(() => states.at(-1)).toBe("SUBSCRIBED");
  for (const { key, channel } of people) await channel.track({ key });
  for (const { channel } of people) await expect.poll(() => Object.keys(channel.presenceState()).toSorted()).toEqual(["brais", "uxia"]);
  await uxia.channel.send({ type: "broadcast", event: "hello", payload: {} });
  await expect.poll(() => brais.heard).toEqual(["hello"]);

  // What one has taken the other gives.
  const [one, other] = copies.map(
    ({ url }) => createClient(url, settings.SUPABASE_SECRET_KEY, { auth: { persistSession: false } }).storage,
  );
  expect((await one!.createBucket("shared")).error).toBeNull();
  expect((await one!.from("shared").upload("a.txt", "taken by one")).error).toBeNull();
  expect(await (await other!.from("shared").download("a.txt")).data!.text()).toBe("taken by one");

  // The client of the one that stops comes back to the one that goes on.
  proxy.ports.splice(0, 1);
  expect(await copies[0]!.stop()).toEqual({ code: 0, signal: null });
  for (const { states } of people) await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe("SUBSCRIBED");
  expect(people.map(({ states }) => states.filter((state) => state === "SUBSCRIBED").length).toSorted()).toEqual([1, 2]);
  await brais.channel.send({ type: "broadcast", event: "again", payload: {} });
  await uxia.channel.send({ type: "broadcast", event: "again too", payload: {} });
  await expect.poll(() => [uxia.heard.at(-1), brais.heard.at(-1)]).toEqual(["again", "again too"]);
  expect(await (await other!.from("shared").download("a.txt")).data!.text()).toBe("taken by one");

  await Promise.all(people.map(({ client }) => client.removeAllChannels()));
  expect(await copies[1]!.stop()).toEqual({ code: 0, signal: null });
});

/** What becomes of a channel, in order. */
function watch(channel: RealtimeChannel): string[] {
  const states: string[] = [];
  channel.subscribe((state) => void states.push(state));
  return states;
}

async function countsIn(databaseUrl: string) {
  const database = await openDatabase({ databaseUrl, dataDir: "unused" });
  const { rows } = (await database.queries.execute(sql`
    select (select count(distinct choice_id) from consent_choices)::int as choices,
      (select sum(views) from page_views where path = '/contact' and locale = 'gl')::int as views
  `)) as unknown as { rows: unknown[] };
  await database.close();
  return rows[0];
}
