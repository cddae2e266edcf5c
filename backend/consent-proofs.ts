import type { Logger } from "pino";
import { addressHashes } from "./address-hashes.ts";
import type { Queries } from "./database/connection.ts";
import { consentChoices } from "./database/schema.ts";
import { countAttempt } from "./rate-limit.ts";
import { within } from "./within.ts";
import { writeLater } from "./write-later.ts";

/** Each choice is a row: nobody needs more of them in a minute, not even a company or a village behind one address. */
const limit = { most: 100, seconds: 60 };

/** A choice counts in its browser whatever the database does; looking at the limit must not hold it up. */
const patience = 1000;

type Row = typeof consentChoices.$inferInsert;

export type ConsentProofs = ReturnType<typeof keepConsentProofs>;

/** Keeps the proofs of what was chosen in the cookie banner. */
export function keepConsentProofs(queries: Queries, log: Logger) {
  const choices = writeLater<Row>("choices of cookies", async (rows) => void (await queries.insert(consentChoices).values(rows)), log);

  async function count(address: string): Promise<number | undefined> {
    const [network] = await addressHashes(queries, address);
    return countAttempt(queries, `consent ${network}`, limit);
  }

  return {
    /** Gives the seconds to wait when too many choices came from there. */
    limit: (address: string) => within(patience, count(address)).catch(() => undefined),
    // The time is that of the choice, not of the writing.
    keep: (choice: Row) => choices.add({ ...choice, createdAt: new Date() }),
    stop: choices.stop,
  };
}
