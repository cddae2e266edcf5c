import { expect, test } from "vitest";
import { offer, vatPercent } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { euros, fill } from "#content/format.ts";
import { gl } from "#content/gl/index.ts";
import { locales, localePath } from "#content/locales.ts";
import { choiceQuery, quote, type Choice } from "#content/quote.ts";
import { formOf, someone } from "../e2e/contact-form.ts";
import { ask, attributesOf, htmlOf, partOf, siteUrl, textOf } from "./site.ts";

const contents = { en, es, gl };
const choice: Choice = { sections: ["gallery", "team"], maintenance: "yearly", report: true };
const sums = quote(choice, { ...offer, vatPercent });

test.each(locales)("in %s, the form of the calculator is answered with its sums, without JavaScript", async (locale) => {
  const html = await htmlOf(localePath(locale, `/?${choiceQuery(choice)}`));
  const form = partOf(html, "form", "calculator");
  for (const { net, gross } of [sums.once, sums.year, sums.month, sums.firstYear]) {
    const { receipt } = contents[locale].offer;
    const line = [`${euros(locale, net)} ${receipt.net}`, `${euros(locale, gross)} ${receipt.gross}`].join(" ");
    expect(textOf(form)).toContain(line.replaceAll("\u00a0", " "));
  }
  const checked = [...form.matchAll(/<input[^>]* checked=""[^>]*>/g)].map(([input]) => /value="(\w+)"/.exec(input)![1]);
  expect(checked).toEqual(["gallery", "team", "yearly", "yes"]);
  const strips = [...partOf(html, "section", "offer").matchAll(/<li class="strip[^"]*".*?<\/li>/gs)].map(([strip]) => textOf(strip));
  const names = contents[locale].offer;
  expect(strips.slice(0, offer.sections.total)).toEqual(
    [...Object.values(names.base), names.sections.gallery, names.sections.team].map((name, index) => `${index + 1} ${name}`),
  );
});

test("the drawing has as many base sections as the offer", () => {
  for (const { offer: text } of Object.values(contents)) expect(Object.keys(text.base)).toHaveLength(offer.sections.base);
  expect(offer.sections.base + offer.sections.chosen).toBe(offer.sections.total);
});

test("of three sections two stay, and the page says which went", async () => {
  const form = partOf(await htmlOf("/gl?section=news&section=prices&section=team"), "form", "calculator");
  const { sections, calculator } = gl.offer;
  expect(textOf(form)).toContain(fill(calculator.sections.tooMany, { out: sections.news, chosen: offer.sections.chosen }));
  expect(form.match(/name="section" checked=""/g)).toHaveLength(2);
});

test.each([
  ["/gl", "section=nope"],
  ["/gl", "section=Gallery&section[]=team&section=%00"],
  ["/gl", "maintenance=forever&report=on"],
  ["/gl", "maintenance=monthly&maintenance=yearly"],
  ["/gl", "maintenance=none&report=no&utm_source=x"],
  ["/gl", "section=__proto__&maintenance=constructor"],
  ["/gl", "%E0%A4%A&section=%E0%A4%A"],
  ["/gl", Array.from({ length: 200 }, (_, index) => `section=s${index}`).join("&")],
  // Outside the offer a choice means nothing.
  ["/gl/contact", choiceQuery(choice)],
  ["/gl/contact", `mode=nope&${choiceQuery(choice)}`],
  ["/gl/contact?mode=requestOffer", "section=nope&maintenance=monthly&maintenance=yearly"],
])("at %s, %j is the kept page itself", async (page, nonsense) => {
  const [plain, odd] = [await ask(page), await ask(`${page}${page.includes("?") ? "&" : "?"}${nonsense}`)];
  expect([odd.status, odd.headers.get("etag"), odd.headers.get("cache-control")]).toEqual([
    200,
    plain.headers.get("etag"),
    plain.headers.get("cache-control"),
  ]);
  expect(plain.headers.get("etag")).toBeTruthy();
});

test.each(["/gl?", "/gl/contact?mode=requestOffer&"])("a choice at %s is answered and kept nowhere", async (page) => {
  const response = await ask(page + choiceQuery(choice));
  expect([response.status, response.headers.get("etag"), response.headers.get("cache-control")]).toEqual([200, null, "no-store"]);
});

test("the contact form shows the choice and its price, names it in the message, and keeps it through a mistake", async () => {
  const { slip, sections, receipt } = gl.offer;
  const address = `/gl/contact?mode=requestOffer&${choiceQuery(choice)}`;
  const html = await htmlOf(address);
  const [action] = attributesOf(html, "form", { "data-track": "contact-form" }, "action");
  expect(action).toBe(address);
  const typed = { ...formOf(someone()), email: "nobody" };
  const again = await fetch(siteUrl + action, { method: "POST", body: new URLSearchParams(typed), headers: { Origin: siteUrl } });
  expect(again.status).toBe(400);
  for (const page of [html, await again.text()]) {
    const shown = textOf(/<aside[^>]*slip-heading.*?<\/aside>/s.exec(page)![0]);
    const lines = [
      `${slip.sections} ${sections.gallery}, ${sections.team}`,
      `${slip.maintenance} ${slip.plans.yearly}`,
      `${slip.report} ${slip.yes}`,
      ...[sums.once, sums.month, sums.year].map(({ net, gross }) =>
        fill(receipt.sum, { net: euros("gl", net), gross: euros("gl", gross) }),
      ),
    ];
    for (const line of lines) expect(shown).toContain(line.replaceAll("\u00a0", " "));
  }
  const message = /<textarea[^>]*>(.*?)<\/textarea>/s.exec(html)![1]!.trim();
  expect(message).toBe(
    [
      fill(gl.contact.offerMessage, { price: euros("gl", offer.price) }),
      "",
      `${slip.sections}: ${sections.gallery}, ${sections.team}`,
      `${slip.maintenance}: ${slip.plans.yearly}`,
      `${slip.report}: ${slip.yes}`,
    ].join("\n"),
  );
});

test.each(locales)("in %s, without a choice the form shows the price, and the message is the offer's own", async (locale) => {
  const { offer: words, contact } = contents[locale];
  const price = euros(locale, offer.price);
  const html = await htmlOf(localePath(locale, "/contact?mode=requestOffer"));
  const heading = fill(contact.modes.requestOffer.heading, { price });
  expect(textOf(/<h1\b.*?<\/h1>/s.exec(html)![0])).toBe(heading.replaceAll("\u00a0", " "));
  expect(textOf(/<aside[^>]*slip-heading.*?<\/aside>/s.exec(html)![0])).toContain(words.slip.undecided);
  expect(/<textarea[^>]*>(.*?)<\/textarea>/s.exec(html)![1]!.trim()).toBe(fill(contact.offerMessage, { price }));
  expect(await htmlOf(localePath(locale, "/contact"))).not.toContain("slip-heading");
});
