import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { ensurePackages } from "../tests/packages.ts";
import { ensureChromium } from "./chromium.ts";

/** `npm test`: every check, each run to its end, and one line that adds them up. */
const reports = "test-results";
let passed = 0;
let failed = 0;
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
suite(
  "browser",
  "playwright",
  ["test", "--reporter=list,json"],
  ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }),
  { PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/browser.json` },
);

if (skipped > 0) console.log(`\n${skipped} skipped: they need what this database or this machine does not have`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

type Counts = { passed: number; failed: number; skipped: number };

/** A command that passes or fails as a whole. */
function check(name: string, command: string, args: string[]) {
  if (run(name, command, args)) passed++;
  else failed++;
}

function vitest(name: string, args: string[] = []) {
  suite(
    name,
    "vitest",
    ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${reports}/${name}.json`],
    ({ numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests }) => ({
      passed: numPassedTests,
      // A file that could not even be loaded has failed without failing a test.
      failed: Math.max(numFailedTests, numFailedTestSuites),
      skipped: numPendingTests,
    }),
  );
}

/** A test runner; what it counted is in its report. */
function suite(name: string, command: string, args: string[], count: (report: any) => Counts, env = {}) {
  const file = `${reports}/${name}.json`;
  rmSync(file, { force: true });
  const ok = run(name, command, args, env);
  try {
    const counted = count(JSON.parse(readFileSync(file, "utf8")));
    passed += counted.passed;
    skipped += counted.skipped;
    failed += ok ? counted.failed : Math.max(counted.failed, 1);
  } catch {
    failed++;
  }
}

function run(name: string, command: string, args: string[], env = {}): boolean {
  console.log(`\n— ${name}`);
  return spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32", env: { ...process.env, ...env } }).status === 0;
}
