import { offer } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { euros, fill, replyTime } from "#content/format.ts";
import { languageNames, localePath, type Locale } from "#content/locales.ts";
import { choiceQuery } from "#content/quote.ts";
import { awaken, contents, expectSent, expectSound, formIn, formOf, someone, type Sender } from "./contact-form.ts";
import { mailsAbout, post, readMails, site } from "./mails.ts";
import { expect, test, type Page } from "./story.ts";

/** One notice with everything that was sent and one receipt in the sender's language. */
async function expectStoredOnce(sender: Sender, locale: Locale, page = localePath(locale, "/contact"), read = mailsAbout) {
  const { notices, receipts } = await read(sender.email);
  expect(notices.map(({ subject }) => subject)).toEqual([`${contents.gl.contact.form.reasons.support}: ${sender.name}`]);
  const [notice] = notices;
  expect(notice!.replyTo?.[0]).toMatchObject({ name: sender.name, address: sender.email });
  const { details } = contents.gl.mail.notice;
  const facts = {
    ...sender,
    phone: "+34 612 345 678",
    reason: contents.gl.contact.form.reasons.support,
    language: languageNames[locale],
    page,
  };
  for (const [name, value] of Object.entries(facts)) {
    expect(lines(notice!.text), name).toContain(`${details[name as keyof typeof details]}\n${value}`);
  }
  expect(receipts.map(({ subject }) => subject)).toEqual([contents[locale].mail.receipt.subject]);
  expect(lines(receipts[0]!.text)).toContain(fill(contents[locale].mail.receipt.greeting, { name: sender.name }));
}

/** The same for several: when what is about the first has been sent, so has the rest. */
async function expectAllStoredOnce([first, ...others]: Sender[]) {
  await expectStoredOnce(first!, "en");
  for (const sender of others) await expectStoredOnce(sender, "en", undefined, readMails);
}

/** A mail's text without the places where its lines were wrapped. */
function lines(text = ""): string {
  return text.replace(/\n(?=\S)(?<!\n\n)/g, "\n");
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });
    // One of them goes all the way without; what the server makes of the form is in tests/http/contact.test.ts.
    const withoutInDepth = javaScriptEnabled ? {} : { tag: "@deep" };

    // What goes out in each language is in backend/mail/compose.test.ts.
    for (const locale of javaScriptEnabled ? (["en", "es"] as const) : (["gl"] as const)) {
      const inDepth = locale === "es" ? { tag: "@deep" } : {};
      test(`a visitor sends a message in ${locale}, and it is stored once, whatever they do next`, inDepth, async ({ page }) => {
        const sender = someone();
        await page.goto(localePath(locale, "/contact"));
        if (javaScriptEnabled) await awaken(page);
        const { fill: fillIn, takeTime, send } = formIn(page, locale);
        await fillIn(sender);
        if (javaScriptEnabled) await takeTime();
        await expect(send).toHaveText(contents[locale].contact.form.send);
        await send.click();
        await expectSent(page, locale);
        await expect(page).toHaveURL(localePath(locale, "/contact?sent=yes#sent"));
        if (javaScriptEnabled) await expectSound(page, "sent");
        const { create, area } = contents[locale].contact.sent.follow;
        await expect(page.getByRole("link", { name: create })).toHaveAttribute("href", localePath(locale, "/register"));
        await expect(page.getByRole("link", { name: area })).toHaveCount(0);

        await page.reload();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(contents[locale].contact.sent.heading);
        await page.goBack();
        const again = formIn(page, locale);
        await again.fill(sender);
        await again.send.click();
        await expectSent(page, locale);
        await expectStoredOnce(sender, locale);
      });
    }

    test(
      "a message is sent from the home page's section, with the page and the campaign it came from",
      { tag: "@deep" },
      async ({ page }) => {
        const sender = someone();
        await page.goto("/gl?utm_source=boletín&utm_campaign=spring&other=1#contact");
        if (javaScriptEnabled) await awaken(page);
        const { fill: fillIn, takeTime, send, field, notice } = formIn(page, "gl");
        // A first try with a mistake must not lose where it began.
        await fillIn({ ...sender, email: "uxia" });
        await send.click();
        await expect(notice).toBeFocused();
        await field("email").fill(sender.email);
        if (javaScriptEnabled) await takeTime();
        await send.click();
        await expectSent(page, "gl");
        await expectStoredOnce(sender, "gl", "/gl");
        const [notice1] = (await readMails(sender.email)).notices;
        expect(notice1!.text).toContain("utm_source: boletín, utm_campaign: spring");
        expect(notice1!.text).not.toContain("other");
      },
    );

    // In the other languages: tests/http/offer.test.ts.
    test("the offer's button opens the form in offer mode, ready to be sent", withoutInDepth, async ({ page }) => {
      const { message: _ours, reason: _support, ...sender } = someone();
      const { modes, offerMessage } = contents.gl.contact;
      const price = euros("gl", offer.price);
      await page.goto("/gl");
      await page.locator('#offer [data-track="request-offer"]').click();
      await expect(page).toHaveURL("/gl/contact?mode=requestOffer");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(fill(modes.requestOffer.heading, { price }));
      await expect(page.getByText(modes.requestOffer.lead)).toBeVisible();
      await expect(page.getByText(fill(modes.contact.lead, { soon: replyTime("gl") }))).toBeHidden();
      const { fill: fillIn, field, send, notice } = formIn(page, "gl");
      await expect(field("reason")).toHaveValue("offer");
      await expect(field("message")).toHaveValue(fill(offerMessage, { price }));
      if (javaScriptEnabled) await awaken(page);
      if (javaScriptEnabled) await expectSound(page, "offer");
      // Its mode survives a mistake.
      await field("name").fill(sender.name);
      await send.click();
      await expect(notice).toBeFocused();
      await expect(field("reason")).toHaveValue("offer");
      await expect(page.getByRole("heading", { level: 1 })).toContainText(price);
      await fillIn(sender);
      if (javaScriptEnabled) await formIn(page, "gl").takeTime();
      await send.click();
      await expectSent(page, "gl");
      const { notices, receipts } = await mailsAbout(sender.email);
      expect(notices.map(({ subject }) => subject)).toEqual([`${contents.gl.contact.form.reasons.offer}: ${sender.name}`]);
      expect(notices[0]!.text).toContain(fill(offerMessage, { price }));
      expect(receipts).toHaveLength(1);
    });

    test("both consents lead to their documents, and what was typed stays", { tag: "@deep" }, async ({ page, context }) => {
      await page.goto("/es/contact");
      const { form, fill: fillIn, expectKept } = formIn(page, "es");
      const sender = someone();
      await fillIn(sender);
      for (const [name, path] of [
        ["privacy", "/es/legal/politica-privacidad"],
        ["terms", "/es/legal/terminos-condiciones"],
      ] as const) {
        const opening = context.waitForEvent("page");
        // The note above the boxes leads to the policy too.
        await form.getByRole("link", { name: contents.es.contact.form[name].link }).last().click();
        const opened = await opening;
        await expect(opened).toHaveURL(path);
        await expect(opened.getByRole("heading", { level: 1 })).toBeVisible();
        await opened.close();
        await expectKept(sender);
      }
    });
  });
}

test("what was chosen of the offer goes with the request, whatever is written over the message", async () => {
  const { slip, sections } = en.offer;
  const chosen = [
    `${slip.sections}: ${sections.gallery}, ${sections.team}`,
    `${slip.maintenance}: ${slip.plans.yearly}`,
    `${slip.report}: ${slip.yes}`,
  ];
  const place = `/contact?mode=requestOffer&${choiceQuery({ sections: ["gallery", "team"], maintenance: "yearly", report: true })}`;
  const send = async (message: string, path = place) => {
    const sender = { ...someone(), message };
    const { status } = await post(site, { ...formOf(sender), terms: "on" }, {}, path);
    return { status, stored: async () => lines((await mailsAbout(sender.email)).notices[0]!.text) };
  };
  const own = await send("We have a bakery in Lugo and want the website before the summer.");
  expect(await own.stored()).toContain(`before the summer.\n\n${chosen.join("\n")}`);
  // What somebody says of it themselves stands.
  const changed = await send(`We have a bakery in Lugo, and it opens at six.\n${slip.maintenance}: we don't know yet.`);
  expect(await changed.stored()).toContain(`${slip.maintenance}: we don't know yet.`);
  expect(await changed.stored()).toContain(chosen[2]);
  expect(await changed.stored()).not.toContain(chosen[1]);
  // The whole of it must fit; and where nothing is offered, nothing was chosen.
  expect((await send("a".repeat(4990))).status).toBe(400);
  expect(
    await (
      await send("We have a bakery in Lugo and want to know more about you.", place.replace("mode=requestOffer", "mode=other"))
    ).stored(),
  ).not.toContain(chosen[2]);
});

test("the form can be filled in and sent with the keyboard alone", async ({ page }) => {
  const sender = someone();
  await page.goto("/contact");
  const { keyboard } = page;
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  const { field, send, takeTime } = formIn(page);
  // The ways that need no form come first.
  for (const way of [/^mailto:/, /^tel:/, /^https:\/\/wa\.me\//]) {
    await keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveAttribute("href", way);
  }
  for (const name of ["name", "email", "company", "city", "phone"] as const) {
    await keyboard.press("Tab");
    await expect(field(name)).toBeFocused();
    await keyboard.type(sender[name]);
  }
  await keyboard.press("Tab");
  await expect(field("reason")).toBeFocused();
  // No other reason begins with that letter.
  await keyboard.press(contents.en.contact.form.reasons.support[0]!);
  await expect(field("reason")).toHaveValue("support");
  await keyboard.press("Tab");
  await expect(field("message")).toBeFocused();
  await keyboard.type(sender.message, { delay: 5 });
  // The link of the note on privacy.
  await keyboard.press("Tab");
  for (const name of ["privacy", "terms"] as const) {
    await keyboard.press("Tab");
    await expect(field(name)).toBeFocused();
    await keyboard.press("Space");
    await keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText(contents.en.contact.form[name].link);
  }
  await keyboard.press("Tab");
  await takeTime();
  await expect(send).toBeFocused();
  await keyboard.press("Enter");
  await expectSent(page);
  await keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: contents.en.contact.sent.home })).toBeFocused();
  await expectStoredOnce(sender, "en");
});

test("who is quick with the keyboard is not taken back to the beginning of the content", async ({ page }) => {
  await page.goto("/contact");
  await awaken(page);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('a[href="#content"]')!.click();
    document.querySelector<HTMLElement>("[name=name]")!.focus();
  });
  await expect(page).toHaveURL(/#content$/);
  // React hears of the anchor some time after the browser.
  await page.waitForTimeout(500);
  await expect(formIn(page).field("name")).toBeFocused();
});

/** Holds back the form's way to the server; counts how often it is sent. */
async function holdPosts(page: Page) {
  const released = Promise.withResolvers<void>();
  let posts = 0;
  await page.route(/\/contact(\.data)?(\?|$)/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    posts++;
    await released.promise;
    await route.continue();
  });
  return { release: released.resolve, posts: () => posts };
}

const impatience = {
  "a double click": (page: Page) => formIn(page).send.dblclick(),
  "Enter twice": async (page: Page) => {
    await formIn(page).field("city").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
  },
  "asking again the moment the request leaves": (page: Page) =>
    formIn(page).form.evaluate((form: HTMLFormElement) => {
      const send = window.fetch;
      window.fetch = (...args) => {
        window.fetch = send;
        const sent = send(...args);
        void Promise.resolve().then(() => form.requestSubmit());
        return sent;
      };
      form.requestSubmit();
    }),
};
const ways = Object.keys(impatience).join(", ");

test(`${ways}: each sends once, and the button says so while the server is slow`, async ({ page }) => {
  const senders = [];
  for (const [how, act] of Object.entries(impatience)) {
    const sender = someone();
    await page.goto("/contact");
    await awaken(page);
    const held = await holdPosts(page);
    const { fill: fillIn, takeTime, send } = formIn(page);
    await fillIn(sender);
    await takeTime();
    await act(page);
    await expect(send, how).toBeDisabled();
    await expect(send).toHaveAttribute("aria-busy", "true");
    await expect(send).toHaveText(en.contact.form.sending);
    held.release();
    await expectSent(page);
    expect(held.posts(), how).toBe(1);
    senders.push(sender);
  }
  await expectAllStoredOnce(senders);
});

test(`${ways}: before React is awake too, one request is stored`, { tag: "@deep" }, async ({ page }) => {
  await page.route("**/*.js", () => {});
  const senders = [];
  for (const act of Object.values(impatience)) {
    const sender = someone();
    await page.goto("/contact");
    const { fill: fillIn, takeTime } = formIn(page);
    await fillIn(sender);
    await takeTime();
    await act(page);
    await expectSent(page);
    senders.push(sender);
  }
  await expectAllStoredOnce(senders);
});

// The page brings neither: tests/http/contact.test.ts.
test("each visit gets a key and a time of its own", { tag: "@deep" }, async ({ page }) => {
  const hidden = () =>
    page
      .locator("form[data-track=contact-form] input[type=hidden]")
      .evaluateAll((all) => Object.fromEntries(all.map((one) => [(one as HTMLInputElement).name, (one as HTMLInputElement).value])));
  const visits = [];
  for (const address of ["/contact", "/contact", "/"]) {
    await page.goto(address);
    await page.evaluate(() => document.querySelector<HTMLInputElement>("form [name=email]")!.focus());
    const asleep = await hidden();
    expect(asleep).toMatchObject({ mode: "contact", key: expect.stringMatching(/^[\w-]{16,}$/) });
    expect(Math.abs(Date.now() - Number(asleep.started))).toBeLessThan(30_000);
    await awaken(page);
    expect(await hidden()).toEqual(asleep);
    visits.push(asleep.key);
  }
  expect(new Set(visits).size).toBe(3);
});

test(
  "the trap is out of sight, out of the way of the keyboard, and not announced; what falls into it is acknowledged and kept apart",
  { tag: "@deep" },
  async ({ page }) => {
    const sender = someone();
    await page.goto("/contact");
    await awaken(page);
    const { form, field, fill: fillIn, takeTime, send } = formIn(page);
    const trap = form.locator("[name=homepage]");
    await expect(trap).not.toBeInViewport();
    await form.scrollIntoViewIfNeeded();
    const box = (await trap.boundingBox())!;
    expect(box.x + box.width).toBeLessThan(0);
    await expect(form.getByRole("textbox", { name: contents.en.contact.form.trap })).toHaveCount(0);
    expect(await form.ariaSnapshot()).not.toContain(contents.en.contact.form.trap);
    await field("terms").focus();
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press("Tab");
      await expect(trap).not.toBeFocused();
    }

    await fillIn(sender);
    await trap.evaluate((input: HTMLInputElement) => (input.value = "https://autofilled.example"));
    await takeTime();
    await send.click();
    await expectSent(page);
    const { notices, receipts } = await mailsAbout(sender.email);
    const subject = fill(contents.gl.mail.notice.spamSubject, { reason: contents.gl.contact.form.reasons.support, name: sender.name });
    expect(notices.map((notice) => notice.subject)).toEqual([subject]);
    expect(lines(notices[0]!.text)).toContain(contents.gl.mail.notice.signals.trap);
    expect(receipts).toEqual([]);
  },
);
