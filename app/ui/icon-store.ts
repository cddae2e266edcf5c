import { fetchRetry } from "#backend/fetch-retry.ts";

/** What is drawn inside an icon's <svg>, and its view box. */
export type IconDrawing = { body: string; viewBox: string };

/** The relevant part of Iconify's JSON, as the local endpoint and the public API answer it. */
type IconSet = {
  icons: Record<string, Size & { body: string }>;
  aliases?: Record<string, Size & { parent: string }>;
} & Size;
type Size = { left?: number; top?: number; width?: number; height?: number };

const sources = ["/api/icons", "https://api.iconify.design"];
const timeout = 1500;

const known = new Map<string, IconDrawing>();
/** Asked for and not yet answered; those not yet sent wait in the queue. */
const wanted = new Set<string>();
let queue: string[] = [];
const listeners = new Set<() => void>();

/** Learns the icons that the server drew, so that hydration finds them as they are. */
export function adoptIcons(root: ParentNode) {
  for (const svg of root.querySelectorAll<SVGElement>("svg[data-icon]")) {
    known.set(svg.dataset.icon!, { body: svg.innerHTML, viewBox: svg.getAttribute("viewBox")! });
  }
}

export const icons = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (name: string) => known.get(name),
  /** Asks for an icon not known yet. All that are asked for in one go share a request per set. */
  want(name: string) {
    if (known.has(name) || wanted.has(name)) return;
    wanted.add(name);
    if (queue.push(name) === 1) queueMicrotask(fetchQueue);
  },
};

async function fetchQueue() {
  const sets = Map.groupBy(queue, (name) => name.split(":")[0]!);
  queue = [];
  await Promise.all(
    [...sets].map(([prefix, names]) =>
      fetchSet(
        prefix,
        names.map((name) => name.slice(prefix.length + 1)),
      ),
    ),
  );
  for (const listener of listeners) listener();
}

/** From the site itself, else from the public API. What neither has keeps its placeholder until the page is loaded again. */
async function fetchSet(prefix: string, names: string[]) {
  let missing = names;
  for (const source of sources) {
    const set = await fetchIcons(`${source}/${prefix}.json?icons=${missing.join(",")}`);
    for (const name of set ? missing : []) {
      const drawing = drawingOf(set!, name);
      if (drawing) known.set(`${prefix}:${name}`, drawing);
    }
    missing = missing.filter((name) => !known.has(`${prefix}:${name}`));
    if (missing.length === 0) break;
  }
  for (const name of names) wanted.delete(`${prefix}:${name}`);
}

async function fetchIcons(url: string): Promise<IconSet | undefined> {
  try {
    const response = await fetchRetry(url, { signal: AbortSignal.timeout(timeout) });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

function drawingOf(set: IconSet, name: string): IconDrawing | undefined {
  const alias = set.aliases?.[name];
  const icon = set.icons?.[alias?.parent ?? name];
  if (!icon) return;
  const { left = 0, top = 0, width = 16, height = 16 } = { ...set, ...icon, ...alias };
  return { body: icon.body, viewBox: `${left} ${top} ${width} ${height}` };
}
