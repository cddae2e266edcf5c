import { expect, test } from "vitest";
import { onBothEngines } from "./database/testing.ts";
import { countAttempt, limitsReached } from "./rate-limit.ts";

onBothEngines((open) => {
  test("each limit that is reached is counted by its kind, and by nothing that a person could make more of", async () => {
    const before = new Map(limitsReached);
    const { queries } = open().database;
    for (const key of ["file 1b2c", "R2Vrb2Jlbg", "strange 1b2c"]) {
      expect(await countAttempt(queries, key, { most: 1, seconds: 60 })).toBeUndefined();
      expect(await countAttempt(queries, key, { most: 1, seconds: 60 })).toBeGreaterThan(0);
    }
    const more = [...limitsReached].map(([kind, count]) => [kind, count - before.get(kind)!]).filter(([, count]) => count !== 0);
    expect(more).toEqual([
      ["file", 1],
      ["accounts", 2],
    ]);
  });
});
