import { expect, type Page } from "@playwright/test";
import { locales, localePath } from "#content/locales.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { awaken, contents, expectSent, formIn, someone } from "./contact-form.ts";
import { test } from "./own-server.ts";

/** No accessibility violation in light and dark, nothing wider than a narrow phone. */
async function expectSound(page: Page, state: string) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await barriersInBothSchemes(page, "main"), state).toEqual([]);
  const usual = page.viewportSize()!;
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${state} at ${width} px`).toBe(width);
  }
  await page.setViewportSize(usual);
}

for (const locale of locales) {
  test(`in ${locale}, the form is accessible and fits a phone in every state`, async ({ page, context, open }) => {
    test.slow();
    const { url } = await open({ REQUESTS_PER_ADDRESS: "1" });
    const address = url + localePath(locale, "/contact");
    const text = contents[locale].contact;
    const { fill, field, send, notice } = formIn(page, locale);

    await page.goto(address);
    await awaken(page);
    await expectSound(page, "empty");

    await field("phone").fill("5");
    await send.click();
    await expect(notice).toHaveAccessibleName(text.errors.summary);
    await expectSound(page, "errors");

    await fill(someone());
    await context.setOffline(true);
    await send.click();
    await expect(notice).toHaveAccessibleName(text.failed.heading);
    await expectSound(page, "failed");

    await context.setOffline(false);
    await send.click();
    await expectSent(page, locale);
    await expectSound(page, "sent");

    await page.goto(`${address}?mode=requestOffer`);
    await awaken(page);
    await expectSound(page, "offer");
    await fill(someone());
    await send.click();
    await expect(notice).toHaveAccessibleName(text.limited.heading);
    await expectSound(page, "limited");
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of locales) {
    test(`in ${locale}, the form that comes back fits a phone`, async ({ page }) => {
      await page.goto(localePath(locale, "/contact"));
      const { field, send, notice } = formIn(page, locale);
      await field("phone").fill("5");
      await send.click();
      await expect(notice).toBeFocused();
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 640 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    });
  }
});
