import { fill } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { limits, phoneExamples, type Field } from "#backend/requests/request.ts";
import { awaken, contents, expectSound, formIn, someone } from "./contact-form.ts";
import { expect, test, type Locator } from "./story.ts";

type Rule = { field: Field; typed: string; error: keyof typeof contents.en.contact.errors; english: string };

/** The specification's rules with its exact words. */
const rules: Rule[] = [
  { field: "name", typed: "", error: "required", english: "The name field is required." },
  { field: "name", typed: "   ", error: "required", english: "The name field is required." },
  { field: "email", typed: "", error: "required", english: "The email field is required." },
  { field: "email", typed: "uxia@example", error: "email", english: "Must be a valid email." },
  { field: "phone", typed: "612 34 56 7b", error: "phoneLetters", english: "Phone number cannot contain letters" },
  {
    field: "phone",
    typed: "512 345 678",
    error: "phone",
    english: "Must be a valid Spanish phone number (e.g., 612345678 or +34 981 234 567)",
  },
  { field: "reason", typed: "", error: "required", english: "The reason field is required." },
  { field: "message", typed: "", error: "required", english: "The message field is required." },
  { field: "message", typed: "x".repeat(49), error: "short", english: "Message must be at least 50 characters long." },
  { field: "privacy", typed: "", error: "privacy", english: "You must accept the privacy policy" },
  { field: "terms", typed: "", error: "terms", english: "You must accept the terms and conditions" },
];

function messageOf({ field, error, english }: Rule, locale: Locale): string {
  if (locale === "en") return english;
  const { errors } = contents[locale].contact;
  const names: Partial<Record<Field, string>> = errors.fields;
  const message = fill(errors[error] as string, { ...phoneExamples, min: limits.messageMin, field: names[field] ?? "" });
  expect(message).not.toBe(english);
  return message;
}

/** The control is marked as wrong, and described by a message right below it. */
async function expectMarked(control: Locator, message: string) {
  await expect(control).toHaveAttribute("aria-invalid", "true");
  const described = (await control.getAttribute("aria-describedby"))!.split(" ")[0]!;
  const error = control.page().locator(`#${described}`);
  await expect(error).toHaveText(message);
  await expect(error).toBeVisible();
  const distance = await error.evaluate(
    (below, id) => {
      return below.getBoundingClientRect().top - document.getElementById(id)!.getBoundingClientRect().bottom;
    },
    described.replace("-error", ""),
  );
  expect(distance, "the message is right below its field").toBeGreaterThanOrEqual(0);
  expect(distance).toBeLessThan(60);
}

/** What an empty form and one with as much as possible wrong are told, in the order of the form. */
const tries = {
  empty: rules.filter(({ typed, field }) => !typed && field !== "phone"),
  wrong: rules.filter(({ error }) => ["email", "phone", "short", "privacy", "terms"].includes(error)),
};

// In the words of each language, by the server: tests/http/contact.test.ts. In the browser they come from the same texts.
for (const locale of ["en", "gl"] as const) {
  const inDepth = locale === "en" ? {} : { tag: "@deep" };
  test(
    `in ${locale}, a field that is left is checked, its message is next to it until it is mended, and a form with mistakes is not sent: the summary leads to them`,
    inDepth,
    async ({ page }) => {
      const posts: string[] = [];
      page.on("request", (request) => void (request.method() === "POST" && posts.push(request.url())));
      await page.goto(localePath(locale, "/contact"));
      await awaken(page);
      const { field, send, notice } = formIn(page, locale);
      const right = { ...someone(), privacy: "on", terms: "on" };
      const enter = async (name: Field, value: string) => {
        if (name === "privacy" || name === "terms") await field(name).setChecked(value === "on");
        else if (name === "reason") await field(name).selectOption(value);
        else await field(name).fill(value);
      };

      for (const rule of rules) {
        const control = field(rule.field);
        await enter(rule.field, right[rule.field]);
        await enter(rule.field, rule.typed);
        await control.focus();
        await expect(control).toHaveAttribute("aria-invalid", "false");
        await page.keyboard.press("Tab");
        await expectMarked(control, messageOf(rule, locale));
        await enter(rule.field, right[rule.field]);
        await expect(control).toHaveAttribute("aria-invalid", "false");
        await expect(page.locator(`#field-${rule.field}-error`)).toBeHidden();
      }
      await expect(page.getByRole("alert")).toBeHidden();

      for (const wrong of Object.values(tries)) {
        // A click on a box counts, though the message of the field that is left for it appears above.
        for (const { field: name, typed } of tries.empty) await enter(name, typed);
        await enter("phone", "");
        if (wrong === tries.wrong) for (const name of ["name", "reason"] as const) await enter(name, right[name]);
        for (const { field: name, typed } of wrong) await enter(name, typed);
        await send.click();
        await expect(notice).toBeFocused();
        await expect(notice).toHaveAccessibleName(contents[locale].contact.errors.summary);
        await expect(notice.getByRole("link")).toHaveText(wrong.map((rule) => messageOf(rule, locale)));
        if (locale === "en" && wrong === tries.wrong) await expectSound(page, "errors");
        const header = (await page.locator("header").first().boundingBox())!;
        for (const rule of wrong) {
          const message = messageOf(rule, locale);
          await expectMarked(field(rule.field), message);
          await notice.getByRole("link", { name: message }).click();
          await expect(field(rule.field)).toBeFocused();
          // Its label is above it, and the header must hide neither.
          await expect
            .poll(async () => (await field(rule.field).boundingBox())!.y, { message: `${rule.field} is below the header` })
            .toBeGreaterThan(header.height);
          await expect(field(rule.field)).toBeInViewport();
        }
      }
      expect(posts).toEqual([]);
    },
  );
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const [kind, wrong] of Object.entries(tries)) {
    test(
      `a form that is ${kind} comes back with 400, what was typed, and the focus on the summary`,
      kind === "wrong" ? {} : { tag: "@deep" },
      async ({ page }) => {
        await page.goto("/contact");
        const { field, send, notice } = formIn(page);
        // One consent that is given stays given while the other is asked for.
        if (kind === "wrong") await field("privacy").check();
        const asked = wrong.filter((rule) => kind === "empty" || rule.field !== "privacy");
        const typed: Partial<Record<Field, string>> = kind === "wrong" ? { name: "Uxía", reason: "support", city: "Lugo" } : {};
        for (const rule of wrong) if (rule.typed) typed[rule.field] = rule.typed;
        for (const [name, value] of Object.entries(typed)) {
          if (name === "reason") await field(name).selectOption(value);
          else await field(name as Field).fill(value);
        }
        const [response] = await Promise.all([page.waitForResponse((one) => one.request().method() === "POST"), send.click()]);
        expect(response.status()).toBe(400);
        await expect(notice).toBeFocused();
        await expect(notice.getByRole("link")).toHaveText(asked.map((rule) => messageOf(rule, "en")));
        for (const rule of asked) await expectMarked(field(rule.field), messageOf(rule, "en"));
        for (const [name, value] of Object.entries(typed)) await expect(field(name as Field)).toHaveValue(value);
        await expect(field("privacy")).toBeChecked({ checked: kind === "wrong" });
        await expect(field("privacy")).toHaveAttribute("aria-invalid", String(kind === "empty"));
        await expect(field("terms")).not.toBeChecked();

        await notice.getByRole("link").last().click();
        await expect(field("terms")).toBeFocused();
      },
    );
  }
});

test("what was typed before React was awake stays, and counts; what is left before the rules have come is checked when they have", async ({
  page,
}) => {
  const [awake, asked, ruled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/*.js", async (route) => {
    await awake.promise;
    if (route.request().url().includes("/assets/schema-")) {
      asked.resolve();
      await ruled.promise;
    }
    await route.continue();
  });
  await page.goto("/contact");
  const { fill: fillIn, expectKept, field } = formIn(page);
  const sender = { ...someone(), name: "", email: "", message: "x".repeat(20) };
  await fillIn(sender);
  await expect(page.locator("[data-count]")).toBeHidden();
  awake.resolve();
  await expect(page.locator("[data-count]")).toHaveText("30 more to go");
  await expectKept(sender);

  await field("name").focus();
  await asked.promise;
  await field("email").focus();
  await field("company").focus();
  await expect(field("name")).toHaveAttribute("aria-invalid", "false");
  ruled.resolve();
  for (const name of ["name", "email"] as const) await expect(field(name)).toHaveAttribute("aria-invalid", "true");
  await expect(field("company")).toBeFocused();

  // The count goes on to the minimum and past the maximum.
  const count = page.locator("[data-count]");
  await field("message").fill("");
  await expect(count).toHaveText("50 more to go");
  await field("message").pressSequentially("Hello");
  await expect(count).toHaveText("45 more to go");
  await field("message").fill("x".repeat(49));
  await expect(count).toHaveText("1 more to go");
  await field("message").pressSequentially("x");
  await expect(count).toHaveText("50 of 5000");
  // Spaces at the ends do not count; an emoji is one character.
  await field("message").fill(`  ${"🥖".repeat(48)}  `);
  await expect(count).toHaveText("2 more to go");
  await field("message").fill("x".repeat(5003));
  await expect(count).toHaveText("3 too many");
  await field("city").focus();
  await expect(page.locator("#field-message-error")).toHaveText("The message field can be at most 5000 characters long.");
});
