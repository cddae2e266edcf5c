import * as z from "zod/mini";
import { firstErrors, requestSchema } from "#backend/requests/schema.ts";
import type { ContactTexts } from "#app/contact/contact-texts.server.ts";
import { fieldMessages } from "#app/contact/field-messages.ts";
import { locales, type Locale } from "#content/locales.ts";

/** What people tell about themselves, under the rules of the contact form. */
const profileSchema = z.object({
  name: requestSchema.shape.name,
  company: requestSchema.shape.company,
  phone: requestSchema.shape.phone,
  locale: z.enum(locales),
});

export type Profile = { name: string; company: string | null; phone: string | null; locale: Locale };
type ErrorTexts = ContactTexts["errors"];

/** The profile, or what to say at which field. */
export function checkProfile(
  typed: Record<keyof Profile, string>,
  texts: ErrorTexts,
): { profile: Profile; errors?: undefined } | { profile?: undefined; errors: Record<string, string> } {
  const result = profileSchema.safeParse(typed);
  if (result.success) return { profile: result.data };
  return { errors: fieldMessages(firstErrors(result.error), texts) };
}

/** The profile as it stands in a user's own data, which may hold anything. */
export function profileIn(metadata: Record<string, unknown>, otherwise: Locale): Profile {
  const text = (name: string) => (typeof metadata[name] === "string" ? metadata[name] : null);
  return {
    name: text("name") ?? text("full_name") ?? "",
    company: text("company"),
    phone: text("phone"),
    locale: locales.find((locale) => locale === metadata.locale) ?? otherwise,
  };
}
