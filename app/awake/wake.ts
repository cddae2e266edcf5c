// Runs before the first paint, on every page, and wakes the ones that sleep.
// It must stay small and stand alone (no imports): scripts/inline-script.ts turns it into text.
const root = document.documentElement;

/** Marks on <html> what the visitor chose, and says whether tags may load. */
function mark(): boolean {
  const { cookie } = document;
  // A shared cache may have answered without looking at the cookie.
  const theme = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(cookie)?.[1];
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;

  // What was chosen about cookies: `consent=1.0_fs_…` (app/consent/choice.ts). Another version of the policy asks again; Global
  // Privacy Control is an answer.
  const [, version, granted = ""] = /(?:^|; )consent=([\w.]+)_([fsmu]*)_/.exec(cookie) ?? [];
  const chosen = version === root.dataset.policy;
  if (chosen || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) delete root.dataset.consent;
  else root.dataset.consent = "ask";
  return chosen && /[sm]/.test(granted);
}
const allowsTags = mark();

// Back to a page that the browser kept as it was left: the choice may have been made since, on another page.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  mark();
  dispatchEvent(new Event("consent"));
});

// Who comes to the top of a long page needs no more than that at first.
if (root.dataset.sheet) {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!location.hash && visit?.type === "navigate") root.dataset.fresh = "";
  else {
    // Anybody else needs all styles before the first picture, and browsers wait only for what the parser finds.
    document.write(`<link rel=stylesheet href=${root.dataset.sheet}>`);
    delete root.dataset.sheet;
  }
}

let sheet: Promise<unknown> | undefined;
let face: FontFace | undefined;

// After the first picture comes what would hold it up: the styles of what is further down, and the face of the headings. Within the
// site the face is there already.
if (document.referrer.startsWith(location.origin)) showFace();
new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint")[0] && complete()).observe({ type: "paint" });
// Where nothing is said about the first picture.
addEventListener("load", () => setTimeout(complete, 1000));

function complete() {
  if (root.dataset.sheet) void showSheet();
  showFace();
}

/** All styles: a page brings those of its own elements, or of what is seen first. */
function showSheet() {
  sheet ??= new Promise((resolve) => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=stylesheet][disabled]")!;
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => resolve(reloadIfNewer()));
    link.disabled = false;
  }).then(drawOn);
  return sheet;
}

/** What is further down is drawn a section at a time, so that nobody waits for it. */
function drawOn() {
  delete root.dataset.sheet;
  const section = document.querySelector(".later");
  if (!section || !("fresh" in root.dataset)) return void delete root.dataset.fresh;
  section.classList.remove("later");
  whenIdle(drawOn);
}

function showFace() {
  if (face) return;
  face = new FontFace("Piazzolla", `url(${root.dataset.face})`, { weight: "500 800" });
  face.load().then(
    (loaded) => document.fonts.add(loaded),
    () => {},
  );
}

// React sleeps until the first sign of a person.
const signs = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin", "wheel"];
for (const sign of signs) addEventListener(sign, wake, { passive: true });

// Tags that were allowed earlier wait until nothing else is to be done.
if (allowsTags && root.dataset.gtm) addEventListener("load", () => whenIdle(wake));

function whenIdle(next: () => void) {
  if ("requestIdleCallback" in window) requestIdleCallback(() => next());
  else setTimeout(next, 100);
}

function wake(event?: Event) {
  for (const sign of signs) removeEventListener(sign, wake);
  const { pointerType = "mouse" } = (event ?? {}) as PointerEvent;
  if (pointerType === "mouse") return prepare();
  // The page answers the first tap as it is. Its click comes a moment after the finger has left.
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(prepare, 100), { once: true });
}

function asleep() {
  return document.querySelector<HTMLScriptElement>("script[type='asleep/plan']");
}

/** What server/http/sleeping-page.ts wrote down for waking. */
type Plan = { data: string; files: string[]; manifest: string; routes: Record<string, string>; entry: string };

let plan: Plan | undefined;
let data: Promise<Response | undefined>;

/** Everything is asked for at once, and runs after the next picture: it shows what the visitor did. */
function prepare() {
  if (document.readyState === "loading") return addEventListener("DOMContentLoaded", prepare);
  const sleeper = asleep();
  if (!sleeper || plan) return;
  plan = JSON.parse(sleeper.text) as Plan;
  // React may make elements that the page does not have.
  void showSheet();
  for (const href of [...plan.files, plan.manifest, plan.entry, ...Object.values(plan.routes)]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
  data = fetch(plan.data).catch(() => undefined);
  requestAnimationFrame(() => setTimeout(start));
}

/** What React Router's own module script does. */
async function start() {
  const { manifest, routes, entry } = plan!;
  const response = await data;
  await showSheet();
  try {
    await import(manifest);
    const modules = await Promise.all(Object.entries(routes).map(async ([id, file]) => [id, await import(file)] as const));
    if (moved()) return location.reload();
    if (!response?.ok) return reloadIfNewer();
    const { context, stream } = await response.json();
    asleep()!.type = "awake";
    Object.assign(window, {
      __reactRouterContext: { ...context, stream: new Response(stream).body },
      __reactRouterRouteModules: Object.fromEntries(modules),
    });
    await import(entry);
  } catch (error) {
    console.error(error);
    return reloadIfNewer();
  }
}

// Back to an address that React once made: nobody but the server can show it while React sleeps.
const here = location.pathname + location.search;
addEventListener("popstate", () => {
  if (asleep() && moved()) location.reload();
});

function moved() {
  return here !== location.pathname + location.search;
}

// A file of the page did not arrive. If it is gone with an old build, one reload brings the new page; more than one in 10 s
// would be a loop. If the network failed, the page goes on as it is: it works asleep.
addEventListener("unhandledrejection", (event) => {
  if (/module script|dynamically imported module/.test(String(event.reason))) void reloadIfNewer();
});

async function reloadIfNewer() {
  const latest = await fetch("/builds/latest.json", { cache: "no-store" }).then(
    (response) => response.json(),
    () => undefined,
  );
  if (!latest || latest.id === root.dataset.build || Date.now() - Number(sessionStorage.getItem("reloaded")) < 10_000) return;
  sessionStorage.setItem("reloaded", String(Date.now()));
  location.reload();
}

addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link) return;
  if (link.hash === "#cookies" && link.pathname === location.pathname) return askAgain(event);
  // The language switch works as it is; here it keeps the anchor too.
  if (link.dataset.language) link.search = `?to=${encodeURIComponent(location.pathname + location.search + location.hash)}`;
  // Anchors of the same page glide; other pages begin at once.
  if (link.hash && link.pathname === location.pathname) {
    root.dataset.smooth = "";
    // The places of what has no styles yet are only kept, and not exact.
    if (root.dataset.sheet) void showSheet().then(goThere);
    else delete root.dataset.fresh;
  }
  link.closest<HTMLElement>("[popover]")?.hidePopover?.();
});
addEventListener("scrollend", () => delete root.dataset.smooth);

function goThere() {
  delete root.dataset.fresh;
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

// A menu that is open while the window grows would stay as a bar of its own. (Asking at the start would hold up the first picture.)
addEventListener("resize", () => {
  if (matchMedia("(width >= 64rem)").matches) document.querySelector<HTMLElement>("[popover]:popover-open")?.hidePopover();
});

// A form that must be stored once gets a number of its own and the time when the page was opened: the page is the same for
// everyone, so only the browser can know them.
const opened = Date.now();
// The campaign that brought the visitor may be on the page before.
const campaign = [location.href, document.referrer].find((page) => page.startsWith(location.origin) && page.includes("utm_")) ?? "";
for (const sign of ["focusin", "submit"]) addEventListener(sign, numberForms, true);

function numberForms() {
  for (const key of document.querySelectorAll<HTMLInputElement>("input[name=key]")) {
    key.value ||= newId();
    const fields = key.form?.elements;
    for (const [name, value] of [
      ["started", String(opened)],
      ["from", campaign],
    ] as const) {
      const field = fields?.namedItem(name) as HTMLInputElement | null;
      if (field) field.value ||= value;
    }
  }
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

function keepCookie(cookie: string, days: number) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookie}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
}

// The theme switch is a form that works as it is; here it spares the reload.
addEventListener("submit", (event) => {
  const button = event.submitter as HTMLButtonElement | null;
  if (button?.name !== "theme") return;
  event.preventDefault();
  if (button.value === "system") delete root.dataset.theme;
  else root.dataset.theme = button.value;
  keepCookie(`theme=${button.value}`, button.value === "system" ? 0 : 365);
});

// The cookie banner is a form that works as it is; here it spares the reload, and counts at once.
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const choice = (event.submitter as HTMLButtonElement | null)?.value ?? "none";
  if (!form.closest("#cookies")) return;
  event.preventDefault();
  const id = newId();
  const body = new URLSearchParams({ choice, id });
  let letters = "";
  for (const box of form.querySelectorAll<HTMLInputElement>("input:not(:disabled)")) {
    if (choice === "none" || (choice === "some" && !box.checked)) continue;
    body.set(box.name, "on");
    letters += box.name[0];
  }
  // A cookie that the server still sets would be that of the choice before.
  keeping?.abort();
  keepCookie(`consent=${root.dataset.policy}_${letters}_${id}`, 180);
  delete root.dataset.consent;
  // The focus would be lost with the banner.
  (asker ?? document.getElementById("content"))?.focus({ preventScroll: true });
  asker = null;
  // The proof of the choice goes off in any case.
  fetch("/consent", { method: "POST", body, keepalive: true }).catch(() => {});
  // Safari keeps what scripts set for a week, so the server sets the cookie once more. This can be called off, and ends with the page.
  keeping = new AbortController();
  fetch("/consent", { signal: keeping.signal }).catch(() => {});
  dispatchEvent(new Event("consent"));
});

let keeping: AbortController | undefined;

// Who opened the banner again.
let asker: HTMLElement | null = null;

function askAgain(event: Event) {
  event.preventDefault();
  asker = event.target as HTMLElement;
  const letters = /(?:^|; )consent=[\w.]+_([fsmu]*)_/.exec(document.cookie)?.[1] ?? "";
  for (const box of document.querySelectorAll<HTMLInputElement>("#cookies input:not(:disabled)"))
    box.checked = letters.includes(box.name[0]!);
  root.dataset.consent = "ask";
  const banner = document.getElementById("cookies");
  banner?.querySelector("details")?.setAttribute("open", "");
  banner?.focus();
}
