import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Clocks } from "#backend/clocks.ts";
import { memoryOf } from "../memory.ts";
import { newFolder, readStored, startSite, type Site } from "./site.ts";
import { isAcknowledged, submissionOf } from "./submissions.ts";
import { startWatch } from "./watch.ts";

const clocks = (sockets: Partial<Clocks["sockets"]>) => ({ CLOCKS: JSON.stringify({ sockets }) });

test("slow and silent clients are closed after a while, and others are served meanwhile", async () => {
  const place = { DATA_DIR: newFolder() };
  const site = await startSite(place, clocks({ headers: 2000, request: 10_000, check: 500 }));
  const acknowledged: string[] = [];
  /** Everybody else: a page and a request, each over a connection of its own, as one that was kept may end at the same moment. */
  async function visit() {
    const headers = { Connection: "close", Origin: site.url };
    const page = await fetch(`${site.url}/gl/contact`, { headers });
    expect([page.status, (await page.text()).includes("</html>")]).toEqual([200, true]);
    const fields = submissionOf(`among-slow-${acknowledged.length}`);
    const body = new URLSearchParams(fields);
    const sent = await fetch(`${site.url}/contact`, { method: "POST", body, headers, redirect: "manual" });
    expect(isAcknowledged(sent)).toBe(true);
    acknowledged.push(fields.email!);
  }
  // The first requests of a process take seconds on a busy machine.
  await visit();
  const before = memoryOf(site.pid);
  const head = [
    "POST /contact HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: 5000",
    "",
    "",
  ];

  const clients = {
    "500 that say nothing": await many(500, site, () => {}),
    "500 that were answered": await many(500, site, (socket) => socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")),
    "50 with slow headers": await many(50, site, (socket) =>
      byteByByte(socket, `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${"a".repeat(10_000)}`),
    ),
    "50 with slow forms": await many(50, site, (socket) => {
      socket.write(head.join("\r\n"));
      byteByByte(socket, "m".repeat(5000));
    }),
  };
  const isSlowHere = () => Object.values(clients).some((some) => some.some(({ seconds }) => seconds === undefined));
  await visit();
  expect(isSlowHere()).toBe(true);

  // These are in the way, too, though nobody waits here until they are closed.
  await many(10, site, beDeaf);
  // Those who are not closed take minutes.
  let most = before;
  while (isSlowHere()) {
    await visit();
    most = Math.max(most, memoryOf(site.pid));
    await pause(500);
  }

  const longest = Object.fromEntries(
    Object.entries(clients).map(([kind, sockets]) => [kind, Math.max(...sockets.map(({ seconds }) => seconds ?? Infinity))]),
  );
  const after = memoryOf(site.pid);
  console.log(
    `closed after at most ${JSON.stringify(longest)} s; ` +
      `${acknowledged.length} pages and requests of others meanwhile; memory ${before} MB, ${most} at most, ${after} after`,
  );
  if (!Number.isNaN(before)) expect(most - before).toBeLessThan(600);
  expect((await site.stop()).code).toBe(0);
  expect((await readStored(place)).requests.map(({ email }) => email).toSorted()).toEqual(acknowledged.toSorted());
});

test.runIf(process.platform === "linux")("clients that ask and do not read are closed after a while", async () => {
  const silence = 1000;
  const site = await startSite({ DATA_DIR: newFolder() }, clocks({ silence }));
  const deaf = await many(10, site, beDeaf);
  // A socket that nobody reads does not hear that it was closed: the system knows what the server has open.
  await expect.poll(() => openAt(site.port!)).toBe(0);
  // What they were sent ends in the middle.
  for (const answers of await Promise.all(deaf.map(answersRead))) expect(answers).toBeLessThan(100);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
});

function beDeaf(socket: Socket) {
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100));
}

type Client = { socket: Socket; seconds?: number };

/** How many connections a server has that it has not closed, by the table of the system. */
function openAt(port: number): number {
  const established = new RegExp(`^ *\\d+: [0-9A-F]{8}:${port.toString(16).toUpperCase().padStart(4, "0")} \\S+ 01 `);
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .filter((line) => established.test(line)).length;
}

async function many(count: number, site: Site, begin: (socket: Socket) => void): Promise<Client[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(site.port!, "127.0.0.1");
      const client: Client = { socket };
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
      const watch = startWatch();
      socket.on("close", () => (client.seconds = watch() / 1000));
      socket.resume();
      begin(socket);
      return client;
    }),
  );
}

function byteByByte(socket: Socket, text: string) {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++]!), 100);
  socket.on("close", () => clearInterval(timer));
}

/** How many answers have come, once it is read what is there. */
async function answersRead({ socket }: Client): Promise<number> {
  let answers = 0;
  socket.on("data", (data) => (answers += data.toString("latin1").split("HTTP/1.1 200").length - 1));
  const closed = once(socket, "close");
  socket.resume();
  if (!socket.closed) await closed;
  return answers;
}
