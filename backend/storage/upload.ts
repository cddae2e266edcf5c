import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { AuthContext } from "#backend/auth/context.ts";
import { readParts, textOf } from "#backend/multipart.ts";
import type { Bucket } from "./buckets.ts";
import { bodyOf, callerOf, placeIn, text, type Handler, type Storage } from "./context.ts";
import { invalidMimeType, invalidRequest, tooLarge } from "./errors.ts";
import { readSigned } from "./sign.ts";
import { beginWriting, metadataOf, writeRow, type Place, type Writing } from "./write-row.ts";

type Bytes = AsyncIterable<Uint8Array>;
/** What the sender says about a file. */
export type Described = { type: string | undefined; cacheControl: string | undefined; userMetadata: Record<string, unknown> | null };

export const upload: Handler = async (storage, c) => {
  const isUpsert = c.req.method === "PUT" || c.req.header("x-upsert") === "true";
  return receive(storage, c, placeIn(c, "/object/"), { caller: await callerOf(storage, c), isUpsert });
};

/** With an address that somebody signed who may upload to it. */
export const uploadSigned: Handler = async (storage, c) => {
  const place = placeIn(c, "/object/upload/sign/");
  const { owner, upsert } = await readSigned(storage, c, "upload", place);
  return receive(storage, c, place, { owner: owner as string | undefined, isUpsert: upsert === true });
};

async function receive(storage: Storage, c: AuthContext, place: Place, writing: Writing): Promise<Response> {
  const known = isForm(c) ? 0 : Number(c.req.header("content-length") ?? 0);
  const { bucket, former } = await beginWriting(storage, c, place, writing, known);
  const { bytes, described } = await readBody(c);
  const largest = largestIn(storage, bucket);
  if (known > largest) throw tooLarge();

  const version = randomUUID();
  const measured = measure(bytes, largest, (head) => typeOf(head, described.type, bucket));
  await storage.store.write(version, measured.bytes);
  try {
    const metadata = metadataOf(version, measured.size, measured.type!, described.cacheControl);
    const id = await writeRow(storage, c, place, writing, { version, metadata, userMetadata: described.userMetadata }, former);
    return c.json({ Id: id, Key: `${place.bucket}/${place.name}` });
  } catch (error) {
    await storage.store.remove([version]);
    throw error;
  }
}

export function largestIn({ config }: Storage, { fileSizeLimit }: Bucket): number {
  return Math.min(fileSizeLimit ?? Infinity, config.files.largest);
}

const isForm = (c: AuthContext) => /^multipart\/form-data\b/i.test(c.req.header("content-type") ?? "");

async function readBody(c: AuthContext): Promise<{ bytes: Bytes; described: Described }> {
  const body = bodyOf(c);
  if (isForm(c)) {
    const { fields, type, file } = await readFileForm(body, c.req.header("content-type")!);
    const seconds = fields.get("cacheControl");
    return {
      bytes: file,
      described: {
        type: fields.get("contentType") ?? type,
        cacheControl: readCacheControl(seconds && `max-age=${seconds}`),
        userMetadata: readUserMetadata(fields.get("metadata")),
      },
    };
  }
  const metadata = c.req.header("x-metadata");
  return {
    bytes: body,
    described: {
      type: c.req.header("content-type"),
      cacheControl: readCacheControl(c.req.header("cache-control")),
      userMetadata: readUserMetadata(metadata && Buffer.from(metadata, "base64").toString()),
    },
  };
}

const longestField = 64 * 1024;
const mostFields = 20;

/**
 * A form with a file, as it comes. Fields count when they stand before it, as Supabase's clients send them; what follows the file is read and
 * forgotten.
 */
async function readFileForm(body: Bytes, contentType: string) {
  const fields = new Map<string, string>();
  const parts = readParts(body, contentType);
  for (let count = 0; count < mostFields; count++) {
    const { value: part } = await parts.next();
    if (!part) break;
    if (part.file) return { fields, type: part.file.type, file: toTheEnd(part.bytes, parts) };
    fields.set(part.name, await textOf(part.bytes, longestField));
  }
  throw invalidRequest("The form has no file");
}

async function* toTheEnd(file: Bytes, rest: AsyncIterable<unknown>): Bytes {
  yield* file;
  for await (const _part of rest);
}

/** It goes out again as a header. */
export function readCacheControl(given: string | undefined): string | undefined {
  return given && /^[\w=,\- ]{1,100}$/.test(given) ? given : undefined;
}

const longestMetadata = 16 * 1024;
const storable = z.record(text, z.json());

export function readUserMetadata(given: string | undefined): Record<string, unknown> | null {
  if (!given) return null;
  try {
    if (given.length > longestMetadata || given.includes("\\u0000")) throw new Error("not storable");
    return storable.parse(JSON.parse(given));
  } catch {
    throw invalidRequest("The metadata is not an object of JSON that can be stored");
  }
}

/** The bytes, counted and looked at as they pass. */
export function measure(bytes: Bytes, largest: number, typeFor: (head: Uint8Array) => Promise<string>) {
  const measured = { size: 0, type: undefined as string | undefined, bytes: pass() };
  return measured;

  async function* pass(): Bytes {
    const head: Uint8Array[] = [];
    for await (const chunk of bytes) {
      measured.size += chunk.length;
      if (measured.size > largest) throw tooLarge();
      if (measured.type) {
        yield chunk;
        continue;
      }
      head.push(Buffer.from(chunk));
      if (measured.size >= enoughToTell) yield* begin();
    }
    if (!measured.type) yield* begin();

    async function* begin() {
      const start = Buffer.concat(head);
      measured.type = await typeFor(start);
      if (start.length > 0) yield start;
    }
  }
}

/** Bytes after which `file-type` knows most. */
const enoughToTell = 4100;

/** Kinds in which one format may pass for another: none of them runs. */
const media = /^(image|audio|video|font)\//;

/**
 * The type that the sender says, as Supabase has it; the type of the bytes where they say none. A bucket that takes only some types is not
 * fooled by a name: a program that says it is a picture is refused.
 */
export async function typeOf(head: Uint8Array, given: string | undefined, { allowedMimeTypes }: Bucket): Promise<string> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = (await fileTypeFromBuffer(head))?.mime as string | undefined;
  const isSaid = given && !/^application\/octet-stream\b/i.test(given);
  const type = isSaid ? given : (found ?? "application/octet-stream");
  if (!/^[\w.+-]{1,100}\/[\w.+-]{1,100}(\s*;[\x20-\x7e]{0,100})?$/.test(type)) throw invalidMimeType("given");
  if (!allowedMimeTypes?.length) return type;

  const allows = (one: string) =>
    allowedMimeTypes.some(
      (allowed) => allowed === "*/*" || (allowed.endsWith("/*") ? one.startsWith(allowed.slice(0, -1)) : one === allowed),
    );
  const plain = type.split(";")[0]!.trim().toLowerCase();
  if (!allows(plain)) throw invalidMimeType(plain);
  const kind = found && media.exec(found)?.[0];
  const passes = !found || found === "application/xml" || allows(found) || (kind && plain.startsWith(kind));
  if (!passes) throw invalidMimeType(found);
  return type;
}
