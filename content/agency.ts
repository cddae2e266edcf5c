/**
 * Every fact, price and constant of the agency, once. Texts refer to these, never to numbers of their own.
 * Name and contact data are stand-ins: replace them here before the site goes live.
 */
export const agency = {
  name: "Abrente",
  legalName: "Abrente Desenvolvemento Web, S.L.",
  taxId: "B00000000",
  registry: "Rexistro Mercantil de Santiago de Compostela, tomo 0000, folio 00, folla SC-00000",
  email: "ola@abrente.example",
  phone: "+34600000000",
  address: {
    street: "Rúa do Abrente, 1",
    postalCode: "15700",
    city: "Santiago de Compostela",
    region: "Galicia",
    country: "ES",
  },
  social: {
    linkedin: "https://www.linkedin.com/company/abrente.example",
    github: "https://github.com/abrente-example",
  },
  founded: 2024,
  yearsOfExperience: 12,
} as const;

/** Amounts in euros, without VAT. */
export const offer = {
  price: 399,
  /** A day that does not exist, as the customer wrote it: shown in each language, never computed with. */
  until: { day: 31, month: 4 },
  deliveryDays: { from: 7, to: 10 },
  revisionRounds: 2,
  sections: { total: 7, base: 5, chosen: 2 },
  maintenance: { month: 25, year: 240, monthsFree: 2 },
  report: { freeMonths: 1, month: 15 },
  refundPercent: 50,
  referralPercent: 10,
  incidentHours: "24/48",
} as const;
