import type { Route } from "./+types/home";
import { offer } from "#content/agency.ts";
import { euros, fill, offerEnd } from "#app/i18n/format.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { Contact } from "#app/home/contact.tsx";
import { Hero } from "#app/home/hero.tsx";
import { Offer } from "#app/home/offer.tsx";
import { Process } from "#app/home/process.tsx";
import { Services } from "#app/home/services.tsx";
import { pageMeta } from "#app/seo/page-meta.ts";

export const handle: PageHandle = { sleeps: true };

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const values = {
    price: euros(locale, offer.price),
    until: offerEnd(locale),
    days: `${offer.deliveryDays.from}-${offer.deliveryDays.to}`,
    sections: offer.sections.total,
    rounds: offer.revisionRounds,
  };
  const { meta, ...text } = texts.home;
  return {
    meta: metaOf(args, meta, values),
    locale,
    text: {
      ...text,
      contact: { ...text.contact, data: texts.contact.data },
      offer: {
        ...text.offer,
        heading: fill(text.offer.heading, values),
        lead: fill(text.offer.lead, values),
        terms: fill(text.offer.terms, values),
      },
    },
  };
}

export const meta = pageMeta;

export default function HomePage({ loaderData: { text, locale } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <Hero text={text.hero} locale={locale} />
      <Services text={text.services} />
      <Process text={text.process} />
      <Offer text={text.offer} locale={locale} />
      <Contact text={text.contact} locale={locale} />
    </main>
  );
}
