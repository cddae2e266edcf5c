import { test } from "vitest";
import { operationsOfLife, survivesFault } from "../failing.ts";

/** Every one with `POWER_CUTS=all`. Otherwise some, others each time. */
const all = process.env.POWER_CUTS === "all";

for (const code of ["EIO", "ENOSPC"] as const) {
  test(`the disk says ${code} at a write or a sync, one at a time: nothing is acknowledged from there on, and the next start has all`, async () => {
    const every = await operationsOfLife();
    const step = all ? 1 : Math.ceil(every.length / 5);
    const first = Math.floor(Math.random() * step);
    const operations = every.filter((_, number) => number % step === first);
    for (const [at, name] of operations) {
      await survivesFault({ at, code }).catch((error) => {
        throw new Error(`With ${code} at ${name} (${at})`, { cause: error });
      });
    }
    console.log(`${code}: ${operations.length} times, of ${every.length}`);
  });
}
