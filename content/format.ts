import { offer } from "./agency.ts";
import { languageTags, type Locale } from "./locales.ts";

/** Puts values into a text: fill("{n} days", { n: 7 }) → "7 days". */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : whole));
}

/** Fills every text of a tree of texts. */
export function fillAll<T>(texts: T, values: Record<string, string | number>): T {
  if (typeof texts === "string") return fill(texts, values) as T;
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fillAll(text, values)])) as T;
}

/** Making a format takes a hundred times longer than using it. */
const euroFormats = new Map<Locale, Intl.NumberFormat>();

/** Some browsers know no Galician; Galician writes its amounts as Spanish does. */
const euroTags = { ...languageTags, gl: languageTags.es };

/** A price as the language writes it, with cents where there are any: €399, 482,79 €. */
export function euros(locale: Locale, amount: number): string {
  const format =
    euroFormats.get(locale) ??
    new Intl.NumberFormat(euroTags[locale], { style: "currency", currency: "EUR", trailingZeroDisplay: "stripIfInteger" });
  euroFormats.set(locale, format);
  return format.format(amount);
}

/** 50%, or 50 % where the language puts a space. */
export function percent(locale: Locale, amount: number): string {
  return new Intl.NumberFormat(languageTags[locale], { style: "percent" }).format(amount / 100);
}

/** "31 de abril": words, not a date, because that day does not exist. */
export function offerEnd(locale: Locale, { day, month }: { day: number; month: number } = offer.until): string {
  const name = new Intl.DateTimeFormat(languageTags[locale], { month: "long", timeZone: "UTC" }).format(Date.UTC(2024, month - 1, 1));
  return locale === "en" ? `${name} ${day}${endings[ordinals.select(day)]}` : `${day} de ${name}`;
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Record<Intl.LDMLPluralRule, string> = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" };

/** A calendar day as the language writes it. */
export function longDate(locale: Locale, date: Date): string {
  return new Intl.DateTimeFormat(languageTags[locale], { dateStyle: "long", timeZone: "Europe/Madrid" }).format(date);
}

/** A day and the time on it, as clocks in Galicia show it. */
export function dateAndTime(locale: Locale, date: Date): string {
  return new Intl.DateTimeFormat(languageTags[locale], { dateStyle: "long", timeStyle: "short", timeZone: "Europe/Madrid" }).format(date);
}

/** When something came, for lists: today and yesterday in words, else the day, with its year when it is another one. */
export function dayInWords(locale: Locale, date: Date, now = new Date()): string {
  const [day, today] = [dayOf(date), dayOf(now)];
  const ago = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTags[locale], { ...options, timeZone: "Europe/Madrid" }).format(date);
  if (ago !== 0 && ago !== 1) {
    return format({ day: "numeric", month: "short", ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }) });
  }
  const word = new Intl.RelativeTimeFormat(languageTags[locale], { numeric: "auto" }).format(-ago, "day");
  return `${word} ${format({ timeStyle: "short" })}`;
}

/** The calendar day in Galicia: 2026-11-18. */
function dayOf(date: Date): string {
  return date.toLocaleDateString("sv-SE", { timeZone: "Europe/Madrid" });
}

/** The same in less space, for lists. */
export function shortDateAndTime(locale: Locale, date: Date): string {
  return new Intl.DateTimeFormat(languageTags[locale], { dateStyle: "medium", timeStyle: "short", timeZone: "Europe/Madrid" }).format(date);
}

/** A count, as the language groups its digits. */
export function wholeNumber(locale: Locale, amount: number): string {
  return new Intl.NumberFormat(languageTags[locale]).format(amount);
}

/** A Spanish number in groups: +34600000000 → +34 600 000 000. */
export function phoneGroups(phone: string): string {
  return phone.replace(/^(\+34)(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}

/** A calendar day (2026-11-18) in little space: with its weekday, or with its year. */
export function shortDay(locale: Locale, day: string, more: "weekday" | "year"): string {
  const format = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(languageTags[locale], {
    ...format,
    ...(more === "weekday" ? { weekday: "short" } : { year: "numeric" }),
  }).format(new Date(day));
}
