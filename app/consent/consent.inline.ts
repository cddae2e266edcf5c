import { randomId } from "#app/awake/random-id.ts";
import { writeCookie } from "./browser-cookie.ts";
import { consentCookie, grantable, writeChoice, type Category } from "#backend/consent-choice.ts";
import { choiceNow, policyVersion } from "./choice-now.ts";
import { hasSession } from "./has-session.ts";
import { gtmCategories } from "./tags.ts";

/** Marks on <html> whether the visitor has still to choose. Global Privacy Control is an answer. */
export function markConsent() {
  const { dataset } = document.documentElement;
  if (choiceNow() || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) delete dataset.consent;
  else dataset.consent = "ask";
}

/** Whether tags may load. */
export function allowsTags(): boolean {
  const granted = choiceNow()?.granted;
  return !hasSession() && gtmCategories.some((category) => granted?.includes(category));
}

/** The element that opened the banner again. */
let opener: HTMLElement | null = null;
let keeping: AbortController | undefined;

/** The cookie banner is a form that works as it is; here it spares the reload, and counts at once. */
export function answerConsentForm() {
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.closest("#cookies")) return;
    event.preventDefault();
    const choice = (event.submitter as HTMLButtonElement | null)?.value ?? "none";
    const granted = grantable.filter((category) => choice === "all" || (choice === "some" && boxOf(form, category)?.checked));
    const id = randomId();
    // A cookie that the server still sets would be that of the choice before.
    keeping?.abort();
    writeCookie(consentCookie.name, writeChoice({ version: policyVersion(), granted, id }), consentCookie.days);
    close();
    // The proof of the choice goes off in any case.
    const body = new URLSearchParams([["choice", choice], ["id", id], ...granted.map((category) => [category, "on"])]);
    fetch("/consent", { method: "POST", body, keepalive: true }).catch(() => {});
    // Safari keeps what scripts set for a week, so the server sets the cookie once more. This can be called off, and ends with the page.
    keeping = new AbortController();
    fetch("/consent", { signal: keeping.signal }).catch(() => {});
    dispatchEvent(new Event("consent"));
  });
}

/** Open, it stands at the top of the page; whoever opened it may be elsewhere. Asked for again, it can be left as it was. */
export function keepBannerInSight() {
  // React may put another one in its place.
  addEventListener("toggle", ({ target }) => (target as Element).closest("#cookies")?.scrollIntoView(), true);
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && opener) close();
  });
}

function close() {
  delete document.documentElement.dataset.consent;
  document.querySelector("#cookies details")?.removeAttribute("open");
  // The focus would be lost with the banner.
  const next = opener ?? document.getElementById("content");
  next?.focus({ preventScroll: !opener });
  opener = null;
}

/** Opens the banner with what was chosen. */
export function askAgain(event: Event) {
  event.preventDefault();
  opener = event.target as HTMLElement;
  const banner = document.getElementById("cookies");
  const form = banner?.querySelector("form");
  const granted = choiceNow()?.granted;
  for (const category of grantable) {
    const box = form && boxOf(form, category);
    if (box) box.checked = !!granted?.includes(category);
  }
  document.documentElement.dataset.consent = "ask";
  banner?.querySelector("details")?.setAttribute("open", "");
  banner?.focus();
}

function boxOf(form: HTMLFormElement, category: Category) {
  return form.elements.namedItem(category) as HTMLInputElement | null;
}
