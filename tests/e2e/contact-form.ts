import { expect, type Locator, type Page } from "@playwright/test";
import { en, type Content } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import type { Locale } from "#content/locales.ts";
import type { Field } from "#backend/requests/request.ts";
import { barriersInBothSchemes } from "./barriers.ts";

export const contents: Record<Locale, Content> = { en, es, gl };

export type Sender = ReturnType<typeof someone>;

/** Somebody who has not written yet, with something that nobody has written yet. */
export function someone() {
  const id = crypto.randomUUID().slice(0, 8);
  return {
    name: `Uxía ${id}`,
    email: `uxia-${id}@example.com`,
    company: `Panadería ${id}`,
    city: "Lugo",
    phone: "612 34-56.78",
    reason: "support",
    message: `Ola! We bake bread in Lugo, and our website is older than our oven. ${id}`,
  };
}

/** What a browser sends for them. */
export function formOf(sender: Sender): Record<string, string> {
  return { mode: "contact", ...sender, privacy: "on", terms: "on", homepage: "", key: "", started: "" };
}

/** The form as people find it: by its labels. */
export function formIn(page: Page, locale: Locale = "en") {
  const text = contents[locale].contact.form;
  const form = page.locator("form[data-track=contact-form]");
  const consent = (name: "privacy" | "terms") => form.getByRole("checkbox", { name: text[name].link });
  const field = (name: Field): Locator => {
    if (name === "privacy" || name === "terms") return consent(name);
    return form.getByRole(name === "reason" ? "combobox" : "textbox", { name: text.labels[name] });
  };

  return {
    form,
    field,
    send: form.getByRole("button"),
    /** The box above the form that says why it was not sent. */
    notice: form.getByRole("alert"),

    async fill(sender: Partial<Sender>) {
      for (const [name, value] of Object.entries(sender)) {
        if (name === "reason") await field("reason").selectOption(value);
        else await field(name as Field).fill(value);
      }
      await consent("privacy").check();
      await consent("terms").check();
    },

    async expectKept(sender: Partial<Sender>) {
      for (const [name, value] of Object.entries(sender)) await expect(field(name as Field)).toHaveValue(value);
      await expect(consent("privacy")).toBeChecked();
      await expect(consent("terms")).toBeChecked();
    },

    /** The test is faster than any person may be. Says that the page was opened a minute ago. */
    async takeTime() {
      await form.locator("[name=started]").evaluate((input: HTMLInputElement) => (input.value = String(Date.now() - 60_000)));
    },
  };
}

/** Until React is awake, the form works as a plain one. */
export async function awaken(page: Page) {
  // From one element to another, wherever the pointer was.
  await page.mouse.move(5, 5);
  await page.mouse.move(100, 300);
  await expect(page.locator("[data-count]")).toBeAttached();
}

export async function expectSent(page: Page, locale: Locale = "en") {
  const { sent } = contents[locale].contact;
  const status = page.getByRole("status").filter({ has: page.getByRole("heading", { level: 1 }) });
  await expect(status.getByRole("heading", { level: 1 })).toHaveText(sent.heading);
  await expect(status).toContainText(sent.text);
  await expect(status).toBeFocused();
  await expect(page.getByRole("heading", { name: sent.nextHeading })).toBeVisible();
}

/** No accessibility violation in light and dark, nothing wider than a narrow phone. */
export async function expectSound(page: Page, state: string) {
  expect(await barriersInBothSchemes(page, "main"), state).toEqual([]);
  const usual = page.viewportSize()!;
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${state} at ${width} px`).toBe(width);
  }
  await page.setViewportSize(usual);
}
