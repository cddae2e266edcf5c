import type { Readable } from "node:stream";
import type { AuthContext } from "#backend/auth/context.ts";
import { placeIn, asOwner, type Handler, type Storage } from "./context.ts";
import { invalidRange, noSuchKey } from "./errors.ts";
import { findObject, objectFor, type StoredObject, type Way } from "./objects.ts";
import { readSigned } from "./sign.ts";
import type { Range } from "./store.ts";

type Found = StoredObject & { isPublic: boolean };

export const download =
  (beginning: string, way: Way): Handler =>
  (storage, c) =>
    answer(storage, c, () => objectFor(storage, c, beginning, way));

export const downloadSigned: Handler = async (storage, c) => {
  const place = placeIn(c, "/object/sign/");
  await readSigned(storage, c, "download", place);
  return answer(storage, c, async () => ({ ...(await findObject(asOwner(storage), place)), isPublic: false }));
};

async function answer(storage: Storage, c: AuthContext, find: () => Promise<Found>): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const object = await find();
    const response = await answerWith(storage, c, object);
    if (response) return response;
    // Replaced by another between the question and the reading.
    if (tries === 1) throw noSuchKey();
  }
}

async function answerWith({ store }: Storage, c: AuthContext, object: Found): Promise<Response | undefined> {
  const { version, metadata } = object;
  if (!version || metadata?.size === undefined) throw noSuchKey();
  const headers = headersOf(c, object);
  if (isKnown(c, headers)) return new Response(null, { status: 304, headers });

  const { size } = metadata;
  const range = rangeIn(c, size, headers);
  if (range === "none") throw invalidRange(size);
  headers.set("Content-Length", String(range ? range.end - range.start + 1 : size));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (c.req.method === "HEAD") return new Response(null, { status, headers });
  const stream = await store.read(version, range);
  return stream && new Response(bodyFrom(stream, c.req.raw.signal), { status, headers });
}

/** What `Readable.toWeb` does, at two thirds of the cost. Whoever goes away, be it before the first byte, lets go of the file. */
function bodyFrom(stream: Readable, signal: AbortSignal): ReadableStream {
  const letGo = () => void stream.destroy();
  signal.addEventListener("abort", letGo, { once: true });
  if (signal.aborted) letGo();
  const chunks: AsyncIterator<Uint8Array> = stream.iterator();
  return new ReadableStream(
    {
      async pull(controller) {
        // Nobody is there to hear that it broke off.
        const { done, value } = await chunks
          .next()
          .catch((error) => (signal.aborted ? { done: true, value: undefined } : Promise.reject(error)));
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  );
}

/** What browsers open without running anything. */
const harmless =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video|font)\/[\w.+-]+|text\/plain|application\/(pdf|json))$/;

/** What a file is answered with, whoever put it there: nothing in it may run as a part of this site. */
export function headersOf(c: AuthContext, { name, metadata, updated_at, isPublic }: Found): Headers {
  const type = metadata?.mimetype ?? "application/octet-stream";
  const headers = new Headers({
    "Content-Type": type,
    "Accept-Ranges": "bytes",
    "Cache-Control": `${isPublic ? "public" : "private"}, ${metadata?.cacheControl ?? "no-cache"}`,
    "Last-Modified": new Date(metadata?.lastModified ?? updated_at).toUTCString(),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    // Pages of other sites may show what is public, and nothing else.
    "Cross-Origin-Resource-Policy": isPublic ? "cross-origin" : "same-origin",
  });
  if (metadata?.eTag) headers.set("ETag", metadata.eTag);
  const wanted = c.req.query("download");
  const isHarmless = harmless.test(type.split(";")[0]!.trim().toLowerCase());
  if (wanted !== undefined || !isHarmless) headers.set("Content-Disposition", attachment(wanted || name.slice(name.lastIndexOf("/") + 1)));
  return headers;
}

/** With the name in both spellings: for what knows only ASCII, and for all others. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export function isKnown(c: AuthContext, headers: Headers): boolean {
  const tag = headers.get("ETag");
  const known = c.req.header("if-none-match");
  if (known) return known.trim() === "*" || known.split(",").some((one) => tag !== null && one.trim().replace(/^W\//, "") === tag);
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  return since >= Date.parse(headers.get("Last-Modified")!);
}

/** One range; several at once are answered with everything, as anybody may. */
function rangeIn(c: AuthContext, size: number, headers: Headers): Range | undefined | "none" {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(c.req.header("range")?.replaceAll(" ", "") ?? "") ?? [];
  if (first === undefined || (!first && !last)) return;
  const wanted = c.req.header("if-range");
  if (wanted && wanted !== headers.get("ETag") && wanted !== headers.get("Last-Modified")) return;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start > end ? "none" : { start, end };
}
