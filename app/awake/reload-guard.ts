import { recordError } from "#app/error/app-error.ts";

const key = "reloaded";
const ttl = 10_000;

/**
 * When a chunk of an old build is gone, React Router reloads the page. This lets it do so once in 10 s:
 * a second time the file is really missing, and the error screen says so instead of a loop.
 */
export function guardReloads() {
  addEventListener("vite:preloadError", () => location.reload());
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload") return;
    if (Date.now() - Number(sessionStorage.getItem(key)) < ttl) {
      event.preventDefault();
      recordError(new Error("A part of the page could not be loaded."));
    } else {
      sessionStorage.setItem(key, String(Date.now()));
    }
  });
}
