import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StartError } from "./start-error.ts";

export function prepareDataFolder(folder: string) {
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The setting DATA_DIR names a folder that cannot be written to: "${folder}" (${code}).`);
  }
}

/** Parent by parent: Node's recursive mkdir never returns where none can be made, as in /proc. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  // Requests and mails are in it: nobody else's to read.
  mkdirSync(folder, { mode: 0o700 });
}
