import { expect, test } from "vitest";
import { cutPower, live, liveThroughMigrations } from "../cutting.ts";
import { operationsOfLife, survivesFault } from "../failing.ts";

test("the power is cut at hundreds of moments: the database opens each time, and what was acknowledged is there once", async () => {
  const life = await live({ visitors: 15 });
  const { cuts, missing } = await cutPower(life, 20);
  console.log(`${cuts} cuts in ${life.disk.events.length} changes of the disk, ${life.promised.length} promises: ${missing} missing`);
  expect(missing).toBe(0);
});

test("the power is cut while the database is brought up to date", async () => {
  const { cuts, missing } = await cutPower(await liveThroughMigrations(), 4);
  console.log(`${cuts} cuts during migrations: ${missing} missing`);
  expect(missing).toBe(0);
});

for (const code of ["EIO", "ENOSPC"] as const) {
  test(`the disk says ${code} at each write and sync, one at a time: nothing is acknowledged from there on, and the next start has all`, async () => {
    const operations = await operationsOfLife();
    for (const [at, name] of operations) {
      await survivesFault({ at, code }).catch((error) => {
        throw new Error(`With ${code} at ${name} (${at})`, { cause: error });
      });
    }
    console.log(`${code}: ${operations.length} times`);
  });
}
