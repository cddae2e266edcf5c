import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import type { Office } from "./mails.ts";
import { startServer } from "../server.ts";

/** `open` starts a server of the test's own, which ends with the test. */
export const test = base.extend<{ open: (settings: Record<string, string>) => Promise<Office> }>({
  // oxlint-disable-next-line eslint/no-empty-pattern
  open: async ({}, use) => {
    const servers: Awaited<ReturnType<typeof startServer>>[] = [];
    await use(async (settings) => {
      const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
      const server = await startServer({ DATA_DIR: dataDir, ...settings });
      servers.push(server);
      return { url: server.url, dataDir };
    });
    for (const server of servers) await server.stop();
  },
});
