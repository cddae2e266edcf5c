import { defineConfig } from "vitest/config";

/** Visitors for a while, on the built server. One test after the other: each watches how long its own server takes. */
export default defineConfig({
  test: {
    include: ["tests/load/**/*.test.ts"],
    fileParallelism: false,
    reporters: ["verbose"],
    testTimeout: 60 * 60_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 250 } },
  },
});
