import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { requests } from "./schema.ts";
import { onBothEngines } from "./testing.ts";

onBothEngines((open) => {
  test("starts empty", async () => {
    const { database } = open();
    expect(await database.queries.select().from(requests)).toEqual([]);
    await database.queries.execute(sql`select 1`);
  });
});
