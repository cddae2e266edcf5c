import type { KeepFile } from "./form-files.ts";

/** More than any form of ours has. To read 130,000 fields takes a second, which anybody could ask for. */
const mostFields = 200;

/** The form of a request; one that cannot be read, or has too many fields, is an empty one. Files are only kept where it is said how. */
export async function readForm(request: Request, keepFile?: KeepFile): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\//i.test(type)) {
    // Not for browsers, which load the rest of this file.
    const { readFormWithFiles } = await import("./form-files.ts");
    return readFormWithFiles(request, type, keepFile);
  }
  try {
    // Whatever it is: an answer to what is not read to its end closes the connection, and with it what comes next on it.
    const body = Buffer.from(await request.arrayBuffer());
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return new FormData();
    if (countOf("&", body) > mostFields) return new FormData();
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    return new FormData();
  }
}

function countOf(separator: string, body: Buffer): number {
  let count = 0;
  for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + separator.length)) count++;
  return count;
}

/** A field as it was typed. A file in place of a text counts as nothing. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
