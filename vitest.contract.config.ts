import { defineConfig } from "vitest/config";

/** The accounts service through the real client libraries, against the built server. */
export default defineConfig({
  test: { include: ["tests/contract/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 300_000, maxWorkers: 2 },
});
