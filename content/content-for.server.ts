import type { Content } from "#content/en/index.ts";
import { defaultLocale, type Locale } from "./locales.ts";

type Load = () => Promise<Content | undefined>;

/** Asked for each time: in development a text may have changed. */
const loaders = {
  en: async () => (await import("#content/en/index.ts")).en,
  es: async () => (await import("#content/es/index.ts")).es,
  gl: async () => (await import("#content/gl/index.ts")).gl,
} satisfies Record<Locale, Load>;

/** All texts of a language. One that cannot be loaded, or is empty, is reported and answered in English. */
export async function contentFor(locale: Locale, load: Load = loaders[locale]): Promise<Content> {
  try {
    const content = await load();
    if (content && Object.keys(content).length > 0) return content;
    console.warn(`The language "${locale}" has no messages; using "${defaultLocale}".`);
  } catch (error) {
    console.error(`The language "${locale}" could not be loaded; using "${defaultLocale}".`, error);
  }
  return loaders[defaultLocale]();
}
