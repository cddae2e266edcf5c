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
    const servers: Awaited<ReturnType<typeof startServer>>[] = [];
    await use(async (settings) => {
      const server = await startServer(settings);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop();
  },
});
