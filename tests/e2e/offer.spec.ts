import { sessionCookie } from "#app/account/session-cookie.ts";
import { offer, vatPercent } from "#content/agency.ts";
import { euros, fill } from "#content/format.ts";
import { locales, localePath } from "#content/locales.ts";
import { choiceQuery, quote, type Choice } from "#content/quote.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { contents, formIn, someone } from "./contact-form.ts";
import { headingsHaveTheirFace } from "./looks.ts";
import { expect, test } from "./story.ts";

const { sections, calculator, receipt, slip } = contents.gl.offer;
const choice: Choice = { sections: ["gallery", "opinions"], maintenance: "yearly", report: true };

test("by keyboard, a visitor chooses, hears what it costs, and finds the choice in the contact form", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto("/gl");
  const form = page.locator("#calculator");
  const box = (name: string) => form.getByRole("checkbox", { name });
  const { keyboard } = page;

  await box(sections.prices).focus();
  await keyboard.press("Space");
  for (const name of [sections.gallery, sections.opinions]) {
    await keyboard.press("Tab");
    await expect(box(name)).toBeFocused();
    await keyboard.press("Space");
  }
  // The third took the place of the first.
  await expect(form.getByRole("status").first()).toHaveText(
    fill(calculator.sections.tooMany, { out: sections.prices, chosen: offer.sections.chosen }),
  );
  await expect(box(sections.prices)).not.toBeChecked();
  await expect(box(sections.opinions)).toBeChecked();
  await expect(page.locator(".landing li").nth(5)).toContainText(sections.gallery);
  await expect(page.locator(".landing li").nth(6)).toContainText(sections.opinions);

  for (let tabs = 0; tabs < 5; tabs++) await keyboard.press("Tab");
  await expect(form.getByRole("radio", { name: calculator.maintenance.none })).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  const sums = Object.entries(quote(choice, { ...offer, vatPercent }));
  await expect(form.getByRole("status").last()).toHaveText(
    ["once", "month", "year", "firstYear"]
      .map((name) => {
        const { net, gross } = Object.fromEntries(sums)[name]!;
        return `${receipt[name as "once"]}: ${fill(receipt.sum, { net: euros("gl", net), gross: euros("gl", gross) })}`;
      })
      .join(". ") + ".",
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriersInBothSchemes(page, "#offer")).toEqual([]);

  await keyboard.press("Tab");
  await expect(page.getByRole("button", { name: receipt.ask })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/gl\/contact\?.*mode=requestOffer/);
  const shown = page.getByRole("complementary", { name: slip.heading });
  for (const text of [`${sections.gallery}, ${sections.opinions}`, slip.plans.yearly]) await expect(shown).toContainText(text);
  const { field } = formIn(page, "gl");
  await expect(field("message")).toHaveValue(new RegExp(`${slip.sections}: ${sections.gallery}, ${sections.opinions}\n`));
  await expect(field("reason")).toHaveValue("offer");
  expect(await barriersInBothSchemes(page, "aside")).toEqual([]);

  // The way back leads to the same choice.
  await page.goBack();
  await expect(page).toHaveURL(`/gl?${choiceQuery(choice)}`);
  await expect(box(sections.gallery)).toBeChecked();
  await expect(form.getByRole("radio", { name: calculator.maintenance.none })).not.toBeChecked();
});

test("what was begun to write stays while the choice changes, with what is chosen now, and ends when it is sent", async ({ page }) => {
  const { change } = slip;
  await page.goto(`/gl/contact?mode=requestOffer&${choiceQuery(choice)}`);
  const { field, send } = formIn(page, "gl");
  const sender = someone();
  await field("name").fill(sender.name);
  await field("email").fill(sender.email);
  const before = await field("message").inputValue();
  await field("message").fill(`${before}\nTemos présa.`);
  await page.getByRole("link", { name: change }).click();
  await page.locator("#calculator").getByRole("checkbox", { name: sections.gallery }).uncheck();
  await page.locator("#calculator").getByRole("radio", { name: calculator.maintenance.none }).check();
  await page.getByRole("button", { name: receipt.ask }).click();
  await expect(page.getByRole("heading", { name: slip.heading })).toBeVisible();
  await expect(field("name")).toHaveValue(sender.name);
  const after = await field("message").inputValue();
  expect(after).toContain("Temos présa.");
  expect(after).toContain(`${slip.sections}: ${sections.opinions}\n`);
  expect(after).toContain(slip.plans.none);
  expect(after).not.toContain(sections.gallery);
  // Consent is given for what is sent.
  for (const box of ["privacy", "terms"] as const) await expect(field(box)).not.toBeChecked();
  for (const box of ["privacy", "terms"] as const) await field(box).check();
  await send.click();
  await expect(page).toHaveURL(/sent=yes/);
  await page.getByRole("banner").getByRole("link", { name: contents.gl.shell.nav.contact }).first().click();
  await expect(field("name")).toHaveValue("");

  // Somebody who signs in meanwhile may be somebody else.
  await field("name").fill(sender.name);
  await page.evaluate((name) => void (document.cookie = `${name}=another; path=/`), sessionCookie.name);
  await page.locator("footer [href$=aviso-legal]").click();
  await expect(page.locator("#calculator")).toBeHidden();
  await page.goBack();
  await expect(page.locator("#calculator")).toBeVisible();
  await expect(field("name")).toHaveValue("");
});

test("what was chosen before React was awake counts", async ({ page }) => {
  await page.goto("/gl");
  // Through the DOM, which is no sign of a person: the page sleeps on.
  await page.evaluate(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>("#calculator [value=team], #calculator [value=monthly]"))
      box.checked = true;
  });
  await page.mouse.move(5, 5);
  await page.mouse.move(100, 300);
  await expect(page.locator(".landing li").nth(5)).toContainText(sections.team);
  await expect(page.locator("#receipt")).toContainText(receipt.month);
});

test(
  "neither the price nor a word of what it buys is cut in two, at any width and in every language",
  { tag: "@deep" },
  async ({ page }) => {
    for (const locale of locales) {
      await page.goto(localePath(locale, "/"));
      await headingsHaveTheirFace(page);
      for (const width of [320, 360, 640, 768, 1000, 1024, 1040, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(wordsCutInTwo), `${locale} at ${width} px`).toEqual([]);
      }
    }
  },
);

/** In the page: the words of the offer's terms that begin on one line and end on another; so does a price that is not whole. */
function wordsCutInTwo(): string[] {
  return [...document.querySelectorAll("#offer :is(.text-price, dt)")].flatMap((element) => {
    const node = element.firstChild as Text;
    return [...node.data.matchAll(/[^ ]+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
    });
  });
}
