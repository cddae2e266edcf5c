import { createHmac, randomBytes } from "node:crypto";
import { inArray } from "drizzle-orm";
import type { Queries } from "./database/connection.ts";
import { addressKeys } from "./database/schema.ts";
import { networkOf } from "./network.ts";

const day = 86_400_000;
const hour = 3_600_000;

/** What an address is stored as. */
export function addressHashes(queries: Queries, address: string, now = new Date()): Promise<string[]> {
  return todaysHashes(queries, networkOf(address), now);
}

/**
 * What stands for a person is stored as a hash under today's key. In the first hour of a day yesterday's comes second, so that
 * what was counted before midnight still counts.
 */
export async function todaysHashes(queries: Queries, text: string, now = new Date()): Promise<string[]> {
  const days = [now, ...(now.getTime() % day < hour ? [new Date(now.getTime() - day)] : [])].map(dayOf);
  let keys = remembered.get(queries);
  if (keys?.days !== days.join()) {
    keys = { days: days.join(), keys: await readKeys(queries, days) };
    remembered.set(queries, keys);
  }
  return keys.keys
    .toSorted((a, b) => b.day.localeCompare(a.day))
    .map(({ key }) => createHmac("sha256", key).update(text).digest("base64url"));
}

/** The keys of the moment, so that a request need not ask for them. The table forgets them after their day. */
const remembered = new WeakMap<Queries, { days: string; keys: Key[] }>();

type Key = typeof addressKeys.$inferSelect;

async function readKeys(queries: Queries, days: string[]): Promise<Key[]> {
  // Another copy of the server may have been first: its key is the one.
  await queries
    .insert(addressKeys)
    .values({ day: days[0]!, key: randomBytes(32).toString("base64") })
    .onConflictDoNothing();
  return queries.select().from(addressKeys).where(inArray(addressKeys.day, days));
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
