import type { MeProps } from "./my-page.server.ts";
import { localePath } from "#content/locales.ts";
import { fill } from "#content/format.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Section } from "./section.tsx";

export function MyRequests({ text: { requests: text }, requests, isConfirmed, hasMore, locale }: MeProps) {
  return (
    <Section id="requests" heading={text.heading}>
      {!isConfirmed && <p className="text-muted">{text.unconfirmed}</p>}
      {requests.length === 0 ? (
        <p>{text.empty}</p>
      ) : (
        <ul className="grid gap-8">
          {requests.map(({ id, reference, state, reason, message, sent, history }) => (
            <li key={id} className="grid gap-2">
              <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-lg">
                {reason}
                <span
                  className={`rounded-sm px-2 py-0.5 font-sans text-sm font-semibold ${state === "new" || state === "spam" ? "bg-toxo text-on-toxo" : "border border-line"}`}
                >
                  {text.states[state]}
                </span>
              </h3>
              <p className="line-clamp-4 whitespace-pre-line">{message}</p>
              <p className="text-sm text-muted">
                {sent} · {fill(text.reference, { reference })}
              </p>
              <details>
                <summary className="cursor-pointer text-sm font-semibold">{text.history}</summary>
                <ol className="mt-2 grid gap-1 border-l-2 border-line pl-4 text-sm">
                  {history.map((step) => (
                    <li key={`${step.at} ${step.state}`}>
                      {step.state} <span className="text-muted">· {step.at}</span>
                    </li>
                  ))}
                </ol>
              </details>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="text-sm text-muted">{text.more}</p>}
      <p>
        <ButtonLink to={localePath(locale, "/contact")} look="quiet">
          {text.write}
        </ButtonLink>
      </p>
    </Section>
  );
}
