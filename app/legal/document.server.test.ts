import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { agency, offer } from "#content/agency.ts";
import { storage } from "#app/consent/storage.ts";
import { siteContext } from "#app/context.ts";
import { contentFor } from "#content/content-for.server.ts";
import { euros, fill, percent, phoneGroups } from "#content/format.ts";
import { localePath, locales } from "#content/locales.ts";
import { guaranteeRefund, initialPayment, withVat } from "#content/prices.ts";
import { legalDocument } from "./document.server.ts";

const names = ["aviso-legal", "politica-privacidad", "politica-cookies", "terminos-condiciones"];
const documents = locales.flatMap((locale) => names.map((name) => ({ locale, name })));
const pages = [...names.map((name) => `/legal/${name}`), "/me", "/contact", "/"];

const context = new RouterContextProvider();
context.set(siteContext, { siteUrl: "https://abrente.example", showSamples: false, isPublic: true, signUps: "open", build: "test" });

test.each(documents)("prints $name in $locale, with every fact put in", async ({ locale, name }) => {
  const { title, description, version, date, html } = await legalDocument(locale, name, context);
  for (const words of [title, description, version]) expect(words).toMatch(/^[^"{]+$/);
  expect(date.getTime()).not.toBeNaN();
  expect(html).toContain('<h2 id="section-1">1. ');
  expect(html).toContain(agency.email);
  expect(html).not.toMatch(/\{\{|\}\}|undefined|\[object/);
});

test.each(documents)("leads from $name in $locale only to pages in its language, each of which exists", async ({ locale, name }) => {
  const { html } = await legalDocument(locale, name, context);
  const own = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href);
  expect(own.length).toBeGreaterThan(0);
  expect(pages.map((page) => localePath(locale, page))).toEqual(expect.arrayContaining(own));
});

test.each(locales.flatMap((locale) => [["aviso-legal", locale] as const, ["politica-privacidad", locale] as const]))(
  "gives %s in %s five numbered sections",
  async (name, locale) => {
    const { html } = await legalDocument(locale, name, context);
    expect([...html.matchAll(/<h2 id="section-\d">(\d)\. \S/g)].map(([, number]) => number)).toEqual(["1", "2", "3", "4", "5"]);
    expect(html.match(/<h2/g)).toHaveLength(5);
  },
);

test.each(locales)("lists in %s everything the site stores in a browser, with its category, duration and purpose", async (locale) => {
  const { html } = await legalDocument(locale, "politica-cookies", context);
  const text = (await contentFor(locale)).legal.cookies;
  const rows = [...html.matchAll(/<tr[^>]*>(<t[hd][^>]*><code>.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => cell!.replaceAll("&amp;", "&")),
  );
  expect(rows).toEqual(
    storage.map((thing) => [
      `<code>${thing.name}</code>`,
      agency.name,
      text.kinds[thing.kind],
      text.categories[thing.category],
      thing.days ? fill(thing.days === 1 ? text.day : text.days, { days: thing.days }) : text.session,
      text.purposes[thing.purpose],
    ]),
  );
});

test("has one version of the cookie policy in all languages: a new one asks everybody again", async () => {
  const policies = await Promise.all(locales.map((locale) => legalDocument(locale, "politica-cookies", context)));
  expect(new Set(policies.map(({ version }) => version)).size).toBe(1);
});

test.each(locales)("states in %s who runs the site and where it lives", async (locale) => {
  const { html } = await legalDocument(locale, "aviso-legal", context);
  for (const fact of [
    agency.legalName,
    agency.taxId,
    agency.registry.sheet,
    agency.address.street,
    agency.address.province,
    phoneGroups(agency.phone),
    "https://abrente.example",
  ]) {
    expect(html).toContain(fact);
  }
});

test("names the company register in the language of the page", async () => {
  const notices = await Promise.all(locales.map((locale) => legalDocument(locale, "aviso-legal", context)));
  expect(notices.map(({ html }) => /Commercial Register|Registro Mercantil de|Rexistro Mercantil de/.exec(html)?.[0])).toEqual([
    "Commercial Register",
    "Registro Mercantil de",
    "Rexistro Mercantil de",
  ]);
});

test.each(locales)("states in %s the prices of the offer as that language writes them", async (locale) => {
  const { html } = await legalDocument(locale, "terminos-condiciones", context);
  const tax = locale === "en" ? "VAT" : locale === "es" ? "IVA" : "IVE";
  for (const amount of [
    offer.price,
    offer.maintenance.month,
    offer.maintenance.year,
    offer.report.month,
    initialPayment,
    guaranteeRefund,
  ]) {
    expect(html).toContain(`${euros(locale, amount)}\u00a0+\u00a0${tax}`);
    expect(html).toContain(euros(locale, withVat(amount)));
  }
  expect(html).toContain(percent(locale, offer.refundPercent));
});

test.each(locales)("says in %s how long each thing is kept, as the code keeps it", async (locale) => {
  const { html } = await legalDocument(locale, "politica-privacidad", context);
  const [, table] = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(html)!;
  // backend/database/retention.ts and backend/auth/retention.ts, and the cookie's own days.
  expect([...table!.matchAll(/\d+/g)].map(([number]) => Number(number)).toSorted((a, b) => a - b)).toEqual([
    2, 5, 5, 6, 12, 24, 25, 30, 30, 180, 400,
  ]);
});

test.each(locales)("names in %s who receives data through tags only where there are tags", async (locale) => {
  const { html } = await legalDocument(locale, "politica-privacidad", context);
  expect(html).toContain(agency.providers.hosting.name);
  expect(html).not.toContain("Google");
  const tagged = new RouterContextProvider();
  tagged.set(siteContext, { ...context.get(siteContext), gtm: { id: "GTM-TEST123", url: "https://tags.example" } });
  const { html: withTags } = await legalDocument(locale, "politica-privacidad", tagged);
  expect(withTags.match(/Google LLC/g)).toHaveLength(1);
  expect(withTags).not.toContain("{owner}");
});

test.each(locales)("prints in %s the form for withdrawing, addressed to the agency", async (locale) => {
  const { html } = await legalDocument(locale, "terminos-condiciones", context);
  const [, form] = /<h3>[^<]+<\/h3>\s*<p>[^<]+<\/p>\s*<ul>(.*?)<\/ul>/s.exec(html)!;
  expect(form).toContain(agency.legalName);
  expect(form!.match(/<li>/g)).toHaveLength(7);
});

test.each(locales)("names each table in %s; its rows have heads, and a cell brings the heading of its column", async (locale) => {
  const { html } = await legalDocument(locale, "politica-cookies", context);
  const tables = html.match(/<table\b.*?<\/table>/gs)!;
  expect(tables).toHaveLength(2);
  expect(new Set(tables.map((table) => /^<table aria-label="([^"]+)"/.exec(table)?.[1])).size).toBe(2);
  for (const table of tables) {
    const [head, ...rows] = table.match(/<tr\b.*?<\/tr>/gs)!;
    const columns = [...head!.matchAll(/<th [^>]*scope="col">(.*?)<\/th>/g)].map(([, text]) => text);
    expect(columns.length).toBeGreaterThan(2);
    for (const row of rows) {
      expect(row).toMatch(/^<tr role="row"><th role="rowheader" scope="row">/);
      expect([...row.matchAll(/<td role="cell" data-column="([^"]*)"/g)].map(([, column]) => column)).toEqual(columns.slice(1));
    }
  }
});

test("refuses a document that does not exist, after looking for it in English", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await expect(legalDocument("gl", "nope", context)).rejects.toThrow('No legal document "nope" in "en"');
  expect(log).toHaveBeenCalledWith(expect.stringContaining('"nope" is missing in "gl"'));
});
