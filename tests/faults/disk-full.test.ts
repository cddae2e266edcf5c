import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../server.ts";
import { steadyMail } from "./mail-server.ts";
import { readStored, startSite } from "./site.ts";
import { canMount, makeSmallDisk } from "./small-disk.ts";
import { atOnce, expectFailure, isAcknowledged, send, submissionOf } from "./submissions.ts";

test.skipIf(!canMount())(
  "a full disk: requests are refused with their text kept, nothing acknowledged is lost, and room mends all",
  async () => {
    const disk = makeSmallDisk(200);
    const place = { DATA_DIR: disk.folder };
    let site = await startSite(place, steadyMail);
    const status = async (path: string) =>
      (await fetch(site.url + path, { headers: { Connection: "close" }, signal: AbortSignal.timeout(60_000) })).status;
    const acknowledged: string[] = [];
    const answers: Record<number, number> = {};
    let sent = 0;

    /** Sends requests until it is told to stop; every answer is a yes or the catalogue's failure. */
    function keepSending() {
      const over = new AbortController();
      const sending = atOnce(4, Array.from({ length: 2000 }), async () => {
        if (over.signal.aborted) return;
        const fields = submissionOf(`disk-${sent++}`);
        const response = await send(site, fields);
        answers[response.status] = (answers[response.status] ?? 0) + 1;
        if (isAcknowledged(response)) acknowledged.push(fields.email!);
        else await expectFailure(response, fields);
      });
      return async () => {
        over.abort();
        await sending;
      };
    }

    for (let round = 0; round < 3; round++) {
      const before = { acknowledged: acknowledged.length, refused: answers[503] ?? 0 };
      const stopSending = keepSending();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before.acknowledged + 10);
      // In two steps, as a disk fills: one that is full in the middle of a write is one that fails, which power-cut.test.ts has.
      disk.leave(32);
      await expect.poll(() => answers[503] ?? 0).toBeGreaterThan(before.refused + 10);
      disk.fill();
      expect(await status("/readyz")).toBe(503);
      expect(await status("/healthz")).toBe(200);
      expect(await status("/gl/contact")).toBe(200);
      await stopSending();
      if (round === 1) {
        // The supervisor starts it again and again until there is room.
        site.kill("SIGKILL");
        await site.exit;
        const refused = await startServer(place);
        expect(refused.port).toBeUndefined();
        expect(refused.errors()).toMatch(/^The disk of the data folder .* has less than 64 MB left/);
        expect((await refused.exit).code).toBe(1);
        disk.empty();
        site = await startSite(place, steadyMail);
      } else if (round === 2) {
        // A stop does not hang either.
        expect(await site.stop()).toEqual({ code: 0, signal: null });
        disk.empty();
        site = await startSite(place, steadyMail);
      } else {
        disk.empty();
      }
      await expect.poll(() => status("/readyz")).toBe(200);
      const fields = submissionOf(`disk-after-${round}`);
      expect(isAcknowledged(await send(site, fields))).toBe(true);
      acknowledged.push(fields.email!);
    }

    const mailFiles = () => readdirSync(join(disk.folder, "mail")).filter((name) => name.endsWith(".eml")).length;
    await expect.poll(mailFiles).toBeGreaterThanOrEqual(2 * acknowledged.length);
    await site.stop();
    const { requests, mails } = await readStored(place);
    const stored = requests.map(({ email }) => email);
    console.log(
      `disk full 3 times: ${sent + 3} sent, ${acknowledged.length} acknowledged, ${stored.length} stored, answers ${JSON.stringify(answers)}`,
    );
    expect(acknowledged.filter((email) => !stored.includes(email))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
    expect(mails.filter(({ state }) => state !== "sent")).toEqual([]);
    expect(mailFiles()).toBe(mails.length);
  },
);
