import { expect, test } from "vitest";
import { offer } from "./agency.ts";
import { guaranteeRefund, initialPayment, withVat } from "./prices.ts";

test.each([
  [399, 482.79],
  [25, 30.25],
  [199.5, 241.4],
  [99.75, 120.7],
])("adds VAT to %d: %d, to the cent", (amount, final) => {
  expect(withVat(amount, 21)).toBe(final);
});

test("what is paid at the start, and what of it is given back, are the shares that the offer names", () => {
  expect((initialPayment / offer.price) * 100).toBeCloseTo(offer.initialPaymentPercent);
  expect((guaranteeRefund / initialPayment) * 100).toBeCloseTo(offer.refundPercent);
});
