import { contentFor } from "#content/content-for.server.ts";
import { locales, type Locale } from "#content/locales.ts";
import { legalNames, readDocument } from "#content/legal-document.server.ts";

/** Everything that scripts/pictures.ts makes social images from. */
export { socialImageName } from "./page-meta.ts";
export { socialImage } from "./social-image.tsx";

/** The title on the social image of each public page, by language and path. */
export const titles = Object.fromEntries(
  await Promise.all(
    locales.map(async (locale) => {
      const { home, contact } = await contentFor(locale);
      const legal = legalNames.map((name) => [`/legal/${name}`, readDocument(locale, name).title]);
      return [locale, { "/": home.meta.socialTitle, "/contact": contact.meta.socialTitle, ...Object.fromEntries(legal) }] as const;
    }),
  ),
) as Record<Locale, Record<string, string>>;
