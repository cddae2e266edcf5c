import { expect, test } from "vitest";
import { cutPower, live, liveThroughMigrations } from "../cutting.ts";

/** `POWER_CUTS=all npm run test:deep -- faults-long` takes half an hour: hundreds of cuts. Otherwise some, others each time. */
const all = process.env.POWER_CUTS === "all";

test("the power is cut at many moments: the database opens each time, and what was acknowledged is there once", async () => {
  const life = await live({ visitors: all ? 15 : 6 });
  const { cuts, missing, sent } = await cutPower(life, all ? 20 : 1);
  console.log(`${cuts} cuts in ${life.disk.events.length} changes of the disk, ${life.promised.length} promises: ${missing} missing`);
  expect(missing).toBe(0);
  expect(sent).toBeGreaterThan(0);
});

test("the power is cut while the database is brought up to date", async () => {
  const { cuts, missing } = await cutPower(await liveThroughMigrations(), all ? 4 : 0.3);
  console.log(`${cuts} cuts during migrations: ${missing} missing`);
  expect(missing).toBe(0);
});

test("a disk that only says that it has synced loses what was acknowledged", async () => {
  const life = await live({ visitors: 4, liesAboutSync: true });
  const { missing } = await cutPower({ ...life, phases: life.phases.slice(-1) }, 1, ["everything"]);
  expect(missing).toBeGreaterThan(4);
});
