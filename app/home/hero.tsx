import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { DirectLines } from "#app/contact/direct-lines.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Ria } from "./ria.tsx";

/** Daybreak. The text ends above the horizon; on narrow screens the tower stands below it, on wide ones beside it. */
export function Hero({ text, lines, locale }: { text: Content["home"]["hero"]; lines: Content["contact"]["lines"]; locale: Locale }) {
  const button = "max-sm:w-full max-sm:min-h-13";
  return (
    <section id="top" className="hero">
      <div className="page hero-text">
        <p className="font-display text-title font-bold">{text.brand}</p>
        <h1 className="mt-3 max-w-[11.5em] text-display">{text.heading}</h1>
        <p className="mt-5 max-w-[36rem] text-lead lg:max-w-[42rem]">{text.lead}</p>
        <p className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to={localePath(locale, "/#offer")} className={button} data-track="view-offer" data-track-section="hero">
            {text.viewOffer}
          </ButtonLink>
          <ButtonLink
            to={localePath(locale, "/#services")}
            look="quiet"
            className={button}
            data-track="explore-solutions"
            data-track-section="hero"
          >
            {text.explore}
          </ButtonLink>
        </p>
        <DirectLines text={lines} section="hero" className="mt-2 flex flex-wrap gap-x-6 lg:hidden" />
      </div>
      {/* On wide screens the lighthouse is taller than its box. */}
      <Ria aria-label={text.picture} className="ria" />
      <a
        href="#about"
        className="absolute inset-x-0 bottom-0 z-2 mx-auto flex min-h-11 w-fit items-center justify-center gap-2 px-4 pt-4 pb-1 text-[0.875rem] font-semibold text-ink"
      >
        {text.scroll}
        <Icon name="lucide:arrow-down" />
      </a>
    </section>
  );
}
