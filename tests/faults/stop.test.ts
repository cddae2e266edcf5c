import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { help } from "#app/error/help.ts";
import { buildFolder, quickStart } from "../server.ts";
import { dueIn, newFolder, readStored, startSite } from "./site.ts";
import { send, submissionOf } from "./submissions.ts";

const warm = 10;
const count = 20;

test(`a stop answers what has come in: of ${count} forms that were sent but not yet read none is lost`, async () => {
  const place = { DATA_DIR: newFolder() };
  const site = await startSite(place);
  // The first requests of a process take seconds on a busy machine; a stop waits for ten.
  for (let number = 0; number < warm; number++) {
    expect((await send(site, submissionOf(`warm-${number}`))).status).toBe(303);
  }
  // Asleep, so that all of it is there at once when it wakes: connections, requests, and the word to stop.
  site.kill("SIGSTOP");
  const answers = await Promise.all(Array.from({ length: count }, (_, number) => post(site.port!, number)));
  site.kill("SIGTERM");
  await pause(100);
  site.kill("SIGCONT");
  const statuses = (await Promise.all(answers.map(({ answer }) => answer))).map((answer) => answer.split("\r\n")[0]);
  expect(statuses).toEqual(Array.from({ length: count }, () => "HTTP/1.1 303 See Other"));
  expect((await site.exit).code).toBe(0);
  expect((await readStored(place)).requests).toHaveLength(warm + count);
});

test("a server whose log nobody reads any more goes on, sends mails, and stops when it is told to", async () => {
  const place = { DATA_DIR: newFolder() };
  const site = await startSite(place);
  site.deafen();
  for (let number = 0; number < 3; number++) {
    expect((await send(site, submissionOf(`unheard-${number}`))).status).toBe(303);
  }
  await expect.poll(() => dueIn(place)).toBe(0);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect(await site.stop()).toEqual({ code: 0, signal: null });
});

test("a socket that systemd holds is used instead of a port of its own", async () => {
  const door = createServer().listen(0, "127.0.0.1");
  await once(door, "listening");
  const { port } = door.address() as AddressInfo;
  const child = spawn("node", [quickStart, `${buildFolder}/server/main.js`], {
    env: { ...process.env, DATA_DIR: newFolder(), PORT: "1", LISTEN_FDS: "1" },
    stdio: ["ignore", "ignore", "inherit", (door as any)._handle.fd],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  // From here on the child alone has it.
  door.close();
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("at a socket that is held a start that fails is told to visitors, and to systemd by its end", async () => {
  const door = createServer().listen(0, "127.0.0.1");
  await once(door, "listening");
  const { port } = door.address() as AddressInfo;
  const child = spawn("node", [quickStart, `${buildFolder}/server/main.js`], {
    env: { ...process.env, DATA_DIR: newFolder(), SMTP_URL: "nonsense", LISTEN_FDS: "1" },
    stdio: ["ignore", "pipe", "ignore", (door as any)._handle.fd],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  door.close();
  const output = text(child.stdout!);
  const response = await fetch(`http://127.0.0.1:${port}/gl/contact`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
  const page = await response.text();
  for (const { failed } of Object.values(help)) expect(page).toContain(failed);
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(await output).toMatch(/^\{"level":50,.*THE SITE DID NOT START: The setting SMTP_URL must/m);
});

/** Over a connection that is kept alive, as a proxy's is. */
async function post(port: number, number: number) {
  const body = new URLSearchParams(submissionOf(`stop-${number}`)).toString();
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    [
      "POST /contact HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Origin: http://127.0.0.1:${port}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n"),
  );
  return { answer: text(socket).catch((error) => String(error.code)) };
}
