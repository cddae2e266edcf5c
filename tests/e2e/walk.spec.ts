import { languageTags, localePath, type Locale } from "#content/locales.ts";
import { contents, formIn, formOf, someone } from "./contact-form.ts";
import { post, site } from "./mails.ts";
import { newAdmin, newPerson, signedIn } from "./people.ts";
import { accountStates, paths } from "./site.ts";
import { expect, test, type Page } from "./story.ts";

/** English is looked at more closely where each page has its tests. What is shown is the same with JavaScript, and slower. */
test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

/** A page in its language, whole: no text is missing, and nothing is wider than a small phone. */
async function look(page: Page, locale: Locale, state: string) {
  const found = await page.evaluate(() => {
    for (const fold of document.querySelectorAll("main details")) fold.setAttribute("open", "");
    const named = [...document.querySelectorAll<HTMLElement>("h1, h2, h3, h4, button, a, label, legend, summary, th, option, title")];
    return {
      lang: document.documentElement.lang,
      width: document.documentElement.scrollWidth,
      nameless: named
        .filter((element) => !element.textContent?.trim() && !element.getAttribute("aria-label"))
        .filter((element) => !element.querySelector("[alt], [aria-label]") && !(element as HTMLOptionElement).value)
        .map(({ outerHTML }) => outerHTML),
      words: document.body.innerText,
    };
  });
  expect(found, state).toMatchObject({ lang: languageTags[locale], width: 320, nameless: [] });
  expect(found.words, state).not.toMatch(/\bundefined\b|\bNaN\b|\[object |\{\w+\}/);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${state} at 360 px`).toBe(360);
  await page.setViewportSize({ width: 320, height: 640 });
}

for (const locale of ["es", "gl"] as const) {
  const inDepth = locale === "es" ? {} : { tag: "@deep" };
  test(`every public page and state is whole in ${locale}, and fits a phone`, inDepth, async ({ page }) => {
    for (const path of [...paths, "/no/such/page", "/contact?mode=requestOffer", "/contact?sent=yes", ...accountStates]) {
      await page.goto(localePath(locale, path));
      await look(page, locale, path);
    }
    for (const path of ["/contact", "/register", "/login"]) {
      await page.goto(localePath(locale, path));
      if (path === "/contact") await formIn(page, locale).field("phone").fill("5");
      await page.locator("main form button:not([type=button])").first().click();
      await expect(page.getByRole("alert")).toBeFocused();
      await look(page, locale, `${path} with errors`);
    }
  });

  test(`every page and state behind the sign-in is whole in ${locale}, and fits a phone`, { tag: "@deep" }, async ({ page, context }) => {
    const { people, messages, me, account } = contents[locale];
    await newAdmin(page, { name: "A name that goes on and on as if the person had four surnames and used them all" });
    const { id, email } = await newPerson(site.url, { data: { name: "Uxía", company: `Wort${"e".repeat(80)}` } });
    const sender = { ...someone(), email, message: `A word of ${"many".repeat(30)} letters, and more words.` };
    await post(site, { ...formOf(sender), homepage: "x" });
    const here = (path: string) => localePath(locale, path);
    for (const path of [
      "/confirm?step=password",
      "/admin/profiles",
      "/admin/profiles?q=nobody-at-all",
      "/admin/profiles?new=invite",
      "/admin/profiles?new=account",
      "/admin/profiles?view=log",
      `/admin/profiles?person=${id}&done=ban`,
      "/admin/figures",
      "/admin/messages?folder=spam&from=2020-01-01",
      "/admin/messages?folder=lost",
      `/admin/messages?request=${crypto.randomUUID()}`,
    ]) {
      await page.goto(here(path));
      await look(page, locale, path);
    }
    await page.goto(here(`/admin/messages?folder=spam&q=${sender.name.split(" ").at(-1)}`));
    await page.getByRole("list", { name: messages.list.label }).getByRole("link").click();
    await page.getByRole("button", { name: messages.change.write }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await look(page, locale, "a request with an error");
    await page.goto(here("/admin/profiles?new=account"));
    await page.locator("main form button:not([type=button])").click();
    await expect(page.getByRole("alert")).toBeFocused();
    await look(page, locale, "a new account with errors");
    await page.goto(here(`/admin/profiles?person=${id}`));
    await page.getByLabel(people.fields.phone).fill("x");
    await page.getByRole("button", { name: people.person.profile.save }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await look(page, locale, "a person with errors");
    await page.getByRole("button", { name: people.person.access.link.make }).click();
    await expect(page.getByLabel(people.person.access.link.label)).toBeVisible();
    await look(page, locale, "a person with a link");

    await context.clearCookies();
    await signedIn(context, email);
    await page.goto(here("/me?done=email&needed=factor"));
    await look(page, locale, "/me after a change");
    await page.getByRole("button", { name: me.data.delete.action }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await look(page, locale, "/me with an error");
    await page.getByRole("button", { name: me.security.factor.add }).click();
    await expect(page.getByRole("img", { name: me.security.factor.qr })).toBeVisible();
    await look(page, locale, "/me with a new factor");
    await context.clearCookies();
    await page.getByRole("button", { name: me.security.factor.verify }).click();
    await expect(page.getByRole("heading", { name: account.expired.heading })).toBeVisible();
    await look(page, locale, "after the session");
  });
}
