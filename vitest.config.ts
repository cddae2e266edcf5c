import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { inlineScript } from "./scripts/inline-script.ts";
import { groups } from "./tests/groups.ts";
import { buildFolder, quickStart } from "./tests/server.ts";

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

const units = "{app,backend,content,server,scripts}/**/*.test.{ts,tsx}";
/** The unit tests that ask a database something. */
const unitsOnDatabase = globSync(units).filter((file) => readFileSync(file, "utf8").includes("onBothEngines("));
const onPostgres: Options = { provide: { engine: "postgres" } };

/**
 * What was loaded stays loaded from file to file, and so does the site of the contracts' worker. An embedded database begins as the
 * build's own, as it does behind the built server: making one takes seconds.
 */
const inOneWorld: Options = { isolate: false, env: { BUILD_DIR: buildFolder } };

/**
 * How long a thing may take is in the test where it matters; this ends what would never happen. Most of it is waiting, so there are more at
 * once, after the others.
 */
const patient: Options = {
  ...inOneWorld,
  testTimeout: 30 * 60_000,
  expect: { poll: { timeout: 5 * 60_000, interval: 250 } },
  maxWorkers: 2 * availableParallelism(),
  sequence: { groupOrder: 1 },
};

/** As patient, with more nonsense than in `npm test`. */
const inDepth: Options = { ...patient, env: { ...patient.env, FUZZ_COUNT: "500" } };

/** What each suite has in it, and how it runs. */
const suites: Record<string, [include: string[], options: Options]> = {
  unit: [[units], inOneWorld],
  // The accounts service through the real client libraries.
  contract: [["tests/contract/**/*.test.ts"], inOneWorld],
  // The built server, asked without a browser.
  http: [["tests/http/**/*.test.ts"], inOneWorld],
  // What attackers try, one file for each kind of attack.
  security: [["tests/security/**/*.test.ts"], inOneWorld],
  "unit-postgres": [unitsOnDatabase, { ...inOneWorld, ...onPostgres }],
  // Where the engine matters: what is refused before it is asked, and pages, are the same on both.
  "contract-postgres": [
    [
      "tests/contract/{admin,factors,functions,limits,links,page-*,people,providers,realtime,rest,session-cookie,sign-up,storage*,tokens,user,written-for-a-project}.test.ts",
    ],
    { ...inOneWorld, ...onPostgres },
  ],
  // What takes long on a built server: time is measured, many forms are sent, a browser looks at all that was stored.
  long: [["tests/long/*.test.ts"], inOneWorld],
  // What must hold when something breaks.
  faults: [["tests/faults/*.test.ts"], patient],
  "faults-long": [["tests/faults/long/*.test.ts"], inDepth],
  "fuzz-long": [["tests/{security,faults}/fuzz.test.ts", "tests/security/{services-fuzz,sockets}.test.ts"], inDepth],
  // The site in Firefox and WebKit.
  browsers: [["tests/browsers/**/*.test.ts"], inDepth],
  // The pages and files of a deployment, as they stand there.
  deploy: [["tests/deploy/**/*.test.ts"], inDepth],
  // Visitors for a while, after all others: each test watches how long its own server takes.
  load: [["tests/load/**/*.test.ts"], { ...patient, maxWorkers: 1, sequence: { groupOrder: 2 } }],
};

/** All tests but those of Playwright. scripts/test.ts says which of these `npm test` runs, and which `npm run test:deep`. */
export default defineConfig({
  test: {
    globalSetup: "tests/set-up.ts",
    // A site in the tests' own process says this of each mail.
    onConsoleLog: (log) => !log.includes("A mail was written to"),
    projects: [
      ...Object.entries(suites).map(([name, [include, options]]) => project(name, include, options)),
      ...Object.entries(groups).map(([name, members]) => {
        const includes = members.map((member) => suites[member]![0]);
        return project(name, includes.flat(), suites[members[0]!]![1]);
      }),
    ],
  },
});

function project(name: string, include: string[], options: Options): TestProjectInlineConfiguration {
  return {
    plugins: [inlineScript()],
    test: {
      name,
      include,
      execArgv: [quickStart],
      // Each waits now and then: one more keeps the processors busy.
      maxWorkers: availableParallelism() + 1,
      // A busy machine may be several times slower than a quiet one.
      testTimeout: 120_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 20_000 } },
      provide: { engine: "embedded" },
      ...options,
    },
  };
}
