import { readdirSync } from "node:fs";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outbox, rateLimits, removedFiles, requestEvents, requestFiles, requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { openStorage } from "#backend/storage/testing.ts";
import { eraseRequest } from "./change-request.ts";
import { acceptAnswer, sendReply } from "./conversation.ts";
import { readFile, StorageAway } from "./file-store.ts";
import { cleanFileName, endingOf } from "./file-types.ts";
import { addFile, collectFiles, collectRemoved, largestFile, readFiles, readUnsent, storeFile, type FileParts } from "./files.ts";
import { untieRequests } from "./my-requests.ts";

const admin = { id: "0b9d1c1e-0000-4000-8000-000000000001", email: "iria@abrente.example", name: "Iria" };
const client = "0b9d1c1e-0000-4000-8000-000000000002";
const byLink = { fromAgency: false, uploaderId: null };
const byAgency = { fromAgency: true, uploaderId: admin.id };

const bytes = async function* (...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part as string);
};

onBothEngines((open) => {
  const queries = () => open().database.queries;
  let parts: FileParts;
  let folder: string;

  beforeAll(async () => {
    const storage = await openStorage(open().database);
    folder = storage.folder;
    parts = { queries: queries(), accounts: storage.accounts, filesPerConversation: 3 * largestFile };
  });
  beforeEach(async () => {
    await queries().delete(requests);
    await collectRemoved(parts);
    await queries().delete(removedFiles);
    await queries().delete(rateLimits);
  });

  async function newRequest(): Promise<string> {
    const [request] = await queries().insert(requests).values(sampleRequest).returning({ id: requests.id });
    return request!.id;
  }
  async function stored(requestId: string, name = "notes.txt", adder: typeof byLink | typeof byAgency = byLink, content = name) {
    const added = await storeFile(parts, { ...adder, requestId, name, body: bytes(content) });
    return "file" in added ? added.file : expect.fail(added.refused);
  }
  const inStore = () => readdirSync(folder).filter((name) => name !== "store");
  const textOf = async (file: { requestId: string; id: string }) => (await readFile(parts.accounts, file))?.text();
  const filesOf = async (id: string) =>
    (await readFiles(queries(), [id])).map(({ name, eventId, uploaderId }) => [name, !!eventId, uploaderId]);

  describe("a file", () => {
    test("is kept by who adds it, and goes with the message that it is sent with", async () => {
      const id = await newRequest();
      const file = await stored(id, "Logótipo final.txt", byLink, "ola");
      expect(await textOf(file)).toBe("ola");
      expect(file).toMatchObject({ name: "Logótipo final.txt", type: "text/plain", size: 3, eventId: null });
      expect((await readUnsent(queries(), id, byLink)).map((one) => one.id)).toEqual([file.id]);
      expect(await readUnsent(queries(), id, { fromAgency: false, uploaderId: client })).toEqual([]);
      expect(await filesOf(id)).toEqual([]);
      expect(await acceptAnswer(queries(), { id, text: "Aquí vai", files: [file.id] })).toEqual({ outcome: "done" });
      expect(await filesOf(id)).toEqual([["Logótipo final.txt", true, null]]);
      expect(await readUnsent(queries(), id, byLink)).toEqual([]);
      const [found] = await queries()
        .select()
        .from(requests)
        .where(sql`noted like '%Logótipo final.txt%'`);
      expect(found?.id).toBe(id);
    });

    test("may be a whole message, and several such are several", async () => {
      const id = await newRequest();
      for (const name of ["one.txt", "two.txt"]) {
        const { id: file } = await stored(id, name, byAgency);
        expect(await sendReply(queries(), { id, text: "", files: [file] }, admin)).toMatchObject({ outcome: "done" });
      }
      expect((await queries().select().from(requestEvents)).map(({ text }) => text)).toEqual(["", ""]);
      expect(await queries().select().from(outbox)).toHaveLength(2);
    });

    test("that is sent twice is sent once: by its id, and by what is in it", async () => {
      const id = await newRequest();
      const [file, again] = [await stored(id, "logo.txt", byLink, "same"), await stored(id, "logo.txt", byLink, "same")];
      const other = await stored(id, "logo.txt", byLink, "different");
      const sending = (files: string[]) => acceptAnswer(queries(), { id, text: "Aquí vai", files });
      await Promise.all([sending([file.id]), sending([file.id])]);
      await sending([again.id]);
      expect(await filesOf(id)).toHaveLength(1);
      // What came a second time is not left waiting.
      expect((await readUnsent(queries(), id, byLink)).map((one) => one.id)).toEqual([other.id]);
      await sending([other.id]);
      expect(await filesOf(id)).toHaveLength(2);
      expect(await queries().select().from(requestEvents)).toHaveLength(2);
    });

    test("that went with one message goes with no other", async () => {
      const id = await newRequest();
      for (const [adder, sending] of [
        [byLink, (text: string, files: string[]) => acceptAnswer(queries(), { id, text, files })],
        [byAgency, (text: string, files: string[]) => sendReply(queries(), { id, text, files }, admin)],
      ] as const) {
        const { id: file } = await stored(id, "logo.txt", adder);
        await sending("Aquí vai", [file]);
        const before = await readFiles(queries(), [id]);
        expect(await sending("Outras palabras", [file])).toEqual({ outcome: "files" });
        expect(await readFiles(queries(), [id])).toEqual(before);
      }
      expect(await queries().select().from(requestEvents)).toHaveLength(2);
    });

    test("is sent by nobody else, with no other request, and not before it is whole", async () => {
      const [id, elsewhere] = [await newRequest(), await newRequest()];
      const file = await stored(id);
      const foreign = await stored(elsewhere);
      const ofAgency = await stored(id, "draft.txt", byAgency);
      const begun = await addFile(parts, { ...byLink, requestId: id, name: "begun.txt", size: 5 });
      const answer = { id, text: "Ola" };
      for (const files of [
        [foreign.id],
        [ofAgency.id],
        [file.id, foreign.id],
        ["file" in begun ? begun.file.id : ""],
        [crypto.randomUUID()],
      ])
        expect(await acceptAnswer(queries(), { ...answer, files })).toEqual({ outcome: "files" });
      expect(await acceptAnswer(queries(), { ...answer, files: [file.id], userId: client })).toEqual({ outcome: "files" });
      for (const [files, who] of [
        [[file.id], admin],
        [[ofAgency.id], { ...admin, id: client }],
      ] as const)
        expect(await sendReply(queries(), { id, text: "Ola", files: [...files] }, who)).toEqual({ outcome: "files" });
      expect(await queries().select().from(requestEvents)).toEqual([]);
    });
  });

  describe("what is not taken", () => {
    test.each([
      ["program.exe", "MZ", "type"],
      ["page.html", "<p>", "type"],
      ["noending", "x", "type"],
      ["empty.txt", "", "empty"],
      ["picture.png", "<script>alert(1)</script>", "content"],
      ["picture.png", "MZ\u0090\0", "content"],
      ["notes.txt", "MZ\0\0", "content"],
      ["drawing.svg", "no drawing", "content"],
      ["letter.pdf", "<html>", "content"],
      ["letter.docx", "%PDF-1.7\n", "content"],
    ])("%s with %j", async (name, content, refused) => {
      const id = await newRequest();
      expect(await storeFile(parts, { ...byLink, requestId: id, name, body: bytes(content) })).toEqual({ refused });
      await collectRemoved(parts);
      expect([await queries().select().from(requestFiles), inStore()]).toEqual([[], []]);
    });

    test("is what is too large, or too much for the conversation; nothing of it stays", async () => {
      const id = await newRequest();
      const large = Buffer.alloc(largestFile, "x");
      const storing = (...body: Uint8Array[]) => storeFile(parts, { ...byLink, requestId: id, name: "large.txt", body: bytes(...body) });
      expect(await storing(large, Buffer.from("x"))).toEqual({ refused: "large" });
      expect(await addFile(parts, { ...byLink, requestId: id, name: "large.txt", size: largestFile + 1 })).toEqual({ refused: "large" });
      const files = await Promise.all([storing(large), storing(large), storing(large), storing(large)]);
      expect(files.filter((one) => "file" in one)).toHaveLength(3);
      expect(files.find((one) => "refused" in one)).toEqual({ refused: "full" });
      expect(await addFile(parts, { ...byLink, requestId: id, name: "a.txt", size: 1 })).toEqual({ refused: "full" });
      await collectRemoved(parts);
      expect(inStore()).toHaveLength(3);
    });

    test("is what is said to have no bytes, or fewer", async () => {
      const id = await newRequest();
      for (const size of [0, -5]) {
        expect(await addFile(parts, { ...byLink, requestId: id, name: "a.txt", size })).toEqual({ refused: "empty" });
      }
    });

    test("is what comes too often from a client, not from the agency", async () => {
      const id = await newRequest();
      const adding = (adder: typeof byLink | typeof byAgency) =>
        addFile(parts, { ...adder, requestId: id, name: "a.txt", size: 1 }, { most: 1, seconds: 60 });
      expect(await adding(byLink)).toHaveProperty("file");
      expect(await adding(byLink)).toEqual({ refused: "limited" });
      for (let count = 0; count < 3; count++) expect(await adding(byAgency)).toHaveProperty("file");
      expect(await addFile(parts, { ...byLink, requestId: crypto.randomUUID(), name: "a.txt" })).toEqual({ refused: "gone" });
    });

    test("and a storage that is away keeps nothing and says so", async () => {
      const id = await newRequest();
      for (const fetch of [() => Promise.reject(new Error("away")), async () => new Response("", { status: 503 })]) {
        const away = { ...parts, accounts: { ...parts.accounts, fetch } };
        await expect(storeFile(away, { ...byLink, requestId: id, name: "a.txt", body: bytes("a") })).rejects.toThrow(StorageAway);
      }
      expect(await queries().select().from(requestFiles)).toEqual([]);
    });
  });

  test("a picture is known by its bytes, whatever its name says", async () => {
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
      .webp()
      .toBuffer();
    const added = await storeFile(parts, { ...byLink, requestId: await newRequest(), name: "logo.PNG", body: bytes(picture) });
    expect(added).toMatchObject({ file: { name: "logo.PNG", type: "image/webp" } });
  });

  describe("what goes", () => {
    test("with its request, its account or its time is removed from the storage", async () => {
      const [erased, kept, old] = [await newRequest(), await newRequest(), await newRequest()];
      const sent = await stored(erased);
      await acceptAnswer(queries(), { id: erased, text: "", files: [sent.id] });
      const mine = { fromAgency: false, uploaderId: client };
      const [keptFile] = [await stored(kept, "kept.txt", mine), await stored(old)];
      await acceptAnswer(queries(), { id: kept, text: "", files: [keptFile!.id], userId: client });
      await storeFile(parts, { ...mine, requestId: kept, name: "never-sent.txt", body: bytes("x") });
      expect(inStore()).toHaveLength(4);

      await eraseRequest(queries(), erased);
      await untieRequests(queries(), client);
      await queries()
        .update(requestFiles)
        .set({ createdAt: sql`now() - interval '25 hours'` });
      await collectFiles(parts);
      expect(inStore()).toHaveLength(1);
      expect(await textOf(keptFile!)).toBe("kept.txt");
    });

    test("is asked for again while the storage is away, and for two days, since an upload may have been under way", async () => {
      const id = await newRequest();
      const file = await stored(id);
      await eraseRequest(queries(), id);
      const away = { ...parts, accounts: { ...parts.accounts, fetch: () => Promise.reject(new Error("away")) } };
      await expect(collectRemoved(away)).rejects.toThrow(StorageAway);
      expect(inStore()).toHaveLength(1);
      await collectRemoved(parts);
      expect([inStore(), await queries().select({ path: removedFiles.path }).from(removedFiles)]).toEqual([
        [],
        [{ path: `${id}/${file.id}` }],
      ]);
      await queries()
        .update(removedFiles)
        .set({ removedAt: sql`now() - interval '49 hours'` });
      await collectRemoved(parts);
      expect(await queries().select().from(removedFiles)).toEqual([]);
    });
  });
});

test.each([
  ["Logo.png", "Logo.png"],
  ["C:\\Users\\Uxía\\Logo final.png", "Logo final.png"],
  ["../../etc/passwd.txt", "passwd.txt"],
  ["<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png"],
  ["photo\u202egpj.exe.png", "photogpj.exe.png"],
  ["a\u200f\u0000\r\nb.txt", "a b.txt"],
  ["  .png", "file.png"],
  ["", "file"],
  [`${"ñ".repeat(300)}.png`, `${"ñ".repeat(98)}.png`],
  [`${"👩‍🎨".repeat(100)}.jpeg`, expect.stringMatching(/^[^�]{20,}\.jpeg$/)],
])("%j is called %j", (given, name) => {
  const clean = cleanFileName(given);
  expect(clean).toEqual(name);
  expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(200);
  expect(cleanFileName(clean)).toBe(clean);
});

test("a name ends in what it is, in whatever case", () => {
  expect(["a.PDF", "a.tar.zip", "png", "a.exe", "a.constructor", ".svg"].map(endingOf)).toEqual([
    "pdf",
    "zip",
    undefined,
    undefined,
    undefined,
    "svg",
  ]);
});
