import { expect, test } from "vitest";
import { choiceQuery, extraSections, maintenancePlans, quote, readChoice, type Choice, type ExtraSection, type Prices } from "./quote.ts";

/** Not read from agency.ts: a new price there must not change what is checked here. */
const prices: Prices = { price: 399, maintenance: { month: 25, year: 240 }, report: { month: 15, monthsFree: 1 }, vatPercent: 21 };

// Sums checked by hand, as "without VAT / with 21 % of VAT".
test.each([
  // sections, maintenance, report | once | each month | each year | first year
  ["", "none", false, "399 / 482.79", "0 / 0", "0 / 0", "399 / 482.79"],
  ["prices", "none", false, "399 / 482.79", "0 / 0", "0 / 0", "399 / 482.79"],
  ["gallery team", "none", false, "399 / 482.79", "0 / 0", "0 / 0", "399 / 482.79"],
  // 11 × 15 = 165; 399 + 165 = 564; 564 × 1.21 = 682.44
  ["", "none", true, "399 / 482.79", "15 / 18.15", "0 / 0", "564 / 682.44"],
  ["opinions bookings", "none", true, "399 / 482.79", "15 / 18.15", "0 / 0", "564 / 682.44"],
  // 12 × 25 = 300; 399 + 300 = 699; 699 × 1.21 = 845.79
  ["", "monthly", false, "399 / 482.79", "25 / 30.25", "0 / 0", "699 / 845.79"],
  ["questions news", "monthly", false, "399 / 482.79", "25 / 30.25", "0 / 0", "699 / 845.79"],
  // 699 + 165 = 864; 864 × 1.21 = 1045.44
  ["news", "monthly", true, "399 / 482.79", "40 / 48.4", "0 / 0", "864 / 1045.44"],
  ["prices gallery", "monthly", true, "399 / 482.79", "40 / 48.4", "0 / 0", "864 / 1045.44"],
  // 399 + 240 = 639; 639 × 1.21 = 773.19
  ["", "yearly", false, "399 / 482.79", "0 / 0", "240 / 290.4", "639 / 773.19"],
  ["team news", "yearly", false, "399 / 482.79", "0 / 0", "240 / 290.4", "639 / 773.19"],
  // 639 + 165 = 804; 804 × 1.21 = 972.84
  ["bookings", "yearly", true, "399 / 482.79", "15 / 18.15", "240 / 290.4", "804 / 972.84"],
  ["prices bookings", "yearly", true, "399 / 482.79", "15 / 18.15", "240 / 290.4", "804 / 972.84"],
] as const)("%s, maintenance %s, report %s", (sections, maintenance, report, ...sums) => {
  const choice: Choice = { sections: sections.split(" ").filter(Boolean) as ExtraSection[], maintenance, report };
  const { once, month, year, firstYear } = quote(choice, prices);
  expect([once, month, year, firstYear].map(({ net, gross }) => `${net} / ${gross}`)).toEqual(sums);
});

test("VAT is rounded to the cent, half a cent upwards", () => {
  // 199.50 × 1.21 = 241.395
  expect(quote({ sections: [], maintenance: "none", report: false }, { ...prices, price: 199.5 }).once.gross).toBe(241.4);
});

test.each([
  ["", {}],
  ["section=gallery&section=team&maintenance=yearly&report=yes", { sections: ["gallery", "team"], maintenance: "yearly", report: true }],
  // In the order of the list, whatever the order of the address.
  ["section=team&section=gallery", { sections: ["gallery", "team"] }],
  ["section=news", { sections: ["news"] }],
  // The first two of the list.
  ["section=news&section=team&section=prices", { sections: ["prices", "team"] }],
  ["section=news&section=news", { sections: ["news"] }],
  ["section=__proto__&section=&section=Gallery&section=gallery%00", {}],
  ["maintenance=forever&report=no", {}],
  ["maintenance=monthly&maintenance=yearly", {}],
  ["maintenance=none&maintenance=yearly", {}],
  ["maintenance=yearly&maintenance=nonsense&maintenance=yearly", { maintenance: "yearly" }],
  ["report=on", {}],
  ["report[]=yes&section[]=gallery&toString=1", {}],
])("the address %j", (query, expected) => {
  expect(readChoice(new URLSearchParams(query))).toEqual({ sections: [], maintenance: "none", report: false, ...expected });
});

test("every choice survives its address", () => {
  const pairs = extraSections.flatMap((one, index) => extraSections.slice(index + 1).map((other) => [one, other]));
  for (const sections of [[], ...extraSections.map((one) => [one]), ...pairs])
    for (const maintenance of maintenancePlans)
      for (const report of [true, false]) {
        const choice = { sections, maintenance, report };
        expect(readChoice(new URLSearchParams(choiceQuery(choice)))).toEqual(choice);
      }
  expect(choiceQuery({ sections: [], maintenance: "none", report: false })).toBe("");
});
