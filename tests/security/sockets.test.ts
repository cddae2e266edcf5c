import { once } from "node:events";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { WebSocket, type ClientOptions } from "ws";
import { startServer } from "../server.ts";
import { onSite, openSite, type Site } from "../site.ts";

/** What strangers do to the sockets of realtime: too many, too much, too often, or nothing at all. */
const { FUZZ_COUNT, FUZZ_SEED } = process.env;
const count = FUZZ_COUNT ? 6000 : 2000;
const seed = Number(FUZZ_SEED ?? (FUZZ_COUNT ? Date.now() % 1_000_000_000 : 836892046));
/** What more nonsense makes no more certain. */
const testOnce = FUZZ_COUNT ? () => {} : test;

type Said = [string | null, string | null, string, string, any];

const clocks = { CLOCKS: JSON.stringify({ realtime: { sweep: 200, silence: 4000, unused: 2000 } }) };

function addressOf({ url, keys }: Pick<Site, "url" | "keys">, query: Record<string, string> = {}) {
  const asked = new URLSearchParams({ apikey: keys.publishableKey, vsn: "2.0.0", ...query });
  return `${url.replace("http", "ws")}/realtime/v1/websocket?${asked}`;
}

/** Open, or refused with a status. */
async function knock(address: string, options: ClientOptions = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(address, options);
  socket.on("error", () => {});
  return new Promise((resolve) => {
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (_request, { statusCode }) => {
      resolve(statusCode!);
      socket.terminate();
    });
    socket.on("close", () => resolve(0));
  });
}

async function enter(address: string, options?: ClientOptions) {
  const socket = (await knock(address, options)) as WebSocket;
  const said: Said[] = [];
  socket.on("message", (data: Buffer, isBinary) => void (isBinary || said.push(JSON.parse(data.toString()) as Said)));
  let closed: number | undefined;
  socket.on("close", (code) => (closed = code));
  let last = 0;
  return {
    socket,
    said,
    closed: () => closed,
    /** Gives the answer to it. */
    async push(topic: string, event: string, payload: object = {}): Promise<{ status: string; response: { reason?: string } }> {
      const ref = String(++last);
      socket.send(JSON.stringify([ref, ref, topic, event, payload]));
      await expect.poll(() => said.some((one) => one[1] === ref && one[3] === "phx_reply")).toBe(true);
      return said.find((one) => one[1] === ref && one[3] === "phx_reply")![4];
    },
  };
}

onSite((site) => {
  const enough = (query?: Record<string, string>) => addressOf(site(), query);

  test("who has no key, another version or another site's page is not let in", async () => {
    expect(await knock(enough({ apikey: "" }))).toBe(401);
    expect(await knock(enough({ apikey: "wrong" }))).toBe(401);
    expect(await knock(enough({ vsn: "3.0.0" }))).toBe(400);
    for (const origin of ["https://other.example", "null", "file://", `${site().url}.other.example`]) {
      expect(await knock(enough(), { origin }), origin).toBe(403);
    }
    const ours = (await knock(enough(), { origin: site().url })) as WebSocket;
    expect(ours.readyState).toBe(WebSocket.OPEN);
    ours.terminate();
    // Elsewhere there is nothing to upgrade to.
    expect(await knock(`${site().url.replace("http", "ws")}/`)).toBe(200);
  });

  test("a socket has a hundred channels", async () => {
    const { socket, push } = await enter(enough());
    const status = async (n: number) => (await push(`realtime:many-${n}`, "phx_join")).status;
    const first = await Promise.all(Array.from({ length: 100 }, (_, n) => status(n)));
    expect(new Set(first)).toEqual(new Set(["ok"]));
    expect((await push("realtime:one-more", "phx_join")).response.reason).toContain("Too many channels");
    // One that is joined again, or in the place of another, is none more.
    expect(await status(0)).toBe("ok");
    await push("realtime:many-1", "phx_leave");
    expect((await push("realtime:one-more", "phx_join")).status).toBe("ok");
    socket.terminate();
  });

  test("who sends too much at once, too often or too large is stopped", async () => {
    const { socket, said, push, closed } = await enter(enough());
    await push("realtime:noise", "phx_join");
    for (let n = 0; n < 400; n++) socket.send(JSON.stringify(["1", null, "realtime:noise", "broadcast", { event: "x", payload: {} }]));
    await expect.poll(() => said.map((one) => one[3])).toContain("phx_close");
    expect(said.find((one) => one[3] === "system")![4]).toMatchObject({ status: "error", message: "Too many messages per second" });
    await expect.poll(closed).toBe(1008);

    const second = await enter(enough());
    await second.push("realtime:noise", "phx_join");
    const heavy = "x".repeat(200_000);
    for (let n = 0; n < 10; n++)
      second.socket.send(JSON.stringify(["1", null, "realtime:noise", "broadcast", { event: "x", payload: heavy }]));
    await expect.poll(() => second.said.map((one) => one[3])).toContain("phx_close");

    const third = await enter(enough());
    await third.push("realtime:noise", "phx_join", { config: { presence: { enabled: true } } });
    const tooMuch = { type: "presence", event: "track", payload: { text: "x".repeat(3000) } };
    expect((await third.push("realtime:noise", "presence", tooMuch)).response.reason).toBe("the presence is too large");
    third.socket.send("x".repeat(300_000));
    await expect.poll(third.closed).toBe(1009);
  });

  test("who joins nothing, or says nothing, does not stay", async () => {
    const [idle, silent] = [await enter(enough()), await enter(enough())];
    const began = performance.now();
    await silent.push("realtime:silence", "phx_join");
    await expect.poll(idle.closed).toBe(1000);
    expect(silent.closed()).toBeUndefined();
    await expect.poll(silent.closed).toBe(1001);
    expect(performance.now() - began).toBeGreaterThan(3900);
  });
}, clocks);

onSite((site) => {
  testOnce("who does not read is cut off, and the others hear all", async () => {
    const { secretKey } = site().keys;
    const [reader, sleeper] = [await enter(addressOf(site(), { vsn: "1.0.0" })), await enter(addressOf(site()))];
    reader.socket.send(JSON.stringify({ topic: "realtime:flood", event: "phx_join", payload: {}, ref: "1" }));
    await sleeper.push("realtime:flood", "phx_join");
    sleeper.socket.pause();
    const told = () => (reader.said as unknown as { event: string }[]).filter(({ event: name }) => name === "broadcast").length;
    const payload = { text: "x".repeat(240_000) };
    const messages = Array.from({ length: 4 }, () => ({ topic: "flood", event: "x", payload }));
    for (let n = 0; n < 25; n++) {
      const response = await fetch(`${site().url}/realtime/v1/api/broadcast`, {
        method: "POST",
        headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
        body: JSON.stringify({ messages }),
      });
      expect(response.status).toBe(202);
      // Who reads slowly would be cut off too.
      await expect.poll(told, { interval: 10 }).toBe((n + 1) * messages.length);
    }
    sleeper.socket.resume();
    await expect.poll(sleeper.closed).toBe(1006);
    expect(reader.closed()).toBeUndefined();
    reader.socket.terminate();
  });

  test(`${count} generated frames break nothing (FUZZ_SEED=${seed})`, async () => {
    const waiting = fc.sample(frame, { numRuns: count, seed });
    const codes: Record<number, number> = {};
    let replies = 0;
    const work = Array.from({ length: 8 }, async () => {
      while (waiting.length > 0) {
        const vsn = waiting.length % 3 === 0 ? "1.0.0" : "2.0.0";
        const socket = (await knock(addressOf(site(), { vsn }))) as WebSocket;
        socket.on("message", () => replies++);
        const closed = once(socket, "close").then(([code]) => (codes[code] = (codes[code] ?? 0) + 1));
        // However busy the machine: a frame that follows the one which ends the socket would try nothing.
        const heard = () => Promise.race([closed, new Promise((resolve) => socket.once("pong", resolve).ping())]);
        // Some of it ends the socket; then the next one goes on.
        for (let n = 0; n < 60 && waiting.length > 0 && socket.readyState === WebSocket.OPEN; n++) {
          socket.send(waiting.pop()!(vsn));
          if (n % 5 === 0) await heard();
        }
        await heard();
        await new Promise((resolve) => setTimeout(resolve, 20));
        socket.close();
        await closed;
      }
    });
    await Promise.all(work);
    console.log(`${count} frames with FUZZ_SEED=${seed}; ${replies} answers, closed with ${JSON.stringify(codes)}`);
    expect(replies).toBeGreaterThan(count / 10);
    expect(codes[1007]).toBeGreaterThan(count / 100);
    const errors = site()
      .output()
      .split("\n")
      .filter((line) => line.includes('"level":50'));
    expect(errors.slice(0, 3)).toEqual([]);
    expect((await fetch(`${site().url}/readyz`)).status).toBe(200);
    const { socket, push } = await enter(addressOf(site()));
    expect((await push("realtime:after", "phx_join")).status).toBe("ok");
    socket.terminate();
  }, 300_000);
}, {});

testOnce("an address has 300 sockets, and a server that stops sends all away to come back", async () => {
  const server = await startServer({ TRUST_PROXY: "1" });
  const site = openSite(server.url, server.dataDir);
  const from = (address: string) => knock(addressOf(site), { headers: { "X-Forwarded-For": address } });
  const sockets = (await Promise.all(Array.from({ length: 301 }, () => from("203.0.113.1")))) as (WebSocket | number)[];
  expect(sockets.filter((one) => one === 429)).toHaveLength(1);
  // An IPv6 network is one, whatever its second half.
  const neighbours = await Promise.all(Array.from({ length: 301 }, (_, n) => from(`2001:db8:1:1::${n.toString(16)}`)));
  expect(neighbours.filter((one) => one === 429)).toHaveLength(1);
  const open = [...sockets, ...neighbours].filter((one) => typeof one !== "number");
  const closed = open.map(async (socket) => (await once(socket, "close"))[0] as number);
  open.pop()!.terminate();
  const { code } = await server.stop();
  expect(code).toBe(0);
  const codes = await Promise.all(closed);
  expect(codes.filter((one) => one === 1012)).toHaveLength(599);
});

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "\0", "\ud800", "__proto__", "realtime:", "phoenix", "x".repeat(300), "' or 1=1 --", "realtime:a", "realtime:b"),
);
const topic = fc.oneof({ weight: 20, arbitrary: fc.constantFrom("realtime:a", "realtime:b", "phoenix") }, { weight: 1, arbitrary: text });
const event = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom("phx_join", "phx_join", "phx_leave", "heartbeat", "broadcast", "presence", "access_token", "phx_close"),
  },
  { weight: 1, arbitrary: text },
);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);
const payload = fc.oneof(
  fc.record({ config: anything, access_token: anything }, { requiredKeys: [] }),
  fc.record({
    config: fc.record(
      {
        private: fc.oneof(fc.boolean(), anything),
        broadcast: fc.oneof(anything, fc.record({ ack: fc.boolean(), self: fc.boolean() })),
        presence: fc.oneof(anything, fc.record({ key: text, enabled: fc.boolean() })),
        postgres_changes: fc.oneof(anything, fc.array(anything, { maxLength: 4 })),
        postgres_changes_options: anything,
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    type: text,
    event: fc.oneof(fc.constantFrom("track", "untrack", "x"), text),
    payload: anything,
    persist: anything,
    broadcast: anything,
  }),
  anything,
);
const ref = fc.oneof({ weight: 20, arbitrary: fc.constantFrom("1", "2", null) }, { weight: 1, arbitrary: fc.oneof(text, fc.integer()) });
const parts = fc.tuple(ref, ref, topic, event, payload);
const bytes = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 3, 3, 4, 255), fc.uint8Array({ minLength: 6, maxLength: 6 }), fc.uint8Array({ maxLength: 400 }))
  .map(([kind, lengths, rest]) => Buffer.from([kind, ...lengths.map((one) => one % 40), ...rest]));
/** What a client would send, and something like it. */
const push = fc.tuple(topic, text, anything).map(([to, name, value]) => {
  const [topicBytes, eventBytes] = [to, name].map((one) => Buffer.from(one).subarray(0, 255)) as [Buffer, Buffer];
  const head = [3, 1, 1, topicBytes.length, eventBytes.length, 0, 1];
  return Buffer.concat([Buffer.from(head), Buffer.from("11"), topicBytes, eventBytes, Buffer.from(JSON.stringify(value) ?? "")]);
});
type Frame = (vsn: string) => string | Buffer;
const asItIs =
  (given: string | Buffer): Frame =>
  () =>
    given;
const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const frame: fc.Arbitrary<Frame> = fc.oneof(
  {
    weight: 30,
    arbitrary: parts.map(
      ([join_ref, one, to, name, value]): Frame =>
        (vsn) =>
          JSON.stringify(
            vsn === "1.0.0" ? { join_ref, ref: one, topic: to, event: name, payload: value } : [join_ref, one, to, name, value],
          ),
    ),
  },
  { weight: 8, arbitrary: push.map(asItIs) },
  { weight: 1, arbitrary: bytes.map(asItIs) },
  { weight: 1, arbitrary: fc.json().map(asItIs) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "[", "null", `["1","1","realtime:a","broadcast",{"event":"x","payload":${deep}}]`).map(asItIs),
  },
  { weight: 1, arbitrary: fc.constant(`["1","1","realtime:a","presence",{"event":"track","payload":{"a":${deep}}}]`).map(asItIs) },
);
