import { eq } from "drizzle-orm";
import { requestFiles, type FileRow } from "#backend/database/schema.ts";
import { bucket, callStorage, pathOf, sizeOf, StorageAway } from "./file-store.ts";
import { addFile, settleFile, type Adder, type FileParts, type Refusal } from "./files.ts";

/**
 * Files that come in parts, and go on after a lost connection (tus.io): the storage does it, we say who may. Whoever sends knows a file by its
 * row alone.
 */
const version = { "Tus-Resumable": "1.0.0" };

export type Begun = { file: FileRow } | { refused: Refusal };
/** How much of it is there; undefined if nothing can go on. */
export type Received = { received: number } | { refused: Refusal } | undefined;

export async function beginUpload(parts: FileParts, given: Adder & { requestId: string; name: string; size: number }): Promise<Begun> {
  const added = await addFile(parts, given);
  if ("refused" in added) return added;
  const { file } = added;
  const metadata = { bucketName: bucket, objectName: pathOf(file), contentType: file.type };
  const response = await callStorage(parts.accounts, "/upload/resumable", {
    method: "POST",
    headers: {
      ...version,
      "x-upsert": "true",
      "Upload-Length": String(given.size),
      "Upload-Metadata": Object.entries(metadata)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
        .join(","),
    },
  });
  const upload = response.headers.get("location")?.replace(/^.*?\/storage\/v1(?=\/)/, "");
  if (response.status !== 201 || !upload) throw await notTaken(response);
  await parts.queries.update(requestFiles).set({ upload }).where(eq(requestFiles.id, file.id));
  return { file };
}

/** Hands a part to the storage; the last one makes a file of them all, which is then looked at. */
export async function continueUpload(parts: FileParts, file: FileRow, offset: string, body: ReadableStream | null): Promise<Received> {
  if (file.storedAt || !file.upload) return askUpload(parts, file);
  const headers = { ...version, "Upload-Offset": offset, "Content-Type": "application/offset+octet-stream" };
  const response = await callStorage(parts.accounts, file.upload, { method: "PATCH", headers, body });
  if (response.status === 404) return settleIfWhole(parts, file);
  if (response.status === 409) return askUpload(parts, file);
  if (!response.ok) throw await notTaken(response);
  return settleWhen(parts, file, Number(response.headers.get("upload-offset")));
}

export async function askUpload(parts: FileParts, file: FileRow): Promise<Received> {
  if (file.storedAt) return { received: file.size };
  if (!file.upload) return;
  const response = await callStorage(parts.accounts, file.upload, { method: "HEAD", headers: version });
  return response.ok ? { received: Number(response.headers.get("upload-offset")) } : settleIfWhole(parts, file);
}

/** The storage has no upload: it may have been the last part that nobody heard of. */
async function settleIfWhole(parts: FileParts, file: FileRow): Promise<Received> {
  const size = await sizeOf(parts.accounts, file);
  return size === file.size ? settleWhen(parts, file, size) : undefined;
}

async function settleWhen(parts: FileParts, file: FileRow, received: number): Promise<Received> {
  if (received < file.size) return { received };
  const settled = await settleFile(parts, file, { size: received });
  return "refused" in settled ? settled : { received };
}

async function notTaken(response: Response): Promise<StorageAway> {
  return new StorageAway(`The storage says ${response.status}: ${(await response.text()).slice(0, 500)}`);
}
