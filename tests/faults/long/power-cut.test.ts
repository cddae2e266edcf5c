import { expect, test } from "vitest";
import { cutPower, live, liveThroughMigrations } from "../cutting.ts";
import { operationsOfLife, survivesFault } from "../failing.ts";

/** `POWER_CUTS=all npm run test:deep -- faults-long` takes an hour: hundreds of cuts, and every write and sync. Otherwise some, others each time. */
const all = process.env.POWER_CUTS === "all";

test("the power is cut at many moments: the database opens each time, and what was acknowledged is there once", async () => {
  const life = await live({ visitors: 15 });
  const { cuts, missing } = await cutPower(life, all ? 20 : 4);
  console.log(`${cuts} cuts in ${life.disk.events.length} changes of the disk, ${life.promised.length} promises: ${missing} missing`);
  expect(missing).toBe(0);
});

test("the power is cut while the database is brought up to date", async () => {
  const { cuts, missing } = await cutPower(await liveThroughMigrations(), all ? 4 : 1);
  console.log(`${cuts} cuts during migrations: ${missing} missing`);
  expect(missing).toBe(0);
});

for (const code of ["EIO", "ENOSPC"] as const) {
  test(`the disk says ${code} at a write or a sync, one at a time: nothing is acknowledged from there on, and the next start has all`, async () => {
    const every = await operationsOfLife();
    const step = all ? 1 : Math.ceil(every.length / 12);
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
