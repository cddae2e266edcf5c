// The only script of a page before it is touched: inlined in <head>, so it runs before the first paint.
// It must stay small and stand alone (no imports): scripts/inline-script.ts turns it into text.
const root = document.documentElement;

// A shared cache may have answered without looking at the cookie.
const theme = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];
if (theme) root.dataset.theme = theme;
else delete root.dataset.theme;

// React sleeps until the first sign of a person.
const signs = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin", "wheel"];
for (const sign of signs) addEventListener(sign, wake, { passive: true });

function wake() {
  for (const sign of signs) removeEventListener(sign, wake);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
}

function start() {
  const asleep = document.querySelector<HTMLScriptElement>("script[type=asleep]");
  if (!asleep) return;
  const script = document.createElement("script");
  script.type = "module";
  script.text = asleep.text;
  script.addEventListener("error", reloadOnce);
  asleep.replaceWith(script);
}

// A file of an old build is gone: one reload brings the new page. More than one in 10 s would be a loop.
addEventListener("unhandledrejection", (event) => {
  if (/module script|dynamically imported module/.test(String(event.reason))) reloadOnce();
});

function reloadOnce() {
  const last = Number(sessionStorage.getItem("reloaded"));
  if (Date.now() - last < 10_000) return;
  sessionStorage.setItem("reloaded", String(Date.now()));
  location.reload();
}

// The switches are a link and a form that work as they are; here they keep the anchor, and spare a reload.
addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-language]");
  if (link) link.search = `?to=${encodeURIComponent(location.pathname + location.search + location.hash)}`;
  const menu = (event.target as Element).closest("a[href]")?.closest<HTMLElement>("[popover]");
  menu?.hidePopover?.();
});

addEventListener("submit", (event) => {
  const button = event.submitter as HTMLButtonElement | null;
  if (button?.name !== "theme") return;
  event.preventDefault();
  if (button.value === "system") delete root.dataset.theme;
  else root.dataset.theme = button.value;
  const days = button.value === "system" ? 0 : 365;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${button.value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
});
