import { agency, offer } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { euros, fill, fillAll, phoneGroups } from "#content/format.ts";
import type { Locale } from "#content/locales.ts";
import { limits, phoneExamples, type Mode } from "#backend/requests/request.ts";

export type ContactTexts = ReturnType<typeof contactTexts>;

/** What the form shows in a mode, the facts filled in. `{field}`, `{count}`, `{max}` and `{wait}` are left for the form to fill. */
export function contactTexts(locale: Locale, { contact }: Content, mode: Mode) {
  const { modes, data, sign, form, errors, failed, limited, tooLarge, offerMessage } = fillAll(contact, factsIn(locale));
  return { ...modes[mode], data, sign, form, errors, failed, limited, tooLarge, message: mode === "requestOffer" ? offerMessage : "" };
}

/** What the message of the offer mode begins with. */
export function messageOfOffer(locale: Locale, { contact }: Content): string {
  return fill(contact.offerMessage, factsIn(locale));
}

function factsIn(locale: Locale) {
  return {
    ...phoneExamples,
    name: agency.name,
    legalName: agency.legalName,
    email: agency.email,
    phone: phoneGroups(agency.phone).replaceAll(" ", "\u00a0"),
    price: euros(locale, offer.price),
    min: limits.messageMin,
  };
}

export function sentTexts({ contact }: Content) {
  return fillAll(contact.sent, { email: agency.email, phone: phoneGroups(agency.phone).replaceAll(" ", "\u00a0") });
}
