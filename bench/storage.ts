import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { memoryOf } from "../tests/memory.ts";
import { startServer } from "../tests/server.ts";

/**
 * `node bench/storage.ts`: files of 10 MB into and out of the built site, compared with a bare `node:http` that counts what comes and sends from
 * memory, in turns. `--check` fails when something is not as bench/budgets.json asks for.
 */
const size = 10 * 1024 * 1024;
const rounds = 15;
const more = 100;
const file = Buffer.alloc(size, "abrente ");

if (import.meta.main) {
  const budgets: Record<string, { least?: number; most?: number }> = JSON.parse(readFileSync("bench/budgets.json", "utf8"));
  for (const [name, value] of Object.entries(await measureStorage())) {
    const { least = -Infinity, most = Infinity } = budgets[name]!;
    console.log(`${name}: ${value.toFixed(2)}, ${least > -Infinity ? `at least ${least}` : `at most ${most}`} is asked for.`);
    if (process.argv.includes("--check") && (value < least || value > most)) process.exitCode = 1;
  }
}

/** By their names in bench/budgets.json: the rates, the best of each, as a ratio, and the memory that more files take, two at once. */
export async function measureStorage(): Promise<Record<string, number>> {
  const bare = createServer(async (request, response) => {
    if (request.method === "GET") return void Readable.from(pieces()).pipe(response);
    let received = 0;
    for await (const chunk of request) received += chunk.length;
    response.end(String(received));
  }).listen(0, "127.0.0.1");
  await once(bare, "listening");
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

  const dataDir = mkdtempSync(join(tmpdir(), "abrente-bench-"));
  const site = await startServer({ DATA_DIR: dataDir }, "build");
  const { secretKey } = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8"));
  const headers = { Authorization: `Bearer ${secretKey}`, "Content-Type": "text/plain", "x-upsert": "true" };
  const call = (path: string, init: RequestInit = {}) => fetch(`${site.url}/storage/v1${path}`, { headers, ...init });
  await call("/bucket", { method: "POST", body: JSON.stringify({ name: "bench" }) });

  const ways = {
    "upload, bare": () => fetch(bareUrl, { method: "POST", body: file }),
    "upload, site": () => call("/object/bench/file", { method: "POST", body: file }),
    "download, bare": () => fetch(bareUrl),
    "download, site": () => call("/object/bench/file"),
  };
  const shortest: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(ways)) shortest[name] = Math.min(shortest[name] ?? Infinity, await timeOf(work));
  }
  const before = memoryOf(site.pid);
  for (let count = 0; count < more; count++) await Promise.all([timeOf(ways["upload, site"]), timeOf(ways["download, site"])]);
  const after = memoryOf(site.pid);

  await site.stop();
  bare.close();
  rmSync(dataDir, { recursive: true });
  return {
    "upload of 10 MB, ratio to bare": shortest["upload, bare"]! / shortest["upload, site"]!,
    "download of 10 MB, ratio to bare": shortest["download, bare"]! / shortest["download, site"]!,
    "memory by 200 files of 10 MB, MiB": after - before,
  };
}

function* pieces() {
  for (let at = 0; at < size; at += 65_536) yield file.subarray(at, at + 65_536);
}

async function timeOf(work: () => Promise<Response>): Promise<number> {
  const began = performance.now();
  const response = await work();
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`Answered ${response.status}, ${byteLength} bytes`);
  return performance.now() - began;
}
