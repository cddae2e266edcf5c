import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Files that somebody counts on: what was done here is still so after a power cut. A written file is the disk's only when it was synced, and
 * its name only when its folder was.
 */

/** The file is as it was before, or whole. For its owner alone. */
export function writeDurably(file: string, content: string | Uint8Array) {
  const aside = `${file}.new`;
  try {
    rmSync(aside, { force: true });
    writeFileSync(aside, content, { mode: 0o600, flush: true });
    moveDurably(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** The same for what does not fit into memory. Gives its length. */
export async function writePiecesDurably(file: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const aside = `${file}.new`;
  let length = 0;
  try {
    rmSync(aside, { force: true });
    const descriptor = openSync(aside, "w", 0o600);
    try {
      let unsynced = 0;
      for await (const piece of pieces) {
        for (let from = 0; from < piece.length;) from += writeSync(descriptor, piece, from);
        length += piece.length;
        unsynced += piece.length;
        if (unsynced < mostUnsynced) continue;
        fdatasyncSync(descriptor);
        unsynced = 0;
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    moveDurably(aside, file);
    return length;
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** Whoever else has to sync on this disk waits for what was written there: for this much at most. */
export const mostUnsynced = 8 * 1024 * 1024;

export function moveDurably(from: string, to: string) {
  renameSync(from, to);
  for (const folder of new Set([dirname(to), dirname(from)])) syncFolder(folder);
}

/** For its owner alone, unless it is there already. */
export function makeFolderDurably(folder: string) {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  syncFolder(dirname(folder));
}

/** Everything in a folder that was copied, or written by somebody who does not sync. */
export function syncTree(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) syncFolder(path);
    else withOpen(path, "r+", fsyncSync);
  }
  syncFolder(folder);
}

/** Many files, some at once: a disk syncs several in the time of one. Their names are another matter. */
export async function syncFiles(files: string[]) {
  const waiting = files.values();
  async function syncOnes() {
    for (const file of waiting) {
      await using opened = await open(file, "r+");
      await opened.sync();
    }
  }
  await Promise.all(Array.from({ length: 16 }, syncOnes));
}

/** The names in it. Some systems know no sync of a folder, and keep the names by themselves. */
export function syncFolder(folder: string) {
  try {
    withOpen(folder, "r", fsyncSync);
  } catch (error) {
    if (!["EINVAL", "EBADF", "EISDIR", "EACCES", "EPERM"].includes(codeOf(error) ?? "")) throw error;
  }
}

function withOpen(path: string, flags: string, work: (file: number) => void) {
  const file = openSync(path, flags);
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}

/** What a disk says that fails, or is full in spite of what it said before. */
export function isDiskFailure(error: unknown): boolean {
  return ["EIO", "ENOSPC", "EDQUOT", "EROFS"].includes(codeOf(error) ?? "");
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException)?.code;
}
