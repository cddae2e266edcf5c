import { defineConfig } from "vitest/config";
import { inlineScript } from "./scripts/inline-script.ts";

/** What attackers try, against the built server: one file for each kind of attack. */
export default defineConfig({
  plugins: [inlineScript()],
  test: { include: ["tests/security/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 300_000, maxWorkers: 2 },
});
