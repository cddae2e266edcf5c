export const locales = ["en", "es", "gl"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale = "en" satisfies Locale;

export const languageTags: Record<Locale, string> = { en: "en-US", es: "es-ES", gl: "gl-ES" };
export const languageNames: Record<Locale, string> = { en: "English", es: "Español", gl: "Galego" };

export const localeCookie = { name: "i18n_redirected", days: 365 } as const;

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale);
}

/** The language of an address: `/gl/contact` → gl. The default language has no prefix. */
export function localeOf(pathname: string): Locale {
  const first = pathname.split("/", 2)[1];
  return first !== defaultLocale && isLocale(first) ? first : defaultLocale;
}

/** The address without its language: `/gl/contact?a#b` → `/contact?a#b`. */
export function withoutLocale(path: string): string {
  const locale = localeOf(path.split(/[?#]/, 1)[0]!);
  if (locale === defaultLocale) return path;
  const rest = path.slice(locale.length + 1);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The address of a page in a language: (gl, `/contact`) → `/gl/contact`, (gl, `/#offer`) → `/gl#offer`. */
export function localePath(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path;
  return `/${locale}${path.replace(/^\/(?=$|[?#])/, "")}`;
}
