import { randomUUID } from "node:crypto";
import { createReadStream, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { ReadableStream as WebStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { makeFolderDurably } from "#backend/durable-files.ts";
import { writeWhole, type FileStore } from "./store.ts";

/** Where the store itself is known by. No file has this id. */
const identity = "store";
const unsent = ".unsent";

/**
 * A store that speaks S3, which all copies of the site share: `https://KEY:SECRET@host/bucket?region=eu-west-1`. What comes is written to the
 * own disk first: S3 wants to know its length.
 */
export function s3Store(url: string, dataDir: string): FileStore {
  const { username, password, host, pathname, protocol, searchParams } = new URL(url);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: "s3",
    region: searchParams.get("region") ?? "us-east-1",
    retries: 3,
  });
  const bucket = `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
  const folder = join(dataDir, "files");
  let known: string | undefined;
  forgetUnsent(folder);

  async function ask(id: string, init: RequestInit & { duplex?: "half" } = {}): Promise<Response> {
    const response = await client.fetch(`${bucket}/${id}`, init);
    if (response.ok || response.status === 404) return response;
    throw new Error(`The store of S3_URL answers ${response.status} to ${init.method ?? "GET"}: ${(await response.text()).slice(0, 300)}`);
  }

  async function removeOne(id: string) {
    await (await ask(id, { method: "DELETE" })).body?.cancel();
  }

  return {
    async write(id, bytes) {
      makeFolderDurably(folder);
      const spool = join(folder, `${randomUUID()}${unsent}`);
      try {
        await writeWhole(spool, bytes);
        const body = WebStream.from(createReadStream(spool)) as ReadableStream;
        const headers = { "Content-Length": String((await stat(spool)).size), "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD" };
        const response = await ask(id, { method: "PUT", body, headers, duplex: "half" });
        if (!response.ok) throw new Error("The store of S3_URL has no such bucket");
      } finally {
        rmSync(spool, { force: true });
      }
    },
    async read(id, range) {
      const response = await ask(id, range && { headers: { Range: `bytes=${range.start}-${range.end}` } });
      if (response.ok && response.body) return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
      return response.ok ? Readable.from([]) : undefined;
    },
    async copy(from, to) {
      const source = `${new URL(bucket).pathname}/${from}`;
      return (await ask(to, { method: "PUT", headers: { "X-Amz-Copy-Source": source } })).ok;
    },
    async remove(ids) {
      for (const id of ids) await removeOne(id);
    },
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", ...(token && { "continuation-token": token }) });
        const page = await (await ask(`?${query}`)).text();
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const id = tag(entry, "Key");
          if (id && id !== identity) yield { id, since: new Date(tag(entry, "LastModified") ?? Date.now()) };
        }
        token = tag(page, "NextContinuationToken");
      } while (token);
    },
    async readIdentity() {
      if (known) return known;
      const response = await ask(identity, { signal: AbortSignal.timeout(10_000) });
      return response.ok ? (known = await response.text()) : undefined;
    },
    async writeIdentity(id) {
      if (!(await ask(identity, { method: "PUT", body: id })).ok) throw new Error("The store of S3_URL has no such bucket");
    },
  };
}

/** Left by a process that ended while it was sending. */
function forgetUnsent(folder: string) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, name);
    if (name.endsWith(unsent) && statSync(file).mtimeMs < Date.now() - 3_600_000) rmSync(file);
  }
}

function tag(text: string, name: string): string | undefined {
  return text.split(`<${name}>`)[1]?.split("<")[0];
}
