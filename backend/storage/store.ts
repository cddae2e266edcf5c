import { createReadStream, existsSync, linkSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { open, opendir, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { makeFolderDurably, moveDurably, syncFolder, writeDurably } from "#backend/durable-files.ts";
import { noRoom } from "./errors.ts";

export type Range = { start: number; end: number };
type Bytes = AsyncIterable<Uint8Array>;

/** Where the bytes are: each file under an id that is used once, never under what people call it. */
export type FileStore = {
  /** Keeps all that comes. Once this resolves it is there for good; if it fails nothing is. */
  write(id: string, bytes: Bytes): Promise<void>;
  /** The bytes from `start` to `end`, both included; undefined if there is no such file. */
  read(id: string, range?: Range): Promise<Readable | undefined>;
  /** The same bytes under another id; false if there is no such file. */
  copy(from: string, to: string): Promise<boolean>;
  remove(ids: string[]): Promise<void>;
  /** Everything in it, and since when. */
  list(): AsyncIterable<{ id: string; since: Date }>;
  /** What the store itself is known by, to all copies of the site that have it. */
  readIdentity(): Promise<string | undefined>;
  writeIdentity(id: string): Promise<void>;
};

/** The database of the same disk stops at 64 MB. */
const leastRoom = 96 * 1024 * 1024;
const checkedEvery = 8 * 1024 * 1024;

/** Files of the data folder: written aside, synced and renamed. */
export function diskStore(dataDir: string): FileStore {
  const folder = join(dataDir, "files");
  const path = (id: string) => join(folder, id);
  const identity = join(folder, "store");

  return {
    async write(id, bytes) {
      if (!existsSync(folder)) makeFolderDurably(folder);
      const aside = `${path(id)}${unfinished}`;
      try {
        await writeWhole(aside, bytes);
        moveDurably(aside, path(id));
      } catch (error) {
        rmSync(aside, { force: true });
        throw error;
      }
    },
    async read(id, range) {
      const stream = createReadStream(path(id), { ...range, highWaterMark: pieceSize });
      return new Promise((resolve, reject) => {
        stream.once("open", () => resolve(stream));
        stream.once("error", (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? resolve(undefined) : reject(error)));
      });
    },
    async copy(from, to) {
      try {
        // What is written is never changed, so two names of it are as good as two files.
        linkSync(path(from), path(to));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
        throw error;
      }
      syncFolder(folder);
      return true;
    },
    async remove(ids) {
      // What is not removed now is collected later.
      if (isHeld(folder)) return;
      for (const id of ids) await rm(path(id), { force: true });
    },
    async *list() {
      if (!existsSync(folder)) return;
      for await (const { name } of await opendir(folder)) {
        if (name === "store" || name === hold) continue;
        // It may have gone meanwhile.
        const found = await stat(path(name)).catch(() => undefined);
        if (found) yield { id: name, since: found.ctime };
      }
    },
    async readIdentity() {
      return existsSync(identity) ? readFileSync(identity, "utf8") : undefined;
    },
    async writeIdentity(id) {
      makeFolderDurably(folder);
      writeDurably(identity, id);
    },
  };
}

const hold = "held";
const holdRenewed = 10_000;

/** While a backup is made: the files that its rows name stay, whatever becomes of the rows meanwhile. Gives what ends it. */
export function holdFiles(dataDir: string): () => void {
  const folder = join(dataDir, "files");
  if (!existsSync(folder)) return () => {};
  const renew = () => writeFileSync(join(folder, hold), "");
  renew();
  const timer = setInterval(renew, holdRenewed);
  return () => {
    clearInterval(timer);
    rmSync(join(folder, hold), { force: true });
  };
}

/** Unless who held them has ended without letting go. */
function isHeld(folder: string): boolean {
  const since = statSync(join(folder, hold), { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && since > Date.now() - 6 * holdRenewed;
}

/** How the name of a file ends that is not whole yet. */
const unfinished = ".new";

const pieceSize = 512 * 1024;

/** Writes a file that the disk has when this resolves, and leaves it enough room for everything else. */
export async function writeWhole(file: string, bytes: Bytes) {
  const handle = await open(file, "wx", 0o600);
  try {
    // In turns: one is filled while the other is written.
    let [filling, other] = [Buffer.allocUnsafeSlow(pieceSize), Buffer.allocUnsafeSlow(pieceSize)];
    let filled = 0;
    let writing: Promise<void> | undefined;
    for await (const chunk of withRoom(file, bytes)) {
      for (let rest = chunk; rest.length > 0;) {
        const part = rest.subarray(0, pieceSize - filled);
        filling.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
        if (filled < pieceSize) continue;
        await writing;
        writing = writeAll(handle, filling);
        // Heard of with the next one.
        writing.catch(() => {});
        [filling, other] = [other, filling];
        filled = 0;
      }
    }
    await writing;
    await writeAll(handle, filling.subarray(0, filled));
    await handle.datasync();
  } finally {
    // After what is still being written.
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer) {
  for (let from = 0; from < bytes.length;) from += (await handle.write(bytes, from)).bytesWritten;
}

async function* withRoom(file: string, bytes: Bytes) {
  let unchecked = checkedEvery;
  for await (const chunk of bytes) {
    unchecked += chunk.length;
    if (unchecked >= checkedEvery) {
      unchecked = 0;
      const { bavail, bsize } = statfsSync(join(file, ".."));
      if (bavail * bsize < leastRoom) throw noRoom();
    }
    yield chunk;
  }
}
