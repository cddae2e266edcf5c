import { readFileSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generousLimits, startServer } from "../server.ts";
import { accountCalls, endpoints, pages, realCall, serviceCalls } from "./addresses.ts";

/**
 * What one request may cost, whatever is in it: the worst that the limits let in takes at most 50 ms of a processor, and is answered with at
 * most a megabyte. (A password that is checked costs as much, and is meant to: those are counted before.)
 */
const mostCpu = 50;
const mostBytes = 1024 * 1024;
const times = 3;

const longest = 15_500;
const form = "application/x-www-form-urlencoded";
const boundary = "x";
const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`;

/** What goes back and forth in a pattern that looks at it, or makes long lists. */
const headers: Record<string, string> = {
  "Accept-Encoding": `gzip${"\t".repeat(longest)}`,
  "Accept-Language": "a;q=0.1,".repeat(longest / 8),
  "If-None-Match": '"a",'.repeat(longest / 4),
  Cookie: "a=b; ".repeat(longest / 5),
  Referer: `https://${"a.".repeat(longest / 2)}example/`,
  Origin: `https://${"a-".repeat(longest / 2)}`,
  Authorization: `Bearer ${" ".repeat(longest)}x`,
  "User-Agent": "java".repeat(longest / 4),
  "Content-Type": `multipart/form-data; boundary=${"-".repeat(longest)}`,
};

/** Forms and calls, each as large as is let in. */
const bodies: Record<string, [type: string, body: string]> = {
  "many fields": [form, "a&".repeat(32_000)],
  "many fields with values": [form, "a=%00&".repeat(10_000)],
  "one long field": [form, `message=${"%F0%9F%8C%8A".repeat(5000)}`],
  "long spaces": [form, `name=${"+".repeat(30_000)}x&email=${"a.".repeat(15_000)}`],
  "signs that become longer": [form, `note=${"%26".repeat(20_000)}`],
  "many parts": [`multipart/form-data; boundary=${boundary}`, part.repeat(1000)],
  "deep JSON": ["application/json", "[".repeat(60_000)],
  "JSON with many names": [
    "application/json",
    JSON.stringify({ data: Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`n${n}`, 1])) }),
  ],
  "a long address in JSON": ["application/json", JSON.stringify({ email: `${"a.".repeat(4900)}@${"a-".repeat(50)}` })],
};

let server: Awaited<ReturnType<typeof startServer>>;
let key: string;
beforeAll(async () => {
  server = await startServer(generousLimits);
  key = JSON.parse(readFileSync(`${server.dataDir}/auth-keys.json`, "utf8")).publishableKey;
});
afterAll(() => server.stop());

/** Milliseconds of all processors that the server has used so far. */
function cpuOf(pid: number): number {
  const [, rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = rest!.split(" ").slice(11, 13).map(Number) as [number, number];
  return (user + system) * 10;
}

/** By hand: fetch would not send some of it. */
function send(method: string, path: string, given: Record<string, string>, body = ""): Promise<number> {
  return new Promise((resolve) => {
    const asked = request({
      host: "127.0.0.1",
      port: server.port,
      method,
      path,
      headers: { ...given, "Content-Length": Buffer.byteLength(body) },
    });
    asked.on("response", async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += chunk.length;
      resolve(bytes);
    });
    // Refused before the end of its headers.
    asked.on("error", () => resolve(0));
    asked.end(body);
  });
}

async function expectCheap(method: string, path: string, given: Record<string, string>, body?: string) {
  const sent = () => send(method, path, { apikey: key, ...given }, body);
  // What is done for the first time is compiled first.
  const bytes = await sent();
  expect(bytes, `${method} ${path}: bytes`).toBeLessThan(mostBytes);
  let cost = Infinity;
  // Compiling and collecting garbage are counted too, for whoever comes first; they go away with more rounds, a real cost does not.
  for (let rounds = 0; rounds < 5 && cost > mostCpu; rounds++) {
    const before = cpuOf(server.pid);
    for (let time = 0; time < times; time++) await sent();
    cost = Math.min(cost, (cpuOf(server.pid) - before) / times);
  }
  expect(cost, `${method} ${path}: milliseconds`).toBeLessThanOrEqual(mostCpu);
}

describe.runIf(process.platform === "linux")("the worst that is let in is cheap:", () => {
  // One door of each kind: the headers are read in the same places behind all of them.
  test.each(Object.entries(headers))("a long %s", async (name, value) => {
    for (const path of ["/", "/login", "/no/such/page", "/robots.txt", "/auth/v1/user"]) await expectCheap("GET", path, { [name]: value });
    await expectCheap("POST", "/login", { "Content-Type": form, [name]: value }, "intent=out");
  });

  test.each([
    "/".repeat(8000),
    `/${"%2f".repeat(2600)}`,
    `/${"a/".repeat(3900)}`,
    `/?${"a&".repeat(3900)}`,
    `/login?next=${"/".repeat(7900)}`,
    `/contact?${"utm_source=a&".repeat(600)}`,
    `/api/icons/lucide.json?icons=${"a,".repeat(3900)}`,
    `/auth/v1/verify?token=${"a".repeat(7900)}&type=signup`,
    `/confirm?code=${"a".repeat(7900)}`,
    `/rest/v1/requests?select=${"a->".repeat(2600)}`,
    `/rest/v1/requests?select=${"a(".repeat(3900)}`,
    `/rest/v1/requests?or=${"(or".repeat(2600)}`,
    `/rest/v1/requests?id=in.(${"a,".repeat(3900)}`,
    `/rest/v1/requests?${"id=eq.1&".repeat(990)}`,
  ])("the address %.30s…", async (path) => {
    await expectCheap("GET", path, {});
  });

  const doors = [
    ...pages.filter(({ hasAction }) => hasAction).map(({ path }) => ["POST", path] as const),
    ...[...endpoints, ...accountCalls.map(({ method, path }) => ({ method, path: `/auth/v1${path}` })), ...serviceCalls]
      .filter(({ method }) => method !== "GET" && method !== "HEAD")
      .map(({ method, path }) => [method, realCall(path).replaceAll(/:\w+/g, crypto.randomUUID())] as const),
  ];
  test.each(doors)("%s %s", async (method, path) => {
    for (const [type, body] of Object.values(bodies)) await expectCheap(method, path, { "Content-Type": type }, body);
  });
});
