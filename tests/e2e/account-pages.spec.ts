import { en } from "#content/en/index.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { addFactor, fillSignIn, linkTo, newPerson, openLink, signedIn, signOut } from "./people.ts";
import { expect, test, type Page } from "./story.ts";

const { register, login, confirm, code, errors } = en.account;
const { summary } = en.contact.errors;

const narrow = { width: 320, height: 700 };

async function expectSound(page: Page, state: string) {
  // A button fades from its disabled colours.
  await expect(page.locator("main button[aria-disabled]")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(narrow.width);
  expect(await barriersInBothSchemes(page, "main"), state).toEqual([]);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    // With JavaScript: account-paths.spec.ts.
    test("who forgot the password chooses another one by mail", javaScriptEnabled ? { tag: "@deep" } : {}, async ({ page }) => {
      const { email } = await newPerson();
      await page.goto("/login");
      await page.getByRole("link", { name: login.forgot }).click();
      await expect(page.getByRole("heading", { name: login.forgotten.heading })).toBeVisible();
      await page.getByLabel(login.email).fill(email);
      await page.getByRole("button", { name: login.forgotten.send }).click();
      await expect(page.getByRole("heading", { name: login.linkSent.heading })).toBeVisible();
      await openLink(page, await linkTo(email, "recovery"), "recovery");
      await page.getByLabel(confirm.password.password).fill("short");
      await page.getByRole("button", { name: confirm.password.save }).click();
      await expect(page.getByRole("alert")).toContainText("at least 10 characters");
      await page.getByLabel(confirm.password.password).fill("another horse battery");
      await page.getByRole("button", { name: confirm.password.save }).click();
      await expect(page).toHaveURL("/me?done=passwordSaved");
      await signOut(page);
      await fillSignIn(page, email);
      await expect(page.getByRole("alert")).toContainText(errors.invalid_credentials);
      await fillSignIn(page, email, "another horse battery");
      await expect(page).toHaveURL("/me");
    });

    test(
      "what is missing or wrong is said in its own words, and what was typed is kept",
      javaScriptEnabled ? {} : { tag: "@deep" },
      async ({ page }) => {
        await page.setViewportSize(narrow);
        await page.goto("/login");
        await page.getByRole("button", { name: login.signIn, exact: true }).click();
        await expect(page.getByRole("alert")).toHaveText(`${summary}The email field is required.The password field is required.`);
        if (javaScriptEnabled) await expectSound(page, "/login with errors");
        await fillSignIn(page, "nobody@example.com", "");
        await expect(page.getByRole("alert")).toHaveText(`${summary}The password field is required.`);
        await fillSignIn(page, "nobody@example.com");
        await expect(page.getByRole("alert")).toHaveText(errors.invalid_credentials);
        await expect(page.getByLabel(login.email)).toHaveValue("nobody@example.com");

        await page.goto("/register");
        await page.getByLabel(register.name).fill("Uxía");
        await page.getByLabel(register.email).fill("nonsense");
        await page.getByLabel(register.password).fill("short");
        await page.getByRole("button", { name: register.create }).click();
        const alert = page.getByRole("alert");
        await expect(alert.getByRole("link")).toHaveText([errors.email, /at least 10 characters/, errors.privacy]);
        await expect(page.getByLabel(register.name)).toHaveValue("Uxía");
        for (const field of [register.email, register.password])
          await expect(page.getByLabel(field)).toHaveAttribute("aria-invalid", "true");
        if (javaScriptEnabled) await expectSound(page, "/register with errors");
        await alert.getByRole("link", { name: errors.email }).click();
        await expect(page.getByLabel(register.email)).toBeFocused();
        expect(await page.getByLabel(register.email).evaluate((field: HTMLElement) => field.tabIndex)).toBe(0);
      },
    );
  });
}

test("a link whose answer is after the #, or missing, has its own sentence", { tag: "@deep" }, async ({ page }) => {
  for (const [query, sentence] of [
    ["?nothing=here", errors.no_code],
    ["", code.lead],
    ["#access_token=a&refresh_token=b", errors.not_implicit],
    ["#access_token=a", errors.no_session_in_url],
  ] as const) {
    // Only another page in between makes the browser load an address that differs by its fragment alone.
    await page.goto("about:blank");
    await page.goto(`/confirm${query}`);
    await expect(page.getByText(sentence), query).toBeVisible();
    await expect(page.getByRole("link", { name: confirm.again }), query).toBeVisible();
  }
});

test("account pages have no barrier in any state, light and dark, and fit a narrow phone", { tag: "@deep" }, async ({ page }) => {
  test.slow();
  await page.setViewportSize(narrow);
  // As they are when they are opened: pages.spec.ts. One of each kind, because the others differ in words alone; how wide all are: walk.spec.ts.
  for (const path of ["/register?sent=yes", "/login?step=link", "/confirm?step=half"]) {
    await page.goto(path);
    await expectSound(page, path);
  }
  const { email } = await newPerson();
  await signedIn(page.context(), email);
  await page.goto("/confirm?step=password");
  await expect(page.locator("input[type=password]")).toBeVisible();
  await expectSound(page, "a new password");
  await addFactor(email);
  await signedIn(page.context(), email);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: login.factor.heading })).toBeVisible();
  await expectSound(page, "the second step");
});
