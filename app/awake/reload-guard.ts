import { recordError } from "#app/error/app-error.ts";
import { latestBuild } from "./new-build.ts";
import { noteReload, reloadedLately } from "./reload-once.ts";

let allowed = false;

/**
 * When the chunk of a page fails to load, React Router reloads the page. This lets it do so once in 10 s, and only when the server can be
 * reached; otherwise the error screen says what happened. (Browsers without the Navigation API reload each time.) What a page loads
 * besides, it can do without: whoever asks for it goes on.
 */
export function guardReloads() {
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || allowed) return;
    event.preventDefault();
    void reloadOnce();
  });
}

async function reloadOnce() {
  const reachable = await latestBuild().catch(() => undefined);
  if (reachable && !reloadedLately()) reload();
  else recordError(new Error("A part of the page could not be loaded."));
}

/** Reloads the page, whatever the guard says. */
export function reload() {
  allowed = true;
  noteReload();
  location.reload();
}
