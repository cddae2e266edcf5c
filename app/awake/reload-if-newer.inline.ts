import { isTypedIn } from "#app/ui/typed-in.ts";
import { latestBuildPath, type Build } from "./latest-build.ts";
import { noteReload, reloadedLately } from "./reload-once.ts";

/**
 * A file of the page did not arrive. If it is gone with an old build, a reload brings the new page. If the network failed, or somebody is in the
 * middle of a form, the page goes on as it is: it works asleep.
 */
export async function reloadIfNewer() {
  const latest = await fetch(latestBuildPath, { cache: "no-store" }).then(
    (response) => response.json() as Promise<Build>,
    () => undefined,
  );
  if (!latest || latest.id === document.documentElement.dataset.build || reloadedLately() || isTypedIn()) return;
  noteReload();
  location.reload();
}

export function reloadWhenFilesAreGone() {
  addEventListener("unhandledrejection", (event) => {
    if (/module script|dynamically imported module/.test(String(event.reason))) void reloadIfNewer();
  });
}
