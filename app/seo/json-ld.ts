import { agency, offer } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { languageTags, localePath, type Locale } from "#content/locales.ts";

export type JsonLd = Record<string, unknown>;

/** The agency, its services and its offer for search engines. The offer's end is no date, and samples are no reviews: both stay out. */
export function agencyLd(locale: Locale, siteUrl: string, text: Pick<Content["home"], "meta" | "services" | "offer">): JsonLd {
  const { street, postalCode, city, region, country } = agency.address;
  const services = [text.services.business, text.services.frontend];
  return {
    "@context": "https://schema.org",
    "@type": "ProfessionalService",
    "@id": `${siteUrl}/#agency`,
    name: agency.name,
    legalName: agency.legalName,
    taxID: agency.taxId,
    url: siteUrl + localePath(locale, "/"),
    image: `${siteUrl}/social/${locale}-home.jpg`,
    logo: `${siteUrl}/icon-512.png`,
    description: text.meta.description,
    email: agency.email,
    telephone: agency.phone,
    foundingDate: String(agency.founded),
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      postalCode,
      addressLocality: city,
      addressRegion: region,
      addressCountry: country,
    },
    areaServed: { "@type": "Country", name: country },
    availableLanguage: Object.values(languageTags),
    sameAs: Object.values(agency.social),
    priceRange: `€${offer.price}+`,
    hasOfferCatalog: {
      "@type": "OfferCatalog",
      name: text.services.heading,
      itemListElement: services.flatMap(({ items }) => Object.values(items).map(({ name }) => name)),
    },
    makesOffer: {
      "@type": "Offer",
      name: text.offer.heading,
      url: `${siteUrl}${localePath(locale, "/#offer")}`,
      price: String(offer.price),
      priceCurrency: "EUR",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: String(offer.price),
        priceCurrency: "EUR",
        valueAddedTaxIncluded: false,
      },
      availability: "https://schema.org/InStock",
    },
  };
}

/** The questions of the home page and their answers, word for word. */
export function questionsLd(locale: Locale, siteUrl: string, { items }: Content["questions"]): JsonLd {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    "@id": `${siteUrl}${localePath(locale, "/#questions")}`,
    inLanguage: languageTags[locale],
    mainEntity: Object.values(items).map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** Home, then the page. */
export function breadcrumbsLd(locale: Locale, siteUrl: string, path: string, title: string): JsonLd {
  const crumb = (position: number, name: string, address: string) => ({
    "@type": "ListItem",
    position,
    name,
    item: siteUrl + localePath(locale, address),
  });
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [crumb(1, agency.name, "/"), crumb(2, title, path)],
  };
}
