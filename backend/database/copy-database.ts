import { constants, type Dirent } from "node:fs";
import { copyFile, mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { mostUnsynced } from "#backend/durable-files.ts";
import { StartError } from "#backend/start-error.ts";

const controlFile = "global/pg_control";
const logFolder = "pg_wal";

/**
 * Copies the embedded database of a data folder into another one, whether its server runs or not, and without asking it: reading everything
 * through it would make visitors wait. The copy is what a power cut might have left, and its log has the rest: the point in the log to begin
 * at first, then the tables, which may change meanwhile, then the log, which has each change before the tables do.
 */
export async function copyDatabase(dataDir: string, target: string) {
  const from = join(dataDir, "db");
  const to = join(target, "db");
  await refuseTooLarge(from, target);
  for (let tries = 0; tries < 3; tries++) {
    await rm(to, { recursive: true, force: true });
    await mkdir(to, { mode: 0o700 });
    const control = await readFile(join(from, controlFile));
    await copyFiles(from, to, (name) => !name.startsWith(`${logFolder}/`) && name !== controlFile);
    await copyFiles(from, to, (name) => name.startsWith(`${logFolder}/`));
    await writeFile(join(to, controlFile), control);
    // Moved on meanwhile, it may have thrown away the part of the log that the copy needs.
    if (control.equals(await readFile(join(from, controlFile)))) return;
  }
  throw new StartError("The database was tidied up while it was copied, again and again. Try again later.");
}

async function refuseTooLarge(from: string, target: string) {
  let size = 0;
  for (const entry of await filesIn(from)) size += await sizeOf(join(entry.parentPath, entry.name));
  const { bavail, bsize } = await statfs(target);
  const room = bavail * bsize - leastLeft;
  if (size < room) return;
  const missing = Math.ceil((size - room) / 1024 / 1024);
  throw new StartError(
    `There is no room in "${dirname(target)}" for a copy of the database, which the backup is made from: ${missing} MiB are missing.`,
  );
}

/** Where it is the disk of the data folder too, the site must be able to go on. */
const leastLeft = 256 * 1024 * 1024;

async function copyFiles(from: string, to: string, isWanted: (name: string) => boolean) {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(from, path);
    if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
    else if (isWanted(name)) await unlessGone(copyOne(path, join(to, name)));
  }
}

/** A large one is written in pieces: the site's own syncs would wait for all of it. Unless the file system can share its blocks. */
async function copyOne(from: string, to: string) {
  const { size } = await stat(from);
  if (size <= mostUnsynced) return copyFile(from, to, constants.COPYFILE_FICLONE);
  const isShared = await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  );
  if (isShared) return;
  await using source = await open(from);
  await using target = await open(to, "w", 0o600);
  for await (const piece of source.createReadStream({ highWaterMark: mostUnsynced, autoClose: false })) {
    await target.writeFile(piece);
    await target.datasync();
  }
}

async function filesIn(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
}

async function sizeOf(file: string): Promise<number> {
  return (await unlessGone(stat(file)))?.size ?? 0;
}

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
