import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** The offer as a sheet of paper: the price set large, every condition readable. */
export function Offer({ text, price, locale }: { text: Content["home"]["offer"]; price: string; locale: Locale }) {
  return (
    <section id="offer" aria-labelledby="offer-heading" className="dawn wave-top">
      <div className="mx-auto max-w-5xl px-4 py-20 sm:px-5 lg:py-28">
        <div className="sheet">
          <Seal />
          <h2 id="offer-heading" className="max-w-[8.8em] text-heading max-sm:pr-16">
            {text.heading}
          </h2>
          <p className="mt-8 flex flex-wrap items-baseline gap-x-4">
            <span className="font-display text-price font-extrabold tabular-nums">{price}</span>
            <span className="text-lead">
              {text.priceNote}
              <br />
              {text.total}
              <br />
              <strong className="mark">{text.until}</strong>
            </span>
          </p>
          <Conditions heading={text.includedHeading} items={text.included} />
          <Conditions heading={text.optionalHeading} items={text.optional} />
          <Conditions heading={text.guaranteesHeading} items={text.guarantees} />
          <p className="mt-10 text-sm text-muted">
            {text.vat} <Link to={localePath(locale, "/legal/terminos-condiciones")}>{text.terms}</Link>
          </p>
          <p className="mt-6">
            <ButtonLink to={localePath(locale, "/contact?mode=requestOffer")} data-track="request-offer" data-track-section="offer">
              {text.ask}
            </ButtonLink>
          </p>
        </div>
      </div>
    </section>
  );
}

function Conditions({ heading, items }: { heading: string; items: Record<string, { term: string; text: string }> }) {
  return (
    <div className="mt-10 grid gap-x-8 md:grid-cols-[11rem_1fr]">
      <h3 className="pb-2 font-sans text-base font-semibold tracking-normal">{heading}</h3>
      <dl className="border-t border-line">
        {Object.values(items).map(({ term, text }) => (
          <div key={term} className="flex flex-wrap gap-x-6 border-b border-line py-3">
            <dt className="basis-48 text-muted">{term}</dt>
            <dd className="grow basis-64 font-medium tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The sun of the drawing as the sheet's seal. */
function Seal() {
  return (
    <svg
      viewBox="0 0 120 120"
      className="absolute top-[clamp(1rem,4vw,3.5rem)] right-[clamp(1rem,4vw,3.5rem)] w-[clamp(4.5rem,14vw,9rem)] fill-toxo"
      aria-hidden
    >
      <path d="M20 66a40 40 0 0 1 80 0z" />
      <g className="fill-none stroke-ink" strokeWidth="3.5" strokeLinecap="round">
        <path d="M60 8v12M28 20l7 10M92 20l-7 10M8 46l11 5M112 46l-11 5" />
        <path d="M12 80q12-9 24 0t24 0 24 0 24 0M24 96q9-7 18 0t18 0 18 0 18 0" />
      </g>
    </svg>
  );
}
