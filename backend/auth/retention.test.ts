import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { migrate, readMigrations, records } from "#backend/database/migrate.ts";
import { outbox } from "#backend/database/schema.ts";
import { onBothEngines } from "#backend/database/testing.ts";
import { eraseOldAccountData } from "./retention.ts";
import { auditLog, flowStates, oauthStates, oneTimeTokens, refreshTokens, sessions, users } from "./schema.ts";

const migrations = readMigrations(import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }));

/** A time in the past; columns of the tables want a Date. */
const ago = (age: string) => sql`now() - ${age}::interval` as unknown as Date;

onBothEngines((open) => {
  const queries = () => open().database.queries;
  beforeAll(async () => {
    await migrate(open().database, migrations, records.auth);
  });

  test("what is over goes, what is not stays", async () => {
    await queries()
      .insert(users)
      .values([
        { email: "confirmed@example.com", emailConfirmedAt: new Date(), createdAt: ago("3 years") },
        { email: "never-confirmed@example.com", createdAt: ago("31 days") },
        { email: "confirming@example.com", createdAt: ago("29 days") },
        { email: "invited@example.com", createdAt: ago("31 days"), invitedAt: new Date() },
        { email: "never-accepted@example.com", createdAt: ago("31 days"), invitedAt: ago("31 days") },
      ]);
    const [owner] = await queries()
      .select()
      .from(users)
      .where(sql`email = 'confirmed@example.com'`);
    const userId = owner!.id;

    const [live, dead] = await queries()
      .insert(sessions)
      .values([
        { userId, createdAt: ago("500 days"), refreshedAt: ago("399 days") },
        { userId, createdAt: ago("401 days") },
      ])
      .returning();
    await queries()
      .insert(refreshTokens)
      .values([
        { token: "old and used", userId, sessionId: live!.id, revoked: true, updatedAt: ago("31 days") },
        { token: "lately used", userId, sessionId: live!.id, revoked: true, updatedAt: ago("29 days") },
        { token: "old and good", userId, sessionId: live!.id, updatedAt: ago("300 days") },
      ]);
    const flow = (name: string, age: string) => ({ providerType: name, authenticationMethod: "otp", createdAt: ago(age) });
    await queries()
      .insert(flowStates)
      .values([flow("old", "25 hours"), flow("new", "23 hours")]);
    const state = (name: string, age: string) => ({ providerType: name, codeVerifier: "v", redirectTo: "/", createdAt: ago(age) });
    await queries()
      .insert(oauthStates)
      .values([state("old", "61 minutes"), state("new", "59 minutes")]);
    const token = (name: string, type: "recovery_token" | "confirmation_token", age: string) => ({
      userId,
      tokenType: type,
      tokenHash: name,
      codeHash: name,
      relatesTo: "confirmed@example.com",
      purpose: "recovery" as const,
      createdAt: ago(age),
    });
    await queries()
      .insert(oneTimeTokens)
      .values([token("old", "recovery_token", "25 hours"), token("new", "confirmation_token", "23 hours")]);
    await queries()
      .insert(auditLog)
      .values([
        { payload: { action: "old" }, createdAt: ago("13 months") },
        { payload: { action: "new" }, createdAt: ago("11 months") },
      ]);
    const letter = { to: "a@example.com", locale: "en", letter: "signup" } as const;
    await queries()
      .insert(outbox)
      .values([
        { kind: "auth", payload: letter, state: "sent", lastError: "old", createdAt: ago("31 days") },
        { kind: "auth", payload: letter, state: "due", lastError: "waiting", createdAt: ago("31 days") },
        { kind: "auth", payload: letter, state: "sent", lastError: "new", createdAt: ago("29 days") },
      ]);

    await eraseOldAccountData(queries());

    expect((await queries().select().from(users)).map(({ email }) => email).toSorted()).toEqual([
      "confirmed@example.com",
      "confirming@example.com",
      "invited@example.com",
    ]);
    expect((await queries().select().from(sessions)).map(({ id }) => id)).toEqual([live!.id]);
    expect(dead).toBeDefined();
    expect((await queries().select().from(refreshTokens)).map(({ token: name }) => name).toSorted()).toEqual([
      "lately used",
      "old and good",
    ]);
    expect((await queries().select().from(flowStates)).map(({ providerType }) => providerType)).toEqual(["new"]);
    expect((await queries().select().from(oauthStates)).map(({ providerType }) => providerType)).toEqual(["new"]);
    expect((await queries().select().from(oneTimeTokens)).map(({ tokenHash }) => tokenHash)).toEqual(["new"]);
    expect((await queries().select().from(auditLog)).map(({ payload }) => payload?.action)).toEqual(["new"]);
    expect((await queries().select().from(outbox)).map(({ lastError }) => lastError).toSorted()).toEqual(["new", "waiting"]);
  });
});
