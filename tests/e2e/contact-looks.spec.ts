import { expect, test } from "@playwright/test";
import { awaken, contents, expectSent, expectSound, formIn, someone } from "./contact-form.ts";

test("the form is accessible and fits a phone in every state", async ({ page, context }) => {
  test.slow();
  const text = contents.en.contact;
  const { fill, field, send, notice } = formIn(page);
  // As it is when it is opened: pages.spec.ts. Past the limit: contact-failures.spec.ts.
  await page.goto("/contact");
  await awaken(page);
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
  await expectSent(page);
  await expectSound(page, "sent");

  await page.goto("/contact?mode=requestOffer");
  await awaken(page);
  await expectSound(page, "offer");
});
