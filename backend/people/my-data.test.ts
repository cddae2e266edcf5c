import type { User } from "@supabase/supabase-js";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, sessions, users } from "#backend/auth/schema.ts";
import { authMigrations, openAccounts } from "#backend/auth/testing.ts";
import { migrate, records } from "#backend/database/migrate.ts";
import { outbox, requestConsents, requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { adminClient } from "./admin-client.ts";
import { deleteAccount, gatherData } from "./my-data.ts";

const confirmed = { email: "uxia@example.com", email_confirmed_at: "2026-11-15T10:00:00Z", app_metadata: {}, user_metadata: {} };

const record = (id: string) => ({ payload: { action: "login", actor_id: id }, ipAddress: "192.0.2.1" });

onBothEngines((open) => {
  const queries = () => open().database.queries;

  test("an account goes with what it leaves behind and the letter about it, or not at all", async () => {
    const accounts = await openAccounts(open().database);
    const { data } = await adminClient(accounts).createUser({ email: "gone@example.com", email_confirm: true });
    const user = data.user!;
    await queries()
      .insert(requests)
      .values({ ...sampleRequest, userId: user.id });
    const there = async () => (await queries().select().from(users).where(eq(users.id, user.id))).length;
    const tied = async () => (await queries().select().from(requests).where(eq(requests.userId, user.id))).length;

    await queries().execute(sql`alter table outbox rename to outbox_away`);
    await expect(deleteAccount(queries(), accounts, user)).rejects.toThrow();
    await queries().execute(sql`alter table outbox_away rename to outbox`);
    expect([await there(), await tied()]).toEqual([1, 1]);

    expect(await deleteAccount(queries(), accounts, user)).toEqual({ done: true });
    expect([await there(), await tied()]).toEqual([0, 0]);
    expect(await queries().select().from(outbox)).toMatchObject([{ payload: { to: "gone@example.com", letter: "deleted" } }]);
    expect(await deleteAccount(queries(), accounts, user)).toEqual({ refused: "User not found" });
    await queries().delete(users);
  });

  test("the file of somebody's data has what they are told is kept: sessions, and consents that outlived their request", async () => {
    await migrate(open().database, authMigrations, records.auth);
    const made = await queries()
      .insert(users)
      .values([{ email: confirmed.email }, { email: "other@example.com" }])
      .returning();
    const [mine, others] = made.map(({ id }) => ({ ...confirmed, id }) as User);
    await queries()
      .insert(sessions)
      .values([
        { userId: mine!.id, userAgent: "Mine", ip: "192.0.2.1" },
        { userId: others!.id, userAgent: "Another's" },
      ]);
    const consent = { document: "privacy", version: "1.0", locale: "gl" } as const;
    await queries()
      .insert(requestConsents)
      .values([
        { ...consent, email: "Uxia@example.com" },
        { ...consent, email: "other@example.com" },
      ]);

    await queries()
      .insert(auditLog)
      .values([record(mine!.id), record(crypto.randomUUID())]);

    const data = await gatherData(queries(), mine!);
    expect(data.sessions).toEqual([{ since: expect.any(Date), used: null, browser: "Mine", address: "192.0.2.1" }]);
    expect(data.security_log).toEqual([{ at: expect.any(Date), action: "login", address: "192.0.2.1" }]);
    expect(data.consents_of_erased_requests).toEqual([{ ...consent, accepted_at: expect.any(Date) }]);
    // Nobody reads of an address that they have not confirmed.
    const unconfirmed = { ...mine!, email_confirmed_at: undefined };
    expect((await gatherData(queries(), unconfirmed)).consents_of_erased_requests).toEqual([]);

    await queries().execute(sql`drop schema auth cascade`);
    expect(await gatherData(queries(), mine!)).toMatchObject({ sessions: [], security_log: [] });
  });
});
