import type { Content } from "#content/en/index.ts";
import { AgencyData } from "#app/contact/agency-data.tsx";
import { localePath, type Locale } from "#app/i18n/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** A letter: the writer's address at the side, a few lines, a signature. */
export function Contact({ text, data, locale }: { text: Content["home"]["contact"]; data: Content["contact"]["data"]; locale: Locale }) {
  return (
    <section id="contact" aria-labelledby="contact-heading" className="border-t border-line">
      <div className="mx-auto grid max-w-5xl gap-12 px-5 py-24 md:grid-cols-[1fr_16rem] lg:py-32">
        <div>
          <h2 id="contact-heading" className="text-heading">
            {text.heading}
          </h2>
          <p className="mt-6 max-w-[46ch] text-lead">{text.text}</p>
          <p className="mt-6 font-display text-title text-muted">{text.sign}</p>
          <p className="mt-10">
            <ButtonLink to={localePath(locale, "/contact")} data-track="write-to-us" data-track-section="contact">
              {text.write}
            </ButtonLink>
          </p>
        </div>
        <div className="md:border-l md:border-line md:pl-8">
          <AgencyData text={data} />
        </div>
      </div>
    </section>
  );
}
