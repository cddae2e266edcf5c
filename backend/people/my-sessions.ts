import { and, desc, eq, sql } from "drizzle-orm";
import { endSessions } from "#backend/auth/sessions.ts";
import { sessions, users } from "#backend/auth/schema.ts";
import type { Queries } from "#backend/database/connection.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { whereThereAreAccounts } from "./my-data.ts";

/** Where somebody is signed in, the latest used first. A session says that it was used when its token is renewed, once an hour. */
export async function readMySessions(queries: Queries, userId: string) {
  const used = sql<Date>`coalesce(${sessions.refreshedAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt);
  return whereThereAreAccounts(
    queries
      .select({ id: sessions.id, used, userAgent: sessions.userAgent })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(used))
      .limit(50),
  );
}

/** Ends one of somebody's own sessions; gives whether there was such a one. */
export async function endMySession(queries: Queries, userId: string, sessionId: string): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  return queries.transaction(async (inside) => {
    const [user] = await inside.select().from(users).where(eq(users.id, userId));
    const [session] = await inside
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
    if (!user || !session) return false;
    await endSessions(inside, user, "local", session);
    return true;
  });
}
