import { makeZip, predictLength } from "client-zip";
import { data } from "react-router";
import type { FileRow } from "#backend/database/schema.ts";
import type { AdminAccess } from "#backend/people/admin-client.ts";
import { readFile, readSmall } from "#backend/requests/file-store.ts";
import { canBeSmall, opensInBrowser } from "./file-kinds.ts";

/** What browsers may ask of a file again. */
const passedOn = ["range", "if-range", "if-none-match"];

/** Nothing in what somebody has sent may run, or load anything else. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; frame-ancestors 'none'";

/** The file as it was sent. What browsers open safely they may open; everything else is a download. */
export async function fileResponse(access: AdminAccess, file: FileRow, request: Request, url: URL): Promise<Response> {
  const response = await readFile(access, file, headersOf(request), request.signal);
  if (!response) throw data("Page Not Found", { status: 404 });
  const isOpened = opensInBrowser(file.type) && !url.searchParams.has("download");
  return answerWith(response, {
    "Content-Type": file.type,
    "Content-Disposition": `${isOpened ? "inline" : "attachment"}; ${nameParameter(file.name)}`,
    // Their own viewers of PDF are not to be found in a sandbox.
    "Content-Security-Policy": file.type === "application/pdf" ? `${policy}; object-src 'self'` : `${policy}; sandbox`,
  });
}

/** A small picture of it, made by the storage. */
export async function thumbnail(access: AdminAccess, file: FileRow, request: Request): Promise<Response> {
  const response = canBeSmall(file.type) ? await readSmall(access, file, { ...headersOf(request), Accept: "image/webp" }) : undefined;
  if (!response) throw data("Page Not Found", { status: 404 });
  return answerWith(response, { "Content-Security-Policy": `${policy}; sandbox` });
}

function headersOf(request: Request): Record<string, string> {
  return Object.fromEntries(passedOn.flatMap((name) => (request.headers.has(name) ? [[name, request.headers.get(name)!]] : [])));
}

const kept = ["content-type", "content-length", "content-range", "accept-ranges", "etag", "last-modified"];

/** The storage's answer, without what it says for others. Browsers ask again each time: who may read it can change. */
function answerWith(response: Response, more: Record<string, string>): Response {
  const headers = new Headers({ "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff" });
  for (const name of kept) if (response.headers.has(name)) headers.set(name, response.headers.get(name)!);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** With the name in both spellings: for what knows only ASCII, and for all others. */
function nameParameter(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

type Packed = FileRow & { folder: string };

/** Files in one, as they come; before them, what else goes into it. */
export function zipOf(access: AdminAccess, name: string, files: Packed[], first: { name: string; text: string }[] = []): Response {
  const names = namesIn(files);
  const texts = first.map((one) => ({ name: one.name, input: one.text, size: Buffer.byteLength(one.text), lastModified: new Date() }));
  const sizes = [...texts, ...files.map(({ size }, number) => ({ name: names[number]!, size }))];
  return new Response(makeZip(entries(), { buffersAreUTF8: true }), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(predictLength(sizes.map(({ name: path, size }) => ({ name: path, size })))),
      "Content-Disposition": `attachment; ${nameParameter(name)}`,
    },
  });

  async function* entries() {
    yield* texts;
    for (const [number, file] of files.entries()) {
      const response = await readFile(access, file);
      // What is missing must not look whole.
      if (!response?.ok) throw new Error(`The file ${file.id} cannot be read`);
      yield { name: names[number]!, input: response, size: file.size, lastModified: file.createdAt };
    }
  }
}

/** Each name once, and none that a system cannot have. */
function namesIn(files: Packed[]): string[] {
  const taken = new Set<string>();
  return files.map(({ name, folder }) => {
    const [, start = "", end = ""] = /^(.*?)((?:\.[^.]*)?)$/s.exec(name.replace(/[<>:"|?*/\\]/g, "_"))!;
    for (let number = 1; ; number++) {
      const path = `${folder}${start}${number > 1 ? ` (${number})` : ""}${end}`;
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  });
}
