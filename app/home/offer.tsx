import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** The offer as a sheet of paper: the price set large, every condition readable. */
export function Offer({ text, price, locale }: { text: Content["home"]["offer"]; price: string; locale: Locale }) {
  return (
    <section id="offer" aria-labelledby="offer-heading" className="later dawn wave-top">
      <div className="mx-auto max-w-5xl px-4 py-20 sm:px-5 lg:py-28">
        <div className="sheet">
          <Seal />
          <h2 id="offer-heading" className="text-heading">
            {text.heading}
          </h2>
          <p className="price">
            <span>{price}</span>
            <span>
              {text.priceNote}
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
    <div className="conditions">
      <h3 className="plain-heading">{heading}</h3>
      <dl className="rows">
        {Object.values(items).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The sun of the drawing as the sheet's seal. */
function Seal() {
  return (
    <svg viewBox="0 0 120 120" className="seal" aria-hidden>
      <path d="M20 66a40 40 0 0 1 80 0z" />
      <path d="M60 8v12M28 20l7 10M92 20l-7 10M8 46l11 5M112 46l-11 5" className="rays" />
      <path d="M12 80q12-9 24 0t24 0 24 0 24 0M24 96q9-7 18 0t18 0 18 0 18 0" className="rays" />
    </svg>
  );
}
