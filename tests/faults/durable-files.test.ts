import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#backend/database/connection.ts";
import { migrate } from "#backend/database/migrate.ts";
import { outbox, requests } from "#backend/database/schema.ts";
import { migrations, sampleRequest } from "#backend/database/testing.ts";
import { writeDurably, writePiecesDurably } from "#backend/durable-files.ts";
import { startOutbox } from "#backend/mail/outbox.ts";
import { callStorage, StorageAway } from "#backend/requests/file-store.ts";
import { collectLeftovers } from "#backend/storage/collect.ts";
import { diskStore } from "#backend/storage/store.ts";
import { openStorage } from "#backend/storage/testing.ts";
import { readConfig } from "#server/config.ts";
import { recordDisk, type Fault } from "./recorded-disk.ts";
import { newFolder } from "./site.ts";

const older = "what was there before";
const newer = "what comes into its place ".repeat(1000);

async function* pieces() {
  for (const half of [newer.slice(0, 5000), newer.slice(5000)]) yield Buffer.from(half);
}

const writers: Record<string, (file: string) => unknown> = {
  writeDurably: (file) => writeDurably(file, newer),
  writePiecesDurably: (file) => writePiecesDurably(file, pieces()),
};

/** Writes a file with one operation of the disk failing, and gives what is left in its folder. */
async function write(writer: string, before: string | undefined, fault?: Fault) {
  const folder = newFolder();
  const file = join(folder, "file");
  if (before !== undefined) writeFileSync(file, before);
  const disk = recordDisk(folder, { fault });
  const outcome = await Promise.resolve()
    .then(() => writers[writer]!(file))
    .then(
      () => "written",
      (error) => error.code,
    );
  disk.stop();
  return {
    outcome,
    operations: disk.operations,
    names: readdirSync(folder),
    content: existsSync(file) ? readFileSync(file, "utf8") : undefined,
  };
}

for (const writer of Object.keys(writers)) {
  for (const before of [undefined, older]) {
    test(`${writer}, where ${before ? "another file is" : "nothing is"}: whatever fails is said, and half a file is never left`, async () => {
      const whole = await write(writer, before);
      expect([whole.outcome, whole.content]).toEqual(["written", newer]);
      // What is written is synced, and so is its name.
      expect(whole.operations).toEqual(["open file.new", ...whole.operations.slice(1, -3), "fsync file.new", "rename file", "fsync "]);
      expect(whole.operations.slice(1, -3)).toContain("write file.new");
      for (const code of ["EIO", "ENOSPC"] as const) {
        for (const at of whole.operations.keys()) {
          const { outcome, names, content } = await write(writer, before, { at, code });
          expect(outcome, whole.operations[at]).toBe(code);
          // The rename was done when the sync of the folder fails: the whole file is there, or was.
          const isRenamed = at === whole.operations.length - 1;
          expect(content, whole.operations[at]).toBe(isRenamed ? newer : before);
          expect(names, whole.operations[at]).toEqual(content === undefined ? [] : ["file"]);
        }
      }
    });
  }
}

const pathIn = (name: string) => `/object/conversations/${name}`;

test("a file for the storage whose write or sync fails is refused, and leaves neither a row nor itself", async () => {
  const dataDir = newFolder();
  const database = await openDatabase({ dataDir });
  await migrate(database, migrations);
  const { folder, accounts } = await openStorage(database);
  onTestFinished(() => rmSync(dirname(folder), { recursive: true }));
  const upload = (name: string) =>
    callStorage(accounts, pathIn(name), { method: "POST", body: newer, headers: { "Content-Type": "text/plain" } });
  const filesOf = () => readdirSync(folder).filter((name) => name !== "store");
  // The folder, and what the store is known by, come with the first one.
  expect((await upload("first")).status).toBe(200);
  const given = filesOf();

  const send = async (name: string, fault?: Fault) => {
    const disk = recordDisk(folder, { fault });
    const outcome = await upload(name).then(
      ({ status }) => status,
      (error) => error,
    );
    disk.stop();
    return { outcome, operations: disk.operations };
  };
  const { outcome, operations } = await send("whole");
  const kinds = operations.map((operation) => operation.split(" ")[0]);
  expect([outcome, kinds]).toEqual([200, ["open", "write", "fsync", "rename", "fsync"]]);
  for (const code of ["EIO", "ENOSPC"] as const) {
    for (const at of operations.keys()) {
      const name = `${code}-${at}`;
      expect((await send(name, { at, code })).outcome, name).toBeInstanceOf(StorageAway);
      expect((await callStorage(accounts, pathIn(name))).status, name).toBe(404);
    }
  }
  // What was renamed before its folder could not be synced is no row's, and is collected.
  await collectLeftovers(database.queries, diskStore(dirname(folder)), -1);
  expect(filesOf()).toEqual(expect.arrayContaining(given));
  expect(filesOf()).toHaveLength(given.length + 1);
  await database.close();
});

test("a mail whose file cannot be written is not sent, but due", async () => {
  const dataDir = newFolder();
  const database = await openDatabase({ dataDir });
  await migrate(database, migrations);
  const [request] = await database.queries.insert(requests).values(sampleRequest).returning();
  await database.queries.insert(outbox).values({ kind: "notice", requestId: request!.id });
  const mails = () => database.queries.select().from(outbox);

  const config = readConfig({ DATA_DIR: dataDir });
  const started = startOutbox({ database, config, log: pino({ enabled: false }) });
  // The first thing that happens in that folder is the mail: a sync of it is the last.
  const disk = recordDisk(join(dataDir, "mail"), { fault: { at: 2, code: "EIO" } });
  await expect.poll(async () => (await mails())[0]!.lastError).toContain("EIO");
  expect(await mails()).toMatchObject([{ state: "due", attempts: 1, sentAt: null }]);
  expect(readdirSync(join(dataDir, "mail"))).toEqual([]);
  disk.stop();
  await started.stop();
  await database.close();
});
