import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openDatabase } from "#backend/database/connection.ts";
import { requests } from "#backend/database/schema.ts";
import { acceptRequest } from "#backend/requests/accept-request.ts";
import { StartError } from "#backend/start-error.ts";
import { buildFolder } from "../server.ts";
import { limits, storedSubmission } from "./cutting.ts";
import { recordDisk, type Fault } from "./recorded-disk.ts";
import { newFolder } from "./site.ts";

/** Every write and sync in a short life of the database: a start, requests, a new table, a checkpoint, the end. By its number. */
export async function operationsOfLife(): Promise<[number, string][]> {
  const { operations } = await liveWith(undefined);
  return [...operations.entries()].filter(([, name]) => name.includes(" db/"));
}

/** The same with one operation that fails: nothing is acknowledged from there on, and the next start has all that was before. */
export async function survivesFault(fault: Fault) {
  const { folder, acknowledged, failure } = await liveWith(fault);
  expect(failure).toContain(`failed (${fault.code}, `);
  const database = await openDatabase({ dataDir: folder });
  const stored = await database.queries.select().from(requests);
  expect(acknowledged.filter((email) => !stored.some((request) => request.email === email))).toEqual([]);
  await database.close();
  rmSync(folder, { recursive: true });
}

async function liveWith(fault: Fault | undefined) {
  const folder = newFolder();
  cpSync(join(buildFolder, "empty-database"), join(folder, "db"), { recursive: true });
  const disk = recordDisk(folder, { fault });
  const acknowledged: string[] = [];
  let failure = "";
  try {
    const database = await openDatabase({ dataDir: folder });
    const { queries } = database;
    const accept = async (name: string) => {
      const submission = storedSubmission(name);
      await acceptRequest(queries, submission, limits);
      acknowledged.push(submission.request.email);
    };
    const steps = [
      () => accept("first"),
      () => queries.execute("create table notes (text text)"),
      () => accept("second"),
      () => queries.execute("checkpoint"),
      () => accept("third"),
      () => queries.execute("select 1"),
    ];
    for (const step of steps) {
      const answer = await step().then(answered, refused);
      failure ||= (await Promise.race([database.failed, undefined]))?.message ?? "";
      expect(answer).toBe(failure ? "refused" : "answered");
    }
    await database.close();
    failure ||= (await Promise.race([database.failed, undefined]))?.message ?? "";
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    failure = error.message;
  }
  disk.stop();
  return { folder, acknowledged, operations: disk.operations, failure };
}

const answered = () => "answered";
const refused = () => "refused";
