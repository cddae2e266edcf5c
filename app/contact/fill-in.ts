import { hasSession } from "#app/consent/has-session.ts";
import { localePath, type Locale } from "#content/locales.ts";

export type KnownSender = Partial<Record<"name" | "email" | "company" | "phone", string>>;

/** Fills in what is known of whoever is signed in, where nothing was typed yet. */
export async function fillIn(form: HTMLFormElement, locale: Locale) {
  if (!hasSession()) return;
  const known: KnownSender = await fetch(localePath(locale, "/me/contact.json")).then(
    (response) => (response.ok ? response.json() : {}),
    () => ({}),
  );
  for (const [name, value] of Object.entries(known)) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null;
    if (field && !field.value) field.value = value;
  }
}
