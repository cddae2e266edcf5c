import { AuthApiError, type AuthError, type User } from "@supabase/supabase-js";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { removeUser } from "#backend/auth/admin.ts";
import { languageOf, queueLetter } from "#backend/auth/mail.ts";
import { auditLog, recoveryCodes, sessions } from "#backend/auth/schema.ts";
import type { Queries } from "#backend/database/connection.ts";
import { requestConsents, requests, type RequestState } from "#backend/database/schema.ts";
import { readConversation } from "#backend/requests/conversation.ts";
import { readFiles } from "#backend/requests/files.ts";
import { isTheirs, untieRequests } from "#backend/requests/my-requests.ts";
import { adminClient, type Accounts, type AdminClient } from "./admin-client.ts";
import { logged, readLog } from "./people-log.ts";
import { hasNoAccounts } from "./people.ts";

/** Everything that we keep about a person, but what is secret or the agency's own notes. */
export async function gatherData(queries: Queries, user: User) {
  const theirs = await queries.select().from(requests).where(isTheirs(user)).orderBy(desc(requests.createdAt));
  const ids = theirs.map(({ id }) => id);
  const [events, files, consents, consentsAlone, log, opened, codes, records] = await Promise.all([
    readConversation(queries, ids),
    readFiles(queries, ids),
    queries.select().from(requestConsents).where(inArray(requestConsents.requestId, ids)),
    readConsentsAlone(queries, user),
    readLog(queries, user.id, 10_000),
    readSessions(queries, user),
    readRecoveryCodes(queries, user),
    readRecords(queries, user),
  ]);
  const { id, email, email_confirmed_at, created_at, last_sign_in_at, user_metadata, app_metadata, identities = [], factors = [] } = user;
  return {
    account: { id, email, email_confirmed_at, created_at, last_sign_in_at, data: user_metadata, role: app_metadata.role ?? "client" },
    identities: identities.map(({ provider, identity_data, created_at: since }) => ({ provider, data: identity_data, since })),
    second_factors: factors.map(({ factor_type, status, created_at: since }) => ({ type: factor_type, status, since })),
    requests: theirs.map(
      ({
        submissionKey: _k,
        contentHash: _c,
        messageHash: _m,
        addressHash: _a,
        spamSignals: _s,
        assigneeId: _i,
        assigneeEmail: _e,
        linksEndedAt: _l,
        ...request
      }) => ({
        ...request,
        state: stateShown(request.state),
        history: events
          .filter(({ requestId, kind }) => requestId === request.id && kind === "state")
          .map(({ createdAt, toState }) => ({ at: createdAt, state: stateShown(toState!) })),
        messages: events
          .filter(({ requestId, kind }) => requestId === request.id && kind !== "state")
          .map(({ id: message, createdAt, kind, text, rest }) => ({
            at: createdAt,
            from: kind === "answer" ? "you" : "us",
            text,
            rest: rest ?? undefined,
            files: files.filter(({ eventId }) => eventId === message).map(({ name, type, size }) => ({ name, type, size })),
          })),
        consents: consents.filter(({ requestId }) => requestId === request.id).map(consentShown),
      }),
    ),
    consents_of_erased_requests: consentsAlone.map(consentShown),
    recovery_codes: codes,
    sessions: opened,
    security_log: records,
    changes: log.map(({ createdAt, action, outcome, actorId }) => ({ at: createdAt, action, outcome, by: actorId === id ? "you" : "us" })),
  };
}

/** That something looked like spam to us says nothing about the person. */
function stateShown(state: RequestState): RequestState {
  return state === "spam" ? "new" : state;
}

function consentShown({ document, version, locale, acceptedAt }: typeof requestConsents.$inferSelect) {
  return { document, version, locale, accepted_at: acceptedAt };
}

/** The proof of a consent outlives its request; then the address alone says whose it is. */
async function readConsentsAlone(queries: Queries, { email, email_confirmed_at: confirmed }: User) {
  if (!email || !confirmed) return [];
  const isOfAddress = eq(sql`lower(${requestConsents.email})`, email.toLowerCase());
  return queries
    .select()
    .from(requestConsents)
    .where(and(isNull(requestConsents.requestId), isOfAddress));
}

async function readSessions(queries: Queries, { id }: User) {
  const { createdAt: since, refreshedAt: used, userAgent: browser, ip: address } = sessions;
  return whereThereAreAccounts(
    queries.select({ since, used, browser, address }).from(sessions).where(eq(sessions.userId, id)).orderBy(since),
  );
}

async function readRecoveryCodes(queries: Queries, { id }: User) {
  const { createdAt: since, usedAt: used } = recoveryCodes;
  return whereThereAreAccounts(queries.select({ since, used }).from(recoveryCodes).where(eq(recoveryCodes.userId, id)));
}

/** What the accounts have written down about what this person did, and from where. */
async function readRecords(queries: Queries, { id }: User) {
  const records = queries
    .select({ at: auditLog.createdAt, action: sql<string>`${auditLog.payload} ->> 'action'`, address: auditLog.ipAddress })
    .from(auditLog)
    .where(eq(sql`${auditLog.payload} ->> 'actor_id'`, id))
    .orderBy(auditLog.createdAt)
    .limit(10_000);
  return whereThereAreAccounts(records);
}

/** The accounts of a Supabase project may be in a database of its own. */
export async function whereThereAreAccounts<Row>(rows: PromiseLike<Row[]>): Promise<Row[]> {
  try {
    return await rows;
  } catch (error) {
    if (hasNoAccounts(error)) return [];
    throw error;
  }
}

/** Deletes the account. The requests stay, as the privacy policy says, but nothing links them to an account any longer. */
export async function deleteAccount(queries: Queries, accounts: Accounts, user: User) {
  const me = { id: user.id, email: user.email ?? "" };
  return logged(queries, { person: me, actor: me, action: "deleted" }, async () => {
    const gone = { id: user.id, email: me.email, isConfirmed: !!user.email_confirmed_at, data: user.user_metadata };
    const { error } = await removeAccount(queries, { admin: adminClient(accounts), areOurs: accounts.isOurs }, gone);
    return error ? { refused: error.message } : { done: true };
  });
}

type Gone = { id: string; email: string; isConfirmed: boolean; data: Record<string, unknown> };

/**
 * Takes an account away, unties what was its own, and tells whoever had it. Of ours all of that happens, or nothing; a Supabase project
 * goes first, because it may say no.
 */
export async function removeAccount(
  queries: Queries,
  { admin, areOurs }: { admin: AdminClient; areOurs: boolean },
  { id, email, isConfirmed, data }: Gone,
): Promise<{ error: AuthError | null }> {
  const leave = async (transaction: Queries) => {
    await untieRequests(transaction, id);
    await transaction.update(requests).set({ assigneeId: null, assigneeEmail: null }).where(eq(requests.assigneeId, id));
    // It may not have been them.
    if (email && isConfirmed) await queueLetter(transaction, { to: email, locale: languageOf(data), letter: "deleted" });
  };
  if (areOurs) {
    return queries.transaction(async (transaction) => {
      if (!(await removeUser(transaction, null, id))) return { error: new AuthApiError("User not found", 404, "user_not_found") };
      await leave(transaction);
      return { error: null };
    });
  }
  const { error } = await admin.deleteUser(id);
  if (!error) await leave(queries);
  return { error };
}
