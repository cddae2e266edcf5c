type Bytes = AsyncIterable<Uint8Array>;

/** A form that is none, or has more in it than we read. */
export class MalformedForm extends Error {}

export type Part = {
  name: string;
  /** Of a file alone: what it is called, and its type if the sender says one. */
  file?: { name: string; type: string | undefined };
  /** What is left unread is passed over when the next part is asked for. */
  bytes: Bytes;
};

const lineEnd = "\r\n";
const longestHead = 16 * 1024;

/** The parts of a form (multipart/form-data), as they come: nothing of them is held, and a chunk of a body is needed until the next one is asked for. */
export async function* readParts(body: Bytes, contentType: string): AsyncGenerator<Part> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw new MalformedForm("The form has no boundary");
  const reader = readerOf(body);
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`);

  // The first one may stand at the very beginning, without the line end before it.
  reader.putBack(Buffer.from(lineEnd));
  await textOf(reader.until(delimiter), longestHead);
  while (!(await isEnd(reader))) {
    const head = `${lineEnd}${await textOf(reader.until(Buffer.from(`${lineEnd}${lineEnd}`)), longestHead)}`;
    const disposition = /\r\ncontent-disposition:\s*form-data;(.*)/i.exec(head)?.[1] ?? "";
    const type = /\r\ncontent-type:\s*([^\r\n]*)/i.exec(head)?.[1];
    const name = /\bname="([^"]*)"/i.exec(disposition)?.[1] ?? "";
    const isFile = /\bfilename\*?=/i.test(disposition);
    const passed = { isOver: false };
    const bytes = reader.until(delimiter, passed);
    yield { name, ...(isFile && { file: { name: fileNameIn(disposition), type } }), bytes };
    // Whoever reads it may have given up in the midst of it.
    await bytes.return();
    if (!passed.isOver) for await (const _rest of reader.until(delimiter));
  }
  for await (const _rest of reader.rest());
}

/** What follows the delimiter: two dashes after the last part, or the end of the line. */
async function isEnd(reader: Reader): Promise<boolean> {
  if ((await reader.start(2)) === "--") return true;
  await textOf(reader.until(Buffer.from(lineEnd)), 16);
  return false;
}

/** Browsers write quotes and line ends in it as addresses do. */
function fileNameIn(disposition: string): string {
  const name = /\bfilename="([^"]*)"/i.exec(disposition)?.[1] ?? "";
  return name.replace(/%(22|0D|0A)/gi, (sign) => decodeURIComponent(sign));
}

/** A field, or as much as we read of one. */
export async function textOf(bytes: Bytes, longest: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > longest) throw new MalformedForm("A field of the form is too long");
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString();
}

type Reader = ReturnType<typeof readerOf>;

/** Reads on from where it was read to before. */
function readerOf(body: Bytes) {
  const chunks = body[Symbol.asyncIterator]();
  let ahead: Buffer = Buffer.alloc(0);

  async function fetchMore(): Promise<boolean> {
    // Part of the chunk before, which may be gone with the next.
    ahead = Buffer.from(ahead);
    const { value, done } = await chunks.next();
    if (done) return false;
    const more = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    ahead = ahead.length > 0 ? Buffer.concat([ahead, more]) : more;
    return true;
  }

  return {
    putBack(bytes: Buffer) {
      ahead = Buffer.concat([bytes, ahead]);
    },
    /** Looks at what comes, without passing over it. */
    async start(length: number): Promise<string> {
      while (ahead.length < length) if (!(await fetchMore())) throw new MalformedForm("The form ends too early");
      return ahead.subarray(0, length).toString();
    },
    /** Everything before `end`, which is passed over. */
    async *until(end: Buffer, passed = { isOver: false }): AsyncGenerator<Uint8Array, void, void> {
      for (;;) {
        const found = ahead.indexOf(end);
        // What is last may be the beginning of it.
        const safe = found === -1 ? Math.max(0, ahead.length - end.length + 1) : found;
        const part = ahead.subarray(0, safe);
        ahead = ahead.subarray(found === -1 ? safe : found + end.length);
        passed.isOver = found !== -1;
        if (part.length > 0) yield part;
        if (found !== -1) return;
        if (!(await fetchMore())) throw new MalformedForm("The form ends too early");
      }
    },
    async *rest(): Bytes {
      yield ahead;
      ahead = Buffer.alloc(0);
      while (await fetchMore()) {
        yield ahead;
        ahead = Buffer.alloc(0);
      }
    },
  };
}
