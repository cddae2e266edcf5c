import { defineConfig } from "vitest/config";

/** Visitors for a while, on the built server. */
export default defineConfig({
  test: { include: ["tests/load/**/*.test.ts"], reporters: ["verbose"], testTimeout: 60 * 60_000 },
});
