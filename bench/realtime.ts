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

/** Many sockets on one channel of the built server: milliseconds until the slowest hundredth hears a broadcast, and kB of memory for each socket. */
export async function measureRealtime(): Promise<{ p99: number; kbEach: number }> {
  const server = await startServer({ TRUST_PROXY: "1" }, "build");
  const { publishableKey } = JSON.parse(readFileSync(join(server.dataDir, "auth-keys.json"), "utf8")) as { publishableKey: string };
  const address = `${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`;
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
  const fill = async (most: number) => {
    while (listeners.length < most) {
      listeners.push(...(await Promise.all(Array.from({ length: 50 }, (_, number) => enter(number)))));
    }
    await pause(5000);
  };
  // What is made at the first use is nobody's, and the first find room that the start has left.
  await fill(first);
  const before = memoryOf(server.pid);
  await fill(sockets);
  const kbEach = ((memoryOf(server.pid) - before) * 1024) / (sockets - first);

  const payload = JSON.stringify(["1", null, topic, "broadcast", { event: "news", payload: { text: "x".repeat(200) } }]);
  const p99 = await atFullSpeed("realtime", async () => {
    times.length = 0;
    for (let number = 1; number <= broadcasts; number++) {
      sentAt = performance.now();
      speaker.send(payload);
      while (times.length < number * sockets) await pause(5);
      await pause(50);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  });
  for (const socket of [speaker, ...listeners]) socket.terminate();
  await server.stop();
  return { p99, kbEach };
}

if (import.meta.main) console.log(await measureRealtime());
