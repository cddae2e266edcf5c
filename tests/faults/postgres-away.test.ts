import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { publicPaths } from "../e2e/site.ts";
import { findPostgres, startPostgres } from "../postgres.ts";
import { quickMail } from "./mail-server.ts";
import { newFolder, readStored, startSite } from "./site.ts";
import { expectFailure, isAcknowledged, send, submissionOf } from "./submissions.ts";
import { startWatch } from "./watch.ts";

test.skipIf(!findPostgres())(
  "while Postgres is away the pages answer, a request is refused with its text kept, and all mends itself",
  async () => {
    const postgres = await startPostgres();
    try {
      const place = { DATA_DIR: newFolder(), DATABASE_URL: await postgres.createDatabase() };
      // Away at the start, too.
      await postgres.halt();
      const site = await startSite(place, quickMail);
      const status = async (path: string) => (await fetch(site.url + path)).status;
      expect([await status("/readyz"), await status("/gl")]).toEqual([503, 200]);
      expect(site.output()).toMatch(/"level":50,.*THE DATABASE IS AWAY\..*nothing listens there/);
      await expectFailure(await send(site, submissionOf("early")), submissionOf("early"));
      await postgres.resume();
      await expect.poll(() => status("/readyz"), { timeout: 90_000 }).toBe(200);
      expect(isAcknowledged(await send(site, submissionOf("before")))).toBe(true);

      await postgres.halt();
      expect(await status("/readyz")).toBe(503);
      expect(await status("/healthz")).toBe(200);
      for (const path of publicPaths) expect(await status(path), path).toBe(200);
      const typed = submissionOf("meanwhile");
      const watch = startWatch();
      const refused = await send(site, typed);
      const seconds = watch() / 1000;
      expect(seconds).toBeLessThan(10);
      await expectFailure(refused, typed);

      await postgres.resume();
      const returned = Date.now();
      await expect.poll(() => status("/readyz"), { timeout: 90_000 }).toBe(200);
      console.log(`refused after ${seconds.toFixed(1)} s; ready ${((Date.now() - returned) / 1000).toFixed(1)} s after Postgres was back`);
      expect(isAcknowledged(await send(site, typed))).toBe(true);
      await expect.poll(() => readdirSync(join(place.DATA_DIR, "mail")).length).toBe(4);

      const stopped = await site.stop();
      expect(stopped).toEqual({ code: 0, signal: null });
      const { requests, mails } = await readStored(place);
      expect(requests.map(({ email }) => email).toSorted()).toEqual(["before@example.com", "meanwhile@example.com"]);
      expect(mails.map(({ state }) => state)).toEqual(["sent", "sent", "sent", "sent"]);
    } finally {
      await postgres.stop();
    }
  },
);

test.skipIf(!findPostgres())(
  "Postgres that goes in the middle of many requests ends none but those, and loses nothing acknowledged",
  async () => {
    const postgres = await startPostgres();
    try {
      const place = { DATA_DIR: newFolder(), DATABASE_URL: await postgres.createDatabase() };
      const site = await startSite(place, quickMail);
      const acknowledged: string[] = [];
      let sent = 0;
      const over = new AbortController();
      const senders = Array.from({ length: 10 }, async () => {
        while (!over.signal.aborted) {
          const submission = submissionOf(`visitor-${sent++}`);
          const response = await send(site, submission);
          await response.text();
          if (isAcknowledged(response)) acknowledged.push(submission.email!);
          else expect(response.status).toBe(503);
        }
      });
      for (let round = 0; round < 2; round++) {
        await pause(700);
        await postgres.halt();
        await pause(300);
        await postgres.resume();
      }
      await pause(700);
      over.abort();
      await Promise.all(senders);
      expect((await site.stop()).code).toBe(0);
      const stored = (await readStored(place)).requests.map(({ email }) => email);
      console.log(`${sent} sent, ${acknowledged.length} acknowledged, ${stored.length} stored`);
      expect(acknowledged.filter((email) => !stored.includes(email))).toEqual([]);
      expect(new Set(stored).size).toBe(stored.length);
      expect(acknowledged.length).toBeGreaterThan(0);
    } finally {
      await postgres.stop();
    }
  },
);
