import { findPostgres, startPostgres } from "../postgres.ts";
import { awaken, contents, expectSent, expectSound, formIn, someone } from "./contact-form.ts";
import { mailsAbout, readMails } from "./mails.ts";
import { expect, test, type Browser, type Page, type Route } from "./story.ts";

async function expectFailure(page: Page) {
  const { notice, send } = formIn(page);
  await expect(notice).toHaveAccessibleName("There was an error sending the message.");
  await expect(notice).toContainText("There was an error sending the email, please try again later, thank you.");
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();
  await expect(send).toBeEnabled();
  await expect(send).toHaveText(contents.en.contact.form.send);
}

/** Lets the next way of the form to the server go wrong. */
async function onTheWay(page: Page, trouble: (route: Route) => Promise<unknown>) {
  await page.route("**/contact.data*", (route) => (route.request().method() === "POST" ? trouble(route) : route.continue()));
}

for (const address of ["/contact", "/"]) {
  const inDepth = address === "/contact" ? {} : { tag: "@deep" };
  test(
    `on ${address}, a proxy that is in trouble, no network, an answer that is lost: the form says so, keeps what was typed, and is stored once`,
    inDepth,
    async ({ page, context }) => {
      const sender = someone();
      await page.goto(address);
      await awaken(page);
      const { fill, expectKept, takeTime, send } = formIn(page);
      await fill(sender);
      await page.waitForFunction(() => {
        const loaded = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
        return [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].every(({ href }) => loaded.has(href));
      });
      for (const body of ["<h1>Service Unavailable</h1>", ""]) {
        await onTheWay(page, (route) => route.fulfill({ status: 503, contentType: "text/html", body }));
        await send.click();
        await expectFailure(page);
        await expectKept(sender);
        await page.unroute("**/contact.data*");
      }
      await context.setOffline(true);
      for (let attempt = 1; attempt <= 2; attempt++) {
        await send.click();
        await expectFailure(page);
        await expectKept(sender);
      }
      await expectSound(page, "failed");
      await context.setOffline(false);
      await takeTime();
      // It is stored, and nobody hears of it: the page asks again by itself.
      let posts = 0;
      await onTheWay(page, async (route) => {
        if (++posts > 1) return route.continue();
        await route.fetch();
        return route.abort("connectionreset");
      });
      await send.click();
      await expectSent(page);
      expect(posts).toBe(2);
      const { notices, receipts } = await mailsAbout(sender.email);
      expect([notices.length, receipts.length]).toEqual([1, 1]);
    },
  );
}

/** Two people at the same site: one without JavaScript. */
async function twoPeople(browser: Browser) {
  const contexts = [await browser.newContext({ locale: "en-US" }), await browser.newContext({ locale: "en-US", javaScriptEnabled: false })];
  const people = [];
  for (const [index, context] of contexts.entries())
    people.push({ page: await context.newPage(), hasScript: index === 0, sender: someone() });
  return { people, leave: () => Promise.all(contexts.map((context) => context.close())) };
}

test("a database that is away: 503, what was typed stays, and it is stored once when the database is back; past the limit: 429; without JavaScript too", async ({
  browser,
  open,
}) => {
  test.skip(!findPostgres(), "needs a Postgres");
  test.slow();
  const postgres = await startPostgres();
  // Those of the two, and those that mailsAbout sends.
  const office = await open({ DATABASE_URL: await postgres.createDatabase(), REQUESTS_PER_ADDRESS: "6" });
  const { people, leave } = await twoPeople(browser);
  for (const { page, hasScript, sender } of people) {
    await page.goto(`${office.url}/contact`);
    if (hasScript) await awaken(page);
    await formIn(page).fill(sender);
  }
  await postgres.halt();
  for (const { page, sender } of people) {
    const answers: number[] = [];
    page.on("response", (response) => void (response.request().method() === "POST" && answers.push(response.status())));
    await formIn(page).send.click();
    await expectFailure(page);
    expect(new Set(answers)).toEqual(new Set([503]));
    await formIn(page).expectKept(sender);
  }
  await postgres.resume();
  for (const { page, hasScript, sender } of people) {
    if (hasScript) await formIn(page).takeTime();
    await formIn(page).send.click();
    await expectSent(page);
    const { notices, receipts } = await mailsAbout(sender.email, office);
    expect([notices.length, receipts.length]).toEqual([1, 1]);
  }
  for (const { page, hasScript } of people) {
    const next = someone();
    const { fill, expectKept, send, notice } = formIn(page);
    await page.goto(`${office.url}/contact`);
    if (hasScript) await awaken(page);
    await fill(next);
    const [response] = await Promise.all([page.waitForResponse((one) => one.request().method() === "POST"), send.click()]);
    expect(response.status()).toBe(429);
    const seconds = Number(response.headers()["retry-after"]);
    expect(seconds).toBeGreaterThan(3000);
    expect(seconds).toBeLessThanOrEqual(3600);
    await expect(notice).toHaveAccessibleName(contents.en.contact.limited.heading);
    await expect(notice).toContainText(`${Math.ceil(seconds / 60)} minutes`);
    await expect(notice).toBeFocused();
    await expectKept(next);
    expect(await readMails(next.email, office)).toEqual({ notices: [], receipts: [] });
  }
  await expectSound(people[0]!.page, "limited");
  await leave();
  await postgres.stop();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  // Other pages and languages: tests/http/contact.test.ts.
  test("what is too large is answered with 413 and the form, and can be sent shorter", { tag: "@deep" }, async ({ page }) => {
    await page.goto("/contact");
    const { fill, field, send, notice } = formIn(page);
    const sender = someone();
    await fill(sender);
    await field("message").evaluate((area: HTMLTextAreaElement) => (area.value = "x".repeat(300_000)));
    const [response] = await Promise.all([page.waitForResponse((one) => one.request().method() === "POST"), send.click()]);
    expect(response.status()).toBe(413);
    await expect(notice).toHaveAccessibleName(contents.en.contact.tooLarge.heading);
    await expect(notice).toBeFocused();
    await expect(field("name")).toBeVisible();
    expect(await mailsAbout(sender.email)).toEqual({ notices: [], receipts: [] });

    // As the notice says: back in the browser, shorter, and sent again.
    await page.goBack();
    await fill(sender);
    await send.click();
    await expectSent(page);
    expect((await mailsAbout(sender.email)).notices).toHaveLength(1);
  });
});
