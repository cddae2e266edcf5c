import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromiumArgs, findHeadlessChromium } from "./scripts/chromium.ts";
import { policyVersion } from "./tests/e2e/site.ts";

/** Everyone has chosen about cookies already, so that no banner is in the way; consent.spec.ts begins without. */
const consent = {
  name: "consent",
  value: `${policyVersion}__chosen-before`,
  domain: "localhost",
  path: "/",
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: "Lax" as const,
};

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  globalSetup: "./tests/e2e/set-up.ts",
  // Each waits now and then: one more keeps the processors busy.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // A busy machine may be several times slower than a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  use: {
    baseURL: process.env.E2E_URL,
    locale: "en-US",
    storageState: { cookies: [consent], origins: [] },
    // Drawing what moves takes a quarter of a processor; the tests of motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // Pages live for seconds here: to optimise their scripts takes longer than it saves.
    launchOptions: { executablePath: findHeadlessChromium(), args: [...chromiumArgs, "--js-flags=--no-opt --no-maglev --no-sparkplug"] },
  },
  projects: [
    // What `npm test` runs: each promise once.
    { name: "stories", grepInvert: /@deep/ },
    // What `npm run test:deep` adds: the same in other languages and sizes, and what is rare.
    { name: "deep", grep: /@deep/ },
  ],
});
