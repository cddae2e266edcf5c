import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { askForReport } from "#backend/control.ts";
import { openDatabase } from "#backend/database/connection.ts";
import { readReport } from "#backend/database/report.ts";
import { outbox, requests } from "#backend/database/schema.ts";
import { createDatabase } from "../postgres.ts";
import { generousLimits, startServer } from "../server.ts";

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Where a server keeps its data, in the names of its settings. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string };

/** A folder that goes with the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "abrente-faults-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** An empty database of the test's own in the Postgres that the run shares; for tests that leave that alone. */
export function newDatabase(): Promise<string> {
  return createDatabase(inject("postgresUrl")!);
}

/** The built server in a process of its own that ends with the test. Its limits are out of the way unless the settings say so. */
export async function startSite(place: Place, settings: Record<string, string> = {}) {
  const server = await startServer({ ...generousLimits, ...place, ...settings });
  onTestFinished(() => void server.kill("SIGKILL"));
  if (!server.port) throw new Error(`The server did not start: ${server.errors() || server.output()}`);
  return server;
}

/** What is in the database, in an order that both engines keep. The embedded one can be read only while no server runs. */
export async function readStored({ DATA_DIR, DATABASE_URL }: Place) {
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  try {
    return {
      requests: await database.queries.select().from(requests).orderBy(requests.id),
      mails: await database.queries.select().from(outbox).orderBy(outbox.id),
    };
  } finally {
    await database.close();
  }
}

/** How many mails are still to be sent. The embedded database belongs to its server, which is asked. */
export async function dueIn({ DATA_DIR, DATABASE_URL }: Place): Promise<number> {
  if (!DATABASE_URL) return (await askForReport(DATA_DIR, 1)).outbox.due;
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  try {
    return (await readReport(database.queries, 1)).outbox.due;
  } finally {
    await database.close();
  }
}

/** How many of the texts were seen before. */
export function repeatsIn(texts: string[]): number {
  return texts.length - new Set(texts).size;
}
