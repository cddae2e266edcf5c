import * as z from "zod/mini";
import { textIn } from "#app/http/form-text.ts";

export const modes = ["contact", "requestOffer"] as const;
export const reasons = ["general", "offer", "support", "partnership"] as const;
export type Mode = (typeof modes)[number];

export const limits = { line: 100, email: 254, messageMin: 50, messageMax: 5000 };

/** The two forms that the phone message shows as examples. */
export const phoneExamples = { mobile: "612345678", landline: "+34 981 234 567" };

/** As a browser checks an address, but with a dot in the domain, and domains in any script. */
const email = /^[\w.!#$%&'*+/=?^`{|}~-]+@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Nine digits that start with 6, 7, 8 or 9, with or without the country's prefix. */
const phone = /^(?:\+34|0034)?([6-9]\d{8})$/;

const line = z.pipe(z.string(), z.transform(cleanLine));
const given = z.minLength(1, "required");
const short = z.refine<string>((text) => lengthOf(text) <= limits.line, "long");
const orNothing = z.transform((text: string) => text || null);

/** A contact request. Each error is the name of its message in the texts. */
export const requestSchema = z.object({
  mode: z.pipe(
    z.string(),
    z.transform((text): Mode => (text === "requestOffer" ? text : "contact")),
  ),
  name: z.pipe(line, z.string().check(given, short)),
  email: z.pipe(
    line,
    z.string().check(
      given,
      z.refine((text) => text.length <= limits.email && email.test(text), "email"),
    ),
  ),
  company: z.pipe(line, z.pipe(z.string().check(short), orNothing)),
  city: z.pipe(line, z.pipe(z.string().check(short), orNothing)),
  phone: z.pipe(
    line,
    z.pipe(
      z.string().check(
        z.refine((text) => !/\p{L}/u.test(text), { error: "phoneLetters", abort: true }),
        z.refine((text) => !text || phone.test(withoutMarks(text)), "phone"),
      ),
      z.transform((text) => (text ? withoutMarks(text).replace(phone, "+34$1") : null)),
    ),
  ),
  reason: z.enum(reasons, "required"),
  message: z.pipe(
    z.pipe(z.string(), z.transform(cleanText)),
    z.string().check(
      z.minLength(1, { error: "required", abort: true }),
      z.refine((text) => lengthOf(text) >= limits.messageMin, "short"),
      z.refine((text) => lengthOf(text) <= limits.messageMax, "long"),
    ),
  ),
  privacy: z.literal("on", "privacy"),
  terms: z.literal("on", "terms"),
});

export type ContactRequest = z.output<typeof requestSchema>;
export type Field = Exclude<keyof ContactRequest, "mode">;
export type FieldErrors = Partial<Record<Field, "required" | "long" | "short" | "email" | "phone" | "phoneLetters" | "privacy" | "terms">>;

/** The fields in the order of the form. */
export const fields: Field[] = ["name", "email", "company", "city", "phone", "reason", "message", "privacy", "terms"];

/** What was typed, as it was typed. */
export type Typed = Partial<Record<Field | "mode", string>>;

export function typedIn(form: FormData): Typed {
  return Object.fromEntries(["mode" as const, ...fields].map((name) => [name, textIn(form, name)]));
}

/** The request, or which fields to mark and why. The browser and the server both ask this. */
export function checkRequest(typed: Typed): { request: ContactRequest; errors?: undefined } | { request?: undefined; errors: FieldErrors } {
  const result = requestSchema.safeParse(typed);
  if (result.success) return { request: result.data };
  // A field's first error is the one to show.
  const errors = Object.fromEntries(result.error.issues.toReversed().map((issue) => [issue.path[0], issue.message]));
  return { errors: errors as FieldErrors };
}

/** How long people would say a text is: an emoji of two code units is one character. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** One line without the characters that nobody types: controls, and marks that turn the direction of what follows. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/g, "")
    .trim();
}

/** Lines end as in JavaScript, whatever the browser sent; no controls but line ends and tabs. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
}

function withoutMarks(number: string): string {
  return number.replace(/[\s.()[\]\p{Pd}]/gu, "");
}
