import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#backend/database/connection.ts";
import { findPostgres, startPostgres } from "../postgres.ts";
import { startMailServer, type Trouble } from "./mail-server.ts";
import { newFolder, readStored, startSite, type Place } from "./site.ts";
import { atOnce, isAcknowledged, send, submissionOf } from "./submissions.ts";

const count = 20;

/** What the log says of a mail that could not be sent. */
const expected: Record<Trouble, RegExp> = {
  silent: /"code":"ETIMEDOUT"/,
  "silent after the mail": /"code":"ETIMEDOUT"/,
  endless: /"code":"ECONNECTION"/,
  "421": /"responseCode":421/,
  "451": /"responseCode":451/,
  "550": /"responseCode":550/,
};

test.skipIf(!findPostgres())(
  `with a mail server that hangs, puts off or refuses, requests are accepted at once; when it is well, each mail arrives once`,
  async () => {
    const postgres = await startPostgres();
    try {
      const troubles = Object.keys(expected) as Trouble[];
      await Promise.all(
        troubles.map(async (trouble) => survives(trouble, { DATA_DIR: newFolder(), DATABASE_URL: await postgres.createDatabase() })),
      );
    } finally {
      await postgres.stop();
    }
  },
);

async function survives(trouble: Trouble, place: Place) {
  const mailServer = await startMailServer({ trouble });
  const site = await startSite(place, { SMTP_URL: mailServer.url });
  const submissions = Array.from({ length: count }, (_, number) => submissionOf(`trouble-${number}`));
  let slowest = 0;
  await atOnce(4, submissions, async (fields) => {
    const began = Date.now();
    expect(isAcknowledged(await send(site, fields))).toBe(true);
    slowest = Math.max(slowest, Date.now() - began);
  });
  const began = Date.now();
  // Those that waited for a connection may be given up first, without a code.
  await expect.poll(() => site.output(), { timeout: 120_000 }).toMatch(expected[trouble]);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  expect(site.output()).toContain("mail not sent; it is tried again");
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect(mailServer.mails).toEqual([]);
  const failed = (await readStored(place)).mails.filter(({ lastError }) => lastError);
  expect(failed.length).toBeGreaterThan(0);
  for (const { state, dueAt, attemptedAt } of failed) {
    expect(state).toBe("due");
    expect(dueAt.getTime() - attemptedAt!.getTime()).toBeGreaterThanOrEqual(60_000);
  }

  mailServer.trouble = undefined;
  await expect
    .poll(async () => {
      await bringForward(place);
      return mailServer.distinct();
    })
    .toBe(2 * count);
  await expect.poll(async () => (await readStored(place)).mails.filter(({ state }) => state !== "sent").length).toBe(0);
  expect(await site.stop()).toEqual({ code: 0, signal: null });
  await mailServer.stop();
  console.log(
    `${trouble}: ${count} accepted, the slowest in ${slowest} ms; given up after ${seconds} s; ${mailServer.mails.length} mails arrived, each once`,
  );
  expect(mailServer.mails.length).toBe(2 * count);
}

/** The minute that a mail waits after a failure is over now. */
async function bringForward({ DATA_DIR, DATABASE_URL }: Place) {
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  await database.queries.execute(sql`update outbox set due_at = now() where state = 'due' and last_error is not null`);
  await database.close();
}
