import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { agency, offer } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { euros, fill, offerEnd, percent } from "#content/format.ts";
import { locales, localePath, type Locale } from "#content/locales.ts";
import { withVat } from "#content/prices.ts";
import { attributesOf, htmlOf, partOf, textOf } from "./site.ts";

const { deliveryDays, sections, maintenance } = offer;
const wording = {
  en: {
    until: "until",
    days: "business days",
    rounds: "rounds",
    language: "Spanish and Galician",
    free: "months free",
    first: "First month free",
    tax: "VAT",
  },
  es: {
    until: "hasta el",
    days: "días laborables",
    rounds: "rondas",
    language: "castellano",
    free: "meses gratis",
    first: "primer mes, gratis",
    tax: "IVA",
  },
  gl: {
    until: "ata o",
    days: "días laborables",
    rounds: "roldas",
    language: "castelán",
    free: "meses gratis",
    first: "gratis",
    tax: "IVE",
  },
};

/** Every condition of the offer, with the figures of content/agency.ts. */
function statedIn(locale: Locale): string[] {
  const { until, days, rounds, language, free, first, tax } = wording[locale];
  return [
    ...[offer.price, maintenance.month, maintenance.year, offer.report.month].map((amount) => euros(locale, amount)),
    `${until} ${offerEnd(locale)}`,
    `${deliveryDays.from}-${deliveryDays.to} ${days}`,
    `${offer.revisionRounds} ${rounds}`,
    `${sections.total}: ${sections.base}`,
    language,
    `${maintenance.monthsFree} ${free}`,
    first,
    ...[offer.refundPercent, offer.referralPercent].map((amount) => percent(locale, amount)),
    `${offer.incidentHours} h`,
    tax,
  ].map((fact) => fact.replaceAll("\u00a0", " "));
}

test.each(locales)("the offer in %s states every condition, VAT beside every price, and opens the form in offer mode", async (locale) => {
  const section = partOf(await htmlOf(localePath(locale, "/")), "section", "offer");
  const sheet = textOf(section);
  for (const fact of statedIn(locale)) expect(sheet).toContain(fact);
  const prices = sheet.match(/€[\d.,]+|[\d.,]+ €/g)!;
  expect(sheet.match(/(€[\d.,]+|[\d.,]+ €) (\+ |without |with |sin |con |sen |co )?(VAT|IVA|IVE)/g)).toHaveLength(prices.length);
  expect(sheet).toContain(
    `${euros(locale, withVat(offer.price)).replace("\u00a0", " ")} ${{ en: "VAT", es: "con IVA", gl: "co IVE" }[locale]} inclu`,
  );
  expect(attributesOf(section, "a", { "data-track": "request-offer" }, "href")).toEqual([localePath(locale, "/contact?mode=requestOffer")]);
});

test("the facts of the agency are on the page: when it was founded, its years of experience, the first three tools", async () => {
  const html = await htmlOf("/");
  const about = textOf(partOf(html, "section", "about"));
  expect(about).toContain(String(agency.founded));
  // Without JavaScript nobody measures; the budget of bench/budgets.json makes the sentence true.
  expect(about).toContain(fill(en.home.benefits.proof.everybody, { weight: 60 }).replace("\u00a0", " "));
  expect(html).toMatch(new RegExp(`<h2[^>]*>[^<]*Over ${agency.yearsOfExperience}\u00a0years`));
  const tools = /<ul[^>]*stone-wall.*?<\/ul>/s.exec(html)![0].match(/<li\b.*?<\/li>/gs)!;
  expect(tools.slice(0, 3).map(textOf)).toEqual(["Vue.js", "Nuxt", "Quasar"]);
  // Drawn into the page: they need neither a script nor a second file.
  for (const tool of tools) expect(tool).toMatch(/<path d="M[^"]{40,}"/);
  expect(partOf(html, "section", "services").match(/<dt\b/g)).toHaveLength(15);
  expect(partOf(html, "section", "process").match(/<li\b/g)).toHaveLength(6);
  expect(html).toMatch(/(alt|aria-label)="[^"]*lighthouse/i);
});

test.each(locales)(
  "in %s the agency can be called from header, hero, offer and letter, and written to by WhatsApp from menu, hero and letter",
  async (locale) => {
    const html = await htmlOf(localePath(locale, "/"));
    const from = (track: string, scheme: string) =>
      ["header", "menu", "hero", "offer", "contact"].filter((section) =>
        attributesOf(html, "a", { "data-track": track, "data-track-section": section }, "href").some((href) => href.startsWith(scheme)),
      );
    const { phone, whatsapp }: { phone: string; whatsapp: string } = agency;
    expect(from("call", "tel:")).toEqual(phone ? ["header", "menu", "hero", "offer", "contact"] : []);
    expect(from("whatsapp", "https://wa.me/")).toEqual(whatsapp ? ["menu", "hero", "contact"] : []);
  },
);

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

test.each(locales)("all drawings of the page in %s weigh 8 KiB at most, compressed", async (locale) => {
  const drawings = (await htmlOf(localePath(locale, "/"))).match(/<svg\b.*?<\/svg>/gs)!;
  expect(drawings.length).toBeGreaterThan(50);
  expect(brotliCompressSync(drawings.join("")).length).toBeLessThanOrEqual(8 * 1024);
});

// On a public address: public-address.test.ts.
test("at home there are six testimonials, each marked as a sample", async () => {
  const figures = (await htmlOf("/")).match(/<figure\b.*?<\/figure>/gs)!.map(textOf);
  expect(figures).toHaveLength(6);
  for (const figure of figures) expect(figure).toMatch(/\bSample\b/);
});
