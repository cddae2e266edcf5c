import { beforeEach, expect, test } from "vitest";
import { mailboxes, outbox, requestEvents, requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { readMailTrouble, sendTroubledAgain } from "./trouble.ts";

const actor = { id: "0b9d1c1e-0000-4000-8000-000000000001", email: "iria@abrente.example" };
const later = new Date("2090-01-01");
const link = { to: "uxia@example.com", locale: "gl", letter: "signup", tokenId: crypto.randomUUID() } as const;
const changed = { to: "uxia@example.com", locale: "gl", letter: "changed" } as const;

onBothEngines((open) => {
  const queries = () => open().database.queries;
  beforeEach(async () => {
    await queries().delete(requests);
    await queries().delete(outbox);
  });

  test("mails that are refused or given up are counted, with the latest reason; those that merely wait are not trouble", async () => {
    await queries().insert(outbox).values({ kind: "auth" });
    expect(await readMailTrouble(queries())).toEqual({ waiting: 1, tried: 0, failed: 0 });
    await queries()
      .insert(outbox)
      .values([
        { kind: "auth", state: "failed", lastError: "no such user", attemptedAt: new Date("2026-01-01") },
        { kind: "auth", attempts: 1, lastError: "connect ECONNREFUSED", attemptedAt: new Date("2026-02-01") },
        { kind: "auth", state: "sent", lastError: "earlier", attemptedAt: new Date("2026-03-01") },
      ]);
    expect(await readMailTrouble(queries())).toEqual({ waiting: 2, tried: 1, failed: 1, reason: "connect ECONNREFUSED" });
  });

  test("a mailbox that cannot be read is trouble, as long as somebody tries to", async () => {
    await queries().insert(mailboxes).values({ id: "one", trouble: "connect ECONNREFUSED" });
    expect(await readMailTrouble(queries())).toEqual({ waiting: 0, tried: 0, failed: 0, mailbox: "connect ECONNREFUSED" });
    await queries()
      .update(mailboxes)
      .set({ heldUntil: new Date("2026-01-01") });
    expect(await readMailTrouble(queries())).toEqual({ waiting: 0, tried: 0, failed: 0 });
  });

  test("sent again, they are due now, and their requests say by whom; one under way is left alone, and a link that is over goes", async () => {
    const [request] = await queries().insert(requests).values(sampleRequest).returning();
    const requestId = request!.id;
    await queries()
      .insert(outbox)
      .values([
        { kind: "notice", requestId, state: "failed", attempts: 10, lastError: "x", dueAt: later },
        { kind: "receipt", requestId, attempts: 3, lastError: "x", dueAt: later },
        { kind: "auth", payload: changed, state: "failed", attempts: 10, lastError: "x", dueAt: later },
        { kind: "auth", payload: link, state: "failed", attempts: 10, lastError: "x", dueAt: later },
        { kind: "auth", attempts: 1, dueAt: later },
        { kind: "auth", state: "held", dueAt: later },
      ]);
    expect(await sendTroubledAgain(queries(), actor)).toBe(3);
    const rows = await queries().select().from(outbox);
    expect(rows.filter(({ dueAt }) => dueAt < new Date()).map(({ kind, state }) => [kind, state])).toEqual(
      expect.arrayContaining([
        ["notice", "due"],
        ["receipt", "due"],
        ["auth", "due"],
      ]),
    );
    expect(rows).toHaveLength(5);
    const events = await queries().select().from(requestEvents);
    expect(events.map(({ kind, mail, actorEmail }) => [kind, mail, actorEmail]).toSorted()).toEqual([
      ["mail_again", "notice", actor.email],
      ["mail_again", "receipt", actor.email],
    ]);
  });
});
