import { expect, test } from "vitest";
import { offer } from "./agency.ts";
import { finalPayment, finalPaymentTotal, guaranteeRefund, initialPayment, withVat } from "./prices.ts";

test.each([
  [399, 482.79],
  [25, 30.25],
  [199.5, 241.4],
  [99.75, 120.7],
])("adds VAT to %d: %d, to the cent", (amount, final) => {
  expect(withVat(amount, 21)).toBe(final);
});

test("both payments make the price, without VAT and with it, to the cent", () => {
  expect(initialPayment + finalPayment).toBe(offer.price);
  expect(Math.round((withVat(initialPayment) + finalPaymentTotal) * 100)).toBe(Math.round(withVat(offer.price) * 100));
});

test("what is paid at the start, and what of it is given back, are the shares that the offer names", () => {
  expect((initialPayment / offer.price) * 100).toBeCloseTo(offer.initialPaymentPercent);
  expect((guaranteeRefund / initialPayment) * 100).toBeCloseTo(offer.refundPercent);
});
