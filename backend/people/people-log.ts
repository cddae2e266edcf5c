import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { peopleLog } from "#backend/database/schema.ts";

/** What can be changed about a person, by an administrator or by themselves. */
export type PeopleAction =
  | "invited"
  | "created"
  | "profile"
  | "email"
  | "email_asked"
  | "password"
  | "role"
  | "banned"
  | "unbanned"
  | "link"
  | "signed_out"
  | "factor_added"
  | "factor_removed"
  | "identity_removed"
  | "recovery_codes"
  | "deleted";

type Actor = { id: string | null; email: string };

export type Entry = {
  /** Whom it is about; a new person has no id yet. */
  person: { id?: string; email: string };
  actor: Actor;
  action: PeopleAction;
  details?: Record<string, string>;
  /** Whether it could leave the site without an administrator. Of those changes one is made at a time. */
  touchesAdmins?: boolean;
};

/** Another change of the same kind is under way. */
export class Busy extends Error {}

/** What the work says: done, or why not. A refusal is on record as one. */
export type Outcome<T> = { done: T; userId?: string } | { refused: string };

/** A change that is not over after this long was cut off. */
const longest = "1 minute";

/** Makes a change about a person. It is written down first: whatever happens afterwards, there is a trace of it. */
export async function logged<T>(
  queries: Queries,
  { person, actor, action, details, touchesAdmins }: Entry,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  await queries
    .update(peopleLog)
    .set({ outcome: "unknown" })
    .where(and(eq(peopleLog.outcome, "begun"), lt(peopleLog.createdAt, sql`now() - ${longest}::interval`)));
  const [entry] = await queries
    .insert(peopleLog)
    .values({ userId: person.id, email: person.email, action, details, actorId: actor.id, actorEmail: actor.email, touchesAdmins })
    .onConflictDoNothing()
    .returning({ id: peopleLog.id });
  if (!entry) throw new Busy("Another change of an administrator is under way");

  const close = (outcome: "done" | "refused" | "unknown", userId = person.id) =>
    queries.update(peopleLog).set({ outcome, userId }).where(eq(peopleLog.id, entry.id));
  try {
    const outcome = await work();
    await ("done" in outcome ? close("done", outcome.userId) : close("refused"));
    return outcome;
  } catch (error) {
    await close("unknown");
    throw error;
  }
}

/** What was changed about a person, or about anyone, the newest first. */
export async function readLog(queries: Queries, userId?: string, limit = 100) {
  return queries
    .select()
    .from(peopleLog)
    .where(userId ? eq(peopleLog.userId, userId) : undefined)
    .orderBy(desc(peopleLog.createdAt))
    .limit(limit);
}

export type LogEntry = Awaited<ReturnType<typeof readLog>>[number];
