import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Ria } from "./ria.tsx";

export function Hero({ text, locale }: { text: Content["home"]["hero"]; locale: Locale }) {
  return (
    <section id="top" className="hero relative grid grid-cols-1 overflow-clip">
      <div className="relative z-1 mx-auto w-full max-w-7xl px-5 pt-14 pb-72 sm:pt-20 lg:pt-28 lg:pb-52">
        <p className="mb-3 font-display text-title font-bold">{text.brand}</p>
        <h1 className="max-w-[15em] text-statement">{text.heading}</h1>
        <p className="mt-6 max-w-[34rem] text-lead text-ink">{text.lead}</p>
        <p className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to={localePath(locale, "/#offer")} data-track="view-offer" data-track-section="hero">
            {text.viewOffer}
          </ButtonLink>
          <ButtonLink to={localePath(locale, "/#services")} look="quiet" data-track="explore-solutions" data-track-section="hero">
            {text.explore}
          </ButtonLink>
        </p>
      </div>
      {/* On wide screens the lighthouse is taller than its box. */}
      <Ria
        aria-label={text.picture}
        className="pointer-events-none absolute inset-x-0 bottom-0 h-[clamp(19rem,44vw,76%)] w-full overflow-visible"
      />
      <a
        href="#about"
        className="absolute inset-x-0 bottom-1 mx-auto flex min-h-11 w-fit items-center justify-center gap-2 px-4 text-[0.875rem] font-semibold text-ink"
      >
        {text.scroll}
        <Icon name="lucide:arrow-down" />
      </a>
    </section>
  );
}
