import { and, eq, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import type { Queries } from "./connection.ts";
import { addressKeys, consentChoices, pageViews, peopleLog, rateLimits, requestConsents, requests } from "./schema.ts";

export const olderThan = (age: string) => sql`now() - ${age}::interval`;

/** Erases what the privacy policy says is not kept any longer. Mails go with their request. */
export async function eraseWhatIsOver(queries: Queries): Promise<void> {
  await queries.delete(requests).where(
    or(
      and(ne(requests.state, "won"), lt(requests.lastContactAt, olderThan("24 months"))),
      // One that became a contract is kept as the Commercial Code asks.
      and(eq(requests.state, "won"), lt(requests.lastContactAt, olderThan("6 years"))),
    ),
  );
  await queries.delete(requestConsents).where(lt(requestConsents.acceptedAt, olderThan("5 years")));
  await queries.delete(consentChoices).where(lt(consentChoices.createdAt, olderThan("5 years")));
  await queries
    .update(requests)
    .set({ addressHash: null })
    .where(and(isNotNull(requests.addressHash), lt(requests.createdAt, olderThan("2 days"))));
  await queries.delete(addressKeys).where(lt(addressKeys.day, sql`(now() at time zone 'UTC' - interval '1 day')::date`));
  await queries.delete(rateLimits).where(lt(rateLimits.startedAt, olderThan("1 day")));
  await queries.delete(peopleLog).where(lt(peopleLog.createdAt, olderThan("12 months")));
  await queries.delete(pageViews).where(lt(pageViews.day, sql`(now() - interval '25 months')::date`));
}
