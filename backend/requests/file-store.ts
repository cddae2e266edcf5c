import type { AdminAccess } from "#backend/people/admin-client.ts";

/** Where the bytes of conversations' files are: the storage, ours or a Supabase project's, by its HTTP API and with all rights. */
export const bucket = "conversations";

export type StoredFile = { requestId: string; id: string };

/** What a file is called in the storage. */
export function pathOf({ requestId, id }: StoredFile): string {
  return `${requestId}/${id}`;
}

/** The storage cannot do it now: it is away, or full. */
export class StorageAway extends Error {}

type Init = RequestInit & { headers?: Record<string, string>; duplex?: "half" };

/** An answer of the storage; also one that says no, unless it is the storage's own fault. */
export async function callStorage({ url, secretKey, fetch: send = fetch }: AdminAccess, path: string, init: Init = {}): Promise<Response> {
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}`, ...init.headers };
  let response: Response;
  try {
    response = await send(`${url}/storage/v1${path}`, { ...init, headers, ...(init.body instanceof ReadableStream && { duplex: "half" }) });
  } catch (error) {
    throw new StorageAway("The storage cannot be reached", { cause: error });
  }
  if (response.status < 500) return response;
  throw new StorageAway(`The storage says ${response.status}: ${(await response.text()).slice(0, 500)}`);
}

/** Keeps a whole file. */
export async function putFile(access: AdminAccess, file: StoredFile, type: string, body: ReadableStream<Uint8Array>) {
  const init = { method: "POST", body, headers: { "Content-Type": type, "x-upsert": "true" } };
  await accept(await callStorage(access, `/object/${bucket}/${pathOf(file)}`, init));
}

/** The bytes, or some of them; undefined if there are none. The signal ends it when nobody wants them any more. */
export async function readFile(
  access: AdminAccess,
  file: StoredFile,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response | undefined> {
  const response = await callStorage(access, `/object/authenticated/${bucket}/${pathOf(file)}`, { headers, signal });
  if (response.status === 404 || response.status === 400) return;
  return response;
}

/** A small picture of it; undefined if it is none, or nobody makes it smaller. */
export async function readSmall(access: AdminAccess, file: StoredFile, headers: Record<string, string>): Promise<Response | undefined> {
  const size = new URLSearchParams({ width: "320", height: "240", resize: "contain", quality: "75" });
  const response = await callStorage(access, `/render/image/authenticated/${bucket}/${pathOf(file)}?${size}`, { headers });
  return response.status < 400 ? response : undefined;
}

export async function readHead(access: AdminAccess, file: StoredFile, bytes: number): Promise<Uint8Array> {
  const response = await readFile(access, file, { Range: `bytes=0-${bytes - 1}` });
  // An empty file has no range.
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
}

/** How many bytes the storage has of it; undefined if it has none. */
export async function sizeOf(access: AdminAccess, file: StoredFile): Promise<number | undefined> {
  const response = await callStorage(access, `/object/info/${bucket}/${pathOf(file)}`);
  return response.ok ? ((await response.json()) as { size: number }).size : undefined;
}

/** Whether they are there or not. */
export async function removeFiles(access: AdminAccess, paths: string[]) {
  const init = { method: "DELETE", body: JSON.stringify({ prefixes: paths }), headers: { "Content-Type": "application/json" } };
  await accept(await callStorage(access, `/object/${bucket}`, init));
}

async function accept(response: Response) {
  if (!response.ok) throw new StorageAway(`The storage says ${response.status}: ${(await response.text()).slice(0, 500)}`);
}
