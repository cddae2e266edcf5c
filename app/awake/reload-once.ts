/** In the session's storage: when a page last reloaded itself. */
export const reloadedKey = "reloaded";

/** More than one reload in 10 s would be a loop. */
const shortest = 10_000;

export function reloadedLately(): boolean {
  return Date.now() - Number(sessionStorage.getItem(reloadedKey)) < shortest;
}

export function noteReload() {
  sessionStorage.setItem(reloadedKey, String(Date.now()));
}
