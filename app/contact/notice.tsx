import type { Ref } from "react";
import { fill } from "#content/format.ts";
import type { ContactTexts } from "./contact-texts.server.ts";
import type { ContactReply } from "./contact-reply.ts";
import { fields, type FieldErrors } from "#backend/requests/request.ts";

type Props = {
  ref: Ref<HTMLDivElement>;
  outcome: ContactReply["outcome"];
  text: ContactTexts;
  messages: Partial<Record<keyof FieldErrors, string>>;
  wait?: number;
};

/** Says why the request was not sent, above the form. */
export function Notice({ ref, outcome, text, messages, wait = 1 }: Props) {
  const { errors, failed, limited, tooLarge } = text;
  const minutes = wait === 1 ? limited.minutes.one : fill(limited.minutes.many, { count: wait });
  const says = {
    invalid: { heading: errors.summary, lines: [] },
    failed: { heading: failed.heading, lines: [failed.text, failed.kept] },
    limited: { heading: limited.heading, lines: [fill(limited.text, { wait: minutes })] },
    tooLarge: { heading: tooLarge.heading, lines: [tooLarge.text] },
  }[outcome];

  return (
    <div
      ref={ref}
      tabIndex={-1}
      // A form that came back without JavaScript must say first why.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      role="alert"
      aria-labelledby="notice-heading"
      className="mb-8 border-l-4 border-alert bg-shade px-5 py-4"
    >
      <p id="notice-heading" className="font-display text-title font-bold">
        {says.heading}
      </p>
      {says.lines.map((line) => (
        <p key={line} className="mt-2">
          {line}
        </p>
      ))}
      {outcome === "invalid" && (
        <ul className="mt-2 grid list-disc gap-1 pl-5">
          {fields.map(
            (field) =>
              messages[field] && (
                <li key={field}>
                  <a href={`#field-${field}`}>{messages[field]}</a>
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  );
}
