import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { agency } from "#content/agency.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, type Database } from "#backend/database/connection.ts";
import { outbox, requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { delayAfter, freeClaims, startOutbox, type Outbox } from "./outbox.ts";

/** Of the address that mails come from. */
const domain = agency.email.split("@")[1]!;

const minute = 60_000;
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

test("a mail that fails is tried again after 1, 2, 4 … minutes, at most 6 hours", () => {
  const minutes = Array.from({ length: 12 }, (_, n) => delayAfter(n + 1) / minute);
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  expect(delayAfter(5000) / minute).toBe(360);
});

/** What the mail server says to a mail: nothing to accept it. It may take its time. */
type Answer = { code: number; text: string } | undefined;
const yes = async (): Promise<Answer> => undefined;

/** A mail server on this machine. It keeps all mails that were handed to it, accepted or not. */
async function startMailServer() {
  const state = { answer: yes as () => Promise<Answer>, offered: [] as Email[], accepted: [] as Email[] };
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 100,
    async onData(stream, _session, callback) {
      const mail = await PostalMime.parse(await buffer(stream));
      state.offered.push(mail);
      const answer = await state.answer();
      if (!answer) state.accepted.push(mail);
      callback(answer && Object.assign(new Error(answer.text), { responseCode: answer.code }));
    },
  });
  server.on("error", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

onBothEngines((open) => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let requestId: string;
  let logged: { level: number; [name: string]: unknown }[];
  const running: Outbox[] = [];

  beforeEach(async () => {
    const { queries } = open().database;
    await queries.delete(requests);
    requestId = (await queries.insert(requests).values(sampleRequest).returning())[0]!.id;
    server = await startMailServer();
    logged = [];
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
    await server.stop();
  });

  type Options = { smtpUrl?: string; database?: Database; perRecipient?: number };

  function start({ smtpUrl = server.url, database = open().database, perRecipient = 1000 }: Options = {}) {
    const config = readConfig({ SMTP_URL: smtpUrl, MAILS_PER_RECIPIENT: String(perRecipient) });
    const started = startOutbox({ database, config, log: logTo() });
    running.push(started);
    return started;
  }

  function logTo() {
    return pino({ level: "debug" }, { write: (line: string) => logged.push(JSON.parse(line)) });
  }

  async function put(values: Partial<Record<keyof typeof outbox.$inferInsert, unknown>> = {}): Promise<string> {
    const row = { kind: "notice", requestId, ...values } as typeof outbox.$inferInsert;
    return (await open().database.queries.insert(outbox).values(row).returning())[0]!.id;
  }

  const change = (id: string, values: Parameters<ReturnType<typeof update>["set"]>[0]) => update().set(values).where(eq(outbox.id, id));
  const update = () => open().database.queries.update(outbox);
  const rows = () => open().database.queries.select().from(outbox).orderBy(outbox.createdAt);
  const row = async (id: string) => (await open().database.queries.select().from(outbox).where(eq(outbox.id, id)))[0]!;

  /** The mail after an attempt that failed. */
  async function failed(id: string) {
    await until(async () => expect((await row(id)).lastError).toBeTruthy());
    return row(id);
  }

  test("what is due is sent once and marked, the notice to the agency and the receipt to the sender", async () => {
    const notice = await put();
    const receipt = await put({ kind: "receipt" });
    start();
    await until(async () => expect((await rows()).map(({ state }) => state)).toEqual(["sent", "sent"]));
    expect(server.offered).toHaveLength(2);
    const recipients = Object.fromEntries(server.accepted.map(({ messageId, to }) => [messageId, to?.[0]?.address]));
    expect(recipients).toEqual({
      [`<${notice}@${domain}>`]: agency.email,
      [`<${receipt}@${domain}>`]: "uxia@example.com",
    });
    expect(await row(notice)).toMatchObject({ attempts: 1, lastError: null, attemptedAt: expect.any(Date), sentAt: expect.any(Date) });
  });

  test("on a public site without a mail server mails wait, and leave when there is one", async () => {
    const id = await put();
    const { stop } = startOutbox({ database: open().database, config: readConfig({ SITE_URL: "https://abrente.example" }), log: logTo() });
    expect(logged).toMatchObject([{ level: 50, msg: expect.stringContaining("SMTP_URL is not set") }]);
    await pause(100);
    await stop();
    expect(await row(id)).toMatchObject({ state: "due", attempts: 0 });
    start();
    await until(async () => expect((await row(id)).state).toBe("sent"));
  });

  test("a mail server that refuses is named at the start, before there is a mail, and without the person", async () => {
    const refusing = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      logger: false,
      onAuth: ({ username }, _session, done) => done(Object.assign(new Error(`No mailbox ${username}`), { responseCode: 535 })),
    });
    const socket = refusing.listen(0, "127.0.0.1");
    await once(socket, "listening");
    start({ smtpUrl: `smtp://ana%40example.com:hunter2@127.0.0.1:${(socket.address() as AddressInfo).port}?requireTLS=false` });
    await until(async () =>
      expect(logged).toMatchObject([{ level: 50, code: "EAUTH", msg: expect.stringContaining("TAKES NO MAILS NOW") }]),
    );
    expect(logged[0]!.reason).toContain("535 No mailbox …@…");
    await new Promise<void>((done) => refusing.close(done));
  });

  test("a password is not sent over a connection that anybody can read, unless the address says so", async () => {
    const { host } = new URL(server.url);
    const id = await put();
    const waiting = start({ smtpUrl: `smtp://user:hunter2@${host}` });
    expect((await failed(id)).lastError).toMatch(/TLS/);
    expect(JSON.stringify(logged)).not.toContain("hunter2");
    await waiting.stop();
    await change(id, { dueAt: sql`now()` });
    start({ smtpUrl: `smtp://user:hunter2@${host}?requireTLS=false` });
    await until(async () => expect((await row(id)).state).toBe("sent"));
  });

  test("one mailbox gets a few receipts in a day: the others are held, where the agency sees them, and the log says so once", async () => {
    const { queries } = open().database;
    const [strangers, others] = [
      { ...sampleRequest, email: "Victim@example.com" },
      { ...sampleRequest, email: "other@example.com" },
    ];
    for (const values of [...Array.from({ length: 6 }, () => strangers), others]) {
      const [request] = await queries.insert(requests).values(values).returning();
      await queries.insert(outbox).values([
        { kind: "receipt", requestId: request!.id },
        { kind: "notice", requestId: request!.id },
      ]);
    }
    start({ perRecipient: 8 });
    await until(async () => expect(await queries.select().from(outbox).where(eq(outbox.state, "due"))).toEqual([]));
    const held = await queries.select().from(outbox).where(eq(outbox.state, "held"));
    expect(held.map(({ kind }) => kind)).toEqual(Array<string>(4).fill("receipt"));
    const receipts = server.accepted.map(({ to }) => to![0]!.address!.toLowerCase());
    expect(receipts.filter((address) => address === "victim@example.com")).toHaveLength(2);
    expect(receipts.filter((address) => address === "other@example.com")).toHaveLength(1);
    expect(server.accepted).toHaveLength(2 + 1 + 7);
    expect(logged.filter(({ msg }) => String(msg).startsWith("mails are held back"))).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain("example.com");
  });

  test("one that is put in later is sent as soon as the outbox is told", async () => {
    const started = start();
    await pause(300);
    // Untold it looks every 5 s. On a busy machine one may take longer, not all.
    const takes = async () => {
      const id = await put();
      const since = Date.now();
      started.wake();
      await until(async () => expect((await row(id)).state).toBe("sent"));
      return Date.now() - since;
    };
    await expect.poll(takes, { timeout: 60_000 }).toBeLessThan(4000);
  });

  test("what is held, sent, given up, not yet due or taken by another server is left alone", async () => {
    await put({ state: "held" });
    await put({ state: "sent" });
    await put({ state: "failed" });
    await put({ dueAt: sql`now() + interval '1 minute'` });
    const before = await rows();
    const due = await put();
    start();
    await until(async () => expect((await row(due)).state).toBe("sent"));
    expect(server.offered).toHaveLength(1);
    expect((await rows()).filter(({ id }) => id !== due)).toEqual(before);
  });

  describe("a mail that could not be sent", () => {
    test.each([
      ["put off", { code: 451, text: "Try again later" }],
      ["refused", { code: 550, text: "No such mailbox" }],
    ])("because it was %s is due a minute later, and is sent then", async (_, answer) => {
      server.answer = async () => answer;
      const id = await put();
      const since = Date.now();
      const started = start();
      const after = await failed(id);
      const took = Date.now() - since;
      expect(after).toMatchObject({ state: "due", attempts: 1, sentAt: null, lastError: expect.stringContaining(answer.text) });
      const wait = after.dueAt.getTime() - after.attemptedAt!.getTime();
      expect(wait).toSatisfy((ms: number) => ms >= minute && ms <= minute + took);

      server.answer = yes;
      started.wake();
      await pause(300);
      expect(server.offered).toHaveLength(1);

      await change(id, { dueAt: sql`now()` });
      started.wake();
      await until(async () => expect((await row(id)).state).toBe("sent"));
      expect(await row(id)).toMatchObject({ attempts: 2 });
      expect(server.accepted).toHaveLength(1);
    });

    test("because nobody listens is due a minute later, and is sent when somebody does", async () => {
      const silent = await startMailServer();
      await silent.stop();
      const id = await put();
      const first = start({ smtpUrl: silent.url });
      expect(await failed(id)).toMatchObject({ state: "due", attempts: 1, lastError: expect.stringContaining("ECONNREFUSED") });
      await first.stop();
      await change(id, { dueAt: sql`now()` });
      start();
      await until(async () => expect((await row(id)).state).toBe("sent"));
    });

    test("waits longer each time", async () => {
      server.answer = async () => ({ code: 451, text: "Later" });
      const id = await put({ attempts: 3, lastError: "Later" });
      const since = Date.now();
      start();
      await until(async () => expect(await row(id)).toMatchObject({ attempts: 4, lastError: expect.any(String) }));
      const took = Date.now() - since;
      const { dueAt, attemptedAt } = await row(id);
      expect(dueAt.getTime() - attemptedAt!.getTime()).toSatisfy((ms: number) => ms >= 8 * minute && ms <= 8 * minute + took);
    });

    test("does not keep the others waiting", async () => {
      server.answer = async () => (server.offered.at(-1)?.to?.[0]?.address === "uxia@example.com" ? { code: 550, text: "No" } : undefined);
      const bad = await put({ kind: "receipt" });
      const good = await put();
      start();
      await failed(bad);
      await until(async () => expect((await row(good)).state).toBe("sent"));
    });

    test("has the same Message-ID and the same date at each attempt", async () => {
      server.answer = async () => ({ code: 451, text: "Later" });
      const id = await put();
      const started = start();
      await failed(id);
      server.answer = yes;
      await change(id, { dueAt: sql`now()` });
      started.wake();
      await until(() => expect(server.accepted).toHaveLength(1));
      const [first, second] = server.offered;
      expect(second!.messageId).toBe(`<${id}@${domain}>`);
      expect([first!.messageId, first!.date]).toEqual([second!.messageId, second!.date]);
    });

    test("is given up after 7 days, loudly, and without naming anyone", async () => {
      server.answer = async () => ({ code: 550, text: "uxia@example.com is unknown here" });
      const over = await put({ kind: "receipt", attempts: 9, createdAt: sql`now() - interval '7 days 1 minute'` });
      // As after a week's holiday of the server.
      const untried = await put({ kind: "receipt", attempts: 8, createdAt: sql`now() - interval '7 days 1 minute'` });
      const nearly = await put({ kind: "receipt", createdAt: sql`now() - interval '6 days 23 hours'` });
      start();
      await until(async () => expect((await row(over)).state).toBe("failed"));
      expect(await row(over)).toMatchObject({ lastError: expect.stringContaining("unknown here"), sentAt: null });
      expect(await failed(nearly)).toMatchObject({ state: "due" });
      expect(await failed(untried)).toMatchObject({ state: "due" });
      await until(() => expect(logged.filter(({ mail }) => mail).map(({ level, mail }) => [level, mail])).toHaveLength(3));
      expect(logged.filter(({ level }) => level >= 50)).toEqual([
        expect.objectContaining({ level: 50, mail: over, attempts: 10, responseCode: 550, msg: expect.stringContaining("GIVEN UP") }),
      ]);
      expect(logged.find(({ mail }) => mail === nearly)).toMatchObject({ level: 40 });
      expect(JSON.stringify(logged)).not.toMatch(/uxia|nogueira/i);
    });

    test("for a reason that cannot be stored as it is, is due again all the same", async () => {
      const rude = createServer((socket) => socket.end(`554 Go\0away ${"\u{1f35e}".repeat(400)}\r\n`)).listen(0, "127.0.0.1");
      await once(rude, "listening");
      const id = await put();
      start({ smtpUrl: `smtp://127.0.0.1:${(rude.address() as AddressInfo).port}` });
      expect(await failed(id)).toMatchObject({ state: "due", attempts: 1, lastError: expect.stringContaining("554") });
      rude.close();
    });
  });

  test("stopping waits for the mails on their way and takes no more", async () => {
    const held = Promise.withResolvers<undefined>();
    server.answer = () => held.promise;
    for (let n = 0; n < 22; n++) await put();
    const started = start();
    await until(async () => expect((await rows()).filter(({ attempts }) => attempts === 1)).toHaveLength(20));
    await until(() => expect(server.offered).toHaveLength(10));
    let hasStopped = false;
    const stopping = started.stop().then(() => (hasStopped = true));
    await pause(200);
    expect(hasStopped).toBe(false);

    held.resolve(undefined);
    await stopping;
    const states = (await rows()).map(({ state, attempts }) => `${state} ${attempts}`);
    expect(states.toSorted()).toEqual(["due 0", "due 0", ...Array.from({ length: 20 }, () => "sent 1")]);
    expect(server.accepted).toHaveLength(20);
  });

  test("a mail that was written or tried later than now is due: the clock was put back", async () => {
    const tomorrow = sql`now() + interval '1 day'`;
    const fresh = await put({ createdAt: tomorrow, dueAt: tomorrow });
    const failedOnce = await put({ attempts: 1, lastError: "Later", attemptedAt: tomorrow, dueAt: tomorrow });
    const putOff = await put({ attempts: 10, lastError: "Later", attemptedAt: sql`now()`, dueAt: sql`now() + interval '6 hours'` });
    start();
    for (const id of [fresh, failedOnce]) await until(async () => expect((await row(id)).state).toBe("sent"));
    expect(await row(putOff)).toMatchObject({ state: "due", attempts: 10 });
  });

  test.each([
    ["back", "1 day"],
    ["forward", "-1 day"],
  ])("a mail that is on its way when the clock is put %s is sent once", async (_, shift) => {
    const answered = Promise.withResolvers<undefined>();
    server.answer = () => answered.promise;
    const onItsWay = await put();
    const started = start();
    // Of another copy, which will say itself that it was sent.
    const taken = { attempts: 1, attemptedAt: sql`now()`, dueAt: sql`now() + interval '1 minute'` };
    const ofOther = shift === "1 day" ? await put(taken) : undefined;
    await until(() => expect(server.offered).toHaveLength(1));
    // To the database, a clock that is put back is the same as times that are later.
    const shifted = (column: "attemptedAt" | "dueAt") => sql`${outbox[column]} + ${shift}::interval`;
    await update().set({ attemptedAt: shifted("attemptedAt"), dueAt: shifted("dueAt") });

    server.answer = yes;
    const later = await put();
    started.wake();
    await until(async () => expect((await row(later)).state).toBe("sent"));
    answered.resolve(undefined);
    await until(async () => expect((await row(onItsWay)).state).toBe("sent"));
    const ids = [onItsWay, later].map((id) => `<${id}@${domain}>`);
    expect(server.offered.map(({ messageId }) => messageId)).toEqual(ids);
    if (!ofOther) return;
    // And nobody waits for a day if that copy is gone.
    const { state, attempts, dueAt } = await row(ofOther);
    expect({ state, attempts }).toEqual({ state: "due", attempts: 1 });
    expect(dueAt.getTime()).toBeLessThan(Date.now() + 2 * minute);
  });

  test("a mail that fails while the clock is put forward does not wait for that time when it is put back", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<Answer>();
    server.answer = () => answered;
    const id = await put();
    const box = start();
    await until(() => expect(server.offered).toHaveLength(1));
    // To the database, a clock that is put forward is the same as times that are earlier.
    await change(id, { createdAt: sql`now() - interval '9 days'`, attemptedAt: sql`now() - interval '9 days'` });
    answer({ code: 451, text: "Not now" });
    await failed(id);
    server.answer = yes;
    await change(id, { attemptedAt: sql`attempted_at + interval '8 days'`, dueAt: sql`due_at + interval '8 days'` });
    box.wake();
    await until(async () => expect(await row(id)).toMatchObject({ state: "sent", attempts: 2 }));
  });

  test("after a crash the mails that were on their way are freed, and only they", async () => {
    const later = sql`now() + interval '1 hour'`;
    const claimed = await put({ attempts: 1, dueAt: later });
    await put({ attempts: 1, dueAt: later, lastError: "Later" });
    await put({ attempts: 0, dueAt: later });
    await put({ attempts: 1, dueAt: later, state: "held" });
    await put({ attempts: 1, dueAt: later, state: "sent" });
    await put({ attempts: 9, dueAt: later, state: "failed" });
    const before = await rows();
    await freeClaims(open().database.queries);
    expect((await row(claimed)).dueAt.getTime()).toBeLessThan(Date.now() + minute);
    expect((await rows()).filter(({ id }) => id !== claimed)).toEqual(before.filter(({ id }) => id !== claimed));
    start();
    await until(async () => expect((await row(claimed)).state).toBe("sent"));
  });

  test("two servers on one database send sixty mails once each", async () => {
    const { database, settings } = open();
    await database.queries.insert(outbox).values(Array.from({ length: 60 }, () => ({ kind: "notice" as const, requestId })));
    // The embedded database has one process; two outboxes of it stand for two servers.
    const other = settings.databaseUrl ? await openDatabase(settings) : database;
    const outboxes = [start(), start({ database: other })];
    await until(async () => expect((await rows()).every(({ state }) => state === "sent")).toBe(true));
    await Promise.all(outboxes.map((one) => one.stop()));
    if (other !== database) await other.close();
    expect(server.offered).toHaveLength(60);
    expect(new Set(server.offered.map(({ messageId }) => messageId)).size).toBe(60);
    expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true);
  });
});
