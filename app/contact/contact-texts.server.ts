import { agency, offer } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { euros, fillAll, phoneGroups } from "#app/i18n/format.ts";
import type { Locale } from "#app/i18n/locales.ts";
import { limits, phoneExamples, type Mode } from "./schema.ts";

export type ContactTexts = ReturnType<typeof contactTexts>;

/** What the form shows in a mode, the facts filled in. `{field}`, `{count}`, `{max}` and `{wait}` are left for the form to fill. */
export function contactTexts(locale: Locale, { contact }: Content, mode: Mode) {
  const { modes, data, sign, form, errors, failed, limited, tooLarge, offerMessage } = fillAll(contact, {
    ...phoneExamples,
    name: agency.name,
    email: agency.email,
    phone: phoneGroups(agency.phone).replaceAll(" ", "\u00a0"),
    price: euros(locale, offer.price),
    min: limits.messageMin,
  });
  return { ...modes[mode], data, sign, form, errors, failed, limited, tooLarge, message: mode === "requestOffer" ? offerMessage : "" };
}

export function sentTexts({ contact }: Content) {
  return fillAll(contact.sent, { email: agency.email, phone: phoneGroups(agency.phone).replaceAll(" ", "\u00a0") });
}
