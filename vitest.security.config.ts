import { defineConfig } from "vitest/config";

/** What attackers try, against the built server: one file for each kind of attack. */
export default defineConfig({
  test: { include: ["tests/security/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 2 },
});
