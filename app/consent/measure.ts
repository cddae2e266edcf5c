import { reload } from "#app/awake/reload-guard.ts";
import { isTypedIn } from "#app/ui/typed-in.ts";
import type { Category } from "#backend/consent-choice.ts";
import { choiceNow } from "./choice-now.ts";
import { hasSession } from "./has-session.ts";
import { isNecessary } from "./storage.ts";
import { consentSignals, isAllowed, tags } from "./tags.ts";
import { track } from "./track.ts";

let script: HTMLScriptElement | undefined;
let applied: string | undefined;

/** Starts, tells or stops the tags, as the visitor chose. */
export function applyChoice() {
  const granted = grantedNow();
  const isSignedIn = hasSession();
  const state = `${granted.join()} ${isSignedIn}`;
  // Other tabs speak up whenever they open.
  if (applied === state) return;
  applied = state;
  if (isAllowed("gtm", granted) && !isSignedIn) start(granted);
  else if (script) stop();
  forget(granted);
}

function grantedNow(): Category[] {
  return choiceNow()?.granted ?? [];
}

function start(granted: Category[]) {
  const { gtm = "" } = document.documentElement.dataset;
  const [id, url] = gtm.split(" ");
  if (!id || !url) return;
  if (script) return gtag("consent", "update", consentSignals(granted));

  window.dataLayer = [];
  // First of all: whatever loads next finds everything denied, and then what was granted.
  gtag("consent", "default", consentSignals([]));
  gtag("consent", "update", consentSignals(granted));
  window.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
  trackPage(location.pathname);
  addEventListener("click", trackClick);
  addEventListener("input", trackFormStart);
  script = document.createElement("script");
  script.async = true;
  script.src = tags.gtm.script(id, url);
  document.head.append(script);
  // Read by leave-tags.ts.
  document.documentElement.dataset.tags = "run";
}

/** A script that runs cannot be taken back, so the page begins anew; while somebody types, it is told that nothing is allowed any longer. */
function stop() {
  gtag("consent", "update", consentSignals([]));
  window.dataLayer = undefined;
  removeEventListener("click", trackClick);
  removeEventListener("input", trackFormStart);
  script?.remove();
  script = undefined;
  document.documentElement.dataset.tags = "over";
  if (!isTypedIn()) reload();
}

/** Google's own way of writing into the data layer: the arguments as they are. */
// oxlint-disable-next-line func-style
const gtag = function () {
  // oxlint-disable-next-line prefer-rest-params
  window.dataLayer?.push(arguments);
} as (...command: unknown[]) => void;

export function trackPage(path: string) {
  track("page_view", { path, title: document.title, language: document.documentElement.lang });
}

function trackClick({ target }: Event) {
  const element = (target as Element).closest<HTMLElement>("[data-track]");
  if (!element || element instanceof HTMLFormElement) return;
  const section = element.closest<HTMLElement>("[data-track-section]")?.dataset.trackSection ?? "";
  track("click", { label: element.dataset.track!, section });
}

const begun = new WeakSet<HTMLFormElement>();

function trackFormStart({ target }: Event) {
  const form = (target as Element).closest<HTMLFormElement>("form[data-track=contact-form]");
  if (!form || begun.has(form)) return;
  begun.add(form);
  track("form_start");
}

/** Takes away what tags have stored and may not have stored any longer, as far as a page can. */
function forget(granted: Category[]) {
  const allowed = Object.values(tags).flatMap((tag) => tag.storage.filter(({ category }) => granted.includes(category)));
  const mayStay = (name: string) =>
    isNecessary(name) || allowed.some((one) => (one.name.endsWith("*") ? name.startsWith(one.name.slice(0, -1)) : name === one.name));
  for (const name of document.cookie.split("; ").map((cookie) => cookie.split("=")[0]!)) {
    if (!name || mayStay(name)) continue;
    const labels = location.hostname.split(".");
    for (const domain of ["", ...labels.map((_, index) => `; Domain=${labels.slice(index).join(".")}`)]) {
      document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
    }
  }
  for (const store of [localStorage, sessionStorage]) {
    for (const name of Object.keys(store)) if (!mayStay(name)) store.removeItem(name);
  }
}
