import { agency } from "#content/agency.ts";
import { fill } from "#content/format.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { contents, formOf, someone } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails, site } from "./mails.ts";
import { newAdmin } from "./people.ts";
import { expect, test, type Locator, type Page } from "./story.ts";

const text = contents.en.messages;
const words = contents.gl.conversation;

for (const { name, javaScriptEnabled, width, tag } of [
  { name: "", javaScriptEnabled: true, width: 1280 },
  { name: ", without JavaScript, at 360 pixels", javaScriptEnabled: false, width: 360, tag: "@deep" },
]) {
  test.describe(() => {
    test.use({ javaScriptEnabled, viewport: { width, height: 800 } });

    test(
      `a request in Galician is answered, the client answers by the link of the mail, and it is won${name}`,
      tag ? { tag } : {},
      async ({ page, browser }) => {
        const sender = someone();
        await post(site, formOf(sender), {}, "/gl/contact");
        await newAdmin(page, { name: "Iria Souto" });
        await page.goto(`/admin/messages?${new URLSearchParams({ q: sender.email })}`);
        await page.getByRole("list", { name: text.list.label }).getByRole("link").click();
        await expect(page.getByRole("article", { name: sender.name })).toBeVisible();
        const conversation = page
          .locator("section", { has: page.getByRole("heading", { name: text.history.heading }) })
          .getByRole("listitem");

        // One key, or the button in sight, leads to the reply; a prepared text is in the client's language.
        const reply = page.getByLabel(text.reply.text);
        if (javaScriptEnabled) {
          await hydrated(page);
          await page.keyboard.press("r");
        } else await page.getByRole("link", { name: text.detail.reply, exact: true }).click();
        await expect(reply).toBeFocused();
        await page.getByLabel(text.reply.saved).selectOption("in_progress");
        await page.getByRole("button", { name: text.reply.insert }).click();
        await expect(reply).toHaveValue(fill(contents.gl.mail.news.texts.in_progress, { person: sender.name, name: agency.name }));
        const written = `Ola, ${sender.name}:\n\nMira https://exemplo.example/proba e dinos que che parece. <b>Grazas</b>`;
        await reply.fill(written);
        if (javaScriptEnabled) {
          await page.reload();
          await hydrated(page);
          await expect(reply).toHaveValue(written);
        }
        await expect(page.getByLabel(text.reply.move)).toHaveValue("in_progress");
        await page.getByRole("button", { name: text.reply.send }).click();
        await expect(page.getByRole("status").filter({ hasText: fill(text.done.reply, { name: sender.name }) })).toBeVisible();
        if (javaScriptEnabled) expect(await page.evaluate(() => localStorage.getItem("inbox-drafts"))).toBeNull();

        // The mail belongs to the receipt, quotes what was asked, and opens this one conversation.
        const replies = async () => (await readMails(sender.email)).receipts.filter((mail) => mail.subject?.startsWith("Re: "));
        await expect.poll(async () => (await replies()).length).toBe(1);
        const [mail] = await replies();
        const receipt = (await readMails(sender.email)).receipts.find((one) => !one.subject?.startsWith("Re: "))!;
        expect(mail).toMatchObject({ inReplyTo: receipt.messageId, subject: `Re: ${receipt.subject}` });
        expect(mail!.text).toContain(sender.message.slice(0, 40));
        const link = /https?:\S+conversation\S+/.exec(mail!.text!)![0];

        const guest = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 800 } });
        const theirs = await guest.newPage();
        await theirs.goto(link);
        const messages = theirs.getByRole("list", { name: words.list }).getByRole("listitem");
        await expect(messages).toHaveText([
          new RegExp(sender.message),
          /Estamos con ela/,
          new RegExp(`Iria Souto, ${agency.name}.*<b>Grazas</b>`, "s"),
        ]);
        await expect(messages.getByRole("link")).toHaveAttribute("href", "https://exemplo.example/proba");
        await expect(messages.getByRole("link")).toHaveAttribute("rel", "noopener noreferrer nofollow");
        if (javaScriptEnabled) await hydrated(theirs);
        await theirs.getByRole("button", { name: words.answer.send }).click();
        await expect(theirs.getByRole("alert")).toContainText(words.errors.text);
        await expect(theirs.getByRole("alert")).toBeFocused();
        await theirs.getByLabel(words.answer.label).fill("Gústame moito.\nAdiante!");
        await theirs.getByRole("button", { name: words.answer.send }).click();
        await expect(theirs.getByText(words.answer.done)).toBeVisible();
        if (javaScriptEnabled) await expect(theirs.getByText(words.answer.done)).toBeFocused();
        await expect(messages.last()).toContainText("Adiante!");
        await expect(theirs.getByLabel(words.answer.label)).toHaveValue("");
        expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        if (javaScriptEnabled) expect(await barriersInBothSchemes(theirs, "main")).toEqual([]);
        await theirs.getByRole("link", { name: words.account.create }).click();
        await expect(theirs.getByLabel(contents.gl.account.register.email)).toHaveValue(sender.email);

        // The agency hears of it in the thread of the notice, finds it unread, and wins the client.
        const notices = async () => (await readMails(sender.email)).notices;
        await expect.poll(async () => (await notices()).length).toBe(2);
        const notice = (await notices()).find(({ subject }) => !subject?.startsWith("Re: "));
        const answer = (await notices()).find(({ subject }) => subject?.startsWith("Re: "))!;
        expect(answer.inReplyTo).toBe(notice!.messageId);
        expect(answer.replyTo?.[0]?.address).toBe(sender.email);
        await page.goto(`/admin/messages?${new URLSearchParams({ q: sender.email })}`);
        const row = page.getByRole("list", { name: text.list.label }).getByRole("link");
        await expect(row).toContainText(text.list.unread);
        await row.click();
        await expect(conversation.last()).toContainText("Adiante!");
        await page.getByRole("button", { name: text.link.end }).click();
        await expect(page.getByText(text.done.links_ended)).toBeVisible();
        if (javaScriptEnabled) expect(await barriersInBothSchemes(page, "main")).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await page.getByRole("article").getByRole("button", { name: text.folders.won }).click();
        await expect(page.getByText(fill(text.done.state, { name: sender.name, state: text.folders.won }))).toBeVisible();

        // Ended, the link says so, and gives back what was being written.
        await theirs.goto(link);
        await expect(theirs.getByRole("heading", { level: 1, name: words.closed.ended.heading })).toBeVisible();
        expect(await replies()).toHaveLength(1);
        await guest.close();
      },
    );
  });
}

/** Goes there with the Tab key, as somebody without a mouse does. */
async function reach(page: Page, place: Locator, key = "Tab") {
  const isThere = () => place.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 15 && !(await isThere()); steps++) await page.keyboard.press(key);
  await expect(place).toBeFocused();
}

/** Chooses a file where the keyboard is, takes it back, and chooses another one. */
async function changeFiles(page: Page, { list, remove }: { list: string; remove: string }) {
  const items = page.getByRole("list", { name: list, exact: true }).getByRole("listitem");
  // Asked for beforehand: else the key may be faster, and a window of the system opens.
  page.on("filechooser", () => {});
  for (const name of ["wrong.txt", "right.txt"]) {
    await reach(page, page.locator("#field-files"));
    const [opening] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
    await opening.setFiles({ name, mimeType: "", buffer: Buffer.from(name) });
    await expect(items.filter({ hasText: name })).toHaveAttribute("data-upload", "ready");
    if (name === "right.txt") continue;
    await reach(page, page.getByRole("button", { name: `${remove}: ${name}` }));
    await page.keyboard.press("Enter");
    await expect(items).toHaveCount(0);
  }
}

test(
  "a reply and its answer are written by keyboard alone, with a saved text and files; a draft outlives a reload",
  { tag: "@deep" },
  async ({ page, browser }) => {
    const sender = someone();
    await post(site, formOf(sender), {}, "/gl/contact");
    await newAdmin(page, { name: "Iria Souto" });
    await page.goto(`/admin/messages?${new URLSearchParams({ q: sender.email })}`);
    await hydrated(page);
    await page.getByRole("list", { name: text.list.label }).getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article", { name: sender.name })).toBeVisible();
    await page.keyboard.press("r");
    const reply = page.getByLabel(text.reply.text);
    await expect(reply).toBeFocused();

    await reach(page, page.getByLabel(text.reply.saved), "Shift+Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(reply).toBeFocused();
    await expect(reply).not.toHaveValue("");
    await page.keyboard.type(" Ola!");
    await changeFiles(page, contents.en.files);
    await reach(page, page.getByRole("button", { name: text.reply.send }));
    await page.keyboard.press("Enter");
    const done = page.getByRole("status").filter({ hasText: fill(text.done.reply, { name: sender.name }) });
    await expect(done).toBeFocused();

    const mailed = async () => (await readMails(sender.email)).receipts.find((mail) => mail.subject?.startsWith("Re: "));
    await expect.poll(mailed).toBeDefined();
    const theirs = await (await browser.newContext()).newPage();
    await theirs.goto(/https?:\S+conversation\S+/.exec((await mailed())!.text!)![0]);
    await hydrated(theirs);
    const messages = theirs.getByRole("list", { name: words.list }).locator("> li");
    await expect(messages.last()).toContainText("Ola!");
    await expect(messages.last()).toContainText("right.txt");
    const answer = theirs.getByLabel(words.answer.label);
    await answer.focus();
    await theirs.keyboard.type("Grazas.");
    await theirs.reload();
    await hydrated(theirs);
    await expect(answer).toHaveValue("Grazas.");
    await answer.focus();
    await changeFiles(theirs, contents.gl.files);
    await reach(theirs, theirs.getByRole("button", { name: words.answer.send }));
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByText(words.answer.done)).toBeFocused();
    await expect(messages.last()).toContainText("Grazas.");
    await expect(messages.last()).toContainText("right.txt");
    await expect(messages.last()).not.toContainText("wrong.txt");

    // The same words once more are another message, and leave the field as the first ones did.
    const count = await messages.count();
    await answer.fill("Grazas.");
    await theirs.getByRole("button", { name: words.answer.send }).press("Enter");
    await expect(messages).toHaveCount(count + 1);
    await expect(answer).toHaveValue("");
  },
);

test(
  "an answer that arrived, and nobody heard of it, is one when it is sent again after a reload, with a reply in between",
  { tag: "@deep" },
  async ({ page, browser }) => {
    const sender = someone();
    await post(site, formOf(sender), {}, "/gl/contact");
    await newAdmin(page);
    await page.goto(`/admin/messages?${new URLSearchParams({ q: sender.email })}`);
    await page.getByRole("list", { name: text.list.label }).getByRole("link").click();
    const sendReply = async (written: string) => {
      await hydrated(page);
      await page.getByLabel(text.reply.text).fill(written);
      await page.getByLabel(text.reply.move).selectOption("");
      await page.getByRole("button", { name: text.reply.send }).click();
      await expect(page.getByRole("article").getByText(written, { exact: true })).toBeVisible();
    };
    await sendReply("Ola");
    const mailed = async () => (await readMails(sender.email)).receipts.find((mail) => mail.subject?.startsWith("Re: "));
    await expect.poll(mailed).toBeDefined();
    const theirs = await (await browser.newContext()).newPage();
    await theirs.goto(/https?:\S+conversation\S+/.exec((await mailed())!.text!)![0]);
    await hydrated(theirs);

    const send = theirs.getByRole("button", { name: words.answer.send });
    await theirs.route("**/conversation.data*", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      return route.abort("connectionreset");
    });
    await theirs.getByLabel(words.answer.label).fill("Si, grazas.");
    await send.click();
    await expect(theirs.getByRole("alert")).toBeVisible();
    await theirs.unrouteAll();
    await page.reload();
    await sendReply("Algo máis?");

    await theirs.reload();
    await hydrated(theirs);
    await expect(theirs.getByLabel(words.answer.label)).toHaveValue("Si, grazas.");
    await send.click();
    await expect(theirs.getByText(words.answer.done)).toBeVisible();
    const messages = theirs.getByRole("list", { name: words.list }).locator("> li");
    await expect(messages.last()).toContainText("Algo máis?");
    await expect(messages.filter({ hasText: "Si, grazas." })).toHaveCount(1);
    await expect(theirs.getByLabel(words.answer.label)).toHaveValue("");
  },
);
