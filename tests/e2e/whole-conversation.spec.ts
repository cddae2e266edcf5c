import sharp from "sharp";
import { fill } from "#content/format.ts";
import { findDovecot, startDovecot } from "../dovecot.ts";
import { contents, formOf, someone } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails, type Office } from "./mails.ts";
import { newPerson, signedIn } from "./people.ts";
import { expect, test } from "./story.ts";

const text = contents.en.messages;
const words = contents.gl;

test(
  "an offer asked for in Galician: answered in the inbox, answered by mail with a logo, a draft comes back, and it is won, while two look on",
  { tag: "@deep" },
  async ({ open, browser }) => {
    test.skip(!findDovecot(), "there is no Dovecot on this machine");
    const dovecot = await startDovecot();
    try {
      const office: Office = await open({ IMAP_URL: dovecot.url });
      const url = office.url.replace("127.0.0.1", "localhost");
      const atWork = async (name: string) => {
        const { email } = await newPerson(url, { role: "admin", office, data: { name } });
        const context = await browser.newContext({ baseURL: url });
        await signedIn(context, email, url, office);
        return context.newPage();
      };
      const [page, other] = [await atWork("Iria Souto"), await atWork("Brais Lema")];
      const sender = someone();

      // The other one has the inbox open, and sees it come.
      await other.goto("/admin/messages");
      await hydrated(other);
      await post({ ...office, url }, { ...formOf(sender), mode: "requestOffer" }, {}, "/gl/contact");
      await expect(other.getByRole("list", { name: text.list.label })).toContainText(sender.name);

      const openRequest = async () => {
        await page.getByRole("list", { name: text.list.label }).getByRole("link").click();
        await expect(page.getByRole("article", { name: sender.name })).toBeVisible();
      };
      await page.goto(`/admin/messages?${new URLSearchParams({ q: sender.email })}`);
      await hydrated(page);
      await openRequest();
      await page.getByLabel(text.reply.text).fill("Ola! Mándanos o logo, por favor.");
      await page.getByRole("button", { name: text.reply.send }).click();
      const done = page.getByRole("status").filter({ hasText: fill(text.done.reply, { name: sender.name }) });
      await expect(done).toBeVisible();
      await openRequest();

      // The client answers by mail, with the logo.
      const replies = async () => (await readMails(sender.email, office)).receipts.filter(({ subject }) => subject?.startsWith("Re: "));
      await expect.poll(async () => (await replies()).length).toBe(1);
      const [mail] = await replies();
      const logo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
        .png()
        .toBuffer();
      dovecot.deliver(
        [
          `From: "${sender.name}" <${sender.email}>`,
          "To: ola@abrente.example",
          `Subject: ${mail!.subject}`,
          `Message-ID: <${crypto.randomUUID()}@example.com>`,
          `In-Reply-To: ${mail!.messageId}`,
          'Content-Type: multipart/mixed; boundary="b"',
          "",
          "--b\nContent-Type: text/plain; charset=utf-8\n\nAquí vai, grazas!\n",
          "El mér., 18 nov 2026 a las 10:00, Abrente escribió:\n> Ola! Mándanos o logo, por favor.\n",
          '--b\nContent-Type: image/png\nContent-Disposition: attachment; filename="logo.png"\nContent-Transfer-Encoding: base64\n',
          logo.toString("base64"),
          "--b--",
        ].join("\n"),
      );
      const conversation = page
        .locator("section", { has: page.getByRole("heading", { name: text.history.heading }) })
        .getByRole("listitem");
      // Without a reload.
      await expect(conversation.filter({ hasText: "Aquí vai, grazas!" })).toContainText("logo.png");

      // The draft goes as a file, and the client says yes by the link of its mail.
      await page
        .locator("#field-files")
        .setInputFiles({ name: "proposta.txt", mimeType: "", buffer: Buffer.from("A portada, en dúas columnas") });
      await page.getByLabel(text.reply.text).fill("Esta é a proposta.");
      await page.getByRole("button", { name: text.reply.send }).click();
      await expect(conversation.filter({ hasText: "Esta é a proposta." })).toContainText("proposta.txt");
      await expect.poll(async () => (await replies()).some((one) => one.text!.includes("proposta.txt"))).toBe(true);
      const link = /https?:\S+conversation\S+/.exec((await replies()).find((one) => one.text!.includes("proposta.txt"))!.text!)![0];
      const guest = await browser.newContext();
      const theirs = await guest.newPage();
      await theirs.goto(link);
      const messages = theirs.getByRole("list", { name: words.conversation.list });
      await expect(messages).toContainText("Aquí vai, grazas!");
      await expect(messages.getByRole("link", { name: new RegExp(`^${words.files.download}: proposta.txt`) })).toBeVisible();
      await theirs.getByLabel(words.conversation.answer.label).fill("Gústame. Adiante!");
      await theirs.getByRole("button", { name: words.conversation.answer.send }).click();
      await expect(theirs.getByText(words.conversation.answer.done)).toBeVisible();

      await expect(conversation.filter({ hasText: "Adiante!" })).toBeVisible();
      await page.getByRole("article").getByRole("button", { name: text.folders.won }).click();
      await expect(page.getByText(fill(text.done.state, { name: sender.name, state: text.folders.won }))).toBeVisible();
      await expect(other.getByRole("main").getByText(sender.name)).toHaveCount(0);
    } finally {
      await dovecot.stop();
    }
  },
);
