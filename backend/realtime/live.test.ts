import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { outbox, rateLimits, requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { acceptRequest, type Submission } from "#backend/requests/accept-request.ts";
import { addNote, changeState, eraseRequest } from "#backend/requests/change-request.ts";
import { acceptAnswer, sendReply } from "#backend/requests/conversation.ts";
import { markSeen } from "#backend/requests/inbox.ts";

const actor = { id: "0b9d1c1e-0000-4000-8000-000000000001", email: "iria@abrente.example", name: "Iria" };
const client = "0b9d1c1e-0000-4000-8000-000000000002";
const theirs = `person:${client}`;

onBothEngines((open) => {
  const queries = () => open().database.queries;

  async function given(more: Partial<typeof requests.$inferInsert> = { userId: client }): Promise<string> {
    const [request] = await queries()
      .insert(requests)
      .values({ ...sampleRequest, ...more })
      .returning({ id: requests.id });
    await forget();
    return request!.id;
  }
  const forget = () => queries().execute(sql`delete from realtime.messages`);

  /** What was told, and to whom, in short. */
  async function told(): Promise<string[]> {
    const { rows } = (await queries().execute(
      sql`select topic, event, private, payload - 'id' as payload from realtime.messages order by topic, payload ->> 'kind'`,
    )) as unknown as { rows: { topic: string; event: string; private: boolean; payload: { kind: string; request: string | null } }[] };
    await forget();
    for (const { event, private: isPrivate, payload } of rows) {
      expect({ event, isPrivate, says: Object.keys(payload).toSorted() }).toEqual({
        event: "news",
        isPrivate: true,
        says: ["kind", "request"],
      });
    }
    return rows.map(({ topic, payload }) => `${topic} ${payload.kind}`);
  }

  beforeEach(async () => {
    await queries().delete(requests);
    await queries().delete(rateLimits);
    await forget();
  });

  const submission: Submission = {
    request: { ...sampleRequest, company: null, city: null, phone: null, privacy: "on", terms: "on" },
    locale: "gl",
    origin: { page: null, campaign: {} },
    address: "203.0.113.9",
    key: null,
    trap: "",
    elapsed: 60_000,
    isOfferMessage: false,
    versions: { privacy: "1", terms: "1" },
  };
  const limits = { perAddress: 5, overall: 100 };

  test("a request is told to the agency, and to whoever sent it signed in", async () => {
    await acceptRequest(queries(), submission, limits);
    expect(await told()).toEqual(["inbox request"]);
    const another = { ...submission.request, message: `${sampleRequest.message} Outra vez.` };
    await acceptRequest(queries(), { ...submission, request: another, userId: client }, limits);
    expect(await told()).toEqual(["inbox request", `${theirs} request`]);
    // It is known already.
    await acceptRequest(queries(), submission, limits);
    expect(await told()).toEqual([]);
  });

  test("what both sides write is told to both; what the agency does for itself, to the agency", async () => {
    const id = await given({ userId: client, state: "in_progress" });
    await sendReply(queries(), { id, text: "Ola" }, actor);
    expect(await told()).toEqual(["inbox change", "inbox reply", `${theirs} reply`]);
    await acceptAnswer(queries(), { id, text: "Grazas", userId: client });
    expect(await told()).toEqual(["inbox answer", "inbox change", `${theirs} answer`]);
    await markSeen(queries(), id);
    expect(await told()).toEqual(["inbox change"]);
    await addNote(queries(), id, "Cara", actor);
    expect(await told()).toEqual(["inbox note"]);
    await changeState(queries(), { id, from: "in_progress", to: "won" }, actor);
    expect(await told()).toEqual(["inbox change", "inbox state", `${theirs} state`]);
    await eraseRequest(queries(), id);
    expect(await told()).toEqual(["inbox erased", `${theirs} erased`]);
  });

  test("that something looked like spam for a while is not told to its sender", async () => {
    const id = await given();
    await changeState(queries(), { id, from: "new", to: "spam" }, actor);
    await changeState(queries(), { id, from: "spam", to: "new" }, actor);
    expect((await told()).filter((one) => one.startsWith(theirs))).toEqual([]);
  });

  test("a request that becomes somebody's is told to them, and one that is theirs no more", async () => {
    const id = await given({});
    await queries().update(requests).set({ userId: client }).where(eq(requests.id, id));
    expect(await told()).toEqual(["inbox change", `${theirs} change`]);
    await queries().update(requests).set({ userId: null }).where(eq(requests.id, id));
    expect(await told()).toEqual(["inbox change", `${theirs} change`]);
    // What nobody sees is not told.
    await queries().update(requests).set({ addressHash: "x", lastContactAt: new Date() }).where(eq(requests.id, id));
    expect(await told()).toEqual([]);
  });

  test("a mail that leaves and one that does not are told apart", async () => {
    const requestId = await given();
    const [mail] = await queries().insert(outbox).values({ kind: "notice", requestId }).returning({ id: outbox.id });
    const becomes = (change: Partial<typeof outbox.$inferInsert>) => queries().update(outbox).set(change).where(eq(outbox.id, mail!.id));
    await becomes({ attempts: 1 });
    expect(await told()).toEqual([]);
    await becomes({ lastError: "away" });
    expect(await told()).toEqual(["inbox trouble"]);
    await becomes({ lastError: null, state: "sent" });
    expect(await told()).toEqual(["inbox trouble"]);
    await becomes({ state: "due" });
    await becomes({ state: "sent" });
    expect(await told()).toEqual(["inbox mail", "inbox mail"]);
  });

  test("many in one statement are told once", async () => {
    await queries()
      .insert(requests)
      .values(Array.from({ length: 60 }, (_, n) => ({ ...sampleRequest, userId: client, contentHash: `c${n}` })));
    expect(await told()).toEqual(["inbox request"]);
    await queries().execute(sql`insert into request_events (request_id, kind, note, actor_email) select id, 'note', 'x', '' from requests`);
    expect(await told()).toEqual(["inbox change"]);
    await queries().delete(requests);
    expect(await told()).toEqual(["inbox erased"]);
  });

  test.each([
    [
      "fails",
      "create or replace function realtime.send(jsonb, text, text, boolean) returns void language plpgsql as $$ begin raise exception 'no'; end $$",
    ],
    ["is not there", "drop function realtime.send"],
    ["has no table", "drop table realtime.messages cascade"],
  ])("where telling %s, everything else goes on", async (_how, breaking) => {
    const id = await given();
    const undone = queries().transaction(async (transaction) => {
      // Its arguments may not change their names.
      if (breaking.startsWith("create")) await transaction.execute("drop function realtime.send");
      await transaction.execute(breaking);
      expect(await acceptRequest(transaction, submission, limits)).toEqual({ outcome: "stored" });
      expect(await sendReply(transaction, { id, text: "Ola" }, actor)).toMatchObject({ outcome: "done" });
      expect(await eraseRequest(transaction, id)).toMatchObject({ mails: [expect.any(String)] });
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
  });
});
