import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "./scripts/chromium.ts";
import { policyVersion } from "./tests/e2e/site.ts";

/** The tests send more than an address may. */
const limits = {
  REQUESTS_PER_ADDRESS: "100000",
  REQUESTS_PER_HOUR: "100000",
  AUTH_ATTEMPTS_PER_ADDRESS: "100000",
  AUTH_MAIL_INTERVAL: "0",
};

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

const ports = { site: 4173, testPages: 4174 };

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  workers: 2,
  fullyParallel: true,
  // A busy machine may be several times slower than a quiet one.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  use: {
    baseURL: `http://localhost:${ports.site}`,
    locale: "en-US",
    storageState: { cookies: [consent], origins: [] },
    launchOptions: {
      executablePath: findChromium(),
      args: chromiumArgs,
    },
  },
  projects: [
    { name: "site", testIgnore: ["behaviours.spec.ts", "accounts.spec.ts"] },
    // The same site with the pages of tests/pages added: they fail, wait or render in the browser only.
    { name: "test pages", testMatch: ["behaviours.spec.ts", "accounts.spec.ts"], use: { baseURL: `http://localhost:${ports.testPages}` } },
  ],
  webServer: [
    {
      command: "node build/server/main.js",
      env: { PORT: String(ports.site), DATA_DIR: "test-results/data", ...limits },
      url: `http://localhost:${ports.site}/readyz`,
      timeout: 300_000,
    },
    {
      command: "node scripts/build.ts && node test-results/build/server/main.js",
      env: {
        PORT: String(ports.testPages),
        DATA_DIR: "test-results/data-test-pages",
        BUILD_DIR: "test-results/build",
        TEST_PAGES: "1",
        ...limits,
      },
      url: `http://localhost:${ports.testPages}/readyz`,
      timeout: 300_000,
    },
  ],
});
