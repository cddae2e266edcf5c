import { defineConfig } from "vitest/config";
import { inlineScript } from "./scripts/inline-script.ts";

export default defineConfig({
  plugins: [inlineScript()],
  test: { include: ["{app,content,server,scripts}/**/*.test.{ts,tsx}"], maxWorkers: 2 },
});
