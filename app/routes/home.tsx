import type { Route } from "./+types/home";
import { agency, offer, withdrawalDays } from "#content/agency.ts";
import { siteContext } from "#app/context.ts";
import { ContactLetter } from "#app/contact/contact-letter.tsx";
import { contactTexts } from "#app/contact/contact-texts.server.ts";
import { Benefits } from "#app/home/benefits.tsx";
import { Experience } from "#app/home/experience.tsx";
import { Hero } from "#app/home/hero.tsx";
import { Offer } from "#app/home/offer.tsx";
import { Process } from "#app/home/process.tsx";
import { Questions } from "#app/home/questions.tsx";
import { StylesBelow } from "#app/home/styles-below.tsx";
import { Services } from "#app/home/services.tsx";
import { Testimonials } from "#app/home/testimonials.tsx";
import { Toolkit } from "#app/home/toolkit.tsx";
import { euros, fillAll, offerEnd, percent, phoneGroups, replyTime } from "#content/format.ts";
import type { Locale } from "#content/locales.ts";
import { finalPayment, finalPaymentTotal, guaranteeRefund, initialPayment, withVat } from "#content/prices.ts";
import { askedSections, hasChoice, readChoice } from "#content/quote.ts";
import { voicesOf } from "#content/voices.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { agencyLd, questionsLd } from "#app/seo/json-ld.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export const handle: PageHandle = { sleeps: true, tooMany: hasChoice };

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const values = facts(locale);
  const { siteUrl, showSamples } = args.context.get(siteContext);
  const filled = fillAll(texts.home, values);
  const questions = fillAll(texts.questions, values);
  const { meta, testimonials, ...text } = filled;
  const { samples: _, ...testimonialsText } = testimonials;
  return {
    locale,
    meta: metaOf(args, meta, agencyLd(locale, siteUrl, filled), questionsLd(locale, siteUrl, questions)),
    price: values.price,
    details: fillAll(texts.offer, values),
    asked: {
      choice: readChoice(args.url.searchParams),
      tooMany: askedSections(args.url.searchParams).slice(offer.sections.chosen),
    },
    text: { ...text, testimonials: testimonialsText, questions },
    voices: voicesOf(locale, texts, showSamples),
    contact: contactTexts(locale, texts, "contact"),
  };
}

export const meta = pageMeta;

export default function HomePage({ loaderData: { locale, text, price, details, asked, voices, contact } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <Hero text={text.hero} lines={contact.lines} locale={locale} />
      <StylesBelow />
      <Benefits text={text.benefits} locale={locale} />
      <Experience text={text.experience} />
      <Services text={text.services} />
      <Toolkit text={text.toolkit} locale={locale} />
      <Process text={text.process} />
      <Offer text={text.offer} details={details} price={price} locale={locale} asked={asked} />
      <Questions text={text.questions} />
      {voices.length > 0 && <Testimonials text={text.testimonials} voices={voices} />}
      <section id="contact" aria-labelledby="contact-heading">
        <ContactLetter text={contact} locale={locale} mode="contact" level="h2" />
      </section>
    </main>
  );
}

/** The values behind the placeholders of the home page's texts. */
function facts(locale: Locale) {
  return {
    price: euros(locale, offer.price),
    total: euros(locale, withVat(offer.price)),
    until: offerEnd(locale),
    days: `${offer.deliveryDays.from}-${offer.deliveryDays.to}`,
    rounds: offer.revisionRounds,
    sections: offer.sections.total,
    base: offer.sections.base,
    chosen: offer.sections.chosen,
    month: euros(locale, offer.maintenance.month),
    year: euros(locale, offer.maintenance.year),
    free: offer.maintenance.monthsFree,
    report: euros(locale, offer.report.month),
    refund: percent(locale, offer.refundPercent),
    referral: percent(locale, offer.referralPercent),
    hours: offer.incidentHours,
    founded: agency.founded,
    years: agency.yearsOfExperience,
    initialPercent: percent(locale, offer.initialPaymentPercent),
    initial: euros(locale, initialPayment),
    initialTotal: euros(locale, withVat(initialPayment)),
    rest: euros(locale, finalPayment),
    restTotal: euros(locale, finalPaymentTotal),
    withdrawal: withdrawalDays,
    guaranteeDays: offer.guaranteeDays,
    refundTotal: euros(locale, withVat(guaranteeRefund)),
    soon: replyTime(locale),
    email: agency.email,
    phone: phoneGroups(agency.phone).replaceAll(" ", "\u00a0"),
    // In kilobytes; bench/budgets.json holds the page to it.
    weight: 60,
  };
}
