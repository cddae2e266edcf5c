import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowsers, ensurePackages } from "../tests/packages.ts";
import { ensureChromium } from "./chromium.ts";

/**
 * `npm test`: every promise once. `npm run test:deep`: the rest. Both run each suite to its end, then say what failed and how long each
 * took, and add up. With names (`npm test -- unit lint`) only those suites run.
 */
const isDeep = process.argv.includes("--deep");
const wanted = process.argv.slice(2).filter((name) => name !== "--deep");

const shallow: Record<string, () => void> = {
  types: () => check("types", "npm", ["run", "--silent", "typecheck"]),
  lint: () => check("lint", "npm", ["run", "--silent", "lint"]),
  format: () => check("format", "oxfmt", ["--check"]),
  unit: () => vitest("unit"),
  contract: () => vitest("contract"),
  http: () => vitest("http"),
  security: () => vitest("security"),
  faults: () => vitest("faults"),
  browser: () => playwright("browser", ["stories", "asleep"]),
};

const deep: Record<string, () => void> = {
  "unit-postgres": () => vitest("unit-postgres"),
  "contract-postgres": () => vitest("contract-postgres"),
  "faults-long": () => vitest("faults-long"),
  browsers: () => vitest("browsers"),
  browser: () => playwright("browser-deep", ["deep"]),
  load: () => vitest("load"),
};

const suites = isDeep ? deep : shallow;
const reports = "test-results";
const failures: string[] = [];
const times: string[] = [];
let passed = 0;
let skipped = 0;

const unknown = wanted.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown[0]}". There are: ${Object.keys(suites).join(", ")}.`);
  process.exit(1);
}
ensureChromium();
ensurePackages();
if (isDeep) ensureBrowsers();
for (const [name, run] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  run();
  times.push(`${name} ${Math.round((performance.now() - started) / 1000)} s`);
}

console.log(`\n${times.join(", ")}`);
if (skipped > 0) console.log(`${skipped} skipped: they need what this database or this machine does not have`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n").replace(/^/gm, "  ")}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
// For .ci/run, which adds both up.
writeFileSync(`${reports}/${isDeep ? "deep" : "test"}.total`, `${passed} ${failures.length}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** A command that passes or fails as a whole. */
function check(name: string, command: string, args: string[]) {
  if (run(name, command, args)) passed++;
  else failures.push(name);
}

/** A project of vitest.config.ts. */
function vitest(name: string) {
  type File = { name: string; status: string; message: string; assertionResults: Test[] };
  type Test = { status: string; fullName: string; failureMessages: string[] };
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${reports}/${name}.json`];
  suite(name, "vitest", ["run", `--project=${name}`, ...options], (report) => ({
    passed: report.numPassedTests,
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap(({ name: path, status, message, assertionResults }: File) => {
      const file = relative(process.cwd(), path);
      const tests = assertionResults.filter((test) => test.status === "failed");
      // A file that could not even be loaded has failed without failing a test.
      if (status === "failed" && tests.length === 0) return [described(file, message)];
      return tests.map(({ fullName, failureMessages }) => described(`${file} › ${fullName}`, failureMessages[0]));
    }),
  }));
}

/** Projects of playwright.config.ts. */
function playwright(name: string, projects: string[]) {
  type Suite = { title: string; suites?: Suite[]; specs: Spec[] };
  type Spec = { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] };
  const failureOf = ({ title, tests }: Spec) =>
    described(title, tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message);
  const failuresOf = ({ title, suites = [], specs }: Suite): string[] =>
    [...specs.filter(({ ok }) => !ok).map(failureOf), ...suites.flatMap(failuresOf)].map((failure) => `${title} › ${failure}`);
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/${name}.json` };
  suite(
    name,
    "playwright",
    ["test", "--reporter=list,json", ...projects.map((project) => `--project=${project}`)],
    ({ stats, suites }) => ({ passed: stats.expected + stats.flaky, skipped: stats.skipped, failures: suites.flatMap(failuresOf) }),
    env,
  );
}

/** What failed, and under it the beginning of why. */
function described(name: string, why = "") {
  const lines = stripVTControlCharacters(why).trim().split("\n").slice(0, 12);
  return [name, ...lines.map((line) => `    ${line}`.trimEnd())].join("\n");
}

type Outcome = { passed: number; skipped: number; failures: string[] };

/** A test runner; what came of it is in its report. */
function suite(name: string, command: string, args: string[], outcomeOf: (report: any) => Outcome, env = {}) {
  const file = `${reports}/${name}.json`;
  rmSync(file, { force: true });
  const ok = run(name, command, args, env);
  try {
    const outcome = outcomeOf(JSON.parse(readFileSync(file, "utf8")));
    passed += outcome.passed;
    skipped += outcome.skipped;
    failures.push(...outcome.failures);
    if (!ok && outcome.failures.length === 0) failures.push(`${name}, outside its tests`);
  } catch {
    failures.push(`${name}, without a report`);
  }
}

function run(name: string, command: string, args: string[], env = {}): boolean {
  console.log(`\n— ${name}`);
  return spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32", env: { ...process.env, ...env } }).status === 0;
}
