import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
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
  mkdirSync(folder, { mode: onlyOurs });
}
