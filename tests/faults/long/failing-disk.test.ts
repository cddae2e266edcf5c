import { test } from "vitest";
import { operationsOfLife, survivesFault } from "../failing.ts";

/** Three of them, others each time. `DISK_FAULTS=3/20` is the third of twenty parts of all: a database that failed keeps its memory. */
const [, part, parts] = /^(\d+)\/(\d+)$/.exec(process.env.DISK_FAULTS ?? "") ?? [];

for (const code of ["EIO", "ENOSPC"] as const) {
  test(`the disk says ${code} at a write or a sync, one at a time: nothing is acknowledged from there on, and the next start has all`, async () => {
    const every = await operationsOfLife();
    const step = parts ? Number(parts) : Math.ceil(every.length / 3);
    const first = part ? Number(part) - 1 : Math.floor(Math.random() * step);
    const operations = every.filter((_, number) => number % step === first);
    for (const [at, name] of operations) {
      await survivesFault({ at, code }).catch((error) => {
        throw new Error(`With ${code} at ${name} (${at})`, { cause: error });
      });
    }
    console.log(`${code}: ${operations.length} times, of ${every.length}`);
  });
}
