import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { outbox, requestConsents, requestEvents, requests, type MailRow, type RequestState } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { addNote, assignRequest, changeState, eraseRequest, sendAgain } from "./change-request.ts";

const actor = { id: "0b9d1c1e-0000-4000-8000-000000000001", email: "iria@abrente.example" };
const nobody = "0b9d1c1e-0000-4000-8000-00000000ffff";
const longAgo = new Date("2026-01-01T00:00:00Z");

onBothEngines((open) => {
  const queries = () => open().database.queries;

  async function given(state: RequestState, receipt: Partial<typeof outbox.$inferInsert> = {}) {
    const [request] = await queries()
      .insert(requests)
      .values({ ...sampleRequest, state, createdAt: longAgo, lastContactAt: longAgo })
      .returning({ id: requests.id });
    const id = request!.id;
    const [mail] = await queries()
      .insert(outbox)
      .values({ kind: "receipt", requestId: id, ...receipt })
      .returning();
    await queries().insert(outbox).values({ kind: "notice", requestId: id, state: "held" });
    return { id, mail: mail!.id };
  }
  const requestOf = async (id: string) => (await queries().select().from(requests).where(eq(requests.id, id)))[0]!;
  const receiptsOf = async (id: string): Promise<MailRow[]> =>
    (await queries().select().from(outbox).where(eq(outbox.requestId, id)).orderBy(outbox.createdAt)).filter(
      ({ kind }) => kind === "receipt",
    );
  const eventsOf = (id: string) =>
    queries().select().from(requestEvents).where(eq(requestEvents.requestId, id)).orderBy(requestEvents.createdAt);

  beforeEach(async () => void (await queries().delete(requests)));

  test("a move changes the folder, is on record with its note, and counts as contact", async () => {
    const { id } = await given("new", { state: "sent" });
    expect(await changeState(queries(), { id, from: "new", to: "won", note: "Asinado" }, actor)).toMatchObject({ outcome: "done" });
    const { state, lastContactAt } = await requestOf(id);
    expect(state).toBe("won");
    expect(lastContactAt.getTime()).toBeGreaterThan(longAgo.getTime());
    expect(await eventsOf(id)).toMatchObject([
      { kind: "state", fromState: "new", toState: "won", note: "Asinado", actorId: actor.id, actorEmail: actor.email },
    ]);
    expect((await receiptsOf(id))[0]!.state).toBe("sent");
  });

  test.each(["new", "in_progress", "won", "lost"] as const)("a rescue from spam to %s makes the held receipt due at once", async (to) => {
    const { id } = await given("spam", { state: "held", dueAt: new Date("2030-01-01") });
    await changeState(queries(), { id, from: "spam", to }, actor);
    const [receipt] = await receiptsOf(id);
    expect(receipt!.state).toBe("due");
    expect(receipt!.dueAt.getTime()).toBeLessThan(Date.now() + 60_000);
    expect((await requestOf(id)).lastContactAt.getTime()).toBeGreaterThan(longAgo.getTime());
    // Only the receipt waits for the rescue.
    expect(await queries().select().from(outbox).where(eq(outbox.state, "held"))).toHaveLength(1);
  });

  test("spam holds a receipt that was not tried yet, and is no contact", async () => {
    const { id } = await given("new");
    await changeState(queries(), { id, from: "new", to: "spam" }, actor);
    expect((await receiptsOf(id))[0]!.state).toBe("held");
    expect((await requestOf(id)).lastContactAt).toEqual(longAgo);
  });

  test.each([{ attempts: 1 }, { state: "sent" as const, attempts: 1 }, { state: "failed" as const, attempts: 9 }])(
    "spam leaves a receipt alone that was tried: %j",
    async (receipt) => {
      const { id } = await given("new", receipt);
      await changeState(queries(), { id, from: "new", to: "spam" }, actor);
      expect((await receiptsOf(id))[0]).toMatchObject({ state: "due", ...receipt });
    },
  );

  test("whoever is overtaken changes nothing and hears what it is now", async () => {
    const { id } = await given("spam", { state: "held" });
    await changeState(queries(), { id, from: "spam", to: "lost" }, actor);
    await queries().update(outbox).set({ state: "held" }).where(eq(outbox.requestId, id));
    expect(await changeState(queries(), { id, from: "spam", to: "won", note: "n" }, actor)).toEqual({ outcome: "conflict", state: "lost" });
    expect((await requestOf(id)).state).toBe("lost");
    expect((await receiptsOf(id))[0]!.state).toBe("held");
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test("of two who move it at once, one succeeds", async () => {
    const { id } = await given("new");
    const outcomes = await Promise.all(
      (["won", "lost", "in_progress"] as const).map((to) => changeState(queries(), { id, from: "new", to }, actor)),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["conflict", "conflict", "done"]);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test("a move that cannot be recorded does not happen", async () => {
    const { id } = await given("new");
    await expect(changeState(queries(), { id, from: "new", to: "spam", note: "x".repeat(5001) }, actor)).rejects.toThrow();
    expect((await requestOf(id)).state).toBe("new");
    expect((await receiptsOf(id))[0]!.state).toBe("due");
  });

  test("a note is on record and counts as contact", async () => {
    const { id } = await given("won");
    expect(await addNote(queries(), id, "Chamei.\nNon contesta.", actor)).toMatchObject({ outcome: "done" });
    expect(await eventsOf(id)).toMatchObject([{ kind: "note", note: "Chamei.\nNon contesta.", actorEmail: actor.email }]);
    expect((await requestOf(id)).lastContactAt.getTime()).toBeGreaterThan(longAgo.getTime());
  });

  test("a sent mail is sent again as a new one, once for two clicks", async () => {
    const { id, mail } = await given("new", { state: "sent", attempts: 1, sentAt: longAgo, createdAt: longAgo });
    expect(await sendAgain(queries(), id, mail, actor)).toMatchObject({ outcome: "done" });
    await sendAgain(queries(), id, mail, actor);
    const receipts = await receiptsOf(id);
    expect(receipts).toHaveLength(2);
    expect(receipts[0]).toMatchObject({ id: mail, state: "sent" });
    expect(receipts[1]).toMatchObject({ state: "due", attempts: 0, lastError: null });
    expect((await eventsOf(id))[0]).toMatchObject({ kind: "mail_again", mail: "receipt" });
  });

  test.each([
    { state: "failed" as const, attempts: 30 },
    { state: "due" as const, attempts: 3 },
    // By the governor of backend/mail/governor.ts.
    { state: "held" as const, attempts: 1 },
  ])("a mail that was not sent becomes due now: %j", async (receipt) => {
    const { id, mail } = await given("new", { ...receipt, lastError: "refused", dueAt: new Date("2030-01-01") });
    expect(await sendAgain(queries(), id, mail, actor)).toMatchObject({ outcome: "done" });
    const receipts = await receiptsOf(id);
    expect(receipts).toHaveLength(1);
    expect(receipts[0]).toMatchObject({ id: mail, state: "due", attempts: receipt.attempts });
    expect(receipts[0]!.dueAt.getTime()).toBeLessThan(Date.now() + 60_000);
  });

  test("a mail that is on its way is not made due: it would be sent twice", async () => {
    const { id, mail } = await given("new", { attempts: 1, dueAt: new Date(Date.now() + 50_000) });
    expect(await sendAgain(queries(), id, mail, actor)).toEqual({ outcome: "busy" });
    expect(await eventsOf(id)).toEqual([]);
  });

  test.each([
    ["spam", { state: "held" }],
    ["spam", { state: "sent" }],
  ] as const)("in %s, a receipt that is %j stays", async (state, receipt) => {
    const { id, mail } = await given(state, receipt);
    expect(await sendAgain(queries(), id, mail, actor)).toEqual({ outcome: "held" });
    expect(await receiptsOf(id)).toHaveLength(1);
  });

  test("a request is given to somebody, unless somebody else has it by now", async () => {
    const { id } = await given("new");
    const iria = { id: actor.id, email: actor.email };
    expect(await assignRequest(queries(), { id, to: iria, from: null }, actor)).toMatchObject({ outcome: "done" });
    expect(await requestOf(id)).toMatchObject({ assigneeId: iria.id, assigneeEmail: iria.email });
    expect(await assignRequest(queries(), { id, to: { id: nobody, email: "x@y.example" }, from: null }, actor)).toEqual({
      outcome: "taken",
      by: iria.email,
    });
    expect(await assignRequest(queries(), { id, to: null }, actor)).toMatchObject({ outcome: "done" });
    expect(await requestOf(id)).toMatchObject({ assigneeId: null, assigneeEmail: null });
    expect((await eventsOf(id)).map(({ kind, assigneeEmail }) => [kind, assigneeEmail])).toEqual([
      ["assigned", iria.email],
      ["assigned", null],
    ]);
    expect(await assignRequest(queries(), { id: nobody, to: null }, actor)).toEqual({ outcome: "gone" });
  });

  test("an erased request leaves nothing but the proof of its consents", async () => {
    const { id, mail } = await given("new", { state: "sent" });
    const kept = await given("new");
    await addNote(queries(), id, "n", actor);
    await queries()
      .insert(requestConsents)
      .values({ requestId: id, email: "a@b.example", document: "privacy", version: "1", locale: "gl" });
    const erased = await eraseRequest(queries(), id);
    expect(erased).toEqual({ mails: expect.arrayContaining([mail]) });
    expect(await requestOf(id)).toBeUndefined();
    expect(await eventsOf(id)).toEqual([]);
    expect(await queries().select().from(outbox).where(eq(outbox.requestId, id))).toEqual([]);
    expect(await queries().select().from(requestConsents)).toMatchObject([{ requestId: null, email: "a@b.example" }]);
    expect(await receiptsOf(kept.id)).toHaveLength(1);
    expect(await eraseRequest(queries(), id)).toEqual({ outcome: "gone" });
    await queries().delete(requestConsents);
  });

  test("a request with a mail that is on its way is not erased: the mail would be written afterwards", async () => {
    const { id } = await given("new", { attempts: 1, dueAt: new Date(Date.now() + 50_000) });
    expect(await eraseRequest(queries(), id)).toEqual({ outcome: "busy" });
    expect(await requestOf(id)).toBeDefined();
  });

  test("what is not there cannot be changed, nor a mail through another request", async () => {
    const { id } = await given("new");
    const other = await given("new");
    expect(await changeState(queries(), { id: nobody, from: "new", to: "won" }, actor)).toEqual({ outcome: "gone" });
    expect(await addNote(queries(), nobody, "n", actor)).toEqual({ outcome: "gone" });
    expect(await sendAgain(queries(), id, nobody, actor)).toEqual({ outcome: "gone" });
    expect(await sendAgain(queries(), id, other.mail, actor)).toEqual({ outcome: "gone" });
    expect(
      await queries()
        .select({ n: sql`1` })
        .from(requestEvents),
    ).toEqual([]);
  });
});
