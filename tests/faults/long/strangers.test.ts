import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../site.ts";
import { password } from "../../password.ts";
import { startServer } from "../../server.ts";

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Something else each time: an address, a header or a form that nobody has sent before. */
const kinds: ((n: number) => string)[] = [
  (n) => get(`/favicon.svg?${n}`),
  (n) => get(`/contact?utm_source=${n}`, [`Referer: https://host-${n}.example/`]),
  (n) => get(`/%66avicon.svg?${n}`),
  (n) => get("/", [`Cookie: a${n}=${"b".repeat(200)}; theme=dark-${n}`, `Accept-Language: x-${n}`]),
  (n) => get("/robots.txt", [`Accept-Encoding: a${n}, gzip;q=0.${n}`, `If-None-Match: "${n}"`]),
  (n) => get(`/api/icons/set-${n}.json?icons=icon-${n}`),
  (n) => post("/theme", `theme=${n}`),
  (n) => get(`/language/x${n}`),
];

const get = (path: string, headers: string[] = []) =>
  [`GET ${path} HTTP/1.1`, "Host: localhost", `User-Agent: ${firefox}`, ...headers, "", ""].join("\r\n");
const post = (path: string, body: string) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");

const count = 8000 * rounds;

test(`${count} different addresses, headers and forms leave the memory where it was`, async () => {
  const server = await startServer({ DATA_DIR: newFolder(), NODE_OPTIONS: `--import=${resolve("tests/load/watch.ts")}` });
  onTestFinished(() => void server.kill("SIGKILL"));
  await sendAll(server.port!, 0, 6000);
  const before = await heapOf();
  await sendAll(server.port!, 6000, 6000 + count);
  const after = await heapOf();
  console.log(`${before} MB before, ${after} MB after ${count} requests`);
  expect(after - before).toBeLessThan(2);
  expect((await server.stop()).code).toBe(0);

  async function heapOf(): Promise<number> {
    // Page views are written down every ten seconds.
    await pause(11_000);
    let heap = 0;
    // What the first collection leaves to be finished goes with the second.
    for (let times = 0; times < 2; times++) {
      const said = server.errors().length;
      process.kill(server.pid, "SIGUSR2");
      await expect.poll(() => server.errors().slice(said)).toContain("watched ");
      heap = Number(/"heap":(\d+)/.exec(server.errors().slice(said))![1]);
    }
    return heap;
  }
});

/** Eight at once, each with ten requests on its way: of more, the last head would stand half read for too long on a busy machine. */
async function sendAll(port: number, from: number, to: number) {
  let next = from;
  const sender = async () => {
    const socket = connect(port, "127.0.0.1");
    for (let first = next; first < to; first = next) {
      next = Math.min(to, first + 10);
      const numbers = Array.from({ length: next - first }, (_, index) => first + index);
      socket.write(numbers.map((n) => kinds[n % kinds.length]!(n)).join(""));
      let heard = "";
      for await (const data of socket.iterator({ destroyOnReturn: false })) {
        heard += data.toString("latin1");
        if (heard.split("HTTP/1.1 ").length - 1 >= numbers.length) break;
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: 8 }, sender));
}

const bombs = 500 * rounds;

test(`${bombs} requests of a mail bomber: no more mails than are allowed, and the victim can still sign in`, async () => {
  const dataDir = newFolder();
  const limits = { MAILS_PER_RECIPIENT: "8", MAILS_PER_HOUR: "150", AUTH_MAILS_PER_NETWORK: "10", AUTH_MAIL_INTERVAL: "1" };
  const server = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: "1", ...limits });
  onTestFinished(() => void server.kill("SIGKILL"));
  const keys = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8"));
  const victim = "victim@example.com";
  const clientAt = (address: string, key = keys.publishableKey) =>
    createClient(server.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { "X-Forwarded-For": address } },
    }).auth;
  const home = "198.51.100.1";
  expect((await clientAt(home, keys.secretKey).admin.createUser({ email: victim, password, email_confirm: true })).error).toBeNull();
  expect((await clientAt(home).signInWithPassword({ email: victim, password })).error).toBeNull();

  const answers: Record<number, number> = {};
  const bomb = async (n: number) => {
    const email = n % 2 ? victim : `stranger-${n}@example.com`;
    const [path, body] = [
      ["/otp", { email }],
      ["/recover", { email }],
      ["/resend", { email, type: "signup" }],
      ["/token?grant_type=password", { email, password: "a guess" }],
    ][n % 4] as [string, object];
    const { status } = await fetch(`${server.url}/auth/v1${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      // Three contracts of a provider, with all the networks that they have.
      headers: { apikey: keys.publishableKey, "X-Forwarded-For": `2001:db8:${n % 3}:${(n % 500).toString(16)}::1` },
    });
    answers[status] = (answers[status] ?? 0) + 1;
  };
  for (let n = 0; n < bombs; n += 25) await Promise.all(Array.from({ length: 25 }, (_, index) => bomb(n + index)));

  expect((await clientAt(home).signInWithPassword({ email: victim, password })).error).toBeNull();
  const mails = () => readdirSync(join(dataDir, "mail")).filter((name) => name.endsWith(".eml"));
  await pause(6000);
  const sent = mails().map((name) => readFileSync(join(dataDir, "mail", name), "utf8"));
  const toVictim = sent.filter((mail) => mail.includes(`To: ${victim}`)).length;
  console.log(`${bombs} requests were answered ${JSON.stringify(answers)}; ${sent.length} mails left, ${toVictim} of them to the victim`);
  expect(toVictim).toBeLessThanOrEqual(8);
  // Thirty an hour for each contract, of which there are three.
  expect(sent.length).toBeLessThanOrEqual(90);
  expect(Object.keys(answers).filter((status) => Number(status) >= 500)).toEqual([]);
  expect((await server.stop()).code).toBe(0);
});
