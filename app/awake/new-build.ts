import { redirectDocument } from "react-router";
import { fetchRetry } from "#app/http/fetch-retry.ts";

type Build = { id: string; timestamp: number };

const hour = 3_600_000;
const listeners = new Set<() => void>();
let newer = false;

/** Asks hourly, and whenever the tab is looked at again, whether the server runs a newer build. */
export function watchBuilds(ownBuild: string | undefined) {
  const look = async () => {
    if (newer || document.visibilityState !== "visible") return;
    const latest = await latestBuild().catch(() => undefined);
    if (!latest || latest.id === ownBuild) return;
    newer = true;
    for (const listener of listeners) listener();
  };
  setInterval(look, hour);
  document.addEventListener("visibilitychange", look);
}

async function latestBuild(): Promise<Build> {
  const response = await fetchRetry("/builds/latest.json", { cache: "no-store" });
  return response.json();
}

/** With a newer build on the server, the next navigation loads the whole page. */
export function followNewBuild({ url }: { url: URL }) {
  if (newer) throw redirectDocument(url.href);
}

export const newBuild = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  found: () => newer,
};
