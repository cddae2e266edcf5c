import { and, eq, isNull, lt, ne, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { olderThan } from "#backend/database/retention.ts";
import { outbox } from "#backend/database/schema.ts";
import { auditLog, flowStates, oauthStates, oneTimeTokens, refreshTokens, sessions, users } from "./schema.ts";

/** Erases what the accounts do not need any longer: used-up tokens, dead sessions, accounts that nobody confirmed, old records. */
export async function eraseOldAccountData(queries: Queries): Promise<void> {
  await queries.delete(oneTimeTokens).where(lt(oneTimeTokens.createdAt, olderThan("1 day")));
  await queries.delete(oauthStates).where(lt(oauthStates.createdAt, olderThan("1 hour")));
  await queries.delete(flowStates).where(lt(flowStates.createdAt, olderThan("1 day")));
  // A used token is kept for a while: whoever brings it again has a copy.
  await queries.delete(refreshTokens).where(and(eq(refreshTokens.revoked, true), lt(refreshTokens.updatedAt, olderThan("30 days"))));
  await queries.delete(sessions).where(lt(sql`coalesce(${sessions.refreshedAt}, ${sessions.createdAt})`, olderThan("400 days")));
  await queries
    .delete(users)
    .where(and(isNull(users.emailConfirmedAt), lt(sql`coalesce(${users.invitedAt}, ${users.createdAt})`, olderThan("30 days"))));
  await queries.delete(outbox).where(and(eq(outbox.kind, "auth"), ne(outbox.state, "due"), lt(outbox.createdAt, olderThan("30 days"))));
  await queries.delete(auditLog).where(lt(auditLog.createdAt, olderThan("12 months")));
}
