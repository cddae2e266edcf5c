import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Clocks } from "#backend/clocks.ts";
import { memoryOf } from "../memory.ts";
import { newFolder, readStored, startSite, type Site } from "./site.ts";
import { isAcknowledged, send, submissionOf } from "./submissions.ts";
import { startWatch } from "./watch.ts";

const clocks = (sockets: Partial<Clocks["sockets"]>) => ({ CLOCKS: JSON.stringify({ sockets }) });

test("slow and silent clients are closed after a while, and others are served meanwhile", async () => {
  const place = { DATA_DIR: newFolder() };
  const site = await startSite(place, clocks({ headers: 2000, request: 6000, check: 500 }));
  const before = memoryOf(site.pid);
  const began = Date.now();
  const head = [
    "POST /contact HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: 5000",
    "",
    "",
  ];

  const clients = {
    "1000 that say nothing": await many(1000, site, () => {}),
    "1000 that were answered": await many(1000, site, (socket) => socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")),
    "50 with slow headers": await many(50, site, (socket) =>
      byteByByte(socket, `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${"a".repeat(10_000)}`),
    ),
    "50 with slow forms": await many(50, site, (socket) => {
      socket.write(head.join("\r\n"));
      byteByByte(socket, "m".repeat(5000));
    }),
  };
  // They are in the way, too, though nobody waits here until they are closed.
  await many(10, site, beDeaf);

  // Everybody else, as long as the slow ones are there.
  const acknowledged: string[] = [];
  let pages = 0;
  let slowest = 0;
  let most = before;
  const all = Object.values(clients).flat();
  while (Date.now() < began + 300_000 && all.some(({ seconds }) => seconds === undefined)) {
    const watch = startWatch();
    const page = await fetch(`${site.url}/gl/contact`);
    expect([page.status, (await page.text()).includes("</html>")]).toEqual([200, true]);
    const fields = submissionOf(`among-slow-${pages}`);
    expect(isAcknowledged(await send(site, fields))).toBe(true);
    acknowledged.push(fields.email!);
    pages++;
    slowest = Math.max(slowest, watch());
    most = Math.max(most, memoryOf(site.pid));
    await pause(200);
  }

  const longest = Object.fromEntries(
    Object.entries(clients).map(([kind, sockets]) => [kind, Math.max(...sockets.map(({ seconds }) => seconds ?? Infinity))]),
  );
  const after = memoryOf(site.pid);
  console.log(
    `closed after at most ${JSON.stringify(longest)} s; ` +
      `${pages} pages and ${acknowledged.length} requests of others, the slowest pair in ${slowest} ms; memory ${before} MB, ${most} at most, ${after} after`,
  );
  expect(longest["1000 that say nothing"]).toBeLessThan(12);
  expect(longest["1000 that were answered"]).toBeLessThan(16);
  expect(longest["50 with slow headers"]).toBeLessThan(12);
  expect(longest["50 with slow forms"]).toBeLessThan(16);
  // The first of them, while all the others arrive.
  expect(slowest).toBeLessThan(15_000);
  if (!Number.isNaN(before)) expect(most - before).toBeLessThan(600);
  expect((await site.stop()).code).toBe(0);
  expect((await readStored(place)).requests.map(({ email }) => email).toSorted()).toEqual(acknowledged.toSorted());
});

test("clients that ask and do not read are closed after twice the time that others may be silent", async () => {
  const silence = 2000;
  const site = await startSite({ DATA_DIR: newFolder() }, clocks({ silence }));
  const deaf = await many(10, site, beDeaf);
  // The server has read what they ask by the time that it answers somebody else. A socket that nobody reads does not hear that it was
  // closed, so there is nothing to wait for but the time.
  await fetch(`${site.url}/healthz`);
  await pause(5 * silence);
  // What they were sent ends in the middle.
  for (const answers of await Promise.all(deaf.map(answersRead))) expect(answers).toBeLessThan(100);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
});

function beDeaf(socket: Socket) {
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100));
}

type Client = { socket: Socket; seconds?: number };

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
  await Promise.race([closed, pause(30_000)]);
  expect(socket.destroyed).toBe(true);
  return answers;
}
