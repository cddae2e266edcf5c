import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { memoryOf } from "../tests/memory.ts";
import { findPostgres, freePort, startPostgres } from "../tests/postgres.ts";
import { startServer } from "../tests/server.ts";
import { almostNothing, measureFirstPaint, type FirstPaint } from "./first-paint.ts";
import { bareRate, contactRate, rateOf, serve, type Rate } from "./load.ts";
import { measureInbox } from "./inbox.ts";
import { runLighthouse, type Scores } from "./lighthouse.ts";
import { measureLive } from "./live.ts";
import { atFullSpeed, bePatient, measuredSlowly } from "./pace.ts";
import { measureRealtime } from "./realtime.ts";
import { measureRest } from "./rest.ts";
import { measureStorage } from "./storage.ts";
import { measureWaking, type Waking } from "./waking.ts";

/**
 * `npm run bench`: builds, starts the production server and measures it. `name=URL` measures others beside it, `--check` compares with
 * bench/budgets.json, `--quick` runs everything once, `--patient` waits for the machine's fast moments.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, quick: { type: "boolean" }, patient: { type: "boolean" } },
});
const runs = options.quick ? 1 : 5;
const seconds = options.quick ? 3 : 10;
const pages = ["/", "/gl", "/contact", "/legal/aviso-legal", "/login"];
const peers = positionals.map((one) => /^([^=]+)=(https?:.+)$/.exec(one)?.slice(1) as [string, string]);
if (peers.includes(undefined!)) {
  console.error("Usage: npm run bench -- [--check] [--quick] [--patient] [name=URL …]");
  process.exit(1);
}
if (options.patient) bePatient();

type Result = {
  lighthouse: Record<string, { mobile: Scores; desktop?: Scores }>;
  waking: Record<string, Waking>;
  firstPaint: Record<string, FirstPaint>;
  load: Record<string, Rate>;
  server: Record<string, number>;
};
const result: Result = { lighthouse: {}, waking: {}, firstPaint: {}, load: {}, server: {} };

say("Building …");
await atFullSpeed("build", async () => {
  result.server["build, s"] = timed(() => execFileSync("node", ["scripts/build.ts"], { stdio: "ignore" })) / 1000;
});
result.server["install, MiB"] = Number(execFileSync("du", ["-sk", "node_modules"]).toString().split("\t")[0]) / 1024;

const limits = { REQUESTS_PER_ADDRESS: "100000000", REQUESTS_PER_HOUR: "100000000" };
const folder = mkdtempSync(join(tmpdir(), "abrente-bench-"));
// A public address: search engines are turned away from any other.
const settings = { DATA_DIR: folder, PORT: String(await freePort()), SITE_URL: "http://abrente.example", ...limits };
// The first start makes the database; the others are what is measured.
let site = await startServer(settings, "build");
await atFullSpeed("start", async () => {
  await site.stop();
  const started = performance.now();
  site = await startServer(settings, "build");
  result.server["start, ms"] = performance.now() - started;
});
result.server["of it before the database, ms"] = Number(/"beforeDatabase":(\d+)/.exec(site.output())![1]);
const base = `http://localhost:${settings.PORT}`;
await fetch(base);
// What the start took is given back.
await pause(5000);
result.server["memory at the start at most, MiB"] = memoryOf(site.pid, "most");
result.server["memory at rest, MiB"] = memoryOf(site.pid);

for (const path of pages) await browse(path, base + path);
for (const path of await publicPaths()) {
  if (pages.includes(path)) continue;
  say(`Lighthouse: ${path}`);
  result.lighthouse[path] = { mobile: await runLighthouse(base + path, "mobile", Math.min(runs, 3)) };
}
for (const [name, url] of peers) await browse(name, url);
const nothing = await serve(almostNothing);
say("Lighthouse: a page of almost nothing");
result.lighthouse["(almost nothing)"] = { mobile: await runLighthouse(nothing.url, "mobile", runs) };
nothing.stop();
say("First paint over a slow line …");
const homes = { "/": base, "/es": `${base}/es`, "/gl": `${base}/gl` };
result.firstPaint = await measureFirstPaint(
  { ...homes, ...Object.fromEntries(peers.filter(([, url]) => url.startsWith("http:"))) },
  options.quick ? 3 : 9,
);

/** What search engines are told of. */
async function publicPaths(): Promise<string[]> {
  const map = await (await fetch(`${base}/sitemap.xml`)).text();
  return [...map.matchAll(/<loc>([^<]+)/g)].map(([, address]) => new URL(address!).pathname);
}

async function browse(name: string, url: string) {
  say(`Lighthouse and waking: ${name}`);
  result.lighthouse[name] = { mobile: await runLighthouse(url, "mobile", runs), desktop: await runLighthouse(url, "desktop", runs) };
  if (url.startsWith(base) && name !== "/login") result.waking[name] = await measureWaking(url, runs);
}

const english = { "accept-language": "en", cookie: "i18n_redirected=en" };
const compressed = { "accept-encoding": "br", ...english };
const many = { connections: 50, seconds };
say("Load …");
const etag = (await fetch(base, { headers: compressed })).headers.get("etag")!;
result.load["bare node:http, same bytes"] = await bareRate(base, { ...many, headers: compressed });
result.load["/ compressed"] = await rateOf(base, { ...many, headers: compressed });
result.load["/ 304"] = await rateOf(base, { ...many, headers: { ...compressed, "if-none-match": etag } });
result.load["/login"] = await rateOf(`${base}/login`, { ...many, headers: english });
for (const [name, url] of peers)
  result.load[`${name}, compressed`] = await rateOf(url, { ...many, headers: { "accept-encoding": "br, gzip" } });
result.load["contact POST, PGlite"] = await contactRate(base, { connections: 20, seconds });
result.server["memory after load, MiB"] = memoryOf(site.pid);
await site.stop();

// The same on a disk that syncs nothing.
const unsynced = { ...settings, DATA_DIR: join(folder, "unsynced"), NODE_OPTIONS: `--import=${join(import.meta.dirname, "no-sync.ts")}` };
site = await startServer(unsynced, "build");
result.load["contact POST, PGlite without syncing"] = await contactRate(base, { connections: 20, seconds });
await site.stop();
rmSync(folder, { recursive: true, force: true });

if (findPostgres()) {
  const database = await startPostgres();
  const own = { ...limits, DATABASE_URL: await database.createDatabase(), PORT: String(await freePort()) };
  const began = performance.now();
  const server = await startServer(own, "build");
  // What the start takes beside opening the embedded database.
  result.server["start on Postgres, ms"] = performance.now() - began;
  result.load["contact POST, Postgres"] = await contactRate(`http://localhost:${own.PORT}`, { connections: 20, seconds });
  await server.stop();
  await database.stop();
}

say("Inbox …");
Object.assign(result.server, await measureInbox());
say("A thousand sockets …");
const live = await measureRealtime();
result.server["broadcast to 1,000 sockets, p99 ms"] = live.p99;
result.server["the same, ratio to a bare ws"] = live.ratioToBare;
result.server["memory of a socket, kB"] = live.kbEach;
say("A message …");
result.server["a message on the other screen, median ms"] = await measureLive();
say("Data API …");
Object.assign(result.server, await measureRest());
say("Files …");
const files = await measureStorage();
Object.assign(result.server, files);

print();
writeFileSync("test-results/bench.json", `${JSON.stringify(result, null, 2)}\n`);
if (options.check) checkBudgets();

function print() {
  table(
    `Lighthouse, median of ${runs} (where there is no desktop, of ${Math.min(runs, 3)})`,
    ["page", "device", "perf", "a11y", "bp", "seo", "FCP s", "LCP s", "TBT ms", "CLS", "KiB", "script KiB", "requests", "machine"],
    Object.entries(result.lighthouse).flatMap(([page, devices]) =>
      Object.entries(devices).map(([device, one]) => [
        page,
        device,
        one.performance,
        one.accessibility,
        one["best-practices"],
        one.seo,
        one.fcp.toFixed(2),
        one.lcp.toFixed(2),
        Math.round(one.tbt),
        one.cls.toFixed(3),
        one.kib.toFixed(1),
        one.script.toFixed(1),
        one.requests,
        Math.round(one.machine),
      ]),
    ),
  );
  table(
    "Asleep and awake",
    [
      "page",
      "asleep KiB",
      "of which",
      "requests",
      "waking KiB",
      "of which",
      "requests",
      "awake after ms",
      "first tap at 4x ms",
      "keys at 4x ms",
    ],
    Object.entries(result.waking).map(([page, { asleep, waking, awakeAfter, firstTap, typing }]) => [
      page,
      asleep.kib.toFixed(1),
      listed(asleep.byType),
      asleep.requests,
      waking.kib.toFixed(1),
      listed(waking.byType),
      waking.requests,
      Math.round(awakeAfter),
      Math.round(firstTap),
      Math.round(typing),
    ]),
  );
  table(
    "First contentful paint over a slow line",
    ["page", "ms", "ratio to almost nothing"],
    Object.entries(result.firstPaint).map(([page, { fcp, ratio }]) => [page, Math.round(fcp), ratio.toFixed(2)]),
  );
  table(
    "Load",
    ["what", "per second", "p99 ms", "longest ms", "errors"],
    Object.entries(result.load).map(([what, { perSecond, p99, longest, errors }]) => [what, Math.round(perSecond), p99, longest, errors]),
  );
  table(
    "Server",
    ["what", ""],
    Object.entries(result.server).map(([what, value]) => [what, value.toFixed(value < 100 ? 1 : 0)]),
  );
  for (const name of measuredSlowly) console.log(`\nMeasured while the machine was slow: ${name}`);
}

function listed(byType: Record<string, number>): string {
  return Object.entries(byType)
    .map(([type, kib]) => `${type.toLowerCase()} ${kib.toFixed(1)}`)
    .join(", ");
}

function table(title: string, head: string[], rows: (string | number)[][]) {
  console.log(`\n${title}\n\n| ${head.join(" | ")} |\n|${head.map(() => "---|").join("")}`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

/** Sizes, counts, scores and ratios: times depend on the machine. But for the inbox, whose time grows with what is in it. */
function checkBudgets() {
  const budgets: Record<string, { most?: number; least?: number }> = JSON.parse(readFileSync("bench/budgets.json", "utf8"));
  const bare = result.load["bare node:http, same bytes"]!.perSecond;
  const scores = ["performance", "accessibility", "best-practices", "seo"] as const;
  const ours = Object.entries(result.lighthouse).filter(([page]) => page.startsWith("/"));
  const measured: Record<string, number> = {
    ...Object.fromEntries(scores.map((name) => [`/login ${name}`, result.lighthouse["/login"]!.mobile[name]])),
    ...Object.fromEntries(
      scores.map((name) => [
        `public pages, ${name}`,
        Math.min(...ours.filter(([page]) => page !== "/login").map(([, { mobile }]) => mobile[name])),
      ]),
    ),
    "/ CLS": result.lighthouse["/"]!.mobile.cls,
    "home pages, first paint, ratio to almost nothing": Math.max(...Object.keys(homes).map((page) => result.firstPaint[page]!.ratio)),
    "/ asleep KiB": result.waking["/"]!.asleep.kib,
    "/ asleep requests": result.waking["/"]!.asleep.requests,
    "/ asleep script KiB": result.waking["/"]!.asleep.script,
    "/ waking script KiB": result.waking["/"]!.waking.script,
    "/ compressed, ratio to bare": result.load["/ compressed"]!.perSecond / bare,
    "/ 304, ratio to compressed": result.load["/ 304"]!.perSecond / result.load["/ compressed"]!.perSecond,
    "contact POST, ratio to without syncing":
      result.load["contact POST, PGlite"]!.perSecond / result.load["contact POST, PGlite without syncing"]!.perSecond,
    ...Object.fromEntries(
      Object.keys(budgets)
        .filter((name) => name.startsWith("inbox") || name.startsWith("rest"))
        .map((name) => [name, result.server[name] ?? budgets[name]!.least ?? 0]),
    ),
    "realtime, 1,000 sockets, p99 ms": live.p99,
    "a message on the other screen, median ms": result.server["a message on the other screen, median ms"]!,
    "realtime, kB of memory a socket": live.kbEach,
    ...files,
    "load errors": Object.values(result.load).reduce((sum, { errors }) => sum + errors, 0),
  };
  for (const [name, { most = Infinity, least = -Infinity }] of Object.entries(budgets)) {
    const value = measured[name];
    if (value === undefined) throw new Error(`bench/budgets.json names "${name}", which is not measured`);
    if (value <= most && value >= least) continue;
    console.error(`Over budget: ${name} is ${value.toFixed(2)}, allowed ${least > -Infinity ? `at least ${least}` : `at most ${most}`}`);
    process.exitCode = 1;
  }
  if (!process.exitCode) console.log("\nEverything is within its budget.");
}

function say(what: string) {
  console.error(what);
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
