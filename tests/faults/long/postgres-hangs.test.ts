import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { publicPaths } from "../../e2e/site.ts";
import { findPostgres } from "../../postgres.ts";
import { startProxy } from "../proxy.ts";
import { newDatabase, newFolder, readStored, startSite } from "../site.ts";
import { expectFailure, isAcknowledged, send, submissionOf } from "../submissions.ts";
import { startWatch } from "../watch.ts";

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);

/** With the real clocks of the database's connections. */
test.skipIf(!findPostgres())(
  "while Postgres says nothing the pages answer, requests are refused with their text kept, and all mends itself",
  async () => {
    const address = new URL(await newDatabase());
    const network = await startProxy(address);
    const through = new URL(address);
    through.port = String(network.port);
    const site = await startSite({ DATA_DIR: newFolder(), DATABASE_URL: through.href });
    const status = async (path: string) => (await fetch(site.url + path, { signal: AbortSignal.timeout(60_000) })).status;
    const acknowledged: string[] = [];
    let sent = 0;
    let slowest = 0;

    for (let round = 0; round < rounds; round++) {
      const over = new AbortController();
      const senders = Array.from({ length: 12 }, async () => {
        while (!over.signal.aborted) {
          const fields = submissionOf(`hang-${sent++}`);
          const watch = startWatch();
          const response = await send(site, fields);
          slowest = Math.max(slowest, watch());
          if (isAcknowledged(response)) acknowledged.push(fields.email!);
          else await expectFailure(response, fields);
        }
      });
      await pause(500);
      network.hang();
      expect(await status("/readyz")).toBe(503);
      expect(await status("/healthz")).toBe(200);
      for (const path of publicPaths) expect(await status(path), path).toBe(200);
      // Longer than a form waits: the senders hear that it failed.
      await pause(17_000);
      expect(await status("/readyz")).toBe(503);
      network.resume();
      const resumed = Date.now();
      await expect.poll(() => status("/readyz"), { timeout: 90_000 }).toBe(200);
      console.log(`ready ${((Date.now() - resumed) / 1000).toFixed(1)} s after the network was back`);
      over.abort();
      await Promise.all(senders);
      const after = submissionOf(`hang-after-${round}`);
      expect(isAcknowledged(await send(site, after))).toBe(true);
      acknowledged.push(after.email!);
    }

    expect(await site.stop()).toEqual({ code: 0, signal: null });
    const stored = (await readStored({ DATA_DIR: newFolder(), DATABASE_URL: address.href })).requests.map(({ email }) => email);
    console.log(
      `${sent + rounds} sent, ${acknowledged.length} acknowledged, ${stored.length} stored; the slowest answer took ${slowest} ms`,
    );
    expect(acknowledged.filter((email) => !stored.includes(email))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
    expect(slowest).toBeLessThan(20_000);
  },
);
