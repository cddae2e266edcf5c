import type { IncomingMessage } from "node:http";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { asRole } from "#backend/api/as-role.ts";
import { CallRefused, readCaller, readSession, type Api, type Caller } from "#backend/api/caller.ts";
import type { AuthContext } from "#backend/auth/context.ts";
import { sameText } from "#backend/auth/keys.ts";
import type { Queries } from "#backend/database/connection.ts";
import { invalidKey, invalidRequest, StorageError } from "./errors.ts";
import type { FileStore } from "./store.ts";

/** What every call works with. */
export type Storage = Api & { store: FileStore };
export type Handler = (storage: Storage, c: AuthContext) => Promise<Response>;

/** The address that the service answers under. */
export const base = "/storage/v1";

/** Who calls. storage-js without supabase-js around it brings the key as the token, and nothing else. */
export async function callerOf(storage: Storage, c: AuthContext): Promise<Caller> {
  const token = /^bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const key = c.req.header("apikey") ?? c.req.query("apikey");
  if (key || !token) {
    if (!key) throw new StorageError(401, "InvalidJWT", "Invalid Compact JWS", "Unauthorized");
    return readCaller(storage, key, token);
  }
  const { publishableKey, secretKey } = storage.keys;
  if (sameText(token, publishableKey) || sameText(token, secretKey)) return readCaller(storage, token, token);
  return readSession(storage, token);
}

/** Does the work as the caller; policies may ask what it is (`storage.operation()`). */
export async function as<T>(
  storage: Storage,
  c: AuthContext,
  caller: Caller,
  operation: string,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const settings = { "storage.operation": `storage.${operation}`, [quota]: String(storage.config.files.quota) };
  return asRole(storage, caller, { method: c.req.method, path: c.req.path, headers: c.req.raw.headers, settings }, work);
}

/** What the database goes by when a row says how large its file is. */
export const quota = "storage.abrente_quota";

/** The queries of the service itself, which no policy binds. */
export function asOwner({ queries, isReady }: Storage): Queries {
  if (!isReady()) throw new CallRefused(503, "The database is not ready for this. The server's log says why.");
  return queries;
}

export async function rowsOf<Row>(queries: Queries, query: SQL): Promise<Row[]> {
  return ((await queries.execute(query)) as unknown as { rows: Row[] }).rows;
}

/** A point in time as clients read it. */
export const iso = (column: SQL) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A list of texts as rows; the drivers have different ideas of arrays. */
export const rowsOfTexts = (texts: string[]) => sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb)`;

/** The bucket and the name that stand in the address behind the given beginning. */
export function placeIn(c: AuthContext, beginning: string): { bucket: string; name: string } {
  const rest = readable(new URL(c.req.url).pathname).slice(`${base}${beginning}`.length);
  const slash = rest.indexOf("/");
  const place = { bucket: rest.slice(0, slash), name: rest.slice(slash + 1) };
  if (slash < 1) throw invalidKey(rest);
  checkName(place.name);
  return place;
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidKey(path);
  }
}

const longestName = 1024;

/** Any alphabet, but nothing that an address, a folder or a header could take for something else. No file is called by it. */
export function checkName(name: string) {
  const isBad =
    Buffer.byteLength(name) > longestName ||
    !name.isWellFormed() ||
    /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(name) ||
    name.split("/").some((part) => ["", ".", ".."].includes(part));
  if (isBad) throw invalidKey(name.toWellFormed().slice(0, longestName));
}

/** The body of a call that is no file. */
export async function readJson<T extends z.ZodType>(c: AuthContext, schema: T): Promise<z.output<T>> {
  const text = await readText(c);
  let body: unknown;
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    throw invalidRequest("Body is not valid JSON");
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`body/${issue!.path.join("/")} ${issue!.message}`);
}

const longestJson = 1024 * 1024;

async function readText(c: AuthContext): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const part of bodyOf(c)) {
    size += part.length;
    if (size > longestJson) throw new StorageError(413, "EntityTooLarge", "Request body is too large", "Payload too large");
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The body as it comes: Node's own stream where there is one, which is much quicker than the web's around it. A chunk is there until the next
 * one is asked for.
 */
export async function* bodyOf(c: AuthContext): AsyncIterable<Uint8Array> {
  const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
  if (!incoming) return yield* c.req.raw.body ?? [];
  // Whoever stops reading still gets an answer.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer<ArrayBuffer>>) {
    yield chunk;
    // Let go at once: after some files of megabytes, the engine would search all its memory for such chunks.
    if (chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0);
  }
}

/** What Postgres can store. */
export const text = z.string().refine((value) => !value.includes("\0") && value.isWellFormed(), "must not contain NUL or half a character");
