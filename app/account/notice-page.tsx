import { localePath, type Locale } from "#app/i18n/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeading } from "#app/ui/page-heading.tsx";

/** A page that says where its visitor stands and where to go on. */
export function NoticePage({ text, to, locale }: { text: { heading: string; lead: string; action: string }; to: string; locale: Locale }) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-3xl px-5 py-16">
      <PageHeading heading={text.heading} lead={text.lead} />
      <ButtonLink to={localePath(locale, to)}>{text.action}</ButtonLink>
    </main>
  );
}
