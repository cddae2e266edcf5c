import { reloadIfNewer } from "./reload-if-newer.inline.ts";

/** A pointer that rested on the page before this script was there says nothing until it moves. */
const signs = ["pointerover", "pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel"];
const here = addressNow();
let typedAt = -Infinity;

/** React sleeps until the first sign of a person. */
export function wakeAtFirstSign() {
  listen();
  addEventListener("keydown", () => (typedAt = performance.now()), { capture: true, passive: true });
  // Back to an address that React once made: nobody but the server can show it while React sleeps.
  addEventListener("popstate", () => {
    if (sleeper() && addressNow() !== here) location.reload();
  });
}

/** Tags that were allowed earlier wait until nothing else is to be done. */
export function wakeWhenIdle() {
  if (!document.documentElement.dataset.gtm) return;
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => wake());
    else setTimeout(wake, 100);
  });
}

function listen() {
  for (const sign of signs) addEventListener(sign, wake, { passive: true });
}

function wake(event?: Event) {
  for (const sign of signs) removeEventListener(sign, wake);
  const { pointerType = "mouse" } = (event ?? {}) as PointerEvent;
  if (pointerType === "mouse") return prepare();
  // The page answers the first tap as it is. Its click comes a moment after the finger has left.
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(prepare, 100), { once: true });
}

/** What server/pages/sleeping-page.ts wrote down for waking. */
type Plan = { data: string; files: string[]; manifest: string; routes: Record<string, string>; entry: string };

export function sleeper() {
  return document.querySelector<HTMLScriptElement>("script[type='asleep/plan']");
}

type Data = { context: object; stream: string };

let isWaking = false;

/** Everything is asked for at once, and runs after the next frame: it shows what the visitor did. */
function prepare() {
  if (document.readyState === "loading") return addEventListener("DOMContentLoaded", prepare);
  const text = sleeper()?.text;
  if (!text || isWaking) return;
  isWaking = true;
  const plan = JSON.parse(text) as Plan;
  const { data, files, manifest, entry, routes } = plan;
  // A page looks right without them.
  void preload("preload", allStyles().href, "style").catch(() => {});
  const preloads = [...files, manifest, entry, ...Object.values(routes)].map((href) => preload("modulepreload", href));
  // React gets the page only once all of it is there: nothing is taken over by half.
  const arrived = Promise.all([fetch(data).then((response) => response.json() as Promise<Data>), ...preloads]).then(
    ([read]) => read,
    () => undefined,
  );
  requestAnimationFrame(() => setTimeout(() => start(plan, arrived)));
}

function preload(rel: string, href: string, as = "") {
  return new Promise((onload, onerror) => {
    const link = Object.assign(document.createElement("link"), { rel, href, as, onload, onerror });
    if (!link.relList.supports(rel)) onload(undefined);
    document.head.append(link);
  });
}

/** Between two tries to wake, in milliseconds. */
const rest = 3000;

/** Something did not arrive: the page goes on as it is, with what is typed in it, and wakes at a later sign. */
function sleepOn() {
  for (const link of document.querySelectorAll("link[rel=modulepreload], link[rel=preload][as=style]")) link.remove();
  isWaking = false;
  setTimeout(listen, rest);
  void reloadIfNewer();
}

function allStyles() {
  return document.querySelector<HTMLLinkElement>("link[rel=stylesheet][disabled]")!;
}

/** The page carries the styles of public pages; React may make elements that need others. */
function applyAllStyles() {
  return new Promise((resolve) => {
    const link = allStyles();
    link.addEventListener("load", () => {
      // Those below the first screen would come after them. Taken away later, by React, everything would be laid out in the moment in which it wakes.
      for (const style of document.querySelectorAll<HTMLStyleElement>("main style")) style.disabled = true;
      resolve(undefined);
    });
    link.addEventListener("error", () => resolve(reloadIfNewer()));
    link.disabled = false;
  });
}

/** What React Router's own module script does. */
async function start({ manifest, routes, entry }: Plan, arrived: Promise<Data | undefined>) {
  const data = await arrived;
  if (!data) return sleepOn();
  try {
    await import(manifest);
    const modules = await Promise.all(Object.entries(routes).map(async ([id, file]) => [id, await import(file)] as const));
    if (addressNow() !== here) return location.reload();
    await typingPause();
    await applyAllStyles();
    sleeper()!.type = "awake";
    Object.assign(window, {
      __reactRouterContext: { ...data.context, stream: new Response(data.stream).body },
      __reactRouterRouteModules: Object.fromEntries(modules),
    });
    await import(entry);
  } catch (error) {
    console.error(error);
    sleepOn();
  }
}

/** All styles and React take over in one piece each, and would hold up a key that is pressed meanwhile: they wait until nobody types. */
async function typingPause() {
  const pause = 400;
  while (performance.now() - typedAt < pause) await new Promise((resolve) => setTimeout(resolve, pause));
}

function addressNow() {
  return location.pathname + location.search;
}
