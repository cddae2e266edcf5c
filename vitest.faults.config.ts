import { defineConfig } from "vitest/config";

/** What must hold when something breaks, shown on the built server. Two files at a time, because much of it is waiting. */
export default defineConfig({
  test: {
    include: ["tests/faults/**/*.test.ts"],
    reporters: ["verbose"],
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 300_000,
    // How long a thing may take is in the test where it matters; this ends what would never happen. A mail that fails twice takes three minutes.
    expect: { poll: { timeout: 5 * 60_000, interval: 250 } },
  },
});
