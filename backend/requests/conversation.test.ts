import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { outbox, rateLimits, requestEvents, requests, type RequestState } from "#backend/database/schema.ts";
import { migrations, onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { addNote, changeState, eraseRequest, sendAgain } from "./change-request.ts";
import { acceptAnswer, endLinks, readConversation, sendReply } from "./conversation.ts";
import { linkKey, openLink } from "./conversation-link.ts";
import { untieRequests } from "./my-requests.ts";

const actor = { id: "0b9d1c1e-0000-4000-8000-000000000001", email: "iria@abrente.example", name: "Iria" };
const client = "0b9d1c1e-0000-4000-8000-000000000002";
const nobody = "0b9d1c1e-0000-4000-8000-00000000ffff";
const secret = "a secret of the site";
const longAgo = new Date("2026-01-01T00:00:00Z");

onBothEngines((open) => {
  const queries = () => open().database.queries;

  async function given(state: RequestState = "new", more: Partial<typeof requests.$inferInsert> = {}): Promise<string> {
    const [request] = await queries()
      .insert(requests)
      .values({ ...sampleRequest, state, createdAt: longAgo, lastContactAt: longAgo, seenAt: longAgo, ...more })
      .returning({ id: requests.id });
    return request!.id;
  }
  const requestOf = async (id: string) => (await queries().select().from(requests).where(eq(requests.id, id)))[0]!;
  const mailsOf = (id: string) => queries().select().from(outbox).where(eq(outbox.requestId, id)).orderBy(outbox.createdAt);
  const eventsOf = (id: string) =>
    queries().select().from(requestEvents).where(eq(requestEvents.requestId, id)).orderBy(requestEvents.createdAt);

  async function replied(text = "Ola") {
    const id = await given();
    await sendReply(queries(), { id, text }, actor);
    const [event] = await eventsOf(id);
    return { id, event: event!.id, key: linkKey(secret, event!.id) };
  }
  const age = (event: string, days: number) =>
    queries()
      .update(requestEvents)
      .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(requestEvents.id, event));

  beforeEach(async () => {
    await queries().delete(requests);
    await queries().delete(rateLimits);
  });

  describe("a reply", () => {
    test("is stored with who wrote it, its mail and the move that goes with it; it counts as contact", async () => {
      const id = await given("new", { seenAt: null });
      const reply = { id, text: "Ola:\n\nImos alá.", move: { from: "new", to: "in_progress" } } as const;
      expect(await sendReply(queries(), reply, actor)).toMatchObject({ outcome: "done" });
      const [moved, written] = await eventsOf(id);
      expect(moved).toMatchObject({ kind: "state", toState: "in_progress", text: null });
      expect(written).toMatchObject({ kind: "reply", text: reply.text, note: null, actorId: actor.id, actorName: "Iria" });
      expect(await mailsOf(id)).toMatchObject([{ kind: "reply", eventId: written!.id, state: "due", payload: null }]);
      const { state, lastContactAt, seenAt } = await requestOf(id);
      expect([state, lastContactAt > longAgo, seenAt !== null]).toEqual(["in_progress", true, true]);
    });

    test("leaves the request where it is unless it is told otherwise", async () => {
      const id = await given();
      await sendReply(queries(), { id, text: "Ola" }, actor);
      expect((await requestOf(id)).state).toBe("new");
    });

    test("that is sent twice, at once or later, is stored and mailed once", async () => {
      const id = await given();
      const reply = { id, text: "Ola", move: { from: "new", to: "in_progress" } } as const;
      const [first, second] = await Promise.all([sendReply(queries(), reply, actor), sendReply(queries(), reply, actor)]);
      expect(second).toEqual(first);
      expect(await sendReply(queries(), reply, actor)).toEqual(first);
      expect(await mailsOf(id)).toHaveLength(1);
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(["state", "reply"]);
      // The same words later, after an answer, are another message.
      await acceptAnswer(queries(), { id, text: "Ola" });
      await sendReply(queries(), { id, text: "Ola" }, actor);
      expect(await mailsOf(id)).toHaveLength(3);
      // And so they are after an hour.
      await queries()
        .update(requestEvents)
        .set({ createdAt: sql`created_at - interval '61 minutes'` });
      await sendReply(queries(), { id, text: "Ola" }, actor);
      expect(await mailsOf(id)).toHaveLength(4);
    });

    test("that comes again with its key is the same one, whatever others have written since; other words are another one", async () => {
      const id = await given();
      const reply = { id, text: "Ola", key: randomUUID() };
      const first = await sendReply(queries(), reply, actor);
      await acceptAnswer(queries(), { id, text: "Grazas!" });
      expect(await sendReply(queries(), reply, actor)).toEqual(first);
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(["reply", "answer"]);
      // Nobody heard that the first words had arrived, and they were changed.
      expect(await sendReply(queries(), { ...reply, text: "Ola, e outra cousa" }, actor)).not.toEqual(first);
      // The key of another conversation's message says nothing.
      const other = await given();
      expect(await sendReply(queries(), { ...reply, id: other }, actor)).not.toEqual(first);
      expect([await mailsOf(id), await mailsOf(other)].map(({ length }) => length)).toEqual([3, 1]);
    });

    test("that comes again with a move makes the move, and is mailed once", async () => {
      const id = await given();
      const first = await sendReply(queries(), { id, text: "Ola" }, actor);
      expect(await sendReply(queries(), { id, text: "Ola", move: { from: "new", to: "won" } }, actor)).toEqual(first);
      expect((await requestOf(id)).state).toBe("won");
      expect(await mailsOf(id)).toHaveLength(1);
    });

    test("of somebody who was overtaken is neither stored nor sent", async () => {
      const id = await given("won");
      const reply = { id, text: "Ola", move: { from: "new", to: "in_progress" } } as const;
      expect(await sendReply(queries(), reply, actor)).toEqual({ outcome: "conflict", state: "won" });
      expect([await mailsOf(id), await eventsOf(id)]).toEqual([[], []]);
    });

    test("cannot be sent to what is spam, or gone; what waits is held while it is spam", async () => {
      expect(await sendReply(queries(), { id: nobody, text: "Ola" }, actor)).toEqual({ outcome: "gone" });
      const id = await given();
      await sendReply(queries(), { id, text: "Ola" }, actor);
      await changeState(queries(), { id, from: "new", to: "spam" }, actor);
      expect(await mailsOf(id)).toMatchObject([{ state: "held" }]);
      expect(await sendReply(queries(), { id, text: "Outra" }, actor)).toEqual({ outcome: "held" });
      await changeState(queries(), { id, from: "spam", to: "new" }, actor);
      expect(await mailsOf(id)).toMatchObject([{ state: "due" }]);
    });

    test("whose mail cannot be stored is not there either", async () => {
      const id = await given();
      await expect(sendReply(queries(), { id, text: "x".repeat(5001), move: { from: "new", to: "won" } }, actor)).rejects.toThrow();
      expect([(await requestOf(id)).state, await eventsOf(id), await mailsOf(id)]).toEqual(["new", [], []]);
    });

    test("is mailed again as it was", async () => {
      const id = await given();
      await sendReply(queries(), { id, text: "Ola" }, actor);
      const [mail] = await mailsOf(id);
      await queries().update(outbox).set({ state: "sent", createdAt: longAgo });
      expect(await sendAgain(queries(), id, mail!.id, actor)).toMatchObject({ outcome: "done" });
      expect((await mailsOf(id)).map(({ kind, eventId }) => [kind, eventId])).toEqual([
        ["reply", mail!.eventId],
        ["reply", mail!.eventId],
      ]);
    });
  });

  describe("an answer", () => {
    test("is stored, the agency is told, and the request is unread again", async () => {
      const id = await given("won");
      expect(await acceptAnswer(queries(), { id, text: "Grazas!", userId: client })).toEqual({ outcome: "done" });
      const [written] = await eventsOf(id);
      expect(written).toMatchObject({ kind: "answer", text: "Grazas!", actorId: client, actorName: sampleRequest.name });
      expect(await mailsOf(id)).toMatchObject([{ kind: "answer", eventId: written!.id, state: "due" }]);
      const { state, seenAt, lastContactAt } = await requestOf(id);
      expect([state, seenAt, lastContactAt > longAgo]).toEqual(["won", null, true]);
      expect(await acceptAnswer(queries(), { id: nobody, text: "x" })).toEqual({ outcome: "gone" });
    });

    test("that is sent twice is one, and counts once", async () => {
      const id = await given();
      const limit = { most: 1, seconds: 3600 };
      const all = await Promise.all([1, 2, 3].map(() => acceptAnswer(queries(), { id, text: "Grazas!" }, limit)));
      expect(all).toEqual([{ outcome: "done" }, { outcome: "done" }, { outcome: "done" }]);
      expect(await mailsOf(id)).toHaveLength(1);
    });

    test("that comes again with its key is the same one, also after a reply; the same words with another key are not", async () => {
      const id = await given();
      const answer = { id, text: "Grazas!", key: randomUUID() };
      await acceptAnswer(queries(), answer);
      await sendReply(queries(), { id, text: "Ola" }, actor);
      await acceptAnswer(queries(), answer);
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(["answer", "reply"]);
      await acceptAnswer(queries(), { ...answer, key: randomUUID() });
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(["answer", "reply", "answer"]);
    });

    test("is one of some that a person may send in an hour, whichever request it is about", async () => {
      const [id, other] = [await given(), await given("won")];
      const stranger = await given("new", { email: "other@example.com" });
      const limit = { most: 2, seconds: 3600 };
      await acceptAnswer(queries(), { id, text: "1" }, limit);
      await acceptAnswer(queries(), { id, text: "2" }, limit);
      expect(await acceptAnswer(queries(), { id: other, text: "3" }, limit)).toMatchObject({
        outcome: "limited",
        retryAfter: expect.any(Number),
      });
      expect(await eventsOf(other)).toEqual([]);
      expect(await acceptAnswer(queries(), { id: stranger, text: "4" }, limit)).toEqual({ outcome: "done" });
    });

    test("says no more whose account it was when that is deleted", async () => {
      const id = await given("new", { userId: client });
      await acceptAnswer(queries(), { id, text: "Grazas!", userId: client });
      await sendReply(queries(), { id, text: "Ola" }, actor);
      await untieRequests(queries(), client);
      expect((await requestOf(id)).userId).toBeNull();
      expect((await eventsOf(id)).map(({ actorId }) => actorId)).toEqual([null, actor.id]);
    });
  });

  test("the client sees what both wrote and the moves, in order, and no note of the agency", async () => {
    const id = await given();
    await addNote(queries(), id, "secret one", actor);
    await changeState(queries(), { id, from: "new", to: "in_progress", note: "secret two" }, actor);
    await sendReply(queries(), { id, text: "Ola" }, actor);
    await acceptAnswer(queries(), { id, text: "Grazas!" });
    const seen = await readConversation(queries(), [id]);
    expect(seen.map(({ kind, text }) => [kind, text])).toEqual([
      ["state", null],
      ["reply", "Ola"],
      ["answer", "Grazas!"],
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/secret|iria@/);
  });

  test("what is erased takes its messages and their mails along", async () => {
    const id = await given();
    await sendReply(queries(), { id, text: "Ola" }, actor);
    expect(await eraseRequest(queries(), id)).toEqual({ mails: [expect.any(String)] });
    expect([await eventsOf(id), await mailsOf(id)]).toEqual([[], []]);
  });

  describe("the link of a reply", () => {
    test("opens its conversation, for 30 days", async () => {
      const { id, event, key } = await replied();
      expect(await openLink(queries(), secret, key)).toMatchObject({ request: { id } });
      await age(event, 29);
      expect(await openLink(queries(), secret, key)).toMatchObject({ request: { id } });
      await age(event, 31);
      expect(await openLink(queries(), secret, key)).toEqual({ closed: "expired" });
    });

    test("opens nothing more once the agency has ended it; the next reply brings another one", async () => {
      const { id, key } = await replied();
      await endLinks(queries(), id, actor);
      expect(await openLink(queries(), secret, key)).toEqual({ closed: "ended" });
      await sendReply(queries(), { id, text: "Outra" }, actor);
      const next = (await eventsOf(id)).at(-1)!;
      expect(await openLink(queries(), secret, linkKey(secret, next.id))).toMatchObject({ request: { id } });
      expect(await openLink(queries(), secret, key)).toEqual({ closed: "ended" });
      expect(await endLinks(queries(), nobody, actor)).toEqual({ outcome: "gone" });
    });

    test("cannot be made up, and none is made of another message", async () => {
      const { id, event, key } = await replied();
      const note = await addNote(queries(), id, "n", actor);
      const forged = [
        "",
        event,
        `${event}.`,
        `${key}x`,
        key.slice(0, -1),
        linkKey("another secret", event),
        linkKey(secret, nobody),
        linkKey(secret, (note as { event: string }).event),
        key.replace(event, nobody),
        "'); drop table requests; --",
      ];
      for (const one of forged) expect(await openLink(queries(), secret, one), one).toEqual({ closed: "unknown" });
      await eraseRequest(queries(), id);
      expect(await openLink(queries(), secret, key)).toEqual({ closed: "unknown" });
    });
  });

  test("what senders were told by the version before is part of the conversation, and mails of it that wait are sent", async () => {
    const id = await given();
    const run = (script: string) => queries().execute(sql.raw(script));
    for (const words of ["Comezamos.", "Rematamos."]) {
      await run(
        `insert into request_events (request_id, kind, note, actor_id, actor_email) values ('${id}', 'told', '${words}', '${nobody}', '')`,
      );
      await run(`insert into outbox (request_id, kind, payload) values ('${id}', 'news', '{"text": "${words}"}')`);
    }
    await addNote(queries(), id, "Nota", actor);
    const { script } = migrations.find(({ name }) => name === "conversations")!;
    for (const statement of script.match(/^update [^;]+;/gm)!) await run(statement);
    expect((await readConversation(queries(), [id])).map(({ kind, text }) => [kind, text])).toEqual([
      ["reply", "Comezamos."],
      ["reply", "Rematamos."],
    ]);
    const mails = await queries()
      .select({ kind: outbox.kind, payload: outbox.payload, text: requestEvents.text, note: requestEvents.note })
      .from(outbox)
      .innerJoin(requestEvents, eq(requestEvents.id, outbox.eventId))
      .orderBy(outbox.createdAt);
    expect(mails).toEqual([
      { kind: "reply", payload: null, text: "Comezamos.", note: null },
      { kind: "reply", payload: null, text: "Rematamos.", note: null },
    ]);
  });
});
