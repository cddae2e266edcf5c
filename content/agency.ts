import type { Locale } from "./locales.ts";

/**
 * Every fact, price and constant of the agency, once. Texts refer to these, never to numbers of their own.
 * Lines marked "stand-in" must be replaced before the site goes live; `npm run launch-check` lists them.
 */
export const agency = {
  name: "Abrente", // stand-in
  legalName: "Abrente Desenvolvemento Web, S.L.", // stand-in
  taxId: "B00000000", // stand-in
  /** Where the company is registered; the document that prints it says "company register" in its language. */
  registry: { city: "Santiago de Compostela", volume: "0000", folio: "00", sheet: "SC-00000" }, // stand-in
  email: "ola@abrente.example", // stand-in
  /** Not optional: whoever sells to consumers at a distance must name one (TRLGDCU, article 97). */
  phone: "+34600000000", // stand-in
  /** A number with WhatsApp, or "" without one. */
  whatsapp: "+34600000000", // stand-in
  address: {
    street: "Rúa do Abrente, 1", // stand-in
    postalCode: "15700", // stand-in
    city: "Santiago de Compostela",
    province: "A Coruña",
    region: "Galicia",
    country: "ES",
  },
  /** Who keeps the site's data for the agency. The privacy policy says that both are in the European Economic Area. */
  providers: {
    hosting: { name: "Aloxamentos do Exemplo, S.L.", country: "ES" }, // stand-in
    mail: { name: "Correos do Exemplo, S.L.", country: "ES" }, // stand-in
  },
  social: {
    linkedin: "https://www.linkedin.com/company/abrente.example", // stand-in
    github: "https://github.com/abrente-example", // stand-in
  },
  /** The language of the mails that the agency itself gets. */
  language: "gl",
  /** Within how many business days whoever writes has an answer. */
  replyDays: 1,
  founded: 2024,
  yearsOfExperience: 12,
} as const satisfies { phone: `+${number}`; whatsapp: `+${number}` | ""; [fact: string]: unknown };

/** Within how many calendar days of the contract consumers may withdraw: the law sets it (TRLGDCU, article 104). */
export const withdrawalDays = 14;

/** Within how many days of a withdrawal the money is paid back: the law sets it (TRLGDCU, article 107). */
export const withdrawalRefundDays = 14;

/** The general rate in Spain. */
export const vatPercent = 21;

/** Amounts in euros, without VAT. */
export const offer = {
  price: 399,
  /** What is paid at the start; the rest is due when the page is published. */
  initialPaymentPercent: 50, // stand-in
  /** A day that does not exist, as the customer wrote it: shown in each language, never computed with. */
  until: { day: 31, month: 4 },
  deliveryDays: { from: 7, to: 10 },
  revisionRounds: 2,
  sections: { total: 7, base: 5, chosen: 2 },
  maintenance: { month: 25, year: 240, monthsFree: 2 },
  report: { month: 15, monthsFree: 1 },
  refundPercent: 50,
  /** How many calendar days after delivery the guarantee can be asked for, and how many the refund takes. */
  guaranteeDays: 14, // stand-in
  referralPercent: 10,
  incidentHours: "24/48",
} as const;

type InEachLanguage = Record<Locale, string>;

/** The name of a photograph in content/pictures; the build makes a small one of it. */
type Picture = string;

export type Testimonial = { name: string; trade: InEachLanguage; town: string; text: InEachLanguage; picture?: Picture };
export type Person = { name: string; role: InEachLanguage; picture?: Picture };

/**
 * What real clients said and let us print, the one to set largest first. As long as there is none, a public site has no such section, and
 * one on localhost shows the samples of content/<language>/home.ts.
 */
export const testimonials: Testimonial[] = [];

/** Who answers and does the work, beside the contact form. Without anybody, nothing stands there. */
export const people: Person[] = [];
