import { expect, test, type Page } from "@playwright/test";
import { locales, localePath } from "#content/locales.ts";
import { contents, formOf, someone, type Sender } from "./contact-form.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails, site } from "./mails.ts";
import { newAdmin } from "./people.ts";

const text = contents.en.messages;

async function send(sender: Sender, changes: Record<string, string> = {}, path = "/contact") {
  const { status } = await post(site, { ...formOf(sender), ...changes }, {}, path);
  expect(status).toBeLessThan(400);
  return sender;
}

/** What only this sender has: the part of the name that is made at random. */
const markOf = ({ name }: Sender) => name.split(" ").at(-1)!;

const inbox = (query: Record<string, string>, locale: (typeof locales)[number] = "en") =>
  `${localePath(locale, "/admin/messages")}?${new URLSearchParams(query)}`;

const rows = (page: Page) => page.getByRole("list", { name: text.list.label }).getByRole("link");
const sheetOf = (page: Page, { name }: Sender) => page.getByRole("article", { name });
const history = (page: Page) => page.getByRole("article").locator("section", { hasText: text.history.heading }).getByRole("listitem");

/** Opens the request of a sender by the list. */
async function openRequest(page: Page, sender: Sender, folder = "new") {
  await page.goto(inbox({ folder, q: markOf(sender) }));
  await expect(rows(page)).toHaveCount(1);
  await rows(page).click();
  await expect(page.getByRole("heading", { level: 2, name: sender.name })).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });
    // What the server makes of each form is in tests/security/matrix.test.ts.
    const inDepth = javaScriptEnabled ? {} : { tag: "@deep" };

    test("an administrator reads a request, moves it and writes notes", async ({ page }) => {
      const { email: admin } = await newAdmin(page);
      const sender = await send(someone());
      await openRequest(page, sender);
      const sheet = sheetOf(page, sender);
      await expect(sheet).toContainText(sender.message);
      await expect(sheet.getByRole("link", { name: "+34 612 345 678" })).toHaveAttribute("href", "tel:+34612345678");
      await expect(sheet.getByRole("link", { name: sender.email })).toHaveAttribute("href", `mailto:${sender.email}`);
      await expect(sheet.getByRole("link", { name: text.detail.reply })).toHaveAttribute(
        "href",
        new RegExp(`^mailto:${sender.email}\\?subject=`),
      );
      await expect(history(page)).toHaveText([new RegExp(text.history.arrived)]);

      await page.getByLabel(text.change.note).fill("Called.\nThey call back.");
      await page.getByRole("button", { name: text.change.write }).click();
      await expect(page.getByText(text.done.note)).toBeVisible();
      await expect(page.getByLabel(text.change.note)).toHaveValue("");
      await page.getByRole("button", { name: text.folders.in_progress }).click();
      await expect(page.getByText("Moved to In progress.")).toBeVisible();
      await expect(history(page)).toHaveText([
        new RegExp(text.history.arrived),
        new RegExp(`NoteCalled.\\s+They call back.${admin}`),
        new RegExp(`New → In progress${admin}`),
      ]);
      // It has left its folder, and stays open.
      await expect(rows(page)).toHaveCount(0);
      await expect(page.getByText(text.notFound)).toBeVisible();

      await page.getByRole("button", { name: text.change.write }).click();
      await expect(page.getByRole("alert")).toContainText(text.errors.note);

      // The mail names no folder.
      const id = new URL(page.url()).searchParams.get("request")!;
      await page.goto(inbox({ request: id }, "gl"));
      await expect(page.getByRole("navigation", { name: contents.gl.messages.folders.label }).locator("[aria-current=page]")).toContainText(
        contents.gl.messages.folders.in_progress,
      );
    });

    test("who is overtaken hears it, sees what it is now, and keeps the note", inDepth, async ({ page, context }) => {
      await newAdmin(page);
      const sender = await send(someone());
      // It would look by itself after 15 s.
      await page.route("**/admin/messages*", (route) => (route.request().method() === "HEAD" ? route.abort() : route.fallback()));
      await openRequest(page, sender);
      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByRole("button", { name: text.folders.won }).click();
      await expect(other.getByText("Moved to Won.")).toBeVisible();

      await page.getByLabel(text.change.note).fill("My own note");
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: text.folders.in_progress }).click();
      expect((await answered).status()).toBe(409);
      await expect(page.getByRole("alert")).toContainText("it is now in “Won”");
      await expect(page.getByLabel(text.change.note)).toHaveValue("My own note");
      await expect(page.getByRole("heading", { name: "Now in: Won" })).toBeVisible();
      // Knowing that, it can be moved; the note goes along.
      await page.getByRole("button", { name: text.folders.in_progress }).click();
      await expect(history(page).last()).toHaveText(/Won → In progressMy own note/);
    });

    test("a rescue from spam sends the receipt", inDepth, async ({ page }) => {
      await newAdmin(page);
      const sender = await send(someone(), { homepage: "https://spam.example" });
      await openRequest(page, sender, "spam");
      await expect(page.getByText(text.mails.held)).toBeVisible();
      await expect(page.getByText(contents.en.mail.notice.signals.trap)).toBeVisible();
      expect((await readMails(sender.email)).receipts).toEqual([]);
      await page.getByRole("button", { name: text.folders.new }).click();
      await expect(page.getByText("Moved to New.")).toBeVisible();
      await expect.poll(async () => (await readMails(sender.email)).receipts.length).toBe(1);
    });

    test("search and filters are in the address, and what is not found is said", inDepth, async ({ page }) => {
      await newAdmin(page);
      const sender = await send(someone(), { reason: "partnership" }, "/gl/contact");
      await page.goto(inbox({}));
      const search = page.getByRole("search");
      await search.getByLabel(text.filters.search).fill(`uxía ${markOf(sender).toUpperCase()}`);
      await search.getByText(text.filters.summary, { exact: true }).click();
      await search.getByLabel(text.filters.reason).selectOption("partnership");
      await search.getByLabel(text.filters.language).selectOption("gl");
      await search.getByRole("button").click();
      await expect(rows(page)).toHaveText([new RegExp(sender.name)]);
      await expect(page).toHaveURL(/[?&]reason=partnership&language=gl/);
      await expect(search.getByLabel(text.filters.reason)).toHaveValue("partnership");
      const folders = page.getByRole("navigation", { name: text.folders.label });
      await folders.getByRole("link", { name: text.folders.spam }).click();
      await expect(page.getByText(text.notFound)).toBeVisible();
      await folders.getByRole("link", { name: text.folders.new }).click();
      await expect(rows(page)).toHaveCount(1);
      await search.getByLabel(text.filters.language).selectOption("es");
      await search.getByRole("button").click();
      await expect(page.getByText(text.notFound)).toBeVisible();
      await page.getByRole("link", { name: text.filters.clear }).click();
      await expect(search.getByLabel(text.filters.search)).toHaveValue("");
      // What makes no sense is as if it were not there.
      await page.goto(inbox({ folder: "trash", reason: "x", from: "never", before: "1", request: "1", q: markOf(sender) }));
      await expect(rows(page)).toHaveCount(1);
    });
  });
}

test("rows can be gone through by keyboard", async ({ page }) => {
  await newAdmin(page);
  const mark = markOf(someone());
  for (const city of ["Lugo", "Vigo", "Noia"]) await send({ ...someone(), company: `Taberna ${mark}`, city });
  await page.goto(inbox({ q: mark }));
  await expect(page.getByText(text.list.keys)).toBeVisible();
  await rows(page).first().focus();
  for (const [key, row] of [
    ["ArrowDown", 1],
    ["End", 2],
    ["ArrowDown", 2],
    ["Home", 0],
    ["ArrowUp", 0],
    ["ArrowDown", 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(rows(page).nth(row), key).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(rows(page).nth(1)).toHaveAttribute("aria-current", "true");
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(page.getByRole("article")).toContainText("Vigo");
  // A letter is a letter.
  const address = page.url();
  for (const letter of "jkenr") await page.keyboard.press(letter);
  expect(page.url()).toBe(address);

  // Where the request takes the place of the list, the focus goes along and comes back.
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(inbox({ q: mark }));
  await hydrated(page);
  await rows(page).nth(2).press("Enter");
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page.getByRole("search")).toBeHidden();
  await page.getByRole("link", { name: text.detail.back }).press("Enter");
  await expect(rows(page).nth(2)).toBeFocused();
});

test("a sent mail is sent again as another one", async ({ page }) => {
  await newAdmin(page);
  const sender = await send(someone());
  await expect.poll(async () => (await readMails(sender.email)).receipts.length).toBe(1);
  await openRequest(page, sender);
  await hydrated(page);
  await page.getByLabel(text.change.note).fill("Half a note");
  const receipt = page.getByRole("listitem").filter({ hasText: text.mails.kinds.receipt });
  await receipt.getByRole("button", { name: text.mails.again }).click();
  await expect(page.getByText(text.done.mail_again)).toBeVisible();
  await expect(page.getByLabel(text.change.note)).toHaveValue("Half a note");
  await expect(history(page).last()).toContainText(text.history.again.receipt);
  await expect.poll(async () => (await readMails(sender.email)).receipts.length).toBe(2);
  const ids = (await readMails(sender.email)).receipts.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(2);
});

test("new requests appear by themselves; what is being typed stays, even when the session ends", async ({ page, context }) => {
  await newAdmin(page);
  await page.clock.install();
  const first = await send(someone());
  await openRequest(page, first);
  await page.getByRole("navigation", { name: text.folders.label }).getByRole("link", { name: text.folders.new }).click();
  await page.goto(inbox({}));
  await rows(page).filter({ hasText: first.name }).click();
  await expect(page.getByRole("heading", { level: 2, name: first.name })).toBeVisible();
  await hydrated(page);
  await page.getByLabel(text.change.note).fill("Half a note");
  await page.getByRole("searchbox").fill("half a sea");
  const second = await send(someone());
  await page.clock.runFor(15_500);
  await expect(page.getByRole("status").filter({ hasText: /^\d+ new/ })).toBeVisible();
  await expect(rows(page).filter({ hasText: second.name })).toBeVisible();
  await expect(page.getByLabel(text.change.note)).toHaveValue("Half a note");
  await expect(page.getByRole("searchbox")).toHaveValue("half a sea");

  // Nobody looks at it: nothing is asked.
  const seen = (state: string) =>
    page.evaluate(
      (visibilityState) => Object.defineProperty(document, "visibilityState", { value: visibilityState, configurable: true }),
      state,
    );
  await seen("hidden");
  let askings = 0;
  page.on("request", (request) => request.method() === "HEAD" && askings++);
  await page.clock.runFor(45_000);
  expect(askings).toBe(0);
  await seen("visible");

  await context.clearCookies();
  const asked = page.waitForResponse((response) => response.request().method() === "HEAD");
  await page.clock.runFor(15_500);
  await asked;
  await expect(page.getByLabel(text.change.note)).toHaveValue("Half a note");
  await page.getByRole("button", { name: text.change.write }).click();
  await expect(page.getByRole("heading", { name: contents.en.account.expired.heading })).toBeVisible();
  await expect(page.getByText("Half a note")).toBeVisible();
});

test("no state has a barrier, in light and dark and at 320 pixels", async ({ page }) => {
  test.slow();
  const words = contents.en.messages;
  await newAdmin(page);
  const sender = await send(someone(), { homepage: "x" });
  await page.goto(inbox({ folder: "spam", q: markOf(sender) }));
  const open = (await page.getByRole("list", { name: words.list.label }).getByRole("link").getAttribute("href"))!;
  const states: [string, () => Promise<unknown>][] = [
    ["list", () => page.goto(inbox({ folder: "spam", from: "2020-01-01" }))],
    // No test moves anything there.
    [
      "empty",
      async () => {
        await page.goto(inbox({ folder: "lost" }));
        await expect(page.getByText(words.empty.lost)).toBeVisible();
      },
    ],
    ["gone", () => page.goto(inbox({ request: crypto.randomUUID() }))],
    ["open", () => page.goto(open)],
    [
      "error",
      async () => {
        await page.goto(open);
        await page.getByRole("button", { name: words.change.write }).click();
        await expect(page.getByRole("alert")).toBeFocused();
      },
    ],
  ];
  for (const [name, go] of states) {
    await go();
    expect(await barriersInBothSchemes(page, "main"), name).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
