import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { openDatabase } from "#backend/database/connection.ts";
import { collectLeftovers } from "#backend/storage/collect.ts";
import { diskStore } from "#backend/storage/store.ts";
import { newFolder, startSite, type Site } from "./site.ts";
import { atOnce } from "./submissions.ts";

const contentOf = (number: number) => `file ${number} `.repeat(20_000);

export function storageOf(site: () => Site, dataDir: string) {
  const { secretKey } = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8"));
  return (path: string, body?: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${site().url}/storage/v1${path}`, {
      ...(body !== undefined && { method: "POST", body: typeof body === "string" ? body : new Uint8Array(body) }),
      headers: { Authorization: `Bearer ${secretKey}`, "Content-Type": "text/plain", ...headers },
      signal: AbortSignal.timeout(60_000),
    });
}

/** Every row has its file, of its length, and what is left over goes; gives the content of each. */
export async function filesIn(dataDir: string) {
  const database = await openDatabase({ dataDir });
  try {
    const { rows } = (await database.queries.execute(
      sql`select name, version, (metadata ->> 'size')::int as size from storage.objects`,
    )) as unknown as { rows: { name: string; version: string; size: number }[] };
    for (const { name, version, size } of rows) expect(statSync(join(dataDir, "files", version)).size, name).toBe(size);
    await collectLeftovers(database.queries, diskStore(dataDir), -1);
    const left = readdirSync(join(dataDir, "files")).filter((name) => name !== "store");
    expect(left.toSorted()).toEqual(rows.map(({ version }) => version).toSorted());
    return new Map(rows.map(({ name, version }) => [name, readFileSync(join(dataDir, "files", version), "utf8")]));
  } finally {
    await database.close();
  }
}

/** kill -9 under uploads: what was acknowledged is there, no row is without its file, and what is left over goes. */
export async function keepsFiles(uploads: number, mostKills: number) {
  const dataDir = newFolder();
  let site = await startSite({ DATA_DIR: dataDir });
  const call = storageOf(() => site, dataDir);
  expect((await call("/bucket", '{"name":"b"}')).status).toBe(200);
  const acknowledged = new Set<number>();

  const sending = atOnce(
    6,
    Array.from({ length: uploads }, (_, number) => number),
    async (number) => {
      for (;;) {
        // Every third one replaces what another has written.
        const response = await call(`/object/b/${number % 3 === 0 ? "same" : number}`, contentOf(number), { "x-upsert": "true" }).catch(
          () => undefined,
        );
        if (response?.ok) break;
        await pause(50);
      }
      acknowledged.add(number);
    },
  );
  for (let kills = 0; kills < mostKills; kills++) {
    // Under way, and not over.
    while (acknowledged.size < (uploads * (kills + 1)) / (mostKills + 2)) await pause(5);
    site.kill("SIGKILL");
    await site.exit;
    site = await startSite({ DATA_DIR: dataDir });
  }
  await sending;
  site.kill("SIGKILL");
  await site.exit;

  const stored = await filesIn(dataDir);
  expect(acknowledged.size).toBe(uploads);
  for (const number of acknowledged)
    if (number % 3 !== 0) expect(stored.get(String(number)) === contentOf(number), String(number)).toBe(true);
  expect(Array.from({ length: uploads / 3 }, (_, index) => contentOf(index * 3))).toContain(stored.get("same"));
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** kill -9 under uploads that come in parts: a client that asks where to go on ends with the whole file, and nothing is left of the rest. */
export async function keepsParts(uploads: number, kills: number) {
  const dataDir = newFolder();
  let site = await startSite({ DATA_DIR: dataDir });
  const call = storageOf(() => site, dataDir);
  expect((await call("/bucket", '{"name":"b"}')).status).toBe(200);
  const tus = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) => {
    const { secretKey } = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8"));
    const all = { Authorization: `Bearer ${secretKey}`, "Tus-Resumable": "1.0.0", ...headers };
    // One that was killed answers nothing.
    return fetch(site.url + path, { method, headers: all, body, signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
  };
  const part = 60_000;
  const acknowledged: string[] = [];
  const numbers = Array.from({ length: uploads }, (_, number) => number);
  const sending = atOnce(3, numbers, async (number) => {
    const bytes = new Uint8Array(Buffer.from(contentOf(number)));
    const about = {
      "Upload-Length": String(bytes.length),
      "Upload-Metadata": `bucketName ${base64("b")},objectName ${base64(String(number))}`,
    };
    let place: string | null | undefined;
    while (!place)
      place =
        (await tus("POST", "/storage/v1/upload/resumable", { ...about, "x-upsert": "true" }))?.headers.get("location") ?? (await pause(50));
    const path = place.replace(/^https?:\/\/[^/]+/, "");
    for (;;) {
      const asked = await tus("HEAD", path, {});
      const offset = Number(asked?.headers.get("upload-offset") ?? NaN);
      // Whole, and known by its name: the answer to the last part may have been lost.
      if (offset === bytes.length || (asked?.status === 404 && (await call(`/object/b/${number}`).catch(() => undefined))?.ok)) return;
      if (Number.isNaN(offset)) {
        await pause(50);
        continue;
      }
      const type = "application/offset+octet-stream";
      const put = await tus("PATCH", path, { "Content-Type": type, "Upload-Offset": String(offset) }, bytes.slice(offset, offset + part));
      if (put?.ok) acknowledged.push(`${number} ${offset}`);
    }
  });
  for (let kill = 1; kill <= kills; kill++) {
    // Under way, and not over: a file has three parts, and answers that a kill takes away are not counted.
    while (acknowledged.length < (3 * uploads * kill) / (kills + 2)) await pause(5);
    site.kill("SIGKILL");
    await site.exit;
    site = await startSite({ DATA_DIR: dataDir });
  }
  await sending;
  site.kill("SIGKILL");
  await site.exit;
  const stored = await filesIn(dataDir);
  for (const number of numbers) expect(stored.get(String(number)) === contentOf(number), String(number)).toBe(true);
}
