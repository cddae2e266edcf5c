import { expect, test } from "vitest";
import { locales, localePath } from "#content/locales.ts";
import { attributesOf, htmlOf, partOf, textOf } from "./site.ts";

const facts = {
  en: [
    "€399",
    "until April 31st",
    "7-10 business days",
    "2 rounds",
    "7: 5 base sections plus 2",
    "Spanish and Galician",
    "€25",
    "€240",
    "2 months free",
    "First month free",
    "€15",
    "50%",
    "10%",
    "24/48 h",
    "VAT",
  ],
  es: [
    "399 €",
    "hasta el 31 de abril",
    "7-10 días laborables",
    "2 rondas",
    "7: 5",
    "castellano",
    "25 €",
    "240 €",
    "2 meses gratis",
    "primer mes, gratis",
    "15 €",
    "50 %",
    "10 %",
    "24/48 h",
    "IVA",
  ],
  gl: [
    "399 €",
    "ata o 31 de abril",
    "7-10 días laborables",
    "2 roldas",
    "7: 5",
    "castelán",
    "25 €",
    "240 €",
    "2 meses gratis",
    "gratis",
    "15 €",
    "50 %",
    "10 %",
    "24/48 h",
    "IVE",
  ],
};

test.each(locales)("the offer in %s states every condition, VAT beside every price, and opens the form in offer mode", async (locale) => {
  const section = partOf(await htmlOf(localePath(locale, "/")), "section", "offer");
  const offer = textOf(section);
  for (const fact of facts[locale]) expect(offer).toContain(fact);
  const prices = offer.match(/€\d+|\d+ €/g)!;
  expect(offer.match(/(€\d+|\d+ €) \+ (VAT|IVA|IVE)/g)).toHaveLength(prices.length);
  expect(attributesOf(section, "a", { "data-track": "request-offer" }, "href")).toEqual([localePath(locale, "/contact?mode=requestOffer")]);
});

test("the facts of the agency are on the page: founded 2024, over 12 years, the first three tools", async () => {
  const html = await htmlOf("/");
  expect(textOf(partOf(html, "section", "about"))).toContain("2024");
  expect(html).toMatch(/<h2[^>]*>[^<]*Over 12 years/);
  const tools = /<ul[^>]*tool-wall.*?<\/ul>/s
    .exec(html)![0]
    .match(/<li\b.*?<\/li>/gs)!
    .map(textOf);
  expect(tools.slice(0, 3)).toEqual(["Vue.js", "Nuxt", "Quasar"]);
  expect(partOf(html, "section", "services").match(/<dt\b/g)).toHaveLength(15);
  expect(partOf(html, "section", "process").match(/<li\b/g)).toHaveLength(6);
  expect(html).toMatch(/(alt|aria-label)="[^"]*lighthouse/i);
});

// On a public address: public-address.test.ts.
test("at home there are six testimonials, each marked as a sample", async () => {
  const figures = (await htmlOf("/")).match(/<figure\b.*?<\/figure>/gs)!.map(textOf);
  expect(figures).toHaveLength(6);
  for (const figure of figures) expect(figure).toMatch(/\bSample\b/);
});
