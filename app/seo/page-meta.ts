import type { MetaDescriptor } from "react-router";
import { agency } from "#content/agency.ts";
import { defaultLocale, languageTags, localeOf, localePath, locales, withoutLocale, type Locale } from "#content/locales.ts";
import { describeError } from "#app/error/describe-error.ts";
import type { JsonLd } from "./json-ld.ts";

export type MetaText = { title: string; description: string; keywords: string; socialTitle: string; socialDescription: string };

/** What each loader hands to its page's `meta`. */
export type PageMeta = MetaText & { siteUrl: string; index: boolean; jsonLd: JsonLd[] };

type MetaArgs = { loaderData?: { meta?: PageMeta }; location: { pathname: string }; error?: unknown };

/** Title, description, canonical address, alternates and social texts: all of them, because a child's `meta` replaces its parent's. */
export function pageMeta({ loaderData, location, error }: MetaArgs): MetaDescriptor[] {
  const meta = loaderData?.meta;
  if (!meta) {
    const { statusCode, message } = describeError(error);
    return [{ title: `${message ?? statusCode ?? "Error"} · ${agency.name}` }, { name: "robots", content: "noindex" }];
  }

  const locale = localeOf(location.pathname);
  const path = withoutLocale(location.pathname);
  const address = (other: Locale) => meta.siteUrl + localePath(other, path);
  // Pages that search engines leave out have no picture of their own.
  const image = `${meta.siteUrl}/social/${socialImageName(locale, meta.index ? path : "/")}`;
  return [
    { title: `${meta.title} · ${agency.name}` },
    { name: "description", content: meta.description },
    { name: "keywords", content: meta.keywords },
    ...(meta.index ? [] : [{ name: "robots", content: "noindex" }]),
    link("canonical", address(locale)),
    ...locales.flatMap((other) => [link("alternate", address(other), other), link("alternate", address(other), languageTags[other])]),
    link("alternate", address(defaultLocale), "x-default"),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: agency.name },
    { property: "og:url", content: address(locale) },
    { property: "og:title", content: meta.socialTitle },
    { property: "og:description", content: meta.socialDescription },
    { property: "og:locale", content: ogLocale(locale) },
    ...locales.filter((other) => other !== locale).map((other) => ({ property: "og:locale:alternate", content: ogLocale(other) })),
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: meta.socialTitle },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The file name of a page's social image, made at build time by scripts/pictures.ts. */
export function socialImageName(locale: Locale, path: string): string {
  return `${locale}-${path.split("/").at(-1) || "home"}.jpg`;
}

function link(rel: string, href: string, hrefLang?: string): MetaDescriptor {
  return { tagName: "link", rel, href, hrefLang };
}

function ogLocale(locale: Locale) {
  return languageTags[locale].replace("-", "_");
}
