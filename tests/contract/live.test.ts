import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { requests } from "#backend/database/schema.ts";
import { sampleRequest } from "#backend/database/testing.ts";
import { addNote } from "#backend/requests/change-request.ts";
import { acceptAnswer, sendReply } from "#backend/requests/conversation.ts";
import { onAccounts } from "./harness.ts";

const clients: SupabaseClient[] = [];
afterEach(async () => {
  await Promise.all(clients.map((client) => client.removeAllChannels()));
});

/** Whether the channel can be joined. */
function joins(channel: RealtimeChannel): Promise<boolean> {
  return new Promise((resolve) => channel.subscribe((status) => resolve(status === "SUBSCRIBED")));
}

const inPrivate = { config: { private: true, broadcast: { ack: true } } };

onAccounts((site) => {
  const roles = ["anonymous", "client", "other client", "admin", "admin aal1", "admin aal2", "was admin"] as const;
  type Role = (typeof roles)[number];
  const people = {} as Record<Role, { id: string; client: SupabaseClient }>;

  beforeAll(async () => {
    const newUser = async (role?: "admin") => {
      const { id, email } = await site().newUser({ name: "Uxía" });
      if (role) await site().admin().auth.admin.updateUserById(id, { app_metadata: { role } });
      return { id, email, client: await site().signedIn(email) };
    };
    people.anonymous = { id: "", client: site().client() };
    people.client = await newUser();
    people["other client"] = await newUser();
    people.admin = await newUser("admin");
    const secured = await newUser("admin");
    const { data } = await secured.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    const code = new TOTP({ secret: data!.totp!.secret }).generate();
    expect((await secured.client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
    people["admin aal2"] = secured;
    people["admin aal1"] = { id: secured.id, client: await site().signedIn(secured.email) };
    // The token says for an hour what somebody was.
    people["was admin"] = await newUser("admin");
    await site()
      .admin()
      .auth.admin.updateUserById(people["was admin"].id, { app_metadata: { role: "client" } });
    // As the pages do (app/live/channel.ts): with the token of all steps, not with that of the first.
    await Promise.all(roles.map((role) => people[role].client.realtime.setAuth()));
    clients.push(...roles.map((role) => people[role].client));
  });

  /** By topic: who may hear it. */
  const hearing: [name: string, topic: () => string, roles: Role[]][] = [
    ["inbox", () => "inbox", ["admin", "admin aal2"]],
    ["the client's own", () => `person:${people.client.id}`, ["client"]],
    ["an administrator's own", () => `person:${people["admin aal2"].id}`, ["admin aal2"]],
    ["nobody's", () => "person:", []],
    ["a pattern", () => "person:%", []],
    ["another word", () => "INBOX", []],
    ["inbox and more", () => "inbox:1", []],
    ["a request's", () => "request:0b9d1c1e-0000-4000-8000-000000000001", []],
  ];
  test.each(hearing)("who may hear: %s", async (_name, topic, expected) => {
    const allowed = await Promise.all(roles.map((role) => joins(people[role].client.channel(topic(), inPrivate))));
    expect(roles.filter((_, number) => allowed[number])).toEqual(expected);
  });

  test("nobody speaks but the database; administrators alone say where they are", async () => {
    const inbox = people.admin.client.channel("inbox", inPrivate);
    const heard: unknown[] = [];
    inbox.on("broadcast", { event: "*" }, (message) => void heard.push(message));
    inbox.on("presence", { event: "sync" }, () => {});
    expect(await joins(inbox)).toBe(true);
    const own = people.client.client.channel(`person:${people.client.id}`, inPrivate);
    expect(await joins(own)).toBe(true);
    const colleague = people["admin aal2"].client.channel("inbox", inPrivate);
    expect(await joins(colleague)).toBe(true);
    for (const channel of [own, colleague]) {
      expect(await channel.send({ type: "broadcast", event: "news", payload: { kind: "request" } })).toBe("error");
    }
    for (const role of roles) await people[role].client.channel("inbox", inPrivate).httpSend("news", { kind: "request" });
    expect(await own.track({ userId: people["admin aal2"].id })).toBe("error");
    expect(await colleague.track({ userId: people["admin aal2"].id })).toBe("ok");
    await expect.poll(() => Object.values(inbox.presenceState()).flat()).toMatchObject([{ userId: people["admin aal2"].id }]);
    expect(heard).toEqual([]);
  });

  describe("what happens to a request", () => {
    test("is heard by the agency and by whose it is, without a word of it", async () => {
      const heard: Record<string, string[]> = { inbox: [], client: [], "other client": [] };
      const listen = async (name: string, role: Role, topic: string) => {
        const channel = people[role].client.channel(topic, inPrivate);
        channel.on(
          "broadcast",
          { event: "news" },
          ({ payload: { id: _id, ...payload } }) => void heard[name]!.push(JSON.stringify(payload)),
        );
        expect(await joins(channel)).toBe(true);
      };
      await listen("inbox", "admin", "inbox");
      await listen("client", "client", `person:${people.client.id}`);
      await listen("other client", "other client", `person:${people["other client"].id}`);

      const { queries } = site();
      const actor = { id: people.admin.id, email: "iria@abrente.example", name: "Iria" };
      const userId = people.client.id;
      const given = { ...sampleRequest, userId, state: "in_progress" as const, seenAt: new Date() };
      const [stored] = await queries.insert(requests).values(given).returning({ id: requests.id });
      const request = stored!.id;
      await addNote(queries, request, "A secret note", actor);
      await sendReply(queries, { id: request, text: "A secret reply" }, actor);
      await acceptAnswer(queries, { id: request, text: "A secret answer", userId });
      const said = (...kinds: string[]) => kinds.map((kind) => JSON.stringify({ kind, request }));
      await expect.poll(() => heard.client).toEqual(said("request", "reply", "answer"));
      // Others of this run may send requests at the same time.
      const aboutIt = () => heard.inbox!.filter((one) => one.includes(request) && !one.includes("mail"));
      await expect.poll(() => aboutIt().toSorted()).toEqual(said("answer", "change", "note", "reply", "request"));
      expect(heard["other client"]).toEqual([]);
    });
  });
});
