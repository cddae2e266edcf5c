import type { RouterContextProvider } from "react-router";
import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { sheetContext, siteContext } from "#app/context.ts";
import type { MetaText, PageMeta } from "#app/seo/page-meta.ts";
import { contentFor } from "#content/content-for.server.ts";
import { fill } from "#content/format.ts";
import { localeOf, type Locale } from "#content/locales.ts";

// `url` is the page's address; `request.url` may be that of its data (`/gl.data`).
type LoaderArgs = { url: URL; context: Readonly<RouterContextProvider> };

/** All texts in the language of the request's address. A loader hands its page only the slice it shows. */
export async function textsOf({ url }: LoaderArgs): Promise<{ locale: Locale; texts: Content }> {
  const locale = localeOf(url.pathname);
  return { locale, texts: await contentFor(locale) };
}

/** The metadata of a page, its placeholders filled. Public pages may be found by search engines. */
export function metaOf({ context }: LoaderArgs, text: MetaText, ...jsonLd: PageMeta["jsonLd"]): PageMeta {
  const { siteUrl, page } = context.get(siteContext);
  return {
    title: context.get(sheetContext) ?? text.title,
    description: fill(text.description, { name: agency.name }),
    keywords: text.keywords,
    socialTitle: text.socialTitle,
    socialDescription: text.socialDescription,
    siteUrl,
    index: page?.sleeps === true,
    jsonLd,
  };
}
