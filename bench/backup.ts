import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { randomBytes, randomUUID } from "node:crypto";
import { openDatabase } from "#backend/database/connection.ts";
import { mostUnsynced } from "#backend/durable-files.ts";
import { memoryOf } from "../tests/memory.ts";
import { startServer } from "../tests/server.ts";

/**
 * `node bench/backup.ts`: a backup of a running site with many mails and files, and its restoring: how long each takes, the most memory, the
 * longest time for which the site did nothing else, and the longest answer that a visitor waited for: of a page, and of a form that is stored.
 * Beside it stands how long the disk lets anybody wait: a plain program that syncs a page of a log, while another one writes as a backup does.
 * `--mails 100000 --megabytes 1000` is what the deploy page speaks of. Needs `npm run build`.
 */
const { values } = parseArgs({
  options: { mails: { type: "string", default: "5000" }, megabytes: { type: "string", default: "50" } },
});
const mails = Number(values.mails);
const megabytes = Number(values.megabytes);
const fileSize = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "abrente-bench-"));
const dataDir = join(folder, "data");
mkdirSync(dataDir, { mode: 0o700 });
let site: Awaited<ReturnType<typeof startServer>> | undefined;
try {
  // Its first start makes the tables and the keys.
  await (await startServer({ DATA_DIR: dataDir }, "build")).stop();
  await seed();
  site = await startServer({ DATA_DIR: dataDir }, "build");
  const { url } = site;
  await pause(5000);
  const without = await watch(url);
  await pause(15_000);
  const atRest = await without.stop();

  const file = join(folder, "backup.gz");
  const meanwhile = await watch(url);
  const made = await measure("backup", [file], dataDir);
  const during = await meanwhile.stop();
  await site.stop();
  const plain = await watchDisk(made.seconds);
  const restored = await measure("restore", [file], join(folder, "restored"));

  console.log(`${mails} mails, in the database and as files, and ${megabytes} MB of other files:`);
  console.table({ backup: made, restore: restored });
  console.log("The site, in milliseconds:");
  console.table({ "during the backup": during, "in 15 s without one": atRest });
  console.log(`The longest plain sync beside a plain writer, in as much time: ${plain} ms.`);
  console.log(`The backup has ${Math.round(statSync(file).size / 1024 / 1024)} MiB.`);
} finally {
  site?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

/** By SQL and into the folder: sent one by one they would take an hour. */
async function seed() {
  mkdirSync(join(dataDir, "mail"), { recursive: true, mode: 0o700 });
  mkdirSync(join(dataDir, "files"), { recursive: true, mode: 0o700 });
  const { queries, close } = await openDatabase({ dataDir });
  await queries.execute(`
    insert into public.requests (mode, name, email, reason, message, locale, content_hash, message_hash)
    select 'contact', 'Visitor ' || n, 'visitor-' || n || '@example.com', 'general', repeat('A message of a visitor. ', 20), 'gl', 'c' || n, 'm' || n
    from generate_series(1, ${Math.ceil(mails / 2)}) as n`);
  await queries.execute(`
    insert into public.outbox (kind, request_id, state, attempts, sent_at)
    select kind, id, 'sent', 1, now() from public.requests, unnest(array['notice', 'receipt']) as kind limit ${mails}`);
  const text = "A line of a mail as it is sent, with its pictures.\n".repeat(120);
  for (let number = 0; number < mails; number++) writeFileSync(join(dataDir, `mail/2026-01-01T00-00-00-${randomUUID()}.eml`), text);

  const files = Array.from({ length: megabytes }, () => randomUUID());
  for (const name of files) writeFileSync(join(dataDir, "files", name), randomBytes(fileSize));
  await queries.execute("insert into storage.buckets (id, name) values ('bench', 'bench')");
  for (const name of files) {
    await queries.execute(`
      insert into storage.objects (bucket_id, name, version, metadata)
      values ('bench', '${name}', '${name}', '{"size": ${fileSize}, "mimetype": "application/octet-stream"}')`);
  }
  await close();
  // What a site has gathered in years is on the disk long since. Otherwise its syncs wait for all that was just written.
  execFileSync("sync");
}

/** One of the commands, in a process of its own. A backup lets the site go first, as in deploy/abrente-backup.service. */
async function measure(command: "backup" | "restore", args: string[], folderOfData: string) {
  const started = performance.now();
  const words = ["-n", command === "backup" ? "15" : "0", "node", `scripts/${command}.ts`, ...args];
  const child = spawn("nice", words, { env: { ...process.env, DATA_DIR: folderOfData }, stdio: "inherit" });
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, memoryOf(child.pid!, "most") || 0)), 50);
  const [code] = await once(child, "exit");
  clearInterval(watching);
  if (code !== 0) throw new Error(`npm run ${command} ended with ${code}`);
  return { seconds: Math.round((performance.now() - started) / 100) / 10, "most memory, MiB": most };
}

/** As long as the backup took, the longest sync of 8 kB, in milliseconds. */
async function watchDisk(seconds: number): Promise<number> {
  const program = `
    const { fdatasyncSync, ftruncateSync, openSync, writeSync } = require("node:fs");
    const file = openSync(process.argv[1], "w");
    for (let piece = 1; ; piece++) {
      writeSync(file, Buffer.alloc(${mostUnsynced}, piece));
      fdatasyncSync(file);
      if (piece % 100 === 0) ftruncateSync(file);
    }`;
  const writer = spawn("nice", ["-n", "15", "node", "--eval", program, join(folder, "written")], { stdio: "inherit" });
  const log = openSync(join(folder, "log"), "w");
  const until = performance.now() + seconds * 1000;
  let longest = 0;
  while (performance.now() < until) {
    const started = performance.now();
    writeSync(log, Buffer.alloc(8192, 1));
    fdatasyncSync(log);
    longest = Math.max(longest, performance.now() - started);
    await pause(20);
  }
  writer.kill();
  await once(writer, "exit");
  closeSync(log);
  return Math.round(longest);
}

/** Two visitors, one who reads and one who chooses about cookies, until they are stopped. */
async function watch(url: string) {
  const over = new AbortController();
  const visitors = [
    visit(() => fetch(`${url}/gl`)),
    visit(() =>
      fetch(`${url}/consent`, {
        method: "POST",
        body: new URLSearchParams({ choice: "all" }),
        headers: { Origin: url },
        redirect: "manual",
      }),
    ),
  ];
  await longestStall(url);
  return {
    async stop() {
      const stall = await longestStall(url);
      over.abort();
      const [page, form] = await Promise.all(visitors);
      return { "longest stall": stall, "longest page": page, "longest form": form };
    },
  };

  async function visit(ask: () => Promise<Response>) {
    let longest = 0;
    while (!over.signal.aborted) {
      const started = performance.now();
      await (await ask()).arrayBuffer();
      longest = Math.max(longest, performance.now() - started);
      await pause(20);
    }
    return Math.round(longest);
  }
}

/** Since it was asked before, in milliseconds. */
async function longestStall(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  return Math.round(Number(/^abrente_event_loop_delay_seconds\{quantile="1"\} (\S+)$/m.exec(figures)![1]) * 1000);
}
