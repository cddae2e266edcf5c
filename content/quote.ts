import { offer } from "./agency.ts";
import { withVat } from "./prices.ts";

/** The sections that a client can add to the base ones, in the order of the list. */
export const extraSections = ["prices", "gallery", "opinions", "questions", "bookings", "team", "news"] as const;
export const maintenancePlans = ["none", "monthly", "yearly"] as const;

export type ExtraSection = (typeof extraSections)[number];
export type MaintenancePlan = (typeof maintenancePlans)[number];

/** What a visitor wants of the offer. */
export type Choice = { sections: ExtraSection[]; maintenance: MaintenancePlan; report: boolean };

export const nothing: Choice = { sections: [], maintenance: "none", report: false };

/** In euros, without VAT. */
export type Prices = {
  price: number;
  maintenance: { month: number; year: number };
  report: { month: number; monthsFree: number };
  vatPercent: number;
};

/** The same amount without and with VAT. */
export type Sum = { net: number; gross: number };

export type Quote = {
  once: Sum;
  /** What is paid each month, when no month is free any more. */
  month: Sum;
  year: Sum;
  /** Everything that is paid in the first twelve months. */
  firstYear: Sum;
};

/** What a choice costs. The sections are part of the price, whichever they are. */
export function quote({ maintenance, report }: Choice, prices: Prices): Quote {
  const sum = (net: number): Sum => ({ net, gross: withVat(net, prices.vatPercent) });
  const month = maintenance === "monthly" ? prices.maintenance.month : 0;
  const year = maintenance === "yearly" ? prices.maintenance.year : 0;
  const reports = report ? prices.report.month : 0;
  return {
    once: sum(prices.price),
    month: sum(month + reports),
    year: sum(year),
    firstYear: sum(prices.price + 12 * month + year + (12 - prices.report.monthsFree) * reports),
  };
}

/** The sections that an address or a form asks for, in the order of the list. */
export function askedSections(given: URLSearchParams | FormData): ExtraSection[] {
  const asked = given.getAll("section");
  return extraSections.filter((section) => asked.includes(section));
}

/** The choice in an address or a form. What is unknown, or too much, counts for nothing. */
export function readChoice(given: URLSearchParams | FormData): Choice {
  const plans = maintenancePlans.filter((plan) => given.getAll("maintenance").includes(plan));
  return {
    sections: askedSections(given).slice(0, offer.sections.chosen),
    // Two plans at once contradict each other.
    maintenance: plans.length === 1 ? plans[0]! : "none",
    report: given.get("report") === "yes",
  };
}

/** The choice as the part of an address that `readChoice` reads; empty where nothing is chosen. */
export function choiceQuery({ sections, maintenance, report }: Choice): string {
  const query = new URLSearchParams(sections.map((section) => ["section", section]));
  if (maintenance !== "none") query.set("maintenance", maintenance);
  if (report) query.set("report", "yes");
  return query.toString();
}

/** Whether an address has a choice in it. */
export function hasChoice(query: URLSearchParams): boolean {
  return choiceQuery(readChoice(query)) !== "";
}
