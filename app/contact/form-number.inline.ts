import { randomId } from "#app/awake/random-id.ts";

/**
 * A form that must be stored once gets a number of its own, the time when the page was opened, and the campaign that brought the visitor:
 * the page is the same for everyone, so only the browser can know them.
 */
export function numberForms() {
  const started = String(Date.now());
  // The campaign may be on the page before.
  const from = [location.href, document.referrer].find((page) => page.startsWith(location.origin) && page.includes("utm_")) ?? "";
  const fillIn = () => {
    for (const key of document.querySelectorAll<HTMLInputElement>("input[name=key]")) {
      key.value ||= randomId();
      for (const [name, value] of Object.entries({ started, from })) {
        const field = key.form?.elements.namedItem(name) as HTMLInputElement | null | undefined;
        if (field) field.value ||= value;
      }
    }
  };
  for (const sign of ["focusin", "submit"]) addEventListener(sign, fillIn, true);
}
