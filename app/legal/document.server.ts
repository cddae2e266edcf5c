import { Marked } from "marked";
import type { RouterContextProvider } from "react-router";
import { agency, offer, withdrawalDays, withdrawalRefundDays } from "#content/agency.ts";
import { withVat, initialPayment, guaranteeRefund } from "#content/prices.ts";
import { storage, tagStorage, type StoredThing } from "#app/consent/storage.ts";
import { tags } from "#app/consent/tags.ts";
import { siteContext, type SiteContext } from "#app/context.ts";
import { contentFor } from "#content/content-for.server.ts";
import { euros, fill, offerEnd, percent, phoneGroups } from "#content/format.ts";
import { readDocument, type DocumentHead } from "#content/legal-document.server.ts";
import { languageTags, localePath, type Locale } from "#content/locales.ts";

export type LegalDocument = DocumentHead & { html: string; contents: { id: string; heading: string }[] };

/**
 * Where there is no room for a table, prose.css makes a list of each row: so a cell brings the heading of its column, and roles say what
 * the elements no longer do.
 */
const markdown = new Marked({
  renderer: {
    table({ header, rows }) {
      const head = header.map(({ tokens }) => `<th role="columnheader" scope="col">${this.parser.parseInline(tokens)}</th>`);
      const body = rows.map((cells) =>
        cells.map(({ tokens }, column) => {
          const text = this.parser.parseInline(tokens);
          return column === 0
            ? `<th role="rowheader" scope="row">${text}</th>`
            : `<td role="cell" data-column="${header[column]!.text}">${text}</td>`;
        }),
      );
      return `<div class="table-box"><table role="table"><thead role="rowgroup">${rowOf(head)}</thead><tbody role="rowgroup">${body.map(rowOf).join("")}</tbody></table></div>`;
    },
  },
});

function rowOf(cells: string[]): string {
  return `<tr role="row">${cells.join("")}</tr>`;
}

/** A legal document with the agency's facts and the list of cookies put in. */
export async function legalDocument(locale: Locale, name: string, context: Readonly<RouterContextProvider>): Promise<LegalDocument> {
  const { body, ...head } = readDocument(locale, name);
  const facts = await factsFor(locale, context.get(siteContext));
  const text = body.replace(/\{\{(\w+)\}\}/g, (token, fact: string) => {
    if (!Object.hasOwn(facts, fact)) throw new Error(`"${token}" in ${locale}/${name}.md names no fact`);
    return facts[fact]!;
  });
  const contents: LegalDocument["contents"] = [];
  const html = (await markdown.parse(text, { async: true }))
    // An amount and its tax stay on one line.
    .replaceAll(/ \+ (?=VAT|IVA|IVE)/g, "\u00a0+\u00a0")
    .replaceAll(/href="(\/[^"]*)"/g, (_, path: string) => `href="${localePath(locale, path)}"`)
    .replaceAll(/<h2>(.*?)<\/h2>|<table /g, (_, heading?: string) => {
      if (heading === undefined) return `<table aria-label="${contents.at(-1)?.heading ?? head.title}" `;
      const id = `section-${contents.length + 1}`;
      contents.push({ id, heading: heading.replace(/^\d+\. /, "") });
      return `<h2 id="${id}">${heading}</h2>`;
    });
  return { ...head, html, contents };
}

async function factsFor(locale: Locale, { siteUrl, gtm }: Pick<SiteContext, "siteUrl" | "gtm">): Promise<Record<string, string>> {
  const { street, postalCode, city, province } = agency.address;
  const texts = await contentFor(locale);
  const countries = new Intl.DisplayNames(languageTags[locale], { type: "region" });
  const provider = (of: keyof typeof agency.providers) => {
    const { name, country } = agency.providers[of];
    return `${name} (${countries.of(country)})`;
  };
  const owner = tags.gtm.owner;
  return {
    name: agency.name,
    legalName: agency.legalName,
    taxId: agency.taxId,
    registry: fill(texts.legal.registry, agency.registry),
    email: agency.email,
    phone: phoneGroups(agency.phone),
    address: `${street}, ${postalCode} ${city} (${province})`,
    siteUrl,
    hostingProvider: provider("hosting"),
    mailProvider: provider("mail"),
    tools: fill(texts.legal.tools[gtm ? "tags" : "none"], { owner }),
    transfers: fill(texts.legal.transfers[gtm ? "tags" : "none"], { owner }),
    price: euros(locale, offer.price),
    priceTotal: euros(locale, withVat(offer.price)),
    initialPaymentPercent: percent(locale, offer.initialPaymentPercent),
    initialPayment: euros(locale, initialPayment),
    initialPaymentTotal: euros(locale, withVat(initialPayment)),
    deliveryDays: `${offer.deliveryDays.from}-${offer.deliveryDays.to}`,
    revisionRounds: String(offer.revisionRounds),
    sectionsTotal: String(offer.sections.total),
    sectionsBase: String(offer.sections.base),
    sectionsChosen: String(offer.sections.chosen),
    maintenanceMonth: euros(locale, offer.maintenance.month),
    maintenanceMonthTotal: euros(locale, withVat(offer.maintenance.month)),
    maintenanceYear: euros(locale, offer.maintenance.year),
    maintenanceYearTotal: euros(locale, withVat(offer.maintenance.year)),
    maintenanceMonthsFree: String(offer.maintenance.monthsFree),
    reportMonth: euros(locale, offer.report.month),
    reportMonthTotal: euros(locale, withVat(offer.report.month)),
    withdrawalDays: String(withdrawalDays),
    withdrawalRefundDays: String(withdrawalRefundDays),
    guaranteeDays: String(offer.guaranteeDays),
    guaranteeRefund: euros(locale, guaranteeRefund),
    guaranteeRefundTotal: euros(locale, withVat(guaranteeRefund)),
    refundPercent: percent(locale, offer.refundPercent),
    referralPercent: percent(locale, offer.referralPercent),
    incidentHours: offer.incidentHours,
    offerUntil: fill(texts.legal.offerUntil, { until: offerEnd(locale) }),
    cookies: cookieTable(texts.legal.cookies, gtm ? [...storage, ...tagStorage] : storage),
  };
}

/** What the site really stores, as a Markdown table. */
function cookieTable(text: Awaited<ReturnType<typeof contentFor>>["legal"]["cookies"], stored: StoredThing[]): string {
  const rows = stored.map((thing) => [
    `\`${thing.name}\``,
    thing.owner ?? agency.name,
    text.kinds[thing.kind],
    text.categories[thing.category],
    thing.days ? fill(thing.days === 1 ? text.day : text.days, { days: thing.days }) : text.session,
    text.purposes[thing.purpose],
  ]);
  const head = [text.name, text.owner, text.kind, text.category, text.lasts, text.purpose];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
