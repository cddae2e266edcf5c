import { expect, test } from "vitest";
import { offer } from "#content/agency.ts";
import { euros } from "#content/format.ts";
import { locales, localePath } from "#content/locales.ts";
import { withVat } from "#content/prices.ts";
import { attributesOf, htmlOf, partOf, textOf } from "./site.ts";

const stated = {
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
  const sheet = textOf(section);
  for (const fact of stated[locale]) expect(sheet).toContain(fact);
  const prices = sheet.match(/€[\d.,]+|[\d.,]+ €/g)!;
  expect(sheet.match(/(€[\d.,]+|[\d.,]+ €) (\+ |without |with |sin |con |sen |co )?(VAT|IVA|IVE)/g)).toHaveLength(prices.length);
  expect(sheet).toContain(
    `${euros(locale, withVat(offer.price)).replace("\u00a0", " ")} ${{ en: "VAT", es: "con IVA", gl: "co IVE" }[locale]} inclu`,
  );
  expect(attributesOf(section, "a", { "data-track": "request-offer" }, "href")).toEqual([localePath(locale, "/contact?mode=requestOffer")]);
});

test("the facts of the agency are on the page: founded 2024, over 12 years, the first three tools", async () => {
  const html = await htmlOf("/");
  expect(textOf(partOf(html, "section", "about"))).toContain("2024");
  expect(html).toMatch(/<h2[^>]*>[^<]*Over 12 years/);
  const tools = /<ul[^>]*stone-wall.*?<\/ul>/s.exec(html)![0].match(/<li\b.*?<\/li>/gs)!;
  expect(tools.slice(0, 3).map(textOf)).toEqual(["Vue.js", "Nuxt", "Quasar"]);
  // Drawn into the page: they need neither a script nor a second file.
  for (const tool of tools) expect(tool).toMatch(/<path d="M[^"]{40,}"/);
  expect(partOf(html, "section", "services").match(/<dt\b/g)).toHaveLength(15);
  expect(partOf(html, "section", "process").match(/<li\b/g)).toHaveLength(6);
  expect(html).toMatch(/(alt|aria-label)="[^"]*lighthouse/i);
});

test.each(locales)("the questions in %s are in the page and in its data for search engines, word for word", async (locale) => {
  const html = await htmlOf(localePath(locale, "/"));
  const visible = [...html.matchAll(/<details\b[^>]*><summary\b[^>]*>([^<]*)<\/summary><p\b[^>]*>([^<]*)<\/p><\/details>/g)].map(
    ([, question, answer]) => [textOf(question!), textOf(answer!)],
  );
  expect(visible.length).toBeGreaterThanOrEqual(8);
  for (const words of visible.flat()) expect(words).not.toMatch(/[{}]|undefined/);
  const data = [...html.matchAll(/<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/gs)].map(([, json]) => JSON.parse(json!));
  const { mainEntity } = data.find((one) => one["@type"] === "FAQPage");
  type Entry = { name: string; acceptedAnswer: { text: string } };
  expect(mainEntity.map(({ name, acceptedAnswer }: Entry) => [textOf(name), textOf(acceptedAnswer.text)])).toEqual(visible);
});

// On a public address: public-address.test.ts.
test("at home there are six testimonials, each marked as a sample", async () => {
  const figures = (await htmlOf("/")).match(/<figure\b.*?<\/figure>/gs)!.map(textOf);
  expect(figures).toHaveLength(6);
  for (const figure of figures) expect(figure).toMatch(/\bSample\b/);
});
