import { expect, test } from "vitest";
import { offer } from "./agency.ts";
import { guaranteeRefund, initialPayment, withVat } from "./prices.ts";

test.each([
  [offer.price, 482.79],
  [offer.maintenance.month, 30.25],
  [offer.maintenance.year, 290.4],
  [offer.report.month, 18.15],
  [initialPayment, 241.4],
  [guaranteeRefund, 120.7],
])("adds VAT to %d: %d, to the cent", (amount, final) => {
  expect(withVat(amount)).toBe(final);
});
