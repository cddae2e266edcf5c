import { MalformedForm, readParts, textOf } from "./multipart.ts";

/** More than any form of ours has (form-text.ts), and bytes of all of them together. */
const mostFields = 200;
const largestFields = 512 * 1024;

/** What is done with a file of a form, after the fields that stand before it. What it leaves unread is passed over. */
export type KeepFile = (file: { field: string; name: string; bytes: AsyncIterable<Uint8Array> }, before: FormData) => Promise<unknown>;

/** A form that may bring files: nothing of these is held. One that cannot be read to its end is an empty one. */
export async function readFormWithFiles(request: Request, type: string, keepFile?: KeepFile): Promise<FormData> {
  const form = new FormData();
  const body = request.body?.values({ preventCancel: true });
  if (!body) return form;
  let [count, size] = [0, 0];
  try {
    for await (const { name, file, bytes } of readParts(body, type)) {
      if (++count > mostFields) throw new MalformedForm("The form has too many fields");
      if (file) {
        // Where none is asked for, it is no text either.
        if (!keepFile) form.append(name, new File([], file.name));
        // A field that nothing was chosen in brings a file without a name.
        else if (file.name) await keepFile({ field: name, name: file.name, bytes }, form);
        continue;
      }
      const text = await textOf(bytes, largestFields - size);
      size += Buffer.byteLength(text);
      form.append(name, text);
    }
    return form;
  } catch (error) {
    if (error instanceof MalformedForm || request.signal.aborted) return new FormData();
    throw error;
  } finally {
    await readToTheEnd(body);
  }
}

/** An answer to what is not read to its end may not arrive: the connection is closed with it. */
async function readToTheEnd(body: AsyncIterator<Uint8Array>) {
  try {
    while (!(await body.next()).done);
  } catch {
    // Whoever sends it has gone.
  }
}
