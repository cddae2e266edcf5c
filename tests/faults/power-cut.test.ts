import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cutPower, live } from "./cutting.ts";
import { operationsOfLife, survivesFault } from "./failing.ts";
import { dueIn, newFolder, readStored, startSite } from "./site.ts";
import { expectFailure, isAcknowledged, send, submissionOf } from "./submissions.ts";

test("a power cut at any moment: the database opens, and what was acknowledged is there once", async () => {
  const life = await live({ visitors: 4 });
  const { cuts, missing, sent } = await cutPower(life, 0.3);
  console.log(`${cuts} cuts in ${life.disk.events.length} changes of the disk, ${life.promised.length} promises: ${missing} missing`);
  expect(missing).toBe(0);
  // Whose files were looked at.
  expect(sent).toBeGreaterThan(0);
});

test("a write or a sync that fails: nothing is acknowledged from there on, and the next start has all", async () => {
  const operations = await operationsOfLife();
  // After the start, and what stands for all of them. Every one is among the long tests.
  for (const kind of ["write db/pg_wal", "fsync db/pg_wal", "fsync db/global/pg_control"]) {
    const [at] = operations.findLast(([, name]) => name.startsWith(kind))!;
    await survivesFault({ at, code: kind.startsWith("write") ? "ENOSPC" : "EIO" });
  }
});

test("a site whose disk does not sync any more says so to the visitor, stops with a sentence, and has all at the next start", async () => {
  const folder = newFolder();
  const place = { DATA_DIR: join(folder, "data") };
  const fails = join(folder, "fails");
  const preload = `--import=${join(import.meta.dirname, "failing-disk.ts")}`;
  const site = await startSite(place, { NODE_OPTIONS: preload, DISK_FAILS_WITH: fails });
  const [before, refused, after] = ["before", "refused", "after"].map(submissionOf);
  expect(isAcknowledged(await send(site, before!))).toBe(true);
  // Its mails are written down as sent, too: the first to meet the disk shall be the visitor.
  await expect.poll(() => dueIn(place)).toBe(0);
  writeFileSync(fails, "");
  await expectFailure(await send(site, refused!), refused!);
  expect(await site.exit).toEqual({ code: 1, signal: null });
  expect(site.errors()).toMatch(/^The disk of the data folder \(DATA_DIR\) failed \(EIO, fdatasync\): the site stops\. .*\n$/);

  // What was refused may have reached the disk before that said no. Sent once more, it is there once, like all others.
  const again = await startSite(place);
  for (const fields of [after!, refused!]) expect(isAcknowledged(await send(again, fields))).toBe(true);
  await again.stop();
  const { requests, mails } = await readStored(place);
  expect(requests.map(({ email }) => email).toSorted()).toEqual([after!.email, before!.email, refused!.email]);
  expect(mails.length).toBe(6);
});
