import { expect, test } from "vitest";
import { openDatabase } from "#backend/database/connection.ts";
import { migrate } from "#backend/database/migrate.ts";
import { outbox, requests } from "#backend/database/schema.ts";
import { migrations } from "#backend/database/testing.ts";
import { findPostgres } from "../postgres.ts";
import { startMailServer } from "./mail-server.ts";
import { newDatabase, newFolder, readStored, repeatsIn, startSite, type Place } from "./site.ts";
import { submissionOf } from "./submissions.ts";

const count = 40;
/** What a copy opens to the mail server (backend/mail/transport.ts). */
const connections = 10;

test.skipIf(!findPostgres())(`two copies on one Postgres send each of ${2 * count} due mails once`, async () => {
  const place = { DATA_DIR: newFolder(), DATABASE_URL: await newDatabase() };
  await fillOutbox(place);

  // More than one copy sends at once: neither is through before the other one begins.
  const mailServer = await startMailServer({ together: connections + 1 });
  const copies = await Promise.all(
    [place, { ...place, DATA_DIR: newFolder() }].map((copy) => startSite(copy, { SMTP_URL: mailServer.url })),
  );
  await expect.poll(async () => (await readStored(place)).mails.filter(({ state }) => state !== "sent").length).toBe(0);
  await Promise.all(copies.map((copy) => copy.stop()));
  await mailServer.stop();

  const shares = copies.map((copy) => copy.output().split('"mail sent"').length - 1);
  console.log(
    `${mailServer.mails.length} mails arrived, ${repeatsIn(mailServer.mails.map(({ messageId }) => messageId))} of them again; the copies sent ${shares.join(" and ")}`,
  );
  expect(mailServer.distinct()).toBe(2 * count);
  expect(mailServer.mails.length).toBe(2 * count);
  for (const share of shares) expect(share).toBeGreaterThan(0);
});

async function fillOutbox({ DATA_DIR, DATABASE_URL }: Place) {
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  await migrate(database, migrations);
  const rows = await database.queries
    .insert(requests)
    .values(
      Array.from({ length: count }, (_, number) => {
        const { name, email, message } = submissionOf(`copies-${number}`) as { name: string; email: string; message: string };
        return {
          mode: "contact" as const,
          reason: "general" as const,
          locale: "en" as const,
          name,
          email,
          message,
          contentHash: email,
          messageHash: email,
        };
      }),
    )
    .returning({ id: requests.id });
  await database.queries
    .insert(outbox)
    .values(rows.flatMap(({ id }) => (["notice", "receipt"] as const).map((kind) => ({ kind, requestId: id }))));
  await database.close();
}
