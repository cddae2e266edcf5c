import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensurePackages } from "../tests/packages.ts";
import { ensureChromium } from "./chromium.ts";

/** `npm test`: every check, each run to its end, then what failed and one line that adds them up. */
const reports = "test-results";
const failures: string[] = [];
let passed = 0;
let skipped = 0;

ensureChromium();
ensurePackages();
check("types", "npm", ["run", "--silent", "typecheck"]);
check("lint", "npm", ["run", "--silent", "lint"]);
check("format", "oxfmt", ["--check"]);
vitest("unit");
vitest("contract", ["--config=vitest.contract.config.ts"]);
vitest("security", ["--config=vitest.security.config.ts"]);
vitest("faults", ["--config=vitest.faults.config.ts"]);
vitest("load", ["--config=vitest.load.config.ts"]);
playwright("browser");

if (skipped > 0) console.log(`\n${skipped} skipped: they need what this database or this machine does not have`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n").replace(/^/gm, "  ")}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** A command that passes or fails as a whole. */
function check(name: string, command: string, args: string[]) {
  if (run(name, command, args)) passed++;
  else failures.push(name);
}

function vitest(name: string, args: string[] = []) {
  type File = { name: string; status: string; message: string; assertionResults: Test[] };
  type Test = { status: string; fullName: string; failureMessages: string[] };
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${reports}/${name}.json`];
  suite(name, "vitest", ["run", ...args, ...options], (report) => ({
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

function playwright(name: string) {
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
    ["test", "--reporter=list,json"],
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
