import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../faults/site.ts";
import { isAcknowledged, send, submissionOf } from "../faults/submissions.ts";
import { buildFolder, generousLimits, quickStart } from "../server.ts";
import { findProgram, startProgram } from "./programs.ts";

/** Node reads no sockets of the kind that systemd listens at. */
const listener = `
use IO::Socket::UNIX; use Socket; $| = 1;
my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die; print "listening\\n";
while (1) { $socket->recv(my $word, 4096); print "$word\\n"; }`;

test.skipIf(!findProgram("systemd-notify") || !findProgram("perl"))(
  "a site at systemd's socket says when it is ready, and a restart under load fails no form",
  async () => {
    const folder = newFolder();
    const notify = join(folder, "notify");
    const manager = await startProgram("perl", ["-e", listener, notify]);
    await expect.poll(manager.output).toContain("listening");

    const door = createServer().listen(0, "127.0.0.1");
    await once(door, "listening");
    onTestFinished(() => void door.close());
    const { port } = door.address() as AddressInfo;
    const start = () => {
      const child = spawn("node", [quickStart, `${buildFolder}/server/main.js`], {
        env: {
          ...process.env,
          ...generousLimits,
          DATA_DIR: join(folder, "data"),
          SITE_URL: `http://localhost:${port}`,
          LISTEN_FDS: "1",
          NOTIFY_SOCKET: notify,
          JOURNAL_STREAM: "1:1",
        },
        stdio: ["ignore", "pipe", "inherit", (door as any)._handle.fd],
      });
      let output = "";
      child.stdout!.on("data", (data) => (output += data));
      onTestFinished(() => void child.kill("SIGKILL"));
      return { child, output: () => output };
    };
    const readies = () => manager.output().split("READY=1").length - 1;

    const first = start();
    await expect.poll(readies, { timeout: 60_000 }).toBe(1);
    const answers: boolean[] = [];
    const over = new AbortController();
    const visitors = Array.from({ length: 4 }, async (_, visitor) => {
      for (let number = 0; !over.signal.aborted; number++) {
        answers.push(isAcknowledged(await send({ url: `http://localhost:${port}` }, submissionOf(`held-${visitor}-${number}`))));
      }
    });
    await expect.poll(() => answers.length).toBeGreaterThan(5);
    first.child.kill("SIGTERM");
    expect(await once(first.child, "exit")).toEqual([0, null]);
    const second = start();
    await expect.poll(readies, { timeout: 60_000 }).toBe(2);
    const before = answers.length;
    await expect.poll(() => answers.length).toBeGreaterThan(before + 5);
    over.abort();
    await Promise.all(visitors);
    expect(answers.filter((isGood) => !isGood)).toEqual([]);
    second.child.kill("SIGTERM");
    await once(second.child, "exit");
    // In a journal every line is one of JSON.
    for (const line of `${first.output()}${second.output()}`.split("\n").filter(Boolean)) JSON.parse(line);
  },
);
