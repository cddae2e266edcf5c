import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#app/i18n/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";

export function Offer({ text, locale }: { text: Content["home"]["offer"]; locale: Locale }) {
  return (
    <section id="offer" aria-labelledby="offer-heading" className="mx-auto max-w-7xl px-5 py-20">
      <h2 id="offer-heading" className="text-display tabular-nums">
        {text.heading}
      </h2>
      <p className="mt-4 text-lead">{text.lead}</p>
      <p className="mt-4 max-w-prose text-muted">{text.terms}</p>
      <p className="text-muted">{text.vat}</p>
      <p className="mt-8">
        <ButtonLink to={localePath(locale, "/contact?mode=requestOffer")}>{text.ask}</ButtonLink>
      </p>
    </section>
  );
}
