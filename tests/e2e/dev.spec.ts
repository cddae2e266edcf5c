import { spawn } from "node:child_process";
import { expect, test } from "@playwright/test";
import { freePort } from "../postgres.ts";
import { hydrated } from "./hydrated.ts";

test("npm run dev serves the site from the sources, and it hydrates without a complaint", { tag: "@deep" }, async ({ page }) => {
  test.slow();
  const port = await freePort();
  const vite = spawn("node", ["server/dev.ts"], {
    // Not the folder of a site that somebody runs here.
    env: { ...process.env, PORT: String(port), DATA_DIR: "test-results/data-dev" },
    stdio: "ignore",
  });
  try {
    const complaints: string[] = [];
    page.on("console", (entry) => ["error", "warning"].includes(entry.type()) && complaints.push(entry.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${port}/readyz`).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: 120_000 },
      )
      .toBe(200);
    await page.goto(`http://localhost:${port}/gl`);
    await hydrated(page);
    expect(complaints).toEqual([]);
  } finally {
    vite.kill();
  }
});
