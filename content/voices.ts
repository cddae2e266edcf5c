import { people, testimonials, type Person, type Testimonial } from "./agency.ts";
import type { Content } from "./en/index.ts";
import { fill } from "./format.ts";
import type { Locale } from "./locales.ts";

export type Portrait = { src: string; alt: string };
export type Voice = { name: string; trade: string; town: string; text: string; portrait?: Portrait; sample?: true };
export type Member = { name: string; role: string; portrait?: Portrait };

/** Who speaks of the agency: its clients. Samples take their place only where no stranger sees them, because an invented review is illegal. */
export function voicesOf(locale: Locale, texts: Content, showSamples: boolean, real: Testimonial[] = testimonials): Voice[] {
  if (real.length > 0) {
    return real.map(({ name, trade, town, text, picture }) => ({
      name,
      trade: trade[locale],
      town,
      text: text[locale],
      portrait: portraitOf(texts, name, picture),
    }));
  }
  return showSamples ? Object.values(texts.home.testimonials.samples).map((sample) => ({ ...sample, sample: true })) : [];
}

export function teamOf(locale: Locale, texts: Content, real: Person[] = people): Member[] {
  return real.map(({ name, role, picture }) => ({ name, role: role[locale], portrait: portraitOf(texts, name, picture) }));
}

function portraitOf({ contact }: Content, name: string, picture: string | undefined): Portrait | undefined {
  return picture ? { src: `/portraits/${portraitName(picture)}`, alt: fill(contact.team.portrait, { name }) } : undefined;
}

/** What scripts/pictures.ts makes of a photograph: ana.jpg → ana.webp. */
export function portraitName(picture: string): string {
  return picture.replace(/\.\w+$/, ".webp");
}
