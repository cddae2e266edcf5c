import { offer, vatPercent } from "./agency.ts";

/** The final price, which consumers must see: the amount with VAT, rounded to the cent. */
export function withVat(amount: number, percent: number = vatPercent): number {
  return Math.round(amount * (100 + percent)) / 100;
}

/** What is paid before the work begins, without VAT. */
export const initialPayment = (offer.price * offer.initialPaymentPercent) / 100;

/** What is paid when the page is published, without VAT and with it: with the first payment, each makes the whole price. */
export const finalPayment = offer.price - initialPayment;
export const finalPaymentTotal = Math.round((withVat(offer.price) - withVat(initialPayment)) * 100) / 100;

/** What the satisfaction guarantee gives back of it, without VAT. */
export const guaranteeRefund = (initialPayment * offer.refundPercent) / 100;
