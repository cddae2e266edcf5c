import { setTimeout as pause } from "node:timers/promises";
import { RealtimeClient, type RealtimeChannel, type RealtimeClientOptions, type SupabaseClient } from "@supabase/supabase-js";
import { importJWK, SignJWT } from "jose";
import { afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { WebSocket } from "ws";
import { clientOptions } from "#backend/realtime/client-options.ts";
import { findProgram } from "../deploy/programs.ts";
import { startPgBouncer } from "../pgbouncer.ts";
import { sessionOf } from "../site.ts";
import { onAccounts, startAccounts, testOnPostgres } from "./harness.ts";

type Heard = { event: string; payload: unknown; meta?: { id: string } };

const clients: { removeAllChannels(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
});

function kept<T extends { removeAllChannels(): unknown }>(client: T): T {
  clients.push(client);
  return client;
}

/** Joined, or refused with a reason. */
function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === "SUBSCRIBED") resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

function hearing(channel: RealtimeChannel, event = "*"): Heard[] {
  const heard: Heard[] = [];
  channel.on("broadcast", { event }, (message) => void heard.push(message as unknown as Heard));
  return heard;
}

const clocks = { CLOCKS: JSON.stringify({ realtime: { sweep: 200, sessions: 300, alive: 500, poll: 200, probe: 1000 } }) };

const testWithPgBouncer = inject("engine") === "postgres" && findProgram("pgbouncer") ? testOnPostgres : () => {};

const newTopic = () => `room-${Math.random().toString(36).slice(2)}`;

onAccounts((site) => {
  const anybody = (options: Partial<RealtimeClientOptions> = {}) =>
    kept(
      new RealtimeClient(`${site().url.replace("http", "ws")}/realtime/v1`, {
        params: { apikey: site().keys.publishableKey },
        transport: WebSocket as never,
        ...options,
      }),
    );
  const newUser = async () => {
    const user = await site().newUser();
    return { ...user, client: kept(user.client) as SupabaseClient };
  };

  describe.each(["1.0.0", "2.0.0"])("protocol %s", (vsn) => {
    test("who is in a channel hears what others say there, and nobody else does", async () => {
      const topic = newTopic();
      const [one, two, elsewhere] = [anybody({ vsn }), anybody({ vsn }), anybody({ vsn })];
      const [mine, theirs] = [one.channel(topic), two.channel(topic)];
      const [heardByMe, heard, heardElsewhere] = [hearing(mine), hearing(theirs), hearing(elsewhere.channel(newTopic()))];
      await Promise.all([joined(mine), joined(theirs), joined(elsewhere.channels[0]!)]);
      expect(await mine.send({ type: "broadcast", event: "olá", payload: { words: "Bo día 🌅", nested: [1, null] } })).toBe("ok");
      await expect.poll(() => heard).toEqual([{ type: "broadcast", event: "olá", payload: { words: "Bo día 🌅", nested: [1, null] } }]);
      expect([heardByMe, heardElsewhere]).toEqual([[], []]);
    });

    test("what was said is acknowledged and heard by oneself, if one asks for it", async () => {
      const channel = anybody({ vsn }).channel(newTopic(), { config: { broadcast: { ack: true, self: true } } });
      const heard = hearing(channel, "say");
      await joined(channel);
      expect(await channel.send({ type: "broadcast", event: "say", payload: { n: 1 } })).toBe("ok");
      await expect.poll(() => heard.length).toBe(1);
    });

    test("who is there is known to all: those who come, change and go", async () => {
      const topic = newTopic();
      const [one, two] = ["uxía", "brais"].map((key) => anybody({ vsn }).channel(topic, { config: { presence: { key } } }));
      const seen: string[] = [];
      one!.on("presence", { event: "join" }, ({ key }) => void seen.push(`+${key}`));
      one!.on("presence", { event: "leave" }, ({ key }) => void seen.push(`-${key}`));
      two!.on("presence", { event: "sync" }, () => {});
      await joined(one!);
      expect(await one!.track({ at: "home" })).toBe("ok");
      await joined(two!);
      await expect.poll(() => two!.presenceState()).toMatchObject({ uxía: [{ at: "home" }] });
      expect(await two!.track({ at: "work" })).toBe("ok");
      await expect.poll(() => one!.presenceState()).toMatchObject({ uxía: [{ at: "home" }], brais: [{ at: "work" }] });
      expect(await two!.track({ at: "lunch" })).toBe("ok");
      await expect.poll(() => one!.presenceState().brais).toMatchObject([{ at: "lunch" }]);
      expect(await two!.untrack()).toBe("ok");
      await expect.poll(() => Object.keys(one!.presenceState())).toEqual(["uxía"]);
      expect(await two!.track({ at: "work" })).toBe("ok");
      await expect.poll(() => Object.keys(one!.presenceState())).toEqual(["uxía", "brais"]);
      await two!.socket.disconnect();
      await expect.poll(() => Object.keys(one!.presenceState())).toEqual(["uxía"]);
      expect(seen.filter((change) => change.endsWith("brais"))).toEqual(["+brais", "+brais", "-brais", "-brais", "+brais", "-brais"]);
    });

    test("a channel that was left is left, and can be joined again", async () => {
      const client = anybody({ vsn });
      const topic = newTopic();
      await joined(client.channel(topic));
      expect(await client.removeChannel(client.channels[0]!)).toBe("ok");
      const again = client.channel(topic, { config: { broadcast: { self: true } } });
      const heard = hearing(again);
      await joined(again);
      await again.send({ type: "broadcast", event: "once", payload: {} });
      await expect.poll(() => heard.length).toBe(1);
    });

    test("changes of tables are refused with a sentence that says what to do", async () => {
      const channel = anybody({ vsn }).channel(newTopic());
      const said: { status: string; message: string }[] = [];
      channel.on("system", {}, (message) => void said.push(message));
      channel.on("postgres_changes", { event: "*", schema: "public", table: "requests" }, () => {});
      await joined(channel);
      await expect.poll(() => said).toMatchObject([{ extension: "postgres_changes", status: "error" }]);
      expect(said[0]!.message).toContain("realtime.broadcast_changes()");
    });
  });

  test("bytes arrive as they were sent; both protocols hear each other", async () => {
    const topic = newTopic();
    const [older, newer, other] = [anybody({ vsn: "1.0.0" }), anybody(), anybody()].map((client) => client.channel(topic));
    const [heardByOlder, heard] = [hearing(older!), hearing(other!)];
    await Promise.all([joined(older!), joined(newer!), joined(other!)]);
    const bytes = Uint8Array.from({ length: 300 }, (_, n) => n % 256);
    await newer!.send({ type: "broadcast", event: "bytes", payload: bytes.buffer });
    await newer!.send({ type: "broadcast", event: "words", payload: { n: 1 } });
    await expect.poll(() => heard.length).toBe(2);
    expect(new Uint8Array(heard[0]!.payload as ArrayBuffer)).toEqual(bytes);
    await older!.send({ type: "broadcast", event: "words", payload: { n: 2 } });
    await expect.poll(() => heard.at(-1)).toMatchObject({ event: "words", payload: { n: 2 } });
    expect(heardByOlder.map(({ payload }) => payload)).toEqual([{ n: 1 }]);
  });

  test("a message can be sent without a socket, one or many", async () => {
    const topic = newTopic();
    const channel = anybody().channel(topic);
    const heard = hearing(channel);
    await joined(channel);
    const sender = anybody().channel(topic);
    expect(await sender.httpSend("one", { n: 1 })).toEqual({ success: true });
    expect(await sender.send({ type: "broadcast", event: "two", payload: { n: 2 } })).toBe("ok");
    expect(await sender.httpSend("three", Uint8Array.of(3).buffer)).toEqual({ success: true });
    await expect.poll(() => heard.map(({ event }) => event)).toEqual(["one", "two", "three"]);
    const post = (body: unknown, key = site().keys.publishableKey) =>
      fetch(`${site().url}/realtime/v1/api/broadcast`, { method: "POST", body: JSON.stringify(body), headers: { apikey: key } });
    expect((await post({ messages: [] }, "wrong")).status).toBe(401);
    for (const body of [null, {}, { messages: [1] }, { messages: [{ topic: "", event: "x" }] }, { messages: Array(101).fill(1) }]) {
      expect((await post(body)).status, JSON.stringify(body)).toBe(422);
    }
    expect((await fetch(`${site().url}/realtime/v1/websocket`)).status).toBe(426);
    expect((await fetch(`${site().url}/realtime/v1/nothing`)).status).toBe(404);
  });

  test("the client's settings are those of the specification, and it comes back by itself", async () => {
    const sockets: WebSocket[] = [];
    class Noted extends WebSocket {
      constructor(address: string) {
        super(address);
        sockets.push(this);
      }
    }
    const client = anybody({ ...clientOptions, transport: Noted as never });
    expect([client.timeout, client.heartbeatIntervalMs]).toEqual([10_000, 30_000]);
    expect([1, 2, 3, 4, 5].map((tries) => client.reconnectAfterMs(tries))).toEqual([1000, 2000, 5000, 10_000, 10_000]);
    const channel = client.channel(newTopic());
    let times = 0;
    await new Promise<void>((resolve) => channel.subscribe((status) => status === "SUBSCRIBED" && ++times === 1 && resolve()));
    const began = performance.now();
    sockets[0]!.terminate();
    await expect.poll(() => times).toBe(2);
    expect(performance.now() - began).toBeGreaterThan(990);
    const beat = new Promise<string>((resolve) => client.onHeartbeat((status) => status === "ok" && resolve(status)));
    await client.sendHeartbeat();
    expect(await beat).toBe("ok");
  });

  describe("private channels", () => {
    beforeAll(async () => {
      await site().sql`create policy own_room on realtime.messages for select to authenticated
          using (realtime.topic() = 'user:' || auth.uid() and extension in ('broadcast', 'presence'))`;
      await site().sql`create policy speak_in_own_room on realtime.messages for insert to authenticated
          with check (realtime.topic() = 'user:' || auth.uid() and extension = 'broadcast')`;
      await site().sql`create policy read_news on realtime.messages for select to anon, authenticated using (realtime.topic() = 'news')`;
      // It fails at what is not a number.
      await site().sql`create policy numbers on realtime.messages for select to authenticated
          using (case when realtime.topic() like 'number:%' then split_part(realtime.topic(), ':', 2)::int > 5 end)`;
    });

    const inPrivate = { config: { private: true, broadcast: { ack: true } } };

    test("policies decide who joins", async () => {
      const [uxia, brais] = [await newUser(), await newUser()];
      const hers = `user:${uxia.id}`;
      await joined(uxia.client.channel(hers, inPrivate));
      for (const stranger of [brais.client, kept(site().client())]) {
        await expect(joined(stranger.channel(hers, inPrivate))).rejects.toThrow(/Unauthorized.*permissions to read/);
      }
      await joined(kept(site().admin()).channel(hers, inPrivate));
      await joined(uxia.client.channel("number:6", inPrivate));
      for (const topic of ["number:5", "number:x"])
        await expect(joined(uxia.client.channel(topic, inPrivate))).rejects.toThrow("Unauthorized");
      expect(await site().sql`select from realtime.messages where topic = ${hers}`).toEqual([]);
    });

    test("who may only read cannot speak, by no way", async () => {
      const reader = kept(site().client()).channel("news", inPrivate);
      const heard = hearing(reader);
      await joined(reader);
      const speaker = (await newUser()).client.channel("news", inPrivate);
      await joined(speaker);
      expect(await speaker.send({ type: "broadcast", event: "false", payload: {} })).toBe("error");
      expect(await speaker.track({})).toBe("error");
      await speaker.httpSend("false", {});
      // The public channel of that name is another.
      const outside = anybody().channel("news");
      await joined(outside);
      await outside.send({ type: "broadcast", event: "false", payload: {} });
      await kept(site().admin()).channel("news", inPrivate).httpSend("true", {});
      await expect.poll(() => heard.map(({ event }) => event)).toEqual(["true"]);
    });

    test("a token that ends, ends the channel; a new one in time goes on", async () => {
      const { client, id } = await newUser();
      const session = await sessionOf(client);
      const claims = JSON.parse(atob(session.access_token.split(".")[1]!)) as Record<string, unknown>;
      const { signingKey } = site().keys;
      const endingIn = async (seconds: number) =>
        new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + seconds })
          .setProtectedHeader({ alg: "ES256", kid: signingKey.kid })
          .sign(await importJWK(signingKey, "ES256"));
      const said: string[] = [];
      const listen = async (token: string) => {
        const alone = anybody();
        await alone.setAuth(token);
        const channel = alone.channel(`user:${id}`, inPrivate);
        channel.on("system", {}, ({ message }: { message: string }) => void said.push(message));
        await joined(channel);
        return { alone, channel };
      };
      const { channel } = await listen(await endingIn(2));
      const { alone, channel: renewed } = await listen(await endingIn(3));
      await alone.setAuth(await endingIn(600));
      await expect.poll(() => channel.state).toBe("closed");
      expect(said).toEqual([expect.stringMatching(/^Token has expired \d+ seconds ago$/)]);
      await new Promise((resolve) => setTimeout(resolve, 2500));
      expect(renewed.state).toBe("joined");
      await expect(listen(await endingIn(-5))).rejects.toThrow("JWT expired");
      // Signed out elsewhere.
      await client.auth.signOut();
      await expect.poll(() => renewed.state).toBe("closed");
      expect(said.at(-1)).toBe("The session of this JWT is over");
    });

    test("who is an administrator no more hears the inbox no more, though their token still says so", async () => {
      const { id, email } = await site().newUser();
      const setRole = (role: string) => site().admin().auth.admin.updateUserById(id, { app_metadata: { role } });
      await setRole("admin");
      const client = kept(await site().signedIn(email));
      await client.realtime.setAuth();
      const [inbox, own] = [client.channel("inbox", inPrivate), client.channel(`person:${id}`, inPrivate)];
      await Promise.all([joined(inbox), joined(own)]);
      await setRole("client");
      await expect.poll(() => inbox.state).toBe("closed");
      expect(own.state).toBe("joined");
    });
  });

  describe("from the database", () => {
    test("realtime.send reaches the private or the public channel, short or long", async () => {
      const topic = newTopic();
      const hidden = kept(site().admin()).channel(topic, { config: { private: true } });
      const open = anybody().channel(topic);
      const [heardInHidden, heard] = [hearing(hidden), hearing(open)];
      await Promise.all([joined(hidden), joined(open)]);
      await site().sql`select realtime.send('{"n": 1}'::jsonb, 'hello', ${topic})`;
      await site().sql`select realtime.send(jsonb_build_object('long', repeat('ñ', 20000)), 'long', ${topic}, false)`;
      await site().sql`select realtime.send('{"n": 3}'::jsonb, 'after', ${topic}, false)`;
      await expect.poll(() => heard.map(({ event }) => event)).toEqual(["long", "after"]);
      expect((heard[0]!.payload as { long: string }).long).toHaveLength(20_000);
      expect(heardInHidden).toMatchObject([{ event: "hello", payload: { n: 1 }, meta: { id: expect.any(String) } }]);
    });

    test("what a trigger tells of a change that is undone, nobody hears", async () => {
      await site().sql`create table if not exists public.things (id int primary key, name text)`;
      await site().sql`alter table public.things enable row level security`;
      await site().sql`create or replace function public.tell_things() returns trigger language plpgsql security definer as $$
          begin perform realtime.broadcast_changes('things', tg_op, tg_op, tg_table_name, tg_table_schema, new, old); return null; end $$`;
      await site()
        .sql`create or replace trigger tell after insert or update or delete on public.things for each row execute function public.tell_things()`;
      const channel = kept(site().admin()).channel("things", { config: { private: true } });
      const heard = hearing(channel);
      await joined(channel);
      await site()
        .sql`do $$ begin insert into public.things values (1, 'undone'); raise exception 'no'; exception when others then null; end $$`;
      await site().sql`insert into public.things values (2, 'kept')`;
      await site().sql`update public.things set name = 'changed'`;
      await site().sql`delete from public.things`;
      await expect.poll(() => heard.map(({ event }) => event)).toEqual(["INSERT", "UPDATE", "DELETE"]);
      expect(heard[1]!.payload).toMatchObject({
        operation: "UPDATE",
        schema: "public",
        table: "things",
        record: { id: 2, name: "changed" },
        old_record: { id: 2, name: "kept" },
      });
      await site().sql`drop table public.things`;
    });
  });

  /** Another copy of the server on the same database. */
  async function startCopy(databaseUrl = site().databaseUrl!) {
    const { publishableKey, secretKey, signingKey } = site().keys;
    const keys = { SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey, AUTH_SIGNING_KEY: JSON.stringify(signingKey) };
    const { site: copy, stop } = await startAccounts({ ...keys, ...clocks, DATABASE_URL: databaseUrl });
    const newClient = () =>
      kept(
        new RealtimeClient(`${copy.url.replace("http", "ws")}/realtime/v1`, {
          params: { apikey: publishableKey },
          transport: WebSocket as never,
        }),
      );
    return { newClient, stop };
  }

  testOnPostgres("two copies on one database are one: what is said, who is there, and what the database tells", async () => {
    const copy = await startCopy();
    const there = copy.newClient();
    const topic = newTopic();
    const [here, away] = [
      anybody().channel(topic, { config: { presence: { key: "here" } } }),
      there.channel(topic, { config: { presence: { key: "away" } } }),
    ];
    const heard = [hearing(here), hearing(away)];
    for (const channel of [here, away]) channel.on("presence", { event: "sync" }, () => {});
    await Promise.all([joined(here), joined(away)]);
    await here.track({ n: 1 });
    await away.track({ n: 2 });
    await expect
      .poll(() => [here, away].map((one) => Object.keys(one.presenceState()).toSorted().join()))
      .toEqual(["away,here", "away,here"]);
    await here.send({ type: "broadcast", event: "short", payload: {} });
    await here.send({ type: "broadcast", event: "long", payload: { text: "x".repeat(50_000) } });
    await here.send({ type: "broadcast", event: "bytes", payload: new Uint8Array(9000).buffer });
    await expect.poll(() => heard[1]!.map(({ event }) => event)).toEqual(["short", "long", "bytes"]);
    await site().sql`select realtime.send('{}'::jsonb, 'database', ${topic}, false)`;
    await expect.poll(() => heard.map((one) => one.at(-1)?.event)).toEqual(["database", "database"]);

    // One that comes later knows who is there already.
    const late = await startCopy();
    const lately = late.newClient().channel(topic);
    lately.on("presence", { event: "sync" }, () => {});
    await joined(lately);
    await expect.poll(() => Object.keys(lately.presenceState()).toSorted()).toEqual(["away", "here"]);
    await late.stop();

    await copy.stop();
    await expect.poll(() => Object.keys(here.presenceState())).toEqual(["here"]);
  });

  testWithPgBouncer("behind a pooler in transaction mode copies hear each other too, a little later", async () => {
    const pooler = await startPgBouncer(site().databaseUrl!);
    const [one, two] = [await startCopy(pooler), await startCopy(pooler)];
    const topic = newTopic();
    const [here, there] = [one.newClient().channel(topic), two.newClient().channel(topic)];
    const heard = [hearing(here), hearing(there)];
    // Until it is known that nothing can be heard: by chance a pooler passes something on.
    await pause(2500);
    await site().sql`select realtime.send('{}'::jsonb, 'before', ${topic}, false)`;
    await Promise.all([joined(here), joined(there)]);
    // Until it is looked for.
    await pause(2500);
    await here.send({ type: "broadcast", event: "said", payload: {} });
    await expect.poll(() => heard[1]!.map(({ event }) => event)).toEqual(["said"]);
    await site().sql`select realtime.send('{}'::jsonb, 'database', ${topic}, false)`;
    await expect.poll(() => heard.map((list) => list.map(({ event }) => event).join())).toEqual(["database", "said,database"]);
    await Promise.all([one.stop(), two.stop()]);
  });
}, clocks);
