import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { availableMemory } from "node:process";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { groups } from "../tests/groups.ts";
import { ensureBrowsers, ensurePackages, ensureSurroundings } from "../tests/packages.ts";
import { findPostgres } from "../tests/postgres.ts";
import { ensureChromium } from "./chromium.ts";

/**
 * `npm test` proves each promise once; `npm run test:deep` does the rest: the second engine, the long faults, visitors for a while, other
 * browsers. Names choose among the suites: `npm test -- unit contract`. Every suite runs to its end, then come what failed and one line that
 * adds them up.
 */
const checks = {
  types: ["npm", "run", "--silent", "typecheck"],
  lint: ["npm", "run", "--silent", "lint"],
  format: ["oxfmt", "--check"],
};
/** The projects of vitest.config.ts and of playwright.config.ts. */
const { values: options, positionals: wanted } = parseArgs({ options: { deep: { type: "boolean" } }, allowPositionals: true });
/** Which of Vitest's projects and of Playwright's are run one after the other, and which of both at once: those of faults wait most of the time. */
const plan = options.deep
  ? {
      checks: [],
      busy: ["unit-postgres", "contract-postgres", "long"],
      waiting: ["faults-long", "fuzz-long", "browsers", "deploy"],
      browser: "deep",
      // It watches how long the server takes.
      alone: ["load"],
    }
  : {
      checks: Object.keys(checks) as (keyof typeof checks)[],
      busy: ["unit", "contract", "http", "security"],
      waiting: ["faults"],
      browser: "stories",
      alone: [],
    };

const known = [...plan.checks, ...plan.busy, ...plan.waiting, ...plan.alone, ...(options.deep ? ["audit"] : []), "browser"];
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const unknown = wanted.find((name) => !known.includes(name));
if (unknown) {
  console.error(`There is no suite "${unknown}": choose among ${known.join(", ")}.`);
  process.exit(1);
}

const reports = "test-results";
// Hundreds of databases are made and thrown away: in memory, where there is enough of it, that costs a tenth.
const memory = "/dev/shm";
if (!process.env.TMPDIR && existsSync(memory) && roomIn(memory) > 6 * 2 ** 30 && availableMemory() > 12 * 2 ** 30)
  process.env.TMPDIR = memory;
process.env.NODE_COMPILE_CACHE ??= resolve(reports, "compile-cache");
const lines: string[] = [];
const failures: string[] = [];
const skipped: string[] = [];
let passed = 0;

ensurePackages();
if (options.deep && isWanted("audit")) await audit();
if (options.deep && isWanted("browsers")) ensureBrowsers();
if (options.deep && ["contract-postgres", "faults-long", "deploy"].some(isWanted)) ensureSurroundings();
if (isWanted("browser")) ensureChromium();
if (!findPostgres() && plan.busy.filter(isWanted).some((name) => name.endsWith("-postgres"))) {
  plan.busy = plan.busy.filter((name) => !name.endsWith("-postgres"));
  skipped.push("the tests on Postgres: there is none on this machine");
}
await Promise.all([runChecks(), vitest(plan.busy)]);
await Promise.all([vitest(plan.waiting), isWanted("browser") && playwright(plan.browser)]);
await vitest(plan.alone);

console.log(`\n${lines.join("\n")}`);
if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.join("\n").replace(/^/gm, "  ")}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n").replace(/^/gm, "  ")}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** They take one core for some seconds. */
async function runChecks() {
  for (const name of plan.checks.filter(isWanted)) await check(name, checks[name]);
}

/** A command that passes or fails as a whole. It runs beside others, so what it says comes at its end. */
async function check(name: string, [command, ...args]: string[]) {
  const { ok, seconds, output } = await run(command!, args, { quiet: true });
  console.log(`— ${name}: ${ok ? "fine" : "failed"}\n${ok ? "" : output}`);
  if (ok) passed++;
  else failures.push(name);
  note(name, ok ? 1 : 0, seconds);
}

/** Whether a weakness is known of a package that the site runs on. Not every registry knows. */
async function audit() {
  const { seconds, output } = await run("npm", ["audit", "--omit=dev", "--json"], { quiet: true });
  type Report = { vulnerabilities?: Record<string, { severity: string; range: string }> };
  const { vulnerabilities }: Report = JSON.parse(/^\{.*^\}/ms.exec(output)?.[0] ?? "{}");
  if (!vulnerabilities) return void skipped.push("known weaknesses of packages: the registry does not tell (npm audit)");
  const grave = Object.entries(vulnerabilities).filter(([, { severity }]) => severity === "high" || severity === "critical");
  failures.push(...grave.map(([name, { severity, range }]) => `audit: ${name} ${range} has a weakness (${severity}); see \`npm audit\``));
  if (grave.length === 0) passed++;
  note("audit", grave.length === 0 ? 1 : 0, seconds);
}

type Outcome = { passed: number; skipped: string[]; failures: string[] };

async function vitest(all: string[]) {
  const names = all.filter(isWanted);
  if (names.length === 0) return;
  type File = { name: string; status: string; message: string; startTime: number; endTime: number; assertionResults: Test[] };
  type Test = { status: string; fullName: string; failureMessages: string[] };
  const whole = Object.entries(groups).filter(([, members]) => members.every((name) => names.includes(name)));
  const inGroups = new Set(whole.flatMap(([, members]) => members));
  const chosen = [...whole.map(([group]) => group), ...names.filter((name) => !inGroups.has(name))];
  const args = ["run", ...chosen.map((name) => `--project=${name}`), "--reporter=default", "--reporter=json"];
  const report = `${reports}/vitest-${names[0]}.json`;
  await suite("vitest", [...args, `--outputFile.json=${report}`], report, ({ testResults }) => {
    const files = (testResults as File[]).map((file) => ({ ...file, path: relative(process.cwd(), file.name) }));
    const tests = files.flatMap(({ path, assertionResults }) => assertionResults.map((test) => ({ ...test, path })));
    for (const name of names) {
      const own = files.filter(({ path }) => isOf(name, path));
      const good = own.flatMap(({ assertionResults }) => assertionResults).filter(isPassed).length;
      note(
        name,
        good,
        own.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0),
      );
    }
    // A file that could not even be loaded has failed without failing a test.
    const unloaded = files.filter(({ status, assertionResults }) => status === "failed" && !assertionResults.some(isFailed));
    return {
      passed: tests.filter(isPassed).length,
      skipped: tests.filter((test) => !isPassed(test) && !isFailed(test)).map(({ path, fullName }) => `${path} › ${fullName}`),
      failures: [
        ...unloaded.map(({ path, message }) => described(path, message)),
        ...tests.filter(isFailed).map(({ path, fullName, failureMessages }) => described(`${path} › ${fullName}`, failureMessages[0])),
      ],
    };
  });
}

function isPassed({ status }: { status: string }): boolean {
  return status === "passed";
}

function isFailed({ status }: { status: string }): boolean {
  return status === "failed";
}

/** Whether a file belongs to a project: those of tests/ are in its folder, whatever the engine; the others are beside their subject. */
function isOf(project: string, path: string): boolean {
  const name = project.replace(/-postgres$/, "").replace(/-long$/, "/long");
  if (name === "fuzz/long") return /(fuzz|sockets)\.test\.ts$/.test(path);
  return path.startsWith("tests/") ? path.startsWith(`tests/${name}/`) : name === "unit";
}

async function playwright(name: string) {
  type Suite = { title: string; suites?: Suite[]; specs: Spec[] };
  type Spec = { title: string; ok: boolean; tests: { status: string; results: { error?: { message?: string } }[] }[] };
  const specsOf = ({ title, suites = [], specs }: Suite): Spec[] =>
    [...specs, ...suites.flatMap(specsOf)].map((spec) => ({ ...spec, title: `${title} › ${spec.title}` }));
  const report = `${reports}/browser.json`;
  const args = ["test", `--project=${name}`, "--reporter=list,json"];
  await suite(
    "playwright",
    args,
    report,
    ({ stats, suites }) => {
      const specs = (suites as Suite[]).flatMap(specsOf);
      note("browser", stats.expected + stats.flaky, stats.duration / 1000);
      return {
        passed: stats.expected + stats.flaky,
        skipped: specs.filter(({ tests }) => tests.some(({ status }) => status === "skipped")).map(({ title }) => title),
        failures: specs
          .filter(({ ok }) => !ok)
          .map(({ title, tests }) => described(title, tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message)),
      };
    },
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
}

/** What failed, and under it the beginning of why. */
function described(name: string, why = "") {
  const beginning = stripVTControlCharacters(why).trim().split("\n").slice(0, 12);
  return [name, ...beginning.map((line) => `    ${line}`.trimEnd())].join("\n");
}

/** A test runner; what came of it is in its report. */
async function suite(command: string, args: string[], report: string, outcomeOf: (report: any) => Outcome, env = {}) {
  rmSync(report, { force: true });
  const { ok } = await run(command, args, { env });
  if (!existsSync(report)) return void failures.push(`${command}, without a report`);
  const outcome = outcomeOf(JSON.parse(readFileSync(report, "utf8")));
  passed += outcome.passed;
  skipped.push(...outcome.skipped);
  failures.push(...outcome.failures);
  if (!ok && outcome.failures.length === 0) failures.push(`${command}, outside its tests`);
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** For the table at the end. The seconds of Vitest's suites are those of all its workers. */
function note(name: string, good: number, seconds: number) {
  lines.push(`${name.padEnd(18)} ${String(good).padStart(5)} passed ${seconds.toFixed(0).padStart(5)} s`);
}

async function run(command: string, args: string[], { quiet = false, env = {} } = {}) {
  const began = performance.now();
  const { promise, resolve: end } = Promise.withResolvers<boolean>();
  const child = spawn(command, args, {
    stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    env: { ...process.env, ...env },
  });
  let output = "";
  child.stdout?.on("data", (data) => (output += data));
  child.stderr?.on("data", (data) => (output += data));
  child.on("error", () => end(false)).on("close", (code) => end(code === 0));
  return { ok: await promise, seconds: (performance.now() - began) / 1000, output };
}
