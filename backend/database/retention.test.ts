import { sql, type SQL } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Queries } from "./connection.ts";
import { eraseWhatIsOver } from "./retention.ts";
import { addressKeys, outbox, rateLimits, requestConsents, requests } from "./schema.ts";
import { onBothEngines, sampleRequest } from "./testing.ts";

/** A moment before and a moment after the end of a time. */
const justUnder = (age: string) => sql`now() - ${age}::interval + interval '1 minute'`;
const justOver = (age: string) => sql`now() - ${age}::interval - interval '1 minute'`;

const consent = (version: string, requestId: string, acceptedAt: SQL) => ({
  requestId,
  email: "uxia@example.com",
  document: "privacy" as const,
  version,
  locale: "gl" as const,
  acceptedAt,
});

/** The day so many days ago, as the keys are kept: in universal time. */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

onBothEngines((open) => {
  const queries = (): Queries => open().database.queries;

  beforeEach(async () => {
    for (const table of [requests, requestConsents, outbox, addressKeys]) await queries().delete(table);
  });

  async function store(name: string, values: Partial<Record<keyof typeof requests.$inferInsert, unknown>> = {}): Promise<string> {
    const row = { ...sampleRequest, name, ...values } as typeof requests.$inferInsert;
    const [stored] = await queries().insert(requests).values(row).returning({ id: requests.id });
    return stored!.id;
  }

  const namesLeft = async () =>
    (await queries().select({ name: requests.name }).from(requests).orderBy(requests.name)).map(({ name }) => name);

  test("a request goes 24 months after the last contact, not a moment before, however old it is", async () => {
    const long = sql`now() - interval '10 years'`;
    for (const state of ["new", "in_progress", "lost", "spam"] as const) {
      await store(`${state}, stays`, { state, createdAt: long, lastContactAt: justUnder("24 months") });
      await store(`${state}, goes`, { state, lastContactAt: justOver("24 months") });
    }
    await eraseWhatIsOver(queries());
    expect(await namesLeft()).toEqual(["in_progress, stays", "lost, stays", "new, stays", "spam, stays"]);
  });

  test("one that became a contract is kept for 6 years", async () => {
    await store("stays", { state: "won", lastContactAt: justUnder("6 years") });
    await store("goes", { state: "won", lastContactAt: justOver("6 years") });
    await eraseWhatIsOver(queries());
    expect(await namesLeft()).toEqual(["stays"]);
  });

  test("the mails of a request go with it, and only they", async () => {
    const over = await store("goes", { lastContactAt: justOver("24 months") });
    const current = await store("stays");
    await queries()
      .insert(outbox)
      .values(
        [over, current].flatMap((requestId) => [
          { kind: "notice" as const, requestId },
          { kind: "receipt" as const, requestId },
        ]),
      );
    await eraseWhatIsOver(queries());
    expect((await queries().select().from(outbox)).map(({ requestId }) => requestId)).toEqual([current, current]);
  });

  test("the proof of consent outlives its request and goes after 5 years", async () => {
    const over = await store("goes", { lastContactAt: justOver("24 months") });
    const current = await store("stays");
    await queries()
      .insert(requestConsents)
      .values([
        consent("1", over, justOver("5 years")),
        consent("2", over, justUnder("5 years")),
        consent("3", current, justOver("5 years")),
        consent("4", current, justUnder("5 years")),
      ]);
    await eraseWhatIsOver(queries());
    const left = await queries().select().from(requestConsents).orderBy(requestConsents.version);
    expect(left).toEqual([
      expect.objectContaining({ version: "2", requestId: null, email: "uxia@example.com", document: "privacy" }),
      expect.objectContaining({ version: "4", requestId: current }),
    ]);
  });

  test("the hash of an address is erased after 2 days, the request stays as it is", async () => {
    await store("erased", { addressHash: "h1", createdAt: justOver("2 days") });
    await store("kept", { addressHash: "h2", createdAt: justUnder("2 days") });
    const before = await queries().select().from(requests).orderBy(requests.name);
    await eraseWhatIsOver(queries());
    const [erased, kept] = before;
    expect(await queries().select().from(requests).orderBy(requests.name)).toEqual([{ ...erased, addressHash: null }, kept]);
  });

  test("the key of a day goes when the next day is over, wherever the database's clock hangs", async () => {
    // Where it is already tomorrow, or still yesterday.
    const zone = new Date().getUTCHours() < 11 ? "Etc/GMT+12" : "Etc/GMT-14";
    for (const timezone of ["UTC", zone]) {
      await queries()
        .insert(addressKeys)
        .values([0, 1, 2, 3, 4, 40].map((ago) => ({ day: day(ago), key: `${ago} days ago` })))
        .onConflictDoNothing();
      await queries().transaction(async (transaction) => {
        await transaction.execute(sql`select set_config('timezone', ${timezone}, true)`);
        await eraseWhatIsOver(transaction);
      });
      const left = (await queries().select().from(addressKeys).orderBy(addressKeys.day)).map(({ key }) => key);
      expect(left, timezone).toEqual(["1 days ago", "0 days ago"]);
    }
  });

  test("a count of attempts goes after a day", async () => {
    await queries()
      .insert(rateLimits)
      .values([
        { key: "old", startedAt: justOver("1 day") },
        { key: "new", startedAt: justUnder("1 day") },
      ]);
    await eraseWhatIsOver(queries());
    expect((await queries().select().from(rateLimits)).map(({ key }) => key)).toEqual(["new"]);
  });

  test("erasing again changes nothing", async () => {
    await store("stays", { addressHash: "h" });
    await eraseWhatIsOver(queries());
    const once = await queries().select().from(requests);
    await eraseWhatIsOver(queries());
    expect(await queries().select().from(requests)).toEqual(once);
    expect(once).toEqual([expect.objectContaining({ addressHash: "h" })]);
  });
});
