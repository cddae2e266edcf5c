import { agency, offer, vatPercent } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { euros, fill, fillAll, phoneGroups, replyTime } from "#content/format.ts";
import type { Locale } from "#content/locales.ts";
import { choiceQuery, nothing, quote, type Choice } from "#content/quote.ts";
import { teamOf } from "#content/voices.ts";
import { limits, phoneExamples, type Mode } from "#backend/requests/request.ts";

export type ContactTexts = ReturnType<typeof contactTexts>;

/** What the form shows in a mode, the facts filled in. `{field}`, `{count}`, `{max}` and `{wait}` are left for the form to fill. */
export function contactTexts(locale: Locale, texts: Content, mode: Mode, choice: Choice = nothing) {
  const { modes, data, lines, sign, form, errors, failed, limited, tooLarge } = fillAll(texts.contact, factsIn(locale));
  const isOffer = mode === "requestOffer";
  return {
    ...modes[mode],
    data,
    lines,
    sign,
    form,
    errors,
    failed,
    limited,
    tooLarge,
    message: isOffer ? messageOfOffer(locale, texts, choice) : "",
    team: { heading: texts.contact.team.heading, members: teamOf(locale, texts) },
    slip: isOffer ? slipOf(locale, texts, choice) : undefined,
  };
}

/** What the message of the offer mode begins with: it names what was chosen. */
export function messageOfOffer(locale: Locale, texts: Content, choice: Choice): string {
  return withChoice(fill(texts.contact.offerMessage, factsIn(locale)), texts, choice);
}

/** What was chosen stands beside the form, so it goes with the message, whatever was written over it. */
export function withChoice(message: string, texts: Content, choice: Choice): string {
  if (!choiceQuery(choice)) return message;
  const missing = choiceLines(texts, choice).filter(({ term }) => !message.includes(`${term}:`));
  return missing.length === 0 ? message : `${message}\n\n${missing.map(({ term, text }) => `${term}: ${text}`).join("\n")}`;
}

/** What was chosen and what it costs, beside the form. */
function slipOf(locale: Locale, texts: Content, choice: Choice) {
  const { receipt, slip } = texts.offer;
  const sums = Object.entries(quote(choice, { ...offer, vatPercent })).filter(([name, { net }]) => name !== "firstYear" && net > 0);
  return {
    heading: slip.heading,
    change: slip.change,
    query: choiceQuery(choice),
    choice: choiceLines(texts, choice),
    sums: sums.map(([name, { net, gross }]) => ({
      term: receipt[name as "once" | "month" | "year"],
      text: fill(receipt.sum, { net: euros(locale, net), gross: euros(locale, gross) }),
    })),
  };
}

function choiceLines({ offer: { slip, sections } }: Content, choice: Choice) {
  return [
    { term: slip.sections, text: choice.sections.map((section) => sections[section]).join(", ") || slip.undecided },
    { term: slip.maintenance, text: slip.plans[choice.maintenance] },
    { term: slip.report, text: choice.report ? slip.yes : slip.no },
  ];
}

function factsIn(locale: Locale) {
  return {
    ...phoneExamples,
    name: agency.name,
    legalName: agency.legalName,
    email: agency.email,
    phone: phoneGroups(agency.phone).replaceAll(" ", "\u00a0"),
    price: euros(locale, offer.price),
    soon: replyTime(locale),
    min: limits.messageMin,
  };
}

export function sentTexts(locale: Locale, { contact }: Content) {
  return fillAll(contact.sent, factsIn(locale));
}
