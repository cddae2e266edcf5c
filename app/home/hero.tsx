import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#app/i18n/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";

export function Hero({ text, locale }: { text: Content["home"]["hero"]; locale: Locale }) {
  return (
    <section id="top" className="border-b border-line bg-linear-to-b from-foam to-shade">
      <div className="mx-auto max-w-7xl px-5 py-20 lg:py-32">
        <h1 className="max-w-4xl text-display">{text.heading}</h1>
        <p className="mt-6 max-w-2xl text-lead text-muted">{text.lead}</p>
        <p className="mt-10 flex flex-wrap gap-3">
          <ButtonLink to={localePath(locale, "/#offer")}>{text.viewOffer}</ButtonLink>
          <ButtonLink to={localePath(locale, "/#services")} look="quiet">
            {text.explore}
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}
