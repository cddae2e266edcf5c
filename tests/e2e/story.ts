import { test as base } from "@playwright/test";
import type { Office } from "./mails.ts";
import { startPostgres } from "../postgres.ts";
import { startServer } from "../server.ts";

export * from "@playwright/test";

type Fixtures = { databaseUrl: string; open: (settings: Record<string, string>) => Promise<Office> };

/** What every story begins with. `open` starts a server of the story's own, `databaseUrl` a Postgres; both end with it. */
export const test = base.extend<Fixtures>({
  // The headless shell has a pointer at 0, 0 that comes over each new page. That would count as a touch, and wake pages that nobody touches.
  context: async ({ context }, use) => {
    await context.addInitScript(() => {
      for (const sign of ["pointerover", "pointermove"] as const)
        addEventListener(sign, (event) => event.clientX + event.clientY === 0 && event.stopImmediatePropagation(), true);
    });
    await use(context);
  },
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
