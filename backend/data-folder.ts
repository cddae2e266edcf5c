import { accessSync, chmodSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolderDurably } from "./durable-files.ts";
import { StartError } from "./start-error.ts";

/** Requests, mails with links that sign in, and keys are in it: nobody else's to read. */
const onlyOurs = 0o700;

/** Makes the data folder if there is none, and closes it to others. What the process writes from here on is for its own user alone. */
export function prepareDataFolder(folder: string) {
  process.umask(0o077);
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The setting DATA_DIR names a folder that cannot be written to: "${folder}" (${code}).`);
  }
  closeToOthers(folder);
}

/** What a process leaves in it belongs to the user of that process: one file that the site may not open, and it no longer starts. */
export function refuseFolderOfOthers(folder: string) {
  if (!process.getuid || !existsSync(folder)) return;
  const { uid } = statSync(folder);
  if (uid === process.getuid()) return;
  const owner = nameOf(uid);
  throw new StartError(
    `The data folder "${folder}" belongs to the user ${owner}, and this is ${nameOf(process.getuid())}. Become that user: sudo -u ${owner} npm …`,
  );
}

function nameOf(uid: number): string {
  const users = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : [];
  return users.map((line) => line.split(":")).find(([, , id]) => id === String(uid))?.[0] ?? `#${uid}`;
}

function closeToOthers(folder: string) {
  const { mode } = statSync(folder);
  if ((mode & 0o077) === 0) return;
  try {
    // A folder that everybody may write to, such as /tmp, has other uses.
    if (mode & 0o002) throw new Error("shared");
    chmodSync(folder, onlyOurs);
  } catch {
    throw new StartError(
      `The setting DATA_DIR names a folder that other users can read: "${folder}". Choose one of the site's own, or close it: chmod 700 "${folder}"`,
    );
  }
}

/** Parent by parent: Node's recursive mkdir never returns where none can be made, as in /proc. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  makeFolderDurably(folder);
}
