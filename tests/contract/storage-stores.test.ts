import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import S3rver from "s3rver";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startBackend } from "#backend/backend.ts";
import { readConfig } from "#server/config.ts";
import { quickStart } from "../server.ts";
import { generous } from "../site.ts";
import { startAccounts, testOnPostgres } from "./harness.ts";

let s3: S3rver;
let s3Url: string;
let otherS3Url: string;
beforeAll(async () => {
  const configureBuckets = ["files", "others"].map((name) => ({ name, configs: [] }));
  const directory = mkdtempSync(join(inject("folder"), "s3-"));
  s3 = new S3rver({ port: 0, address: "localhost", silent: true, directory, configureBuckets });
  const { port } = await s3.run();
  s3Url = `http://S3RVER:S3RVER@localhost:${port}/files`;
  otherS3Url = `http://S3RVER:S3RVER@localhost:${port}/others`;
});
afterAll(() => s3.close());

type Site = Awaited<ReturnType<typeof startAccounts>>["site"];

/** Everything that is different where the bytes are elsewhere. */
async function walk(site: Site) {
  const { storage } = site.admin();
  await storage.createBucket("walk", { public: true });
  const from = storage.from("walk");
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251));
  expect((await from.upload("a", bytes)).error).toBeNull();
  expect((await from.copy("a", "b")).error).toBeNull();
  expect((await from.upload("a", "replaced", { upsert: true })).error).toBeNull();
  expect(Buffer.from(await (await from.download("b")).data!.arrayBuffer()).equals(bytes)).toBe(true);
  const part = await fetch(from.getPublicUrl("b").data.publicUrl, { headers: { Range: "bytes=1000-1009" } });
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 1010))).toBe(true);
  expect(await (await from.download("a")).data!.text()).toBe("replaced");
  await from.upload("empty", "");
  expect((await from.download("empty")).data!.size).toBe(0);
  await from.remove(["b", "empty"]);
  expect((await fetch(from.getPublicUrl("b").data.publicUrl)).status).toBe(404);
}

/** No more than 7 MB fit, whichever way they come, and there is room again when something goes. */
async function fill(site: Site) {
  const from = site.admin().storage.from("walk");
  const full = { status: 413, message: "The storage of this site is full" };
  const four = Buffer.alloc(4 * 1024 * 1024);
  expect((await from.upload("four", four)).error).toBeNull();
  expect((await from.upload("four more", four)).error).toMatchObject(full);
  expect((await from.upload("in a form", new Blob([four]))).error).toMatchObject(full);
  expect((await from.copy("four", "again")).error).toMatchObject(full);
  const part = { "Upload-Length": "4000000", "Upload-Metadata": "bucketName d2Fsaw==,objectName cGFydHM=" };
  const begun = await fetch(`${site.url}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: { apikey: site.keys.secretKey, ...part },
  });
  expect(begun.status).toBe(413);
  await from.remove(["four"]);
  expect((await from.upload("four more", four)).error).toBeNull();
}

test("the folder for files holds no more than the quota, and nothing of what was refused stays in it", async () => {
  const { site, stop } = await startAccounts({ FILES_QUOTA_MB: "7" });
  await walk(site);
  await fill(site);
  const [{ count } = { count: 0 }] = await site.sql<{ count: number }>`select count(*)::int as count from storage.objects`;
  const stored = () => readdirSync(join(site.dataDir, "files")).filter((name) => name !== "store");
  await expect.poll(() => stored().length).toBe(count);
  await stop();
});

testOnPostgres(
  "a store that speaks S3, nothing on the own disk, and no more than fits; a backup says that its files are elsewhere",
  async () => {
    const { site, stop } = await startAccounts({ S3_URL: s3Url, FILES_QUOTA_MB: "7" });
    await walk(site);
    expect(readdirSync(join(site.dataDir, "files"))).toEqual([]);
    await fill(site);
    await stop();

    const place = { DATA_DIR: site.dataDir, ...(site.databaseUrl && { DATABASE_URL: site.databaseUrl }), S3_URL: s3Url };
    const file = join(mkdtempSync(join(inject("folder"), "backup-")), "backup.gz");
    const said = execFileSync("node", [quickStart, "scripts/backup.ts", file], { env: { ...process.env, ...place }, encoding: "utf8" });
    expect(said).toContain("The stored files are not in it: they are in the store of S3_URL");
    // A store that is away keeps nobody from the pages.
    await startAgain(site, { S3_URL: s3Url.replace(/:\d+\//, ":9/") });
  },
);

/** Starts the site once more, with another folder or other settings, and stops it. */
async function startAgain(site: Site, settings: Record<string, string>) {
  const place = { DATA_DIR: site.dataDir, ...(site.databaseUrl && { DATABASE_URL: site.databaseUrl }), ...settings };
  await (await startBackend(readConfig({ ...generous, ...place }), pino({ level: "silent" }))).stop();
}

test("files that are elsewhere are noticed at the start", async () => {
  const { site, stop } = await startAccounts({});
  await stop();
  // Nothing was stored yet: any store will do.
  await startAgain(site, { S3_URL: s3Url });
  const again = await startAccounts({});
  await again.site.admin().storage.createBucket("b");
  await again.site.admin().storage.from("b").upload("a", "x");
  await again.stop();
  await startAgain(again.site, {});
  await expect(startAgain(again.site, { S3_URL: s3Url })).rejects.toThrow("kept elsewhere");
  rmSync(join(again.site.dataDir, "files"), { recursive: true });
  await expect(startAgain(again.site, {})).rejects.toThrow("kept elsewhere");
});

testOnPostgres("a second copy with a disk of its own does not start, and one that runs already takes no files", async () => {
  const { site, stop } = await startAccounts({});
  const early = await startAccounts({ DATABASE_URL: site.databaseUrl! });
  await site.admin().storage.createBucket("b");
  expect((await site.admin().storage.from("b").upload("a", "x")).error).toBeNull();
  const refused = await early.site.admin().storage.from("b").upload("c", "x");
  expect(refused.error).toMatchObject({ status: 503, message: expect.stringContaining("S3_URL") });
  await expect(startAgain(site, { DATA_DIR: mkdtempSync(join(inject("folder"), "copy-")) })).rejects.toThrow("kept elsewhere");
  await early.stop();
  await stop();
});

testOnPostgres("copies that share a store have the same files, and one with another store does not start", async () => {
  const one = await startAccounts({ S3_URL: otherS3Url });
  const other = await startAccounts({ S3_URL: otherS3Url, DATABASE_URL: one.site.databaseUrl! });
  const [here, there] = [one, other].map(({ site }) => site.admin().storage);
  await here!.createBucket("b");
  // Both bring the first file at once.
  const uploads = await Promise.all([here!.from("b").upload("a", "of one"), there!.from("b").upload("b", "of the other")]);
  expect(uploads.map(({ error }) => error)).toEqual([null, null]);
  expect(await (await there!.from("b").download("a")).data!.text()).toBe("of one");
  expect(await (await here!.from("b").download("b")).data!.text()).toBe("of the other");
  await here!.from("b").remove(["b"]);
  expect((await there!.from("b").download("b")).error).not.toBeNull();
  await expect(startAgain(one.site, { S3_URL: s3Url })).rejects.toThrow("kept elsewhere");
  await other.stop();
  await one.stop();
});
