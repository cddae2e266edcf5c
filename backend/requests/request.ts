import { textIn } from "#backend/form-text.ts";

/* What a request is made of. Its rules are in schema.ts, which the browser loads when the form is touched. */

export const modes = ["contact", "requestOffer"] as const;
export const reasons = ["general", "offer", "support", "partnership"] as const;
export type Mode = (typeof modes)[number];

/** The fields in the order of the form. */
export const fields = ["name", "email", "company", "city", "phone", "reason", "message", "privacy", "terms"] as const;
export type Field = (typeof fields)[number];
export type FieldErrors = Partial<Record<Field, "required" | "long" | "short" | "email" | "phone" | "phoneLetters" | "privacy" | "terms">>;

export const limits = { line: 100, email: 254, messageMin: 50, messageMax: 5000 };

/** The two forms that the phone message shows as examples. */
export const phoneExamples = { mobile: "612345678", landline: "+34 981 234 567" };

/** What was typed, as it was typed. */
export type Typed = Partial<Record<Field | "mode", string>>;

export function typedIn(form: FormData): Typed {
  return Object.fromEntries(["mode" as const, ...fields].map((name) => [name, textIn(form, name)]));
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
