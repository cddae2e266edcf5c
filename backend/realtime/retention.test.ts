import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { migrations, onBothEngines } from "#backend/database/testing.ts";
import { eraseOldMessages } from "./retention.ts";

const ago = (age: string) => sql`now() at time zone 'utc' - ${age}::interval`;

onBothEngines((open) => {
  test("messages go after three days, and what copies of the server told each other after an hour", async () => {
    const { queries } = open().database;
    for (const age of ["4 days", "2 days"]) {
      await queries.execute(sql`insert into realtime.messages (topic, extension, inserted_at) values (${age}, 'broadcast', ${ago(age)})`);
    }
    for (const age of ["2 hours", "30 minutes"]) {
      await queries.execute(sql`insert into realtime.parcels (id, body, inserted_at) values (gen_random_uuid(), ${age}, ${ago(age)})`);
    }
    await eraseOldMessages(queries);
    const { rows } = (await queries.execute(
      sql`select topic as left from realtime.messages union all select body from realtime.parcels`,
    )) as unknown as {
      rows: unknown[];
    };
    expect(rows).toEqual([{ left: "2 days" }, { left: "30 minutes" }]);
  });

  test("a Supabase project's own realtime stays as it is", async () => {
    const { script } = migrations.find(({ name }) => name === "realtime")!;
    const undone = open().database.inOneTransaction(async (run) => {
      await run("alter schema realtime rename to ours; create schema realtime; create table realtime.messages (theirs int)");
      await run(script);
      const found = await run("select relname from pg_class where relnamespace = 'realtime'::regnamespace");
      expect(found).toEqual([{ relname: "messages" }]);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
  });
});
