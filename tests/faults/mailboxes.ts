import { eq } from "drizzle-orm";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { clocks } from "#backend/clocks.ts";
import { openDatabase, type Queries } from "#backend/database/connection.ts";
import { migrate } from "#backend/database/migrate.ts";
import { outbox, requestEvents, requests } from "#backend/database/schema.ts";
import { migrations, sampleRequest } from "#backend/database/testing.ts";
import { startMailbox } from "#backend/mailbox/mailbox.ts";
import { readFile } from "#backend/requests/file-store.ts";
import { readFiles } from "#backend/requests/files.ts";
import { sendReply } from "#backend/requests/conversation.ts";
import { openStorage } from "#backend/storage/testing.ts";
import { readConfig } from "#server/config.ts";
import { startDovecot } from "../dovecot.ts";
import { newFolder } from "./site.ts";

export const actor = { id: "0b9d1c1e-0000-4000-8000-000000000001", email: "iria@abrente.example", name: "Iria" };
export const quick = {
  ...clocks.mailbox,
  poll: 300,
  lease: 3000,
  connection: 1000,
  greeting: 1000,
  silence: 1500,
  answer: 6000,
  firstDelay: 100,
  longestDelay: 400,
};

/** A database with a request that was answered, and what reads a mailbox into it. */
export async function given() {
  const folder = newFolder();
  const database = await openDatabase({ dataDir: folder });
  await migrate(database, migrations);
  const { queries } = database;
  const { accounts } = await openStorage(database);
  const [request] = await queries.insert(requests).values(sampleRequest).returning();
  await sendReply(queries, { id: request!.id, text: "Ola" }, actor);
  const [reply] = await queries.select().from(outbox);
  const running = new Set<ReturnType<typeof startMailbox>>();
  let said = "";
  const log = pino({ base: undefined }, { write: (line: string) => void (said += line) });
  onTestFinished(async () => {
    for (const mailbox of running) await mailbox.stop();
    await database.close();
  });
  return {
    queries,
    async files() {
      const rows = await readFiles(queries, [request!.id]);
      return Promise.all(rows.map(async (row) => [row.name, row.eventId, (await (await readFile(accounts, row))!.text()).slice(0, 20)]));
    },
    said: () => said,
    reads(url: string, waits: Partial<typeof quick> = {}) {
      const config = readConfig({ IMAP_URL: url, MAIL_FROM: "web@abrente.example" });
      config.clocks = { ...clocks, mailbox: { ...quick, ...waits } };
      const mailbox = startMailbox({ queries, config, accounts, log, wakeOutbox() {} });
      running.add(mailbox);
      return {
        async stop() {
          running.delete(mailbox);
          await mailbox.stop();
        },
      };
    },
    mail: (id: string, text: string, headers = "") =>
      `From: Uxia <${sampleRequest.email}>\nTo: ola@abrente.example\nSubject: Re: x\nMessage-ID: <${id}@example.com>\nIn-Reply-To: <${reply!.id}@abrente.example>\n${headers}\n${text}\n`,
    answers: () => answersIn(queries),
  };
}

export async function answersIn(queries: Queries): Promise<string[]> {
  const rows = await queries.select().from(requestEvents).where(eq(requestEvents.kind, "answer")).orderBy(requestEvents.createdAt);
  return rows.map(({ text }) => text!);
}

export async function dovecot(options?: Parameters<typeof startDovecot>[0]) {
  const server = await startDovecot(options);
  onTestFinished(server.stop);
  return server;
}
