import { defineConfig } from "vitest/config";
import { inlineScript } from "./scripts/inline-script.ts";

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    include: ["{app,backend,content,server,scripts}/**/*.test.{ts,tsx}"],
    maxWorkers: 2,
    // A busy machine may be several times slower than a quiet one.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
