import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "#backend/start-error.ts";

/** Another process has the data folder. */
export class FolderInUse extends StartError {}

/** A lock that nobody refers to would be let go by the garbage collector. */
const held = new Set<DatabaseSync>();

/**
 * Takes the data folder for this process alone; two on one embedded database would lose rows. SQLite's lock on a file of
 * its own is one that the system gives back when the process dies, however it dies. Gives the way to let it go.
 */
export function lockFolder(folder: string): () => void {
  const holder = join(folder, "lock.pid");
  const lock = new DatabaseSync(join(folder, "lock"));
  try {
    lock.exec("pragma journal_mode = off; begin exclusive");
  } catch {
    lock.close();
    throw new FolderInUse(
      `The data folder "${folder}" is in use by another process (pid ${readHolder(holder)}). Stop it, or choose another folder with the setting DATA_DIR.`,
    );
  }
  writeFileSync(holder, String(process.pid));
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "unknown";
  }
}
