import { buffer } from "node:stream/consumers";
import type { AuthContext } from "#backend/auth/context.ts";
import { asOwner, placeIn, type Handler, type Storage } from "./context.ts";
import { headersOf, isKnown } from "./download.ts";
import { invalidRequest, noSuchKey, StorageError, tooLarge } from "./errors.ts";
import { sizes, type Sizes } from "./image-sizes.ts";
import { findObject, objectFor, type StoredObject, type Way } from "./objects.ts";
import { readSigned } from "./sign.ts";

/** Bytes and pixels of a picture that is made smaller: more would cost strangers little and us much. */
const largestSource = 25 * 1024 * 1024;
const mostPixels = 50_000_000;
const seconds = 10;

const formats: Record<string, "jpeg" | "png" | "webp" | "avif" | "gif"> = {
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
  heif: "avif",
  gif: "gif",
};

export const image =
  (beginning: string, way: Way): Handler =>
  async (storage, c) => {
    const wanted = sizes.safeParse(c.req.query());
    if (!wanted.success) throw invalidRequest(`querystring/${wanted.error.issues[0]!.path.join("/")} ${wanted.error.issues[0]!.message}`);
    return render(storage, c, await objectFor(storage, c, beginning, way), wanted.data);
  };

/** The size is in the token: who has the address cannot ask for others. */
export const imageSigned: Handler = async (storage, c) => {
  const place = placeIn(c, "/render/image/sign/");
  const { transform } = await readSigned(storage, c, "image", place);
  return render(storage, c, { ...(await findObject(asOwner(storage), place)), isPublic: false }, sizes.parse(transform));
};

async function render(storage: Storage, c: AuthContext, object: StoredObject & { isPublic: boolean }, wanted: Sizes): Promise<Response> {
  const { version, metadata } = object;
  if (!version || metadata?.size === undefined) throw noSuchKey();
  if (metadata.size > largestSource) throw tooLarge("The picture is too large to be changed");
  const headers = headersOf(c, object);
  headers.set("Vary", "Accept");
  headers.delete("Accept-Ranges");
  const asked = wanted.format ?? (c.req.header("accept")?.includes("image/webp") ? "webp" : "origin");
  headers.set("ETag", `${metadata.eTag?.slice(0, -1)}-${Object.values(wanted).join("-")}-${asked}"`);
  if (isKnown(c, headers)) return new Response(null, { status: 304, headers });
  const { bytes, format } = await inTurn(() => change(storage, version, wanted, asked));
  headers.set("Content-Type", `image/${format}`);
  if (c.req.query("download") === undefined) headers.delete("Content-Disposition");
  headers.set("Content-Length", String(bytes.length));
  headers.set("X-Transformations", describe(wanted));
  return new Response(c.req.method === "HEAD" ? null : new Uint8Array(bytes), { headers });
}

async function change({ store }: Storage, version: string, { width, height, resize, quality = 80 }: Sizes, asked: string) {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  const stream = await store.read(version);
  if (!stream) throw noSuchKey();
  const source = await buffer(stream);
  try {
    const picture = sharp(source, { limitInputPixels: mostPixels, failOn: "error" }).timeout({ seconds });
    const found = formats[(await picture.metadata()).format];
    // Drawings are programs of a kind, and loaders of rare formats have the most mistakes.
    if (!found) throw new Error("another format");
    const format = asked === "origin" ? found : (asked as "webp" | "avif");
    const fit = { cover: "cover", contain: "inside", fill: "fill" } as const;
    picture.rotate();
    if (width || height) picture.resize({ width, height, fit: fit[resize ?? "cover"], withoutEnlargement: resize === "contain" });
    return { format, bytes: await picture.toFormat(format, { quality }).toBuffer() };
  } catch {
    throw invalidRequest("The file is not a picture that can be changed");
  }
}

/** In the words of Supabase's own. */
function describe({ width, height, resize, quality }: Sizes): string {
  const kinds = { cover: "fill", contain: "fit", fill: "force" };
  return [
    ...(height ? [`height:${height}`] : []),
    ...(width ? [`width:${width}`] : []),
    `resizing_type:${kinds[resize ?? "cover"]}`,
    ...(quality ? [`quality:${quality}`] : []),
  ].join(",");
}

const mostWaiting = 32;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** One picture at a time: the pages need the processor too. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) throw new StorageError(429, "SlowDown", "Too many pictures are being made at this moment");
  waiting++;
  const result = last.then(work, work);
  last = result.catch(() => {});
  try {
    return await result;
  } finally {
    waiting--;
  }
}
