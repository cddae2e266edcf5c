import { Link } from "react-router";
import { localePath, type Locale } from "#content/locales.ts";
import type { ContactTexts } from "./contact-texts.server.ts";

/** What was chosen of the offer, as a slip of paper that goes with the letter. */
export function Slip({ text, locale }: { text: NonNullable<ContactTexts["slip"]>; locale: Locale }) {
  return (
    <aside aria-labelledby="slip-heading" className="receipt mb-10 max-w-xl">
      <h2 id="slip-heading" className="text-title">
        {text.heading}
      </h2>
      <dl className="mt-3">
        {[...text.choice, ...text.sums].map((line) => (
          <div key={line.term} className="border-t border-line py-2 sm:grid sm:grid-cols-[2fr_3fr] sm:gap-x-4">
            <dt className="text-muted">{line.term}</dt>
            <dd className="font-semibold tabular-nums">{line.text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">
        <Link to={localePath(locale, `/${text.query && `?${text.query}`}#calculator`)}>{text.change}</Link>
      </p>
    </aside>
  );
}
