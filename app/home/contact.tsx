import type { Content } from "#content/en/index.ts";
import { AgencyData } from "#app/contact/agency-data.tsx";
import { localePath, type Locale } from "#app/i18n/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";

export function Contact({ text, locale }: { text: Content["home"]["contact"] & { data: Content["contact"]["data"] }; locale: Locale }) {
  return (
    <section id="contact" aria-labelledby="contact-heading" className="border-t border-line">
      <div className="mx-auto grid max-w-7xl gap-10 px-5 py-20 md:grid-cols-2">
        <div>
          <h2 id="contact-heading" className="text-heading">
            {text.heading}
          </h2>
          <p className="mt-4 max-w-prose text-lead text-muted">{text.text}</p>
          <p className="mt-8">
            <ButtonLink to={localePath(locale, "/contact")}>{text.write}</ButtonLink>
          </p>
        </div>
        <AgencyData text={text.data} />
      </div>
    </section>
  );
}
