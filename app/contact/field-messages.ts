import { limits } from "#backend/requests/request.ts";
import { fill } from "#content/format.ts";
import type { ContactTexts } from "./contact-texts.server.ts";

type Texts = ContactTexts["errors"];

/** What to say at each field. An error is the name of its sentence; `otherwise` is said where there is none for it. */
export function fieldMessages(errors: Partial<Record<string, string>>, texts: Texts, otherwise = ""): Record<string, string> {
  const found = Object.entries(errors).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(
    found.map(([field, error]) => {
      const name = (texts.fields as Record<string, string>)[field];
      const sentence = (texts as Record<string, unknown>)[error];
      if (typeof sentence !== "string" || (error === "required" && !name)) return [field, otherwise];
      return [field, fill(sentence, { max: field === "message" ? limits.messageMax : limits.line, field: name ?? "" })];
    }),
  );
}
