import sharp from "sharp";
import { fill } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { contents, formOf, someone } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails, site } from "./mails.ts";
import { pdfOf } from "./pdf.ts";
import { newAdmin, newPerson, openAs } from "./people.ts";
import { expect, test, type Locator, type Page, type Route } from "./story.ts";

const megabyte = 1024 * 1024;

/** A request in a language that the agency has answered: its page for the agency, and the link for the client. */
async function answered(page: Page, locale: Locale) {
  const sender = someone();
  await post(site, formOf(sender), {}, localePath(locale, "/contact"));
  await newAdmin(page, { name: "Iria Souto" });
  await page.goto(`/admin/messages?${new URLSearchParams({ q: sender.email })}`);
  await page.getByRole("list", { name: contents.en.messages.list.label }).getByRole("link").click();
  await page.getByLabel(contents.en.messages.reply.text).fill("Mándanos o logo, por favor.");
  await page.getByRole("button", { name: contents.en.messages.reply.send }).click();
  await expect(page.getByRole("status").filter({ hasText: fill(contents.en.messages.done.reply, { name: sender.name }) })).toBeVisible();
  const reply = async () => (await readMails(sender.email)).receipts.find((mail) => mail.subject?.startsWith("Re: "));
  await expect.poll(reply).toBeDefined();
  return { sender, link: /https?:\S+conversation\S+/.exec((await reply())!.text!)![0] };
}

const picture = (background: string) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer();

/** What a picture on the page is drawn with, in red, green and blue. */
async function colours(image: Locator): Promise<string[]> {
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: element.naturalWidth, height: element.naturalHeight });
    const context = canvas.getContext("2d")!;
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return [...new Set(Array.from({ length: data.length / 4 }, (_, pixel) => data.slice(pixel * 4, pixel * 4 + 3).join(",")))];
  });
}

/** Files that are there without being chosen. */
async function hand(form: Locator, how: "drop" | "paste", files: { name: string; size: number }[]) {
  await form.evaluate(
    (element, { how: type, files: given }) => {
      const data = new DataTransfer();
      for (const { name, size } of given) data.items.add(new File([new Uint8Array(size).fill(97)], name));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === "drop"
          ? new DragEvent("drop", { ...options, dataTransfer: data })
          : new ClipboardEvent("paste", { ...options, clipboardData: data }),
      );
    },
    { how, files },
  );
}

test(
  "a client sends files from a phone: several, one cancelled, one resumed, dropped and pasted ones",
  { tag: "@deep" },
  async ({ page, browser }) => {
    const locale = "gl";
    const width = 360;
    await page.setViewportSize({ width, height: 900 });

    const { sender, link } = await answered(page, locale);
    const { files: text, conversation } = contents[locale];
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const theirs = await context.newPage();
    // Asked for beforehand: else the click may be faster, and a window of the system opens.
    theirs.on("filechooser", () => {});

    // One never begins, one waits for us, and the second part of the large one is lost on its way.
    let late: Route | undefined;
    let parts = 0;
    await theirs.route("**/conversation/files?*", async (route) => {
      const headers = route.request().headers();
      const name = Buffer.from(headers["upload-metadata"]?.split(" ")[1] ?? "", "base64").toString();
      if (name === "never.txt") return;
      if (name === "late.txt") return void (late = route);
      if (headers["upload-offset"] === String(6 * megabyte) && parts++ === 0) return route.abort("connectionreset");
      return route.continue();
    });
    await theirs.goto(link);
    await hydrated(theirs);
    const form = theirs.locator("form", { has: theirs.locator("#field-files") });
    const items = form.getByRole("list", { name: text.list }).getByRole("listitem");
    const item = (name: string) => items.filter({ hasText: name });
    await form.getByLabel(conversation.answer.label).fill("Aquí van.");

    const [opening] = await Promise.all([theirs.waitForEvent("filechooser"), form.getByText(text.add, { exact: true }).click()]);
    await opening.setFiles([
      { name: "fotos da panadaría.zip", mimeType: "", buffer: Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(13 * megabyte)]) },
      { name: "never.txt", mimeType: "", buffer: Buffer.from("never") },
      { name: "Logo.png", mimeType: "", buffer: await picture("teal") },
    ]);
    await expect(items).toHaveCount(3);
    await expect(item("never.txt").getByRole("progressbar", { name: "never.txt" })).toBeVisible();
    await expect(item("fotos")).toContainText(text.lost.split("{")[0]!);
    await item("never.txt")
      .getByRole("button", { name: `${text.cancel}: never.txt` })
      .click();
    await expect(items).toHaveCount(2);
    await expect(item("Logo.png").getByRole("button", { name: `${text.remove}: Logo.png` })).toBeVisible();
    await expect(item("fotos")).toHaveAttribute("data-upload", "ready");
    expect(parts).toBe(2);
    await expect
      .poll(() =>
        item("Logo.png")
          .locator("img")
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(320);

    await hand(form, "drop", [
      { name: "programa.exe", size: 3 },
      { name: "película.mp4", size: 25 * megabyte + 1 },
    ]);
    await expect(item("programa.exe")).toContainText(text.errors.type);
    await expect(item("película.mp4")).toContainText(text.errors.large.split("{")[0]!);
    await hand(form, "paste", [{ name: `${"un nome moi longo ".repeat(9)}.txt`, size: 5 }]);
    await expect(item("un nome moi longo")).toHaveAttribute("data-upload", "ready");
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await barriersInBothSchemes(theirs, "main")).toEqual([]);

    // What failed is shown first; what is still under way is waited for.
    const send = form.getByRole("button", { name: conversation.answer.send });
    await send.click();
    await expect(item("programa.exe").getByRole("button")).toBeFocused();
    await theirs.keyboard.press("Enter");
    await expect(item("película.mp4").getByRole("button")).toBeFocused();
    await theirs.keyboard.press("Enter");
    await expect(items).toHaveCount(3);
    await form.locator("#field-files").setInputFiles({ name: "late.txt", mimeType: "", buffer: Buffer.from("late") });
    await send.click();
    await expect(form.getByText(text.wait).first()).toBeVisible();
    await expect.poll(() => late).toBeDefined();
    await late!.continue();
    await expect(theirs.getByText(conversation.answer.done)).toBeVisible();
    await expect(items).toHaveCount(0);
    await expect(form.getByLabel(conversation.answer.label)).toHaveValue("");

    const messages = theirs.getByRole("list", { name: conversation.list });
    await expect(messages.getByRole("link", { name: new RegExp(`^${text.download}: `) })).toHaveCount(4);
    await expect.poll(() => messages.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    const [zip] = await Promise.all([
      theirs.waitForEvent("download"),
      theirs.getByRole("link", { name: new RegExp(text.all.split("(")[0]!) }).click(),
    ]);
    expect(zip.suggestedFilename()).toMatch(/^[0-9A-F]{8}\.zip$/);
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await barriersInBothSchemes(theirs, "main")).toEqual([]);

    // The agency has them too, and sends one back without a word.
    await page.goto(`/admin/messages?${new URLSearchParams({ q: sender.email })}`);
    await page.getByRole("list", { name: contents.en.messages.list.label }).getByRole("link").click();
    const sheet = page.getByRole("article");
    await expect(sheet.getByRole("link", { name: "Download: Logo.png" })).toBeVisible();
    await hydrated(page);
    await page.locator("#field-files").setInputFiles({ name: "bosquexo.pdf", mimeType: "", buffer: Buffer.from("%PDF-1.7\n") });
    await expect(sheet.getByRole("button", { name: "Remove: bosquexo.pdf" })).toBeVisible();
    await page.reload();
    await hydrated(page);
    // It was not sent yet, and is still there.
    await expect(sheet.getByRole("button", { name: "Remove: bosquexo.pdf" })).toBeVisible();
    await sheet.getByRole("button", { name: contents.en.messages.reply.send }).click();
    await expect(page.getByRole("status").filter({ hasText: fill(contents.en.messages.done.reply, { name: sender.name }) })).toBeVisible();
    await theirs.goto(link);
    const open = messages.getByRole("link", { name: /^bosquexo\.pdf/ });
    await expect(open).toHaveAttribute("target", "_blank");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await context.close();
  },
);

test(
  "the first page of a PDF is seen when it comes into sight, and of a broken or locked one its name",
  { tag: "@deep" },
  async ({ page }) => {
    const sender = someone();
    const { me, conversation, files: text } = contents.en;
    await post(site, formOf(sender));
    await newPerson(site.url, { email: sender.email });
    await openAs(page, sender.email);
    const address = (await page.getByRole("link", { name: me.requests.open }).getAttribute("href"))!;
    /** Sends files as a browser without JavaScript does. */
    async function send(files: Record<string, Buffer>) {
      const form = new FormData();
      form.set("text", "Here you are.\n".repeat(60));
      for (const [name, content] of Object.entries(files)) form.append("files", new File([new Uint8Array(content)], name));
      await page.request.post(address, { multipart: form, headers: { Origin: site.url } });
    }
    const loaded: string[] = [];
    page.on("request", (request) => void (/pdf|first-page|&file=/.test(request.url()) && loaded.push(new URL(request.url()).pathname)));

    await send({ "Draft.pdf": pdfOf(), "Broken.pdf": Buffer.from("%PDF-1.7\n"), "Locked.pdf": pdfOf({ locked: true }) });
    await page.goto(address);
    await hydrated(page);
    const messages = page.getByRole("list", { name: conversation.list });
    const file = (name: string) => messages.getByRole("link", { name: new RegExp(`^${name}`) });
    await expect(file("Draft.pdf")).not.toBeInViewport();
    expect(loaded).toEqual([]);
    const worker = page.waitForEvent("worker");
    await file("Draft.pdf").scrollIntoViewIfNeeded();
    expect(new URL((await worker).url()).origin).toBe(site.url);
    await expect.poll(() => colours(file("Draft.pdf").locator("img"))).toContain("0,128,128");

    // By then the others were tried, and what tried them has ended.
    await expect.poll(() => loaded.filter((path) => path.endsWith("/files")).length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => page.workers()).toEqual([]);
    for (const name of ["Broken.pdf", "Locked.pdf"]) {
      await expect(file(name)).toBeVisible();
      await expect(messages.getByRole("link", { name: `${text.download}: ${name}` })).toBeVisible();
    }
    await expect(messages.locator("img")).toHaveCount(1);
  },
);
