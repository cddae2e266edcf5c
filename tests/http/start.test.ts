import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { startServer } from "../server.ts";

// What is wrong about each setting is said by server/config.ts, and tested beside it.
describe("a start that cannot work says why in one sentence and ends with 1:", () => {
  for (const [setting, value, sentence] of [
    ["PORT", "abc", "The setting PORT must be a number from 0 to 65535."],
    ["DATA_DIR", "/dev/null/data", 'The setting DATA_DIR names a folder that cannot be written to: "/dev/null/data" (ENOTDIR).'],
    ["HOST", "no.such.host.invalid", 'The server cannot listen on HOST "no.such.host.invalid"'],
  ] as const) {
    test(`${setting}=${value}`, async () => {
      const server = await startServer({ [setting]: value });
      expect(await server.exit).toEqual({ code: 1, signal: null });
      expect(server.errors()).toContain(sentence);
      expect(
        server
          .errors()
          .trim()
          .split("\n")
          .filter((line) => !line.startsWith("The ")),
      ).toEqual([]);
      expect(server.errors()).not.toMatch(/\bat .*:\d+/);
      const logged = server
        .output()
        .split("\n")
        .filter((line) => line.includes('"level":50'));
      expect(logged.map((line) => JSON.parse(line).msg)).toEqual([expect.stringContaining(sentence)]);
    });
  }

  test("a taken port", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const server = await startServer({ PORT: String(port) });
    expect(await server.exit).toEqual({ code: 1, signal: null });
    expect(server.errors().trim()).toBe(
      `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`,
    );
    taken.close();
  });
});

test("the log has one line per request, with nothing of the person in it; the start prints where the site is, how to become its administrator, and where mails and their links are", async () => {
  const server = await startServer();
  await fetch(`${server.url}/gl/contact?email=ana@example.com`, {
    headers: { "User-Agent": "secret-agent", Cookie: "i18n_redirected=gl", Referer: "https://from.example/" },
  });
  const lines = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes('"request"'));
  await expect.poll(lines).toHaveLength(1);
  expect(JSON.parse(lines()[0]!)).toEqual({
    level: 30,
    time: expect.any(String),
    id: expect.any(String),
    method: "GET",
    path: "/gl/contact",
    status: 200,
    ms: expect.any(Number),
    msg: "request",
  });
  expect(server.output()).not.toMatch(/ana@|secret-agent|from\.example|127\.0\.0\.1.*request/);
  await expect.poll(() => server.output()).toContain(`The site is at   http://localhost:${server.port}`);
  // Also where the system chose the port.
  expect(await (await fetch(`${server.url}/contact`)).text()).toContain(
    `<link rel="canonical" href="http://localhost:${server.port}/contact"`,
  );
  expect(server.output()).toContain('"npm run admin -- you@example.com" makes you the one');
  expect(server.output()).toMatch(/Mail {13}written to \S+\/mail/);
  const form = { name: "Uxía", email: "uxia@example.com", password: "correct horse battery", privacy: "on" };
  const body = new URLSearchParams(form);
  await fetch(`${server.url}/register`, { method: "POST", body, headers: { Origin: server.url }, redirect: "manual" });
  await expect.poll(() => server.output()).toMatch(/A mail was written to \S+\.eml\n.*\/confirm\?token_hash=/);
  await server.stop();
});

test("SIGTERM finishes running requests, takes no new ones, and ends with 0", async () => {
  const server = await startServer();
  const running = fetch(`${server.url}/test/slow?ms=1500`);
  await fetch(`${server.url}/healthz`);
  server.kill("SIGTERM");
  await expect
    .poll(() =>
      fetch(`${server.url}/healthz`).then(
        () => "served",
        () => "refused",
      ),
    )
    .toBe("refused");
  expect((await running).status).toBe(200);
  expect(await (await running).text()).toContain("Slow");
  expect(await server.exit).toEqual({ code: 0, signal: null });
});

test("SIGINT waits for running requests too, and leaves one that never ends after a while", async () => {
  const server = await startServer({ CLOCKS: JSON.stringify({ stop: 2000 }) });
  const running = fetch(`${server.url}/test/slow?ms=60000`).catch(() => "cut");
  await fetch(`${server.url}/healthz`);
  const start = Date.now();
  server.kill("SIGINT");
  // npm passes a signal on that the terminal has sent to everyone already.
  server.kill("SIGINT");
  expect(await server.exit).toEqual({ code: 0, signal: null });
  expect(Date.now() - start).toBeGreaterThan(1900);
  expect(await running).toBe("cut");
});
