import { useState } from "react";
import { Link } from "react-router";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { phoneGroups } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import type { Choice, ExtraSection } from "#content/quote.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Calculator } from "./calculator.tsx";
import { LandingPage } from "./landing-page.tsx";

type Props = {
  text: Content["home"]["offer"];
  details: Content["offer"];
  price: string;
  locale: Locale;
  /** What the address asks for. */
  asked: { choice: Choice; tooMany: ExtraSection[] };
};

/** The offer as a sheet of paper: the price set large, what it buys as a drawing, every condition readable, and what it costs in all. */
export function Offer({ text, details, price, locale, asked }: Props) {
  const [choice, setChoice] = useState(asked.choice);
  return (
    <section id="offer" aria-labelledby="offer-heading" className="dawn wave-top">
      <div className="page py-section">
        <div className="sheet">
          <Seal />
          <div className="columns gap-y-10 lg:grid-rows-[auto_1fr]">
            <div className="lg:col-span-6 lg:row-span-2">
              <h2 id="offer-heading" className="max-w-[9em] text-section max-sm:pr-[min(3.5rem,15vw)]">
                {text.heading}
              </h2>
              <p className="mt-8 flex flex-wrap items-baseline gap-x-4 gap-y-2">
                <span className="font-display text-price font-extrabold whitespace-nowrap tabular-nums lg:text-[min(14vw,10rem)]">
                  {price}
                </span>
                <span className="text-lead">
                  {text.priceNote}
                  <br />
                  {text.total}
                </span>
              </p>
              <p className="mt-6 text-lead">
                <strong className="mark">{text.until}</strong>
              </p>
              <Conditions heading={text.glanceHeading} items={text.glance} className="mt-8" />
            </div>
            <div className="lg:col-[8/-1] lg:row-start-2">
              <ButtonLink
                to={localePath(locale, "/contact?mode=requestOffer")}
                className="max-sm:w-full lg:w-full lg:max-w-[32rem]"
                data-track="request-offer"
                data-track-section="offer"
              >
                {text.ask}
              </ButtonLink>
              <p className="mt-4">
                {text.call}{" "}
                <a href={`tel:${agency.phone}`} data-track="call" data-track-section="offer">
                  {phoneGroups(agency.phone).replaceAll(" ", "\u00a0")}
                </a>
              </p>
            </div>
            <div className="lg:col-[8/-1] lg:row-start-1">
              <LandingPage text={details} chosen={choice.sections} />
            </div>
          </div>
          <div className="mt-heading grid gap-x-(--gap) gap-y-10 lg:grid-cols-2">
            <Conditions heading={details.notIncludedHeading} items={details.notIncluded} />
            <Conditions heading={details.whenHeading} items={details.when} />
            <Conditions heading={text.guaranteesHeading} items={text.guarantees} isWide />
          </div>
          <Calculator text={details} locale={locale} choice={choice} tooMany={asked.tooMany} onChoose={setChoice} />
          <p className="mt-10 text-sm text-muted">
            {text.vat} <Link to={localePath(locale, "/legal/terminos-condiciones")}>{text.terms}</Link>
          </p>
        </div>
      </div>
    </section>
  );
}

type ConditionsProps = { heading: string; items: Record<string, { term: string; text: string }>; className?: string; isWide?: true };

/** Conditions under each other; on a wide sheet those that are `isWide` stand side by side. */
function Conditions({ heading, items, className, isWide }: ConditionsProps) {
  return (
    <div className={isWide ? "lg:col-span-2" : className}>
      <h3 className="border-b-2 border-ink pb-2 text-title">{heading}</h3>
      <dl className={isWide && "lg:grid lg:grid-cols-3 lg:gap-x-(--gap)"}>
        {Object.values(items).map(({ term, text }) => (
          <div
            key={term}
            className={`border-b border-line py-3 sm:grid sm:grid-cols-[10.5rem_minmax(0,1fr)] sm:gap-x-4 ${isWide ? "lg:block" : ""}`}
          >
            <dt className="font-semibold">{term}</dt>
            <dd className="tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The sun of the drawing as the sheet's seal. */
function Seal() {
  return (
    <svg viewBox="0 0 120 120" className="seal fill-toxo" aria-hidden>
      <path d="M20 66a40 40 0 0 1 80 0z" />
      <g className="fill-none stroke-ink" strokeWidth="3.5" strokeLinecap="round">
        <path d="M60 8v12M28 20l7 10M92 20l-7 10M8 46l11 5M112 46l-11 5" />
        <path d="M12 80q12-9 24 0t24 0 24 0 24 0M24 96q9-7 18 0t18 0 18 0 18 0" />
      </g>
    </svg>
  );
}
