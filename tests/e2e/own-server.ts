import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import type { Office } from "./mails.ts";
import { startPostgres } from "../postgres.ts";
import { startServer } from "../server.ts";

type Fixtures = { databaseUrl: string; open: (settings: Record<string, string>) => Promise<Office> };

/** `open` starts a server of the test's own, `databaseUrl` a Postgres; both end with the test. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line eslint/no-empty-pattern
  databaseUrl: async ({}, use) => {
    const server = await startPostgres();
    await use(await server.createDatabase());
    await server.stop();
  },
  // oxlint-disable-next-line eslint/no-empty-pattern
  open: async ({}, use) => {
    const servers: (Awaited<ReturnType<typeof startServer>> & { dataDir: string })[] = [];
    await use(async (settings) => {
      const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
      const server = await startServer({ DATA_DIR: dataDir, ...settings });
      servers.push({ ...server, dataDir });
      return { url: server.url, dataDir };
    });
    for (const { stop, dataDir } of servers) {
      await stop();
      rmSync(dataDir, { recursive: true });
    }
  },
});
