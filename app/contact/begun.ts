import { sessionNow } from "#app/consent/has-session.ts";
import { fields, type Field, type Typed } from "#backend/requests/request.ts";

/** What somebody has begun to write and not sent: in the memory of the page alone. */
let begun: { values: Typed; given: Typed; ownLines: string; session: string | undefined } | undefined;

/** Consent is given anew each time. */
const keptFields = fields.filter((name) => name !== "privacy" && name !== "terms");

/** Keeps what the form does not say by itself, for when they come back from another page of the site. */
export function keepBegun(form: HTMLFormElement, given: Typed) {
  const written = keptFields.map((name) => [name, fieldOf(form, name).value] as const);
  begun = {
    values: Object.fromEntries(written.filter(([name, value]) => value !== (given[name] ?? ""))),
    given,
    // Those of an offer stand in the message on the home page too, whose form writes none.
    ownLines: given.message || (begun?.ownLines ?? ""),
    session: sessionNow(),
  };
}

/** Puts back what was begun, unless it may be somebody else who comes back. */
export function putBackBegun(form: HTMLFormElement, given: Typed) {
  if (!begun || begun.session !== sessionNow()) return;
  for (const name of keptFields) {
    const { [name]: value } = begun.values;
    const field = fieldOf(form, name);
    if (value === undefined || field.value !== (given[name] ?? "")) continue;
    // The reason of an offer is that offer, whatever was asked about before.
    if (name === "reason" && begun.given.reason !== given.reason) continue;
    field.value = name === "message" ? withLinesOf(given.message, value, begun.ownLines) : value;
  }
}

export function forgetBegun() {
  begun = undefined;
}

/** The lines that the form itself had written, about what was chosen then, as it writes them now. */
function withLinesOf(now: string | undefined, message: string, before: string): string {
  if (!now) return message;
  const lines = now.split("\n");
  return before
    .split("\n")
    .reduce((text, line, index) => (line && line !== lines[index] ? text.replace(line, () => lines[index] ?? "") : text), message);
}

function fieldOf(form: HTMLFormElement, name: Field) {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
}
