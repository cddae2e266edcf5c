import * as z from "zod/mini";
import { requestSchema } from "#backend/requests/schema.ts";
import { locales } from "#content/locales.ts";

/** What can be typed about people, checked as it is in the contact form. Each error is the name of its message in the texts. */
const { name, email, company, phone } = requestSchema.shape;
const locale = z.enum(locales, "required");

export const banLengths = ["day", "month", "ever"] as const;
export type BanLength = (typeof banLengths)[number];

export const forms = {
  invite: z.object({ name, email, locale }),
  create: z.object({ name, email, locale, password: z.string() }),
  profile: z.object({ name, email, company, phone, locale, seen: z.string() }),
  role: z.object({ role: z.enum(["client", "admin"], "required") }),
  ban: z.object({ length: z.enum(banLengths, "required") }),
  unban: z.object({}),
  link: z.object({}),
  sign_out: z.object({}),
  factor: z.object({}),
  delete: z.object({ typed: z.string() }),
};

export type Intent = keyof typeof forms;
export type Given<I extends Intent> = z.output<(typeof forms)[I]>;

export function isIntent(value: string): value is Intent {
  return Object.hasOwn(forms, value);
}
