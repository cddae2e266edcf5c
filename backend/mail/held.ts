import { and, count, eq } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { outbox } from "#backend/database/schema.ts";

/** How many letters of the accounts the governor holds back. Those about requests are shown with their request. */
export async function countHeldLetters(queries: Queries): Promise<number> {
  const [found] = await queries
    .select({ held: count() })
    .from(outbox)
    .where(and(eq(outbox.kind, "auth"), eq(outbox.state, "held")));
  return found!.held;
}
