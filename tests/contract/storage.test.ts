import { once } from "node:events";
import { existsSync, readdirSync, readlinkSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { StorageApiError } from "@supabase/storage-js";
import sharp from "sharp";
import { Upload } from "tus-js-client";
import { beforeAll, describe, expect, test } from "vitest";
import { collectLeftovers } from "#backend/storage/collect.ts";
import { diskStore, holdFiles } from "#backend/storage/store.ts";
import { onAccounts } from "./harness.ts";

type Answer = { data: unknown; error: unknown };

/** What went wrong, as code that calls sees it. */
const failure = ({ error }: Answer) => {
  const { status, code, message } = error as StorageApiError;
  return { status, code, message };
};

const openFiles = "/proc/self/fd";

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed meanwhile.
    return "";
  }
}

const base64 = (value: string) => Buffer.from(value).toString("base64");

onAccounts((site) => {
  const admin = () => site().admin().storage;
  let count = 0;
  const newName = () => `bucket-${++count}-${Math.random().toString(36).slice(2, 8)}`;

  async function newBucket(options: Parameters<ReturnType<typeof admin>["createBucket"]>[1] = { public: false }) {
    const name = newName();
    expect(await admin().createBucket(name, options)).toEqual({ data: { name }, error: null });
    return name;
  }

  /** What is in the store, by the names of the files. */
  const files = () => readdirSync(join(site().dataDir, "files")).filter((name) => name !== "store");

  const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${site().url}/storage/v1${path}`, { ...init, headers: { apikey: site().keys.secretKey, ...init.headers } });

  /** Of an upload in parts. */
  const tusHeaders = (more: Record<string, string> = {}) => ({ "Tus-Resumable": "1.0.0", apikey: site().keys.secretKey, ...more });

  const put = (location: string, offset: number, body: Buffer, more: Record<string, string> = {}) =>
    fetch(site().url + location, {
      method: "PATCH",
      body: new Uint8Array(body),
      headers: tusHeaders({ "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset), ...more }),
    });
  const ask = async (location: string) =>
    (await fetch(site().url + location, { method: "HEAD", headers: tusHeaders() })).headers.get("upload-offset");

  describe("buckets", () => {
    test("keep no versions of files, and say so to whoever asks for them", async () => {
      const name = newName();
      const refusal = { status: 400, message: "body/versioning_status must be DISABLED: versions of a file are not kept here" };
      expect(failure(await admin().createBucket(name, { public: false, versioningStatus: "ENABLED" }))).toMatchObject(refusal);
      expect((await admin().createBucket(name, { public: false, versioningStatus: "DISABLED" })).error).toBeNull();
      expect(failure(await admin().updateBucket(name, { public: false, versioningStatus: "SUSPENDED" }))).toMatchObject(refusal);
    });

    test("are made, read, changed, emptied and deleted", async () => {
      const name = await newBucket({ public: true, fileSizeLimit: "1mb", allowedMimeTypes: ["image/png", "text/*"] });
      expect((await admin().getBucket(name)).data).toEqual({
        id: name,
        name,
        owner: "",
        public: true,
        file_size_limit: 1_000_000,
        allowed_mime_types: ["image/png", "text/*"],
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        updated_at: expect.any(String),
      });
      const changed = await admin().updateBucket(name, { public: false, fileSizeLimit: null, allowedMimeTypes: null });
      expect(changed.data).toEqual({ message: "Successfully updated" });
      expect((await admin().getBucket(name)).data).toMatchObject({ public: false, file_size_limit: null, allowed_mime_types: null });

      await admin().from(name).upload("a.txt", "a");
      expect(failure(await admin().deleteBucket(name))).toMatchObject({ status: 409, code: "ResourceNotEmpty" });
      expect((await admin().listBuckets({ search: name })).data).toEqual([expect.objectContaining({ id: name, type: "STANDARD" })]);
      expect((await admin().emptyBucket(name)).data).toEqual({
        message: "Empty bucket has been queued. Completion may take up to an hour.",
      });
      expect((await admin().deleteBucket(name)).data).toEqual({ message: "Successfully deleted" });
      expect(failure(await admin().getBucket(name))).toEqual({ status: 404, code: "NoSuchBucket", message: "Bucket not found" });
    });

    test("are listed in the order and the number that is asked for", async () => {
      const mark = Math.random().toString(36).slice(2, 8);
      for (const letter of ["b", "a", "c"]) await admin().createBucket(`${letter}-${mark}`);
      const letters = async (options?: object) =>
        (await admin().listBuckets({ search: mark, ...options })).data!.map(({ name }) => name.slice(0, 1));
      expect(await letters()).toEqual(["a", "b", "c"]);
      expect(await letters({ sortColumn: "created_at", sortOrder: "desc" })).toEqual(["c", "a", "b"]);
      expect(await letters({ limit: 1, offset: 1 })).toEqual(["b"]);
    });

    test("need a name that is one, and of their own", async () => {
      const taken = await newBucket();
      expect(failure(await admin().createBucket(taken))).toEqual({
        status: 409,
        code: "ResourceAlreadyExists",
        message: "The resource already exists",
      });
      for (const bad of ["", " a", "a/b", "ñ", "a".repeat(101)]) {
        expect(failure(await admin().createBucket(bad)), bad).toMatchObject({ status: 400, code: "InvalidBucketName" });
      }
      expect(failure(await admin().createBucket(newName(), { public: false, fileSizeLimit: "much" }))).toMatchObject({ status: 400 });
      expect(failure(await admin().createBucket(newName(), { public: false, fileSizeLimit: "60MB" }))).toMatchObject({ status: 413 });
    });
  });

  describe("files", () => {
    let bucket: string;
    beforeAll(async () => {
      bucket = await newBucket();
    });
    const from = () => admin().from(bucket);
    const textOf = async (name: string, at = bucket) => (await admin().from(at).download(name)).data?.text();

    test("are the same when they come back, however they were sent", async () => {
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256));
      const form = new FormData();
      form.append("", new Blob([bytes]), "file.bin");
      async function* inPieces() {
        for (let at = 0; at < bytes.length; at += 10_007) yield bytes.subarray(at, at + 10_007);
      }
      const bodies = { buffer: bytes, blob: new Blob([bytes]), form, stream: Readable.from(inPieces()) };
      for (const [kind, body] of Object.entries(bodies)) {
        const { data, error } = await from().upload(`sent/${kind}`, body);
        expect(error, kind).toBeNull();
        expect(data).toEqual({ id: expect.any(String), path: `sent/${kind}`, fullPath: `${bucket}/sent/${kind}` });
        const back = await from().download(`sent/${kind}`);
        expect(Buffer.from(await back.data!.arrayBuffer()).equals(bytes), kind).toBe(true);
      }
      await from().upload("sent/nothing", "");
      expect(await textOf("sent/nothing")).toBe("");
    });

    test("a form whose file looks like its own boundary", async () => {
      const content = "\r\n--almost\r\n\r\n--nearly--\r\n".repeat(3000);
      await from().upload("form", new Blob([content]));
      expect(await textOf("form")).toBe(content);
    });

    test("are not replaced unless that is wanted, and leave nothing behind then", async () => {
      await from().upload("once", "first");
      expect(failure(await from().upload("once", "second"))).toEqual({
        status: 409,
        code: "ResourceAlreadyExists",
        message: "The resource already exists",
      });
      const before = files().length;
      const { data } = await from().info("once");
      expect((await from().upload("once", "second", { upsert: true })).data?.id).toBe(data!.id);
      expect(await textOf("once")).toBe("second");
      await from().update("once", "third");
      expect(await textOf("once")).toBe("third");
      expect(files()).toHaveLength(before);
    });

    test("carry what was said about them", async () => {
      const metadata = { colour: "vermello", 年: [1, 2] };
      await from().upload("said.txt", "words", { contentType: "text/csv", cacheControl: "60", metadata });
      const { data } = await from().info("said.txt");
      expect(data).toEqual({
        id: expect.any(String),
        name: "said.txt",
        version: expect.any(String),
        bucketId: bucket,
        size: 5,
        contentType: "text/csv",
        cacheControl: "max-age=60",
        etag: expect.stringMatching(/^"\w+"$/),
        metadata,
        lastModified: expect.any(String),
        createdAt: expect.any(String),
      });
      await from().upload("said.blob", new Blob(["words"], { type: "text/css" }), { metadata });
      expect((await from().info("said.blob")).data).toMatchObject({ contentType: "text/css", cacheControl: "max-age=3600", metadata });
      expect((await from().exists("said.txt")).data).toBe(true);
      expect((await from().exists("unsaid.txt")).data).toBe(false);
    });

    test("are moved and copied, also to another bucket", async () => {
      const other = await newBucket();
      await from().upload("here", "moving", { metadata: { kept: true } });
      expect((await from().move("here", "there/it")).data).toMatchObject({ message: "Successfully moved" });
      expect(failure(await from().download("here"))).toEqual({ status: 404, code: "NoSuchKey", message: "Object not found" });
      expect((await from().copy("there/it", "copy")).data).toEqual({ path: `${bucket}/copy` });
      expect((await from().copy("copy", "copy", { destinationBucket: other })).data).toEqual({ path: `${other}/copy` });
      expect((await from().move("copy", "moved", { destinationBucket: other })).error).toBeNull();
      await from().remove(["there/it"]);
      expect([await textOf("copy", other), await textOf("moved", other)]).toEqual(["moving", "moving"]);
      expect((await admin().from(other).info("copy")).data!.metadata).toEqual({ kept: true });
      expect(failure(await from().copy("nothing", "x"))).toMatchObject({ code: "NoSuchKey" });
      expect(failure(await from().move("nothing", "x"))).toMatchObject({ code: "NoSuchKey" });
      expect(failure(await admin().from(other).copy("copy", "moved"))).toMatchObject({ status: 409 });
    });

    test("are removed, with what was on the disk", async () => {
      await from().upload("gone/1", "x");
      await from().upload("gone/2", "x");
      const before = files().length;
      const { data } = await from().remove(["gone/1", "gone/2", "gone/3"]);
      expect(data!.map(({ name }) => name).toSorted()).toEqual(["gone/1", "gone/2"]);
      expect(files()).toHaveLength(before - 2);
      expect((await from().remove(["gone/1"])).data).toEqual([]);
    });

    test("have any name in any alphabet that is one, and are never called so on the disk", async () => {
      const names = [
        "ñandú.txt",
        "日本語/ファイル",
        "a b/c+d&e=f,g;h:i@j$k!",
        "...",
        ".hidden",
        "%41",
        "e\u0301",
        "x".repeat(1024),
        `${"é".repeat(512)}`,
      ];
      for (const name of names) {
        const path = `/object/${bucket}/${name.split("/").map(encodeURIComponent).join("/")}`;
        expect((await send(path, { method: "POST", body: name })).status, name).toBe(200);
        expect(await (await send(path)).text(), name).toBe(name);
      }
      expect((await from().list("", { limit: 1000 })).data!.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["ñandú.txt", "日本語", "%41"]),
      );
      expect(files().every((file) => /^[\da-f-]{36}$/.test(file))).toBe(true);
    });

    test.each(["a%00b", "a%0ab", "a//b", "a/%2e%2e%2fb", "..%2fb", "a%5cb", "/", "a/", "%ff", `${"x".repeat(1025)}`, "a/.%2f/b"])(
      "a name that is none is refused: %s",
      async (name) => {
        const response = await send(`/object/${bucket}/${name}`, { method: "POST", body: "x" });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ statusCode: "400", message: expect.any(String) });
      },
    );

    test("answer parts, and nothing new to who has them", async () => {
      const path = `/object/${bucket}/digits`;
      await from().upload("digits", "0123456789");
      const get = (headers: Record<string, string>, method = "GET") => send(path, { method, headers });
      const part = async (range: string) => {
        const response = await get({ Range: range });
        return [response.status, response.headers.get("content-range"), await response.text()];
      };
      expect(await part("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
      expect(await part("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
      expect(await part("bytes=-2")).toEqual([206, "bytes 8-9/10", "89"]);
      expect(await part("bytes=5-99")).toEqual([206, "bytes 5-9/10", "56789"]);
      expect((await part("bytes=10-")).slice(0, 2)).toEqual([416, "bytes */10"]);
      expect(await part("bytes=1-2,4-5")).toEqual([200, null, "0123456789"]);
      const whole = await get({});
      const etag = whole.headers.get("etag")!;
      expect((await get({ "If-None-Match": `"other", W/${etag}` })).status).toBe(304);
      expect((await get({ "If-None-Match": '"other"' })).status).toBe(200);
      expect((await get({ "If-Modified-Since": whole.headers.get("last-modified")! })).status).toBe(304);
      expect((await get({ Range: "bytes=0-1", "If-Range": '"other"' })).status).toBe(200);
      const head = await get({}, "HEAD");
      expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
    });

    // Where the system says which files a process has open.
    test.runIf(existsSync(openFiles))("are let go of by who goes away, in the middle or before the first byte", async () => {
      await admin()
        .from(bucket)
        .upload("large", Buffer.alloc(20 * 1024 * 1024, "x"));
      const file = files().find((name) => statSync(join(site().dataDir, "files", name)).size === 20 * 1024 * 1024);
      const isOpen = () => readdirSync(openFiles).some((number) => linkOf(join(openFiles, number)).endsWith(file!));
      const begin = () => {
        const { hostname, port } = new URL(site().url);
        const socket = connect(Number(port), hostname).on("error", () => {});
        const key = `apikey: ${site().keys.secretKey}\r\nAuthorization: Bearer ${site().keys.secretKey}`;
        socket.write(`GET /storage/v1/object/${bucket}/large HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${key}\r\n\r\n`);
        return socket;
      };
      // Nothing of it is read, so it stays in the middle.
      const slow = begin().pause();
      await expect.poll(isOpen).toBe(true);
      slow.destroy();
      await expect.poll(isOpen).toBe(false);
      const hasty = Array.from({ length: 20 }, begin);
      for (const [number, socket] of hasty.entries()) setTimeout(() => socket.destroy(), number * 2);
      await Promise.all(hasty.map((socket) => once(socket, "close")));
      // Whoever asks after them has an answer after theirs.
      expect((await send(`/object/${bucket}/large`, { method: "HEAD" })).status).toBe(200);
      await expect.poll(isOpen).toBe(false);
    });

    test("nothing that could run, runs", async () => {
      const kinds = [
        "text/html",
        "image/svg+xml",
        "application/xml",
        "text/javascript",
        "application/xhtml+xml",
        "application/octet-stream",
        "x/y",
      ];
      for (const type of kinds) {
        const name = type.replace("/", "-");
        await from().upload(name, "<script>alert(1)</script>", { contentType: type });
        const { headers } = await send(`/object/${bucket}/${name}`);
        expect(headers.get("content-disposition"), type).toBe(
          `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
        );
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("content-security-policy")).toContain("sandbox");
      }
      await from().upload("shown.png", "x", { contentType: "image/png" });
      expect((await send(`/object/${bucket}/shown.png`)).headers.get("content-disposition")).toBeNull();
      const named = await send(`/object/${bucket}/shown.png?download=${encodeURIComponent('a"\\ñ.png')}`);
      expect(named.headers.get("content-disposition")).toBe(`attachment; filename="a___.png"; filename*=UTF-8''a%22%5C%C3%B1.png`);
    });
  });

  describe("limits", () => {
    const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
    const jpeg = Buffer.from("/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////", "base64");
    const program = Buffer.from("7f454c4602010100000000000000000002003e0001000000", "hex");

    test("of size, whether it is said before or not", async () => {
      const bucket = await newBucket({ public: false, fileSizeLimit: "1kb" });
      const big = Buffer.alloc(3_000_000);
      const before = files().length;
      const expected = { status: 413, code: "EntityTooLarge", message: "The object exceeded the maximum allowed size" };
      expect(failure(await admin().from(bucket).upload("buffer", big))).toEqual(expected);
      expect(
        failure(
          await admin()
            .from(bucket)
            .upload("form", new Blob([big])),
        ),
      ).toEqual(expected);
      expect(
        failure(
          await admin()
            .from(bucket)
            .upload("stream", Readable.from([big.subarray(0, 900), big.subarray(0, 900)])),
        ),
      ).toEqual(expected);
      expect((await admin().from(bucket).upload("fits", big.subarray(0, 1000))).error).toBeNull();
      expect(files()).toHaveLength(before + 1);
    });

    test("of type, by what is said and by what it is", async () => {
      const bucket = await newBucket({ public: false, allowedMimeTypes: ["image/png", "text/*"] });
      const upload = (name: string, body: Buffer | string, contentType: string) => admin().from(bucket).upload(name, body, { contentType });
      expect(failure(await upload("1", jpeg, "image/jpeg"))).toEqual({
        status: 415,
        code: "InvalidMimeType",
        message: "mime type image/jpeg is not supported",
      });
      expect(failure(await upload("2", program, "image/png"))).toMatchObject({
        status: 415,
        message: "mime type application/x-elf is not supported",
      });
      expect((await upload("3", png, "image/png")).error).toBeNull();
      // Supabase lets one picture pass for another.
      expect((await upload("4", jpeg, "image/png")).error).toBeNull();
      expect((await upload("5", "a;b", "text/csv;charset=utf-8")).error).toBeNull();
    });

    test("without a type, the bytes tell it", async () => {
      const bucket = await newBucket();
      await admin().from(bucket).upload("picture", png, { contentType: "application/octet-stream" });
      expect((await admin().from(bucket).info("picture")).data!.contentType).toBe("image/png");
    });
  });

  describe("lists", () => {
    let bucket: string;
    const names = ["b.txt", "a/1", "a/2", "a/deep/3", "B.txt", "á.txt", "z/1"];
    beforeAll(async () => {
      bucket = await newBucket();
      for (const name of names) await admin().from(bucket).upload(name, name);
    });
    const from = () => admin().from(bucket);
    const list = async (folder?: string, options?: object) => (await from().list(folder, options)).data!.map(({ name }) => name);

    test("have folders and files, by name, a hundred at most unless more are asked for", async () => {
      const { data } = await from().list();
      expect(data!.map(({ name }) => name)).toEqual(["B.txt", "a", "b.txt", "z", "á.txt"]);
      expect(data![1]).toEqual({ name: "a", id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null });
      expect(data![0]).toMatchObject({ id: expect.any(String), metadata: { size: 5, mimetype: "text/plain;charset=UTF-8" } });
      expect(await list("a")).toEqual(["1", "2", "deep"]);
      expect(await list("a/")).toEqual(["1", "2", "deep"]);
      expect(await list("", { limit: 2, offset: 1 })).toEqual(["a", "b.txt"]);
      expect(await list("", { sortBy: { column: "name", order: "desc" } })).toEqual(["á.txt", "z", "b.txt", "a", "B.txt"]);
      expect(await list("", { sortBy: { column: "created_at", order: "desc" } })).toEqual(["a", "z", "á.txt", "B.txt", "b.txt"]);
      expect(await list("", { search: "b" })).toEqual(["B.txt", "b.txt"]);
      expect(await list("", { search: "%" })).toEqual([]);
      await site().sql`insert into storage.objects (bucket_id, name) select ${bucket}, 'many/' || n from generate_series(1, 120) as n`;
      expect(await list("many")).toHaveLength(100);
      expect(await list("many", { limit: 1000 })).toHaveLength(120);
      await site().sql`delete from storage.objects where name like 'many/%'`;
    });

    test("of the second kind go on from page to page", async () => {
      const sorts = [undefined, ...["name", "created_at"].flatMap((column) => ["asc", "desc"].map((order) => ({ column, order })))];
      const byName = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const expected = [byName, byName, byName.toReversed(), names, names.toReversed()];
      for (const [index, sortBy] of sorts.entries()) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const { data, error } = await from().listV2({ limit: 2, cursor, sortBy: sortBy as { column: "name"; order: "asc" } | undefined });
          expect(error).toBeNull();
          seen.push(...data!.objects.map(({ name }) => name));
          cursor = data!.nextCursor;
          expect(data!.hasNext).toBe(!!cursor);
        } while (cursor);
        expect(seen, JSON.stringify(sortBy)).toEqual(expected[index]);
      }
      const { data } = await from().listV2({ prefix: "a/", with_delimiter: true });
      expect(data!.folders).toEqual([{ key: "a/deep", name: "a/deep/" }]);
      expect(data!.objects.map(({ name, key }) => [name, key])).toEqual([
        ["a/1", "a/1"],
        ["a/2", "a/2"],
      ]);
      expect((await from().listV2({ with_delimiter: true, limit: 2 })).data).toMatchObject({
        hasNext: true,
        folders: [{ key: "a", name: "a/" }],
        objects: [{ name: "B.txt" }],
      });
      expect(failure(await from().listV2({ cursor: "nonsense" }))).toMatchObject({ status: 400 });
    });
  });

  describe("who may", () => {
    let bucket: string;
    let open: string;
    beforeAll(async () => {
      [bucket, open] = [await newBucket(), await newBucket({ public: true })];
      await site().sql`drop policy if exists own_files on storage.objects`;
      await site().sql`create policy own_files on storage.objects to authenticated
        using ((storage.foldername(name))[1] = auth.uid()::text) with check ((storage.foldername(name))[1] = auth.uid()::text)`;
      await site().sql`drop policy if exists letter_box on storage.objects`;
      await site().sql`create policy letter_box on storage.objects for insert to anon with check (storage.extension(name) = 'letter')`;
    });

    test("policies decide, and say so in Supabase's words", async () => {
      const [uxia, brais] = [await site().newUser(), await site().newUser()];
      const hers = `${uxia.id}/diary.txt`;
      const denied = { status: 403, code: "AccessDenied", message: "new row violates row-level security policy" };
      expect((await uxia.client.storage.from(bucket).upload(hers, "dear diary")).error).toBeNull();
      expect((await admin().from(bucket).info(hers)).error).toBeNull();
      expect(await site().sql`select owner::text, owner_id from storage.objects where name = ${hers}`).toEqual([
        { owner: uxia.id, owner_id: uxia.id },
      ]);
      expect((await uxia.client.storage.from(bucket).upload(hers, "dear diary,", { upsert: true })).error).toBeNull();
      expect(failure(await uxia.client.storage.from(bucket).upload("elsewhere", "x"))).toEqual(denied);
      for (const { storage } of [brais.client, site().client()]) {
        const from = storage.from(bucket);
        expect(failure(await from.download(hers))).toMatchObject({ code: "NoSuchKey" });
        expect(failure(await from.upload(hers, "x"))).toMatchObject({ status: 403 });
        expect(failure(await from.upload(hers, "x", { upsert: true }))).toMatchObject({ status: 403 });
        expect(failure(await from.createSignedUrl(hers, 60))).toMatchObject({ code: "NoSuchKey" });
        expect(failure(await from.createSignedUploadUrl(hers))).toMatchObject({ status: 403 });
        expect(failure(await from.move(hers, "x"))).toMatchObject({ code: "NoSuchKey" });
        expect(failure(await from.copy(hers, "x"))).toMatchObject({ code: "NoSuchKey" });
        expect((await from.remove([hers])).data).toEqual([]);
        expect((await from.list(uxia.id)).data).toEqual([]);
        expect(failure(await storage.createBucket(newName()))).toMatchObject({ status: 403 });
        expect((await storage.listBuckets()).data).toEqual([]);
        expect(failure(await storage.deleteBucket(bucket))).toMatchObject({ code: "NoSuchBucket" });
      }
      expect((await uxia.client.storage.from(bucket).download(hers)).error).toBeNull();
    });

    test("who may only add is not shown what there is", async () => {
      const { storage } = site().client();
      expect((await storage.from(bucket).upload("to.letter", "x")).error).toBeNull();
      expect(failure(await storage.from(bucket).upload("to.letter", "x"))).toMatchObject({ status: 409 });
      expect(failure(await storage.from(bucket).download("to.letter"))).toMatchObject({ code: "NoSuchKey" });
      expect(failure(await storage.from(bucket).upload("to.other", "x"))).toMatchObject({ status: 403 });
    });

    test("nobody without a key; and the key as the token alone, as storage-js brings it", async () => {
      const bare = (headers: Record<string, string>) => fetch(`${site().url}/storage/v1/bucket`, { headers });
      expect(await (await bare({})).json()).toMatchObject({ message: "Invalid Compact JWS" });
      expect((await bare({ Authorization: "Bearer nonsense" })).status).toBe(401);
      expect((await bare({ Authorization: `Bearer ${site().keys.secretKey}` })).status).toBe(200);
    });

    test("everybody, what is in a public bucket; listing it is another matter", async () => {
      await admin().from(open).upload("a/b c.txt", "seen", { cacheControl: "60" });
      const { storage } = site().client();
      const { publicUrl } = storage.from(open).getPublicUrl("a/b c.txt").data;
      const response = await fetch(publicUrl);
      expect([response.status, await response.text(), response.headers.get("cache-control")]).toEqual([200, "seen", "public, max-age=60"]);
      expect(await (await storage.from(open).download("a/b c.txt")).data!.text()).toBe("seen");
      expect((await storage.from(open).list("a")).data).toEqual([]);
      await admin().from(bucket).upload("hidden", "x");
      expect((await fetch(storage.from(bucket).getPublicUrl("hidden").data.publicUrl)).status).toBe(404);
    });
  });

  describe("signed addresses", () => {
    let bucket: string;
    beforeAll(async () => {
      bucket = await newBucket();
      await admin().from(bucket).upload("ñ/a b.txt", "signed");
    });
    const from = () => admin().from(bucket);
    const signed = async (seconds: number, options?: object) =>
      (await from().createSignedUrl("ñ/a b.txt", seconds, options)).data!.signedUrl;

    test("open one file for a while", async () => {
      const response = await fetch(await signed(60));
      expect([response.status, await response.text()]).toEqual([200, "signed"]);
      const saved = await fetch(await signed(60, { download: "x.txt" }));
      expect(saved.headers.get("content-disposition")).toContain('filename="x.txt"');
      const other = (await signed(60)).replace(encodeURIComponent("ñ"), "n");
      expect((await fetch(other)).status).toBe(400);
      expect((await fetch(`${(await signed(60)).slice(0, -2)}xx`)).status).toBe(400);
      const short = await signed(1);
      await expect.poll(async () => (await fetch(short)).status).toBe(400);
      expect(failure(await from().createSignedUrl("nothing", 60))).toMatchObject({ code: "NoSuchKey" });
      const { data } = await from().createSignedUrls(["ñ/a b.txt", "nothing"], 60);
      expect(data!.map(({ path, error }) => [path, error])).toEqual([
        ["ñ/a b.txt", null],
        ["nothing", expect.stringContaining("does not exist")],
      ]);
      expect(await (await fetch(data![0]!.signedUrl!)).text()).toBe("signed");
    });

    test("a token of one kind is none of another", async () => {
      const token = new URL(await signed(60)).searchParams.get("token")!;
      expect(failure(await from().uploadToSignedUrl("ñ/a b.txt", token, "x"))).toMatchObject({ status: 400, code: "InvalidJWT" });
      expect((await send("/bucket", { headers: { apikey: site().keys.publishableKey, Authorization: `Bearer ${token}` } })).status).toBe(
        401,
      );
      const { client } = await site().newUser();
      const session = (await client.auth.getSession()).data.session!;
      expect((await fetch(`${site().url}/storage/v1/object/sign/${bucket}/x?token=${session.access_token}`)).status).toBe(400);
    });

    test("let somebody upload one file, once", async () => {
      const { data } = await from().createSignedUploadUrl("given.txt");
      const { storage } = site().client();
      expect((await storage.from(bucket).uploadToSignedUrl("given.txt", data!.token, "thanks")).data).toEqual({
        path: "given.txt",
        fullPath: `${bucket}/given.txt`,
      });
      expect(failure(await storage.from(bucket).uploadToSignedUrl("given.txt", data!.token, "again"))).toMatchObject({ status: 409 });
      expect(failure(await storage.from(bucket).uploadToSignedUrl("other.txt", data!.token, "x"))).toMatchObject({ status: 400 });
      expect(failure(await from().createSignedUploadUrl("given.txt"))).toMatchObject({ status: 409 });
      const again = await from().createSignedUploadUrl("given.txt", { upsert: true });
      expect((await storage.from(bucket).uploadToSignedUrl("given.txt", again.data!.token, "again")).error).toBeNull();
      expect(await (await from().download("given.txt")).data!.text()).toBe("again");
    });
  });

  describe("uploads in parts", () => {
    let bucket: string;
    const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 31) % 251));
    beforeAll(async () => {
      bucket = await newBucket({ public: false, fileSizeLimit: "1mb" });
    });

    const begin = (name: string, length: number, more: Record<string, string> = {}) =>
      send("/upload/resumable", {
        method: "POST",
        headers: tusHeaders({
          "Upload-Length": String(length),
          "Upload-Metadata": `bucketName ${base64(bucket)},objectName ${base64(name)},contentType ${base64("x/y")}`,
          ...more,
        }),
      });
    const isWhole = async (name: string) =>
      Buffer.from(await (await admin().from(bucket).download(name)).data!.arrayBuffer()).equals(bytes);

    test("by the client that Supabase recommends", async () => {
      for (const uploadDataDuringCreation of [true, false]) {
        const name = `tus/${uploadDataDuringCreation}`;
        await new Promise<void>((resolve, reject) => {
          new Upload(bytes, {
            endpoint: `${site().url}/storage/v1/upload/resumable`,
            headers: { authorization: `Bearer ${site().keys.secretKey}`, "x-upsert": "true" },
            uploadDataDuringCreation,
            removeFingerprintOnSuccess: true,
            chunkSize: 150_000,
            metadata: { bucketName: bucket, objectName: name, contentType: "image/png", cacheControl: "60", metadata: '{"a":1}' },
            onError: reject,
            onSuccess: () => resolve(),
          }).start();
        });
        expect(await isWhole(name)).toBe(true);
        expect((await admin().from(bucket).info(name)).data).toMatchObject({
          contentType: "image/png",
          cacheControl: "max-age=60",
          size: bytes.length,
          metadata: { a: 1 },
        });
      }
    });

    test("go on where they broke off, and leave only the whole", async () => {
      const before = files().length;
      const location = (await begin("broken", bytes.length)).headers.get("location")!;
      await put(location, 0, bytes.subarray(0, 100_000));
      // A sender who goes away in the midst of a part.
      const { port } = new URL(site().url);
      const socket = connect(Number(port), "localhost");
      const head = Object.entries(
        tusHeaders({ "Content-Type": "application/offset+octet-stream", "Upload-Offset": "100000", "Content-Length": "200000" }),
      );
      socket.write(`PATCH ${location} HTTP/1.1\r\nHost: localhost\r\n${head.map((pair) => pair.join(": ")).join("\r\n")}\r\n\r\n`);
      socket.write(bytes.subarray(100_000, 150_000), () => setTimeout(() => socket.destroy(), 200));
      await expect.poll(() => ask(location)).toBe("150000");
      expect((await put(location, 100_000, bytes.subarray(100_000))).status).toBe(409);
      expect((await admin().from(bucket).exists("broken")).data).toBe(false);
      expect((await put(location, 150_000, bytes.subarray(150_000))).status).toBe(204);
      expect(await isWhole("broken")).toBe(true);
      expect(files()).toHaveLength(before + 1);
    });

    test("are refused like others, and are nobody else's", async () => {
      expect((await begin("large", 2_000_000)).status).toBe(413);
      expect((await begin("../up", 10)).status).toBe(400);
      expect((await begin("denied", 10, { apikey: site().keys.publishableKey })).status).toBe(403);
      await admin().from(bucket).upload("taken", "x");
      expect((await begin("taken", 10)).status).toBe(409);
      const location = (await begin("mine", 10)).headers.get("location")!;
      expect((await put(location, 0, Buffer.alloc(11))).status).toBe(413);
      const { client } = await site().newUser();
      const token = (await client.auth.getSession()).data.session!.access_token;
      const other = { apikey: site().keys.publishableKey, Authorization: `Bearer ${token}` };
      expect((await put(location, 0, Buffer.alloc(5), other)).status).toBe(404);
      expect((await fetch(site().url + location, { method: "DELETE", headers: tusHeaders() })).status).toBe(204);
      expect((await put(location, 0, Buffer.alloc(10))).status).toBe(404);
    });
  });

  describe("pictures in other sizes", () => {
    let bucket: string;
    beforeAll(async () => {
      bucket = await newBucket({ public: true });
      const picture = sharp({ create: { width: 800, height: 400, channels: 3, background: "#123456" } });
      await admin()
        .from(bucket)
        .upload("wide.jpg", await picture.jpeg().toBuffer(), { contentType: "image/jpeg" });
      await admin().from(bucket).upload("words.txt", "no picture");
      await admin()
        .from(bucket)
        .upload("drawing.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', { contentType: "image/svg+xml" });
      // A small file that says it has 20,000 times 20,000 pixels.
      const bomb = await sharp({ create: { width: 20_000, height: 4000, channels: 3, background: "white" } })
        .png()
        .toBuffer();
      await admin().from(bucket).upload("bomb.png", bomb, { contentType: "image/png" });
    });
    const from = () => admin().from(bucket);
    async function made(transform: object, headers?: Record<string, string>) {
      const { publicUrl } = from().getPublicUrl("wide.jpg", { transform }).data;
      const { width, height, format } = await sharp(await (await fetch(publicUrl, { headers })).arrayBuffer()).metadata();
      return [width, height, format];
    }

    test("as they are asked for", async () => {
      expect(await made({ width: 200 })).toEqual([200, 100, "jpeg"]);
      expect(await made({ width: 200, height: 200 })).toEqual([200, 200, "jpeg"]);
      expect(await made({ width: 200, height: 200, resize: "contain" })).toEqual([200, 100, "jpeg"]);
      expect(await made({ width: 200 }, { Accept: "image/webp" })).toEqual([200, 100, "webp"]);
      expect(await made({ width: 200, format: "origin" }, { Accept: "image/webp" })).toEqual([200, 100, "jpeg"]);
      expect((await from().download("wide.jpg", { transform: { width: 20 } })).data!.type).toBe("image/jpeg");
    });

    test("by a signed address in that size alone", async () => {
      const { data } = await from().createSignedUrl("wide.jpg", 60, { transform: { width: 200, height: 200, quality: 60 } });
      const response = await fetch(`${data!.signedUrl}&width=2000`);
      expect([response.status, response.headers.get("x-transformations")]).toEqual([
        200,
        "height:200,width:200,resizing_type:fill,quality:60",
      ]);
      expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(200);
      expect((await fetch(data!.signedUrl.replace("render/image", "object"))).status).toBe(400);
    });

    test.each(["words.txt", "drawing.svg", "bomb.png"])("not of %s", async (name) => {
      expect(failure(await from().download(name, { transform: { width: 100 } }))).toMatchObject({ status: 400 });
    });

    test.each([{ width: 5000 }, { height: -1 }, { quality: 1000 }])("not in %j", async (transform) => {
      expect(failure(await from().download("wide.jpg", { transform }))).toMatchObject({ status: 400 });
    });
  });

  async function usage() {
    const [found] = await site().sql`select bytes::int as counted,
      (select coalesce(sum((metadata ->> 'size')::bigint), 0)::int from storage.objects) as sum from storage.abrente_usage`;
    return found as { counted: number; sum: number };
  }

  test("how much there is, is known at any time, whatever happens side by side", async () => {
    const bucket = await newBucket({ public: false });
    const before = await usage();
    const from = admin().from(bucket);
    const results = await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const name = `file ${number}`;
        const uploaded = await from.upload(name, "a".repeat(1000 + number), { upsert: true });
        return number % 3 === 0 ? from.remove([name]) : number % 3 === 1 ? from.copy(name, `copy ${number}`) : uploaded;
      }),
    );
    expect(results.some(({ error }) => !error)).toBe(true);
    const after = await usage();
    expect(after.counted).toBeGreaterThan(before.counted);
    expect(after.counted).toBe(after.sum);
    await admin().emptyBucket(bucket);
    expect(await usage()).toEqual(before);
  });

  test("what no row names goes after a while, and nothing else", async () => {
    const bucket = await newBucket();
    await admin().from(bucket).upload("kept", "x");
    const left = join(site().dataDir, "files", crypto.randomUUID());
    for (const name of [left, `${left}.new`]) writeFileSync(name, "left over");
    const store = diskStore(site().dataDir);
    const before = files().length;
    await collectLeftovers(site().queries, store);
    expect(files()).toHaveLength(before);
    await collectLeftovers(site().queries, store, -1);
    expect(files()).toHaveLength(before - 2);
    expect((await admin().from(bucket).download("kept")).error).toBeNull();
  });

  test("what a backup may be reading is removed later", async () => {
    const bucket = await newBucket();
    const upload = async (name: string) => {
      await admin().from(bucket).upload(name, "x", { upsert: true });
      return join(site().dataDir, "files", (await admin().from(bucket).info(name)).data!.version);
    };
    const [removed, replaced] = [await upload("removed"), await upload("replaced")];
    const release = holdFiles(site().dataDir);
    await admin().from(bucket).remove(["removed"]);
    const kept = await upload("replaced");
    expect([removed, replaced, kept].map((file) => existsSync(file))).toEqual([true, true, true]);
    // Left by a backup that was killed.
    utimesSync(join(site().dataDir, "files/held"), 0, 0);
    await admin().from(bucket).remove(["replaced"]);
    expect(existsSync(kept)).toBe(false);
    release();
    await collectLeftovers(site().queries, diskStore(site().dataDir), -1);
    expect([removed, replaced].map((file) => existsSync(file))).toEqual([false, false]);
  });

  test("the files are for the site's user alone", () => {
    expect(statSync(join(site().dataDir, "files", files()[0]!)).mode & 0o077).toBe(0);
  });
});
