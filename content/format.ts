import { agency, offer } from "./agency.ts";
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

/** How a language writes an amount of money; `ungrouped` digits stand together. */
const amounts: Record<Locale, { point: string; group: string; ungrouped: number; written: string }> = {
  en: { point: ".", group: ",", ungrouped: 3, written: "€{amount}" },
  es: { point: ",", group: ".", ungrouped: 4, written: "{amount}\u00a0€" },
  gl: { point: ",", group: ".", ungrouped: 4, written: "{amount}\u00a0€" },
};

/**
 * A price as the language writes it, with cents where there are any: €399, 482,79 €. Without Intl, whose first use takes a browser as long
 * as waking a page does, and which knows Galician only in some; on a server the two are compared.
 */
export function euros(locale: Locale, amount: number): string {
  const { point, group, ungrouped, written } = amounts[locale];
  const [whole, cents] = amount.toFixed(2).split(".") as [string, string];
  const groups = whole.length > ungrouped ? [whole.slice(0, -6), whole.slice(-6, -3), whole.slice(-3)] : [whole];
  const grouped = groups.filter(Boolean).join(group);
  return fill(written, { amount: cents === "00" ? grouped : grouped + point + cents });
}

/** What stands before the decimals. */
export function decimalPoint(locale: Locale): string {
  return amounts[locale].point;
}

/** To make a formatter takes a hundred times as long as to use it, and a list has a date in each row: one for each language and way to write. */
const formatters = new Map<string, unknown>();
function formatter<Options, Formatter>(Kind: new (tag: string, options: Options) => Formatter, tag: string, options: Options): Formatter {
  const name = `${Kind.name} ${tag} ${JSON.stringify(options)}`;
  if (!formatters.has(name)) formatters.set(name, new Kind(tag, options));
  return formatters.get(name) as Formatter;
}

function dates(locale: Locale, options: Intl.DateTimeFormatOptions) {
  return formatter(Intl.DateTimeFormat, languageTags[locale], { timeZone: "Europe/Madrid", ...options });
}

function numbers(locale: Locale, options: Intl.NumberFormatOptions = {}) {
  return formatter(Intl.NumberFormat, languageTags[locale], options);
}

/** 50%, or 50 % where the language puts a space. */
export function percent(locale: Locale, amount: number): string {
  return numbers(locale, { style: "percent" }).format(amount / 100);
}

/** "31 de abril": words, not a date, because that day does not exist. */
export function offerEnd(locale: Locale, { day, month }: { day: number; month: number } = offer.until): string {
  const name = dates(locale, { month: "long", timeZone: "UTC" }).format(Date.UTC(2024, month - 1, 1));
  return locale === "en" ? `${name} ${day}${endings[new Intl.PluralRules("en", { type: "ordinal" }).select(day)]}` : `${day} de ${name}`;
}

const endings: Record<Intl.LDMLPluralRule, string> = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" };

const replyTimes: Record<Locale, { one: string; more: string }> = {
  en: { one: "within one business day", more: "within {days} business days" },
  es: { one: "en un día laborable como máximo", more: "en {days} días laborables como máximo" },
  gl: { one: "nun día laborable como moito", more: "en {days} días laborables como moito" },
};

/** By when whoever writes to the agency has an answer, as a sentence says it. */
export function replyTime(locale: Locale, days: number = agency.replyDays): string {
  return days === 1 ? replyTimes[locale].one : fill(replyTimes[locale].more, { days });
}

/** A calendar day as the language writes it. */
export function longDate(locale: Locale, date: Date): string {
  return dates(locale, { dateStyle: "long" }).format(date);
}

/** A day and the time on it, as clocks in Galicia show it. */
export function dateAndTime(locale: Locale, date: Date): string {
  return dates(locale, { dateStyle: "long", timeStyle: "short" }).format(date);
}

/** When something came, for lists: today and yesterday in words, else the day, with its year when it is another one. */
export function dayInWords(locale: Locale, date: Date, now = new Date()): string {
  const [day, today] = [dayOf(date), dayOf(now)];
  const ago = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  const format = (options: Intl.DateTimeFormatOptions) => dates(locale, options).format(date);
  if (ago !== 0 && ago !== 1) {
    return format({ day: "numeric", month: "short", ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }) });
  }
  const word = formatter(Intl.RelativeTimeFormat, languageTags[locale], { numeric: "auto" }).format(-ago, "day");
  return `${word} ${format({ timeStyle: "short" })}`;
}

/** The calendar day in Galicia: 2026-11-18. */
function dayOf(date: Date): string {
  return formatter(Intl.DateTimeFormat, "sv-SE", { timeZone: "Europe/Madrid" }).format(date);
}

/** A count, as the language groups its digits. */
export function wholeNumber(locale: Locale, amount: number): string {
  return numbers(locale).format(amount);
}

/** How large a file is: 812 kB, 3,4 MB. Without Intl, which knows Galician only in some browsers. */
export function fileSize(locale: Locale, bytes: number): string {
  const kilobytes = bytes / 1024;
  const [size, unit] =
    kilobytes < 1000 ? [Math.max(kilobytes, 0.1), "kB"] : kilobytes < 1_000_000 ? [kilobytes / 1024, "MB"] : [kilobytes / 1024 ** 2, "GB"];
  const rounded = size < 10 ? size.toFixed(1).replace(/\.0$/, "") : size.toFixed(0);
  return `${rounded.replace(".", decimalPoint(locale))}\u00a0${unit}`;
}

/** A Spanish number in groups: +34600000000 → +34 600 000 000. */
export function phoneGroups(phone: string): string {
  return phone.replace(/^(\+34)(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}

/** A calendar day (2026-11-18) in little space: with its weekday, or with its year. */
export function shortDay(locale: Locale, day: string, more: "weekday" | "year"): string {
  const besides = more === "weekday" ? ({ weekday: "short" } as const) : ({ year: "numeric" } as const);
  return dates(locale, { day: "numeric", month: "short", timeZone: "UTC", ...besides }).format(new Date(day));
}
