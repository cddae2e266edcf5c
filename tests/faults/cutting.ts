import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { expect } from "vitest";
import { startBackend, type Backend } from "#backend/backend.ts";
import { prepareDataFolder } from "#backend/data-folder.ts";
import { writeBackup } from "#backend/database/backup.ts";
import { openDatabase } from "#backend/database/connection.ts";
import { copyDatabase } from "#backend/database/copy-database.ts";
import { migrate } from "#backend/database/migrate.ts";
import { PGlite } from "#backend/database/pglite.ts";
import { outbox, requests } from "#backend/database/schema.ts";
import { migrations } from "#backend/database/testing.ts";
import { acceptRequest, type Submission } from "#backend/requests/accept-request.ts";
import { readConfig } from "#server/config.ts";
import { generousLimits } from "../server.ts";
import { unpack } from "../whole-backup.ts";
import { converse, unsaidIn, type Said } from "./conversing.ts";
import { losses, recordDisk, replay, type Loss, type RecordedDisk } from "./recorded-disk.ts";
import { newFolder } from "./site.ts";
import { atOnce } from "./submissions.ts";

/** What the site said was done, and how much of the record there was then. */
type Promised = { at: number; email?: string; backup?: string; migrated?: true; said?: Said };

/** What happened when. */
type Phase = { name: string; from: number; to: number };

type Life = { root: string; disk: RecordedDisk; promised: Promised[]; phases: Phase[] };

type Told = Life & { during<T>(name: string, work: () => Promise<T>): Promise<T>; promise(what: Omit<Promised, "at">): void };

function newLife(root: string, options: Parameters<typeof recordDisk>[1]): Told {
  const disk = recordDisk(root, options);
  const promised: Promised[] = [];
  const phases: Phase[] = [];
  return {
    root,
    disk,
    promised,
    phases,
    promise: (what) => promised.push({ at: disk.events.length, ...what }),
    async during(name, work) {
      const from = disk.events.length;
      const result = await work();
      phases.push({ name, from, to: disk.events.length });
      return result;
    },
  };
}

/** The site's life: its first start, requests and what happens besides, a stop, and another start. */
export async function live({ visitors, liesAboutSync = false }: { visitors: number; liesAboutSync?: boolean }): Promise<Life> {
  const life = newLife(newFolder(), { liesAboutSync });
  const { root, disk, during, promise } = life;
  const dataDir = join(root, "data");
  const config = readConfig({ ...generousLimits, DATA_DIR: dataDir });
  const log = pino({ enabled: false });

  const start = async () => {
    prepareDataFolder(dataDir);
    return startBackend(config, log);
  };

  async function receive({ queries, wakeOutbox }: Backend, word: string) {
    const names = Array.from({ length: visitors }, (_, number) => `${word}-${number}`);
    await atOnce(4, names, async (name) => {
      const submission = storedSubmission(name);
      await acceptRequest(queries, submission, limits);
      promise({ email: submission.request.email });
      wakeOutbox();
    });
  }

  /** What both sides say, with a file. */
  async function talk({ queries, accountsFor, wakeOutbox }: Backend, word: string) {
    const accounts = accountsFor({ address: "127.0.0.1", origin: config.siteUrl });
    await converse({ queries, accounts, filesPerConversation: config.files.perConversation }, word, (said) => promise({ said }));
    wakeOutbox();
  }

  async function backUp(name: string) {
    const aside = newFolder();
    await copyDatabase(dataDir, aside);
    const copy = await openDatabase({ dataDir: aside });
    await writeBackup(copy, dataDir, join(root, name));
    await copy.close();
    promise({ backup: name });
  }

  const first = await during("first start", start);
  await during("requests", () => receive(first, "first"));
  await during("conversation", () => talk(first, "first"));
  const happenings: [string, () => Promise<unknown>][] = [
    ["checkpoint", () => first.queries.execute("checkpoint")],
    ["WAL switch", () => first.queries.execute("select pg_switch_wal()")],
    ["backup", () => backUp("one.backup")],
    ["vacuum", () => first.queries.execute("vacuum analyze")],
    ["rewriting vacuum", () => first.queries.execute("vacuum full public.requests")],
    ["another checkpoint", () => first.queries.execute("checkpoint")],
  ];
  for (const [name, happen] of happenings) {
    await Promise.all([receive(first, name.replaceAll(" ", "-")), talk(first, name.replaceAll(" ", "-")), during(name, happen)]);
  }
  await during("stop", () => first.stop());
  const second = await during("second start", start);
  await during("requests", () => receive(second, "second"));
  await expect.poll(() => second.queries.$count(outbox, eq(outbox.state, "due"))).toBe(0);
  await second.stop();
  disk.stop();
  return life;
}

/** A database of an earlier version is brought up to date. */
export async function liveThroughMigrations(): Promise<Life> {
  const root = newFolder();
  const dataDir = join(root, "data");
  mkdirSync(dataDir);
  await (await PGlite.create(join(dataDir, "db"))).close();
  const life = newLife(root, {});
  const database = await openDatabase({ dataDir });
  for (let count = 1; count <= migrations.length; count++) {
    await life.during("migration", () => migrate(database, migrations.slice(0, count)));
  }
  life.promise({ migrated: true });
  await database.close();
  life.disk.stop();
  return life;
}

/**
 * Cuts the power in each phase, so often, and counts what is missing afterwards, and the mails that were sent; a database that does not open is an error. Less than once
 * is in some of the phases, others each time.
 */
export async function cutPower({ disk, promised, phases, root }: Life, timesPerPhase: number, choices: readonly Loss[] = losses) {
  // Another loss in each phase: few cuts come by all of them too.
  const chosen = phases.toSorted(() => Math.random() - 0.5).slice(0, Math.ceil(phases.length * timesPerPhase));
  const cuts = chosen
    .flatMap((phase, number) =>
      Array.from({ length: Math.ceil(timesPerPhase) }, (_, turn) => ({ phase, loss: choices[(number + turn) % choices.length]! })),
    )
    .map(({ phase, loss }) => ({ name: phase.name, loss, at: phase.from + Math.ceil(Math.random() * (phase.to - phase.from)) }))
    .toSorted((a, b) => a.at - b.at);
  const record = replay(disk);
  let missing = 0;
  let sent = 0;
  for (const { name, loss, at } of cuts) {
    const target = newFolder();
    record.cut(at, loss, target);
    const due = promised.filter((one) => one.at <= at);
    try {
      const found = await missingIn(target, due, root);
      missing += found.missing;
      sent += found.sent;
    } catch (error) {
      throw new Error(`After a cut during "${name}", at ${at}, which took ${loss} that was not synced`, { cause: error });
    }
    rmSync(target, { recursive: true });
  }
  return { cuts: cuts.length, missing, sent };
}

/** Opens what a cut has left, as the next start does. Counts what is missing, and the mails that count as sent. */
async function missingIn(folder: string, promised: Promised[], original: string) {
  const dataDir = join(folder, "data");
  prepareDataFolder(dataDir);
  const database = await openDatabase({ dataDir });
  let missing = 0;
  let sent: { id: string }[] = [];
  try {
    const applied = await migrate(database, migrations);
    if (promised.some(({ migrated }) => migrated) && applied.length > 0) missing++;

    const stored = await database.queries.select().from(requests);
    const emails = stored.map(({ email }) => email);
    expect(new Set(emails).size).toBe(emails.length);
    const mails = await database.queries.select().from(outbox);
    for (const { email } of promised.filter((one) => one.email)) {
      const request = stored.find((one) => one.email === email);
      const own = mails.filter(({ requestId }) => requestId === request?.id);
      if (!request || own.length !== 2) missing++;
    }
    sent = mails.filter(({ state }) => state === "sent");
    missing += sent.filter(({ id }) => !isWhole(id)).length;
    missing += await unsaidIn(
      database.queries,
      dataDir,
      promised.flatMap(({ said }) => said ?? []),
    );

    for (const name of readdirSync(folder).filter((one) => one.endsWith(".backup"))) await unpack(join(folder, name));
    missing += promised.filter(({ backup }) => backup && !readdirSync(folder).includes(backup)).length;

    // Every row of every table can be read, and the next request is taken.
    await writeBackup(database, dataDir, join(newFolder(), "all.gz"));
    await acceptRequest(database.queries, storedSubmission("after-the-cut"), limits);
    await database.queries.execute("checkpoint");
  } finally {
    await database.close();
  }
  return { missing, sent: sent.length };

  function isWhole(id: string): boolean {
    const name = readdirSync(join(original, "data/mail")).find((one) => one.includes(id))!;
    const read = (where: string) => readFileSync(join(where, "data/mail", name), "utf8");
    try {
      return read(folder) === read(original);
    } catch {
      return false;
    }
  }
}

export const limits = { perAddress: 1e6, overall: 1e6 };

export function storedSubmission(name: string): Submission {
  return {
    request: {
      mode: "contact",
      name: `Visitor ${name}`,
      email: `${name}@example.com`,
      company: null,
      city: null,
      phone: null,
      reason: "general",
      message: `This is the message of the visitor ${name}, who would like to know what a website costs.`,
      privacy: "on",
      terms: "on",
    },
    locale: "en",
    origin: { page: "/contact", campaign: {} },
    address: "203.0.113.7",
    key: null,
    trap: "",
    isOfferMessage: false,
    versions: { privacy: "1.0", terms: "1.0" },
  };
}
