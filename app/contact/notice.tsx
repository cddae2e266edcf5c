import type { Ref } from "react";
import { fill } from "#content/format.ts";
import type { ContactTexts } from "./contact-texts.server.ts";
import type { ContactReply } from "./contact-reply.ts";
import { fields, type FieldErrors } from "#backend/requests/request.ts";
import { Problem } from "#app/ui/problem.tsx";

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
    invalid: { heading: errors.summary, errors: fields.flatMap((field): [string, string][] => pairOf(field, messages[field])) },
    failed: { heading: failed.heading, lines: [failed.text, failed.kept] },
    limited: { heading: limited.heading, lines: [fill(limited.text, { wait: minutes })] },
    tooLarge: { heading: tooLarge.heading, lines: [tooLarge.text] },
  }[outcome];
  return <Problem ref={ref} className="mb-8" {...says} />;
}

function pairOf(field: string, message: string | undefined): [string, string][] {
  return message ? [[field, message]] : [];
}
