import { expect, test, type Page } from "@playwright/test";
import { en } from "#content/en/index.ts";
import { hydrated } from "./hydrated.ts";
import { linkTo, newPerson, signedIn } from "./people.ts";

/** The paths of the accounts, each to its end: whoever walks them is told at each step where they are, and the focus is there. */

const { login, confirm } = en.account;

/** Gives a function that waits for a step of the page: another title, and its heading or what it marks with the focus. */
function walker(page: Page) {
  let title = "";
  return async function arrive(heading: string) {
    await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
    await expect.poll(focusOf(page), { message: heading }).not.toBe("body");
    const now = await page.title();
    expect(now, heading).not.toBe(title);
    title = now;
  };
}

const focusOf = (page: Page) => () => page.evaluate(() => document.activeElement?.localName ?? "body");

test("a forgotten password: each step has its title and the focus", async ({ page }) => {
  const { email } = await newPerson();
  const arrive = walker(page);
  await page.goto("/login");
  await hydrated(page);
  await page.getByRole("link", { name: login.forgot }).click();
  await arrive(login.forgotten.heading);
  await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await arrive(login.linkSent.heading);
  await page.goto(await linkTo(email, "recovery"));
  await hydrated(page);
  await page.getByRole("button", { name: confirm.kinds.recovery.action }).click();
  await arrive(confirm.password.heading);
  await page.getByLabel(confirm.password.password).fill("another horse battery");
  await page.keyboard.press("Enter");
  await arrive(en.me.heading);
});

test("what is saved is said each time, and not beside what goes wrong afterwards", async ({ page }) => {
  const { email } = await newPerson();
  await signedIn(page.context(), email);
  await page.goto("/me");
  await hydrated(page);
  const save = page.getByRole("button", { name: en.me.profile.save });
  const saved = page.getByText(en.me.done.profile);
  for (let time = 0; time < 2; time++) {
    await page.getByLabel(en.contact.form.labels.company).fill(`Faro ${time}`);
    await page.keyboard.press("Enter");
    await expect(saved).toBeFocused();
  }
  await page.getByLabel(en.contact.form.labels.phone).fill("nope");
  await save.click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(saved).toBeHidden();
});

test("a form that does not reach the server keeps what was typed, and says so where it stands", async ({ page, context }) => {
  const { email } = await newPerson();
  await signedIn(context, email);
  await page.goto("/me");
  await hydrated(page);
  const company = page.getByLabel(en.contact.form.labels.company);
  await company.fill("Conservas da Ría");
  await context.setOffline(true);
  await company.press("Enter");
  const profile = page.getByRole("region", { name: en.me.profile.heading });
  await expect(profile.getByRole("alert")).toHaveText(en.account.unreachable);
  await expect(profile.getByRole("alert")).toBeFocused();
  await expect(company).toHaveValue("Conservas da Ría");
  await context.setOffline(false);
  await company.press("Enter");
  await expect(page.getByText(en.me.done.profile)).toBeFocused();
});
