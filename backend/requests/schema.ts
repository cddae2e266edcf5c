import * as z from "zod/mini";
import { cleanLine, cleanText, lengthOf, limits, reasons, type FieldErrors, type Mode, type Typed } from "./request.ts";

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

/** The request, or which fields to mark and why. The browser and the server both ask this. */
export function checkRequest(typed: Typed): { request: ContactRequest; errors?: undefined } | { request?: undefined; errors: FieldErrors } {
  const result = requestSchema.safeParse(typed);
  if (result.success) return { request: result.data };
  return { errors: firstErrors(result.error) as FieldErrors };
}

/** A field's first error is the one to show. */
export function firstErrors({ issues }: { issues: { path: PropertyKey[]; message: string }[] }): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}

function withoutMarks(number: string): string {
  return number.replace(/[\s.()[\]\p{Pd}]/gu, "");
}
