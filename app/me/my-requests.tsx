import { useState } from "react";
import { Link, useLocation } from "react-router";
import type { MeProps } from "./my-page.server.ts";
import { localePath } from "#content/locales.ts";
import { fill } from "#content/format.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Section } from "./section.tsx";

export function MyRequests({ text: { requests: text }, requests, isConfirmed, hasMore, locale }: MeProps) {
  const news = useNews(requests);
  return (
    <Section id="requests" heading={text.heading}>
      <p role="status" className="sr-only">
        {news > 0 && fill(news === 1 ? text.news.one : text.news.many, { count: news })}
      </p>
      {!isConfirmed && <p className="text-muted">{text.unconfirmed}</p>}
      {requests.length === 0 ? (
        <p>{text.empty}</p>
      ) : (
        <ul className="grid gap-8">
          {requests.map(({ id, reference, state, reason, message, sent, messages, replied }) => (
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
                {sent} · {fill(text.reference, { reference })} · {messages}
              </p>
              {replied && <p className="text-sm font-semibold">{replied}</p>}
              <p>
                <Link
                  to={localePath(locale, `/conversation?request=${id}`)}
                  aria-label={`${text.open}: ${fill(text.reference, { reference })}`}
                  className="inline-flex min-h-11 items-center font-medium text-tide underline underline-offset-4"
                >
                  {text.open}
                </Link>
              </p>
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

/** How much has happened since the visitor came here. The same sentence twice would be said once. */
function useNews(requests: MeProps["requests"]): number {
  const { key } = useLocation();
  const happened = requests.reduce((sum, request) => sum + request.happened, 0);
  const [seen, setSeen] = useState({ key, happened });
  if (seen.key !== key) setSeen({ key, happened });
  return happened - seen.happened;
}
