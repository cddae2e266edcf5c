import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contact } from "#content/en/contact.ts";
import { publicPaths } from "../e2e/site.ts";
import { findPostgres, startPostgres } from "../postgres.ts";
import { newFolder, readStored, startSite } from "./site.ts";
import { isAcknowledged, send, submissionOf } from "./submissions.ts";

test.skipIf(!findPostgres())(
  "while Postgres is away the pages answer, a request is refused with its text kept, and all mends itself",
  async () => {
    const postgres = await startPostgres();
    try {
      const place = { DATA_DIR: newFolder(), DATABASE_URL: await postgres.createDatabase() };
      const site = await startSite(place);
      const status = async (path: string) => (await fetch(site.url + path)).status;
      expect(await status("/readyz")).toBe(200);
      expect(isAcknowledged(await send(site, submissionOf("before")))).toBe(true);

      await postgres.halt();
      expect(await status("/readyz")).toBe(503);
      expect(await status("/healthz")).toBe(200);
      for (const path of publicPaths) expect(await status(path), path).toBe(200);
      const typed = submissionOf("meanwhile");
      const began = Date.now();
      const refused = await send(site, typed);
      const seconds = (Date.now() - began) / 1000;
      expect(refused.status).toBe(503);
      expect(seconds).toBeLessThan(10);
      const page = await refused.text();
      expect(page).toContain(contact.failed.heading);
      expect(page).toContain(typed.message);
      expect(page).toContain(`value="${typed.email}"`);

      await postgres.resume();
      const returned = Date.now();
      await expect.poll(() => status("/readyz"), { timeout: 30_000 }).toBe(200);
      console.log(`refused after ${seconds.toFixed(1)} s; ready ${((Date.now() - returned) / 1000).toFixed(1)} s after Postgres was back`);
      expect(isAcknowledged(await send(site, typed))).toBe(true);
      await expect.poll(() => readdirSync(join(place.DATA_DIR, "mail")).length, { timeout: 90_000 }).toBe(4);

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
