import { redirectDocument } from "react-router";
import { fetchRetry } from "#backend/fetch-retry.ts";
import { latestBuildPath, type Build } from "./latest-build.ts";

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

export async function latestBuild(): Promise<Build> {
  const response = await fetchRetry(latestBuildPath, { cache: "no-store" });
  return response.json();
}

/** With a newer build on the server, going to another page loads it whole. A form that is sent stays here for its answer. */
export function followNewBuild({ request, url }: { request: Request; url: URL }) {
  const elsewhere = url.pathname + url.search !== location.pathname + location.search;
  if (newer && request.method === "GET" && elsewhere) throw redirectDocument(url.href);
}

export const newBuild = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  found: () => newer,
};
