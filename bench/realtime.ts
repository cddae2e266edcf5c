import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { memoryOf } from "../tests/memory.ts";
import { startServer } from "../tests/server.ts";
import { atFullSpeed } from "./pace.ts";

const sockets = 1000;
const first = 300;
const broadcasts = 50;
const topic = "realtime:everybody";

/**
 * Many sockets on one channel of the built server: milliseconds until the slowest hundredth hears a broadcast, also as a ratio to a bare `ws`
 * that does the same in this run, and kB of memory for each socket.
 */
export async function measureRealtime(): Promise<{ p99: number; ratioToBare: number; kbEach: number }> {
  const server = await startServer({ TRUST_PROXY: "1" }, "build");
  const { publishableKey } = JSON.parse(readFileSync(join(server.dataDir, "auth-keys.json"), "utf8")) as { publishableKey: string };
  const room = await enterAll(`${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`);
  // What is made at the first use is nobody's, and the first find room that the start has left.
  await room.fill(first);
  const before = memoryOf(server.pid);
  await room.fill(sockets);
  const kbEach = ((memoryOf(server.pid) - before) * 1024) / (sockets - first);

  const bare = spawn("node", [join(import.meta.dirname, "bare-sockets.ts")], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(bare.stdout, "data");
  const bareRoom = await enterAll(`ws://127.0.0.1:${Number(String(port))}`);
  await bareRoom.fill(sockets);

  const [p99, barePart] = await atFullSpeed("realtime", async () => [await room.tell(), await bareRoom.tell()] as const);
  for (const one of [room, bareRoom]) one.leave();
  bare.kill();
  await server.stop();
  return { p99, ratioToBare: p99 / barePart, kbEach };
}

/** A room with one who speaks; `fill` brings those who listen, `tell` measures how long they wait. */
async function enterAll(address: string) {
  const times: number[] = [];
  let sentAt = 0;

  /** Behind a proxy, as if from many networks: one alone may not have so many. */
  const enter = (number: number) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(address, { headers: { "X-Forwarded-For": `203.0.113.${number % 10}` } });
      socket.on("error", reject);
      socket.on("open", () => socket.send(JSON.stringify(["1", "1", topic, "phx_join", { config: { presence: { enabled: false } } }])));
      socket.on("message", (_data, isBinary) => {
        if (isBinary) times.push(performance.now() - sentAt);
        else resolve(socket);
      });
    });

  const speaker = await enter(0);
  const listeners: WebSocket[] = [];
  const payload = JSON.stringify(["1", null, topic, "broadcast", { event: "news", payload: { text: "x".repeat(200) } }]);
  return {
    async fill(most: number) {
      while (listeners.length < most) {
        listeners.push(...(await Promise.all(Array.from({ length: 50 }, (_, number) => enter(number)))));
      }
      await pause(5000);
    },
    async tell() {
      times.length = 0;
      for (let number = 1; number <= broadcasts; number++) {
        sentAt = performance.now();
        speaker.send(payload);
        while (times.length < number * sockets) await pause(5);
        await pause(50);
      }
      return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
    },
    leave() {
      for (const socket of [speaker, ...listeners]) socket.terminate();
    },
  };
}

if (import.meta.main) console.log(await measureRealtime());
