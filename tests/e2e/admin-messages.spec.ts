import { readFileSync } from "node:fs";
import { fill, shortDay } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { contents, formOf, someone, type Sender } from "./contact-form.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { filmed, filmOf, focusOf } from "./film.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails, site } from "./mails.ts";
import { newAdmin, newPerson, signOut } from "./people.ts";
import { expect, test, type Page, type Route } from "./story.ts";

const text = contents.en.messages;

async function send(sender: Sender, changes: Record<string, string> = {}, path = "/contact") {
  const { status } = await post(site, { ...formOf(sender), ...changes }, {}, path);
  expect(status).toBeLessThan(400);
  return sender;
}

/** What only this sender has: the part of the name that is made at random. */
const markOf = ({ name }: Sender) => name.split(" ").at(-1)!;

const inbox = (query: Record<string, string>, locale: Locale = "en") =>
  `${localePath(locale, "/admin/messages")}?${new URLSearchParams(query)}`;

const rows = (page: Page) => page.getByRole("list", { name: text.list.label }).getByRole("link");
const sheetOf = (page: Page, { name }: Sender) => page.getByRole("article", { name });
const movedTo = (page: Page, { name }: Sender, state: keyof typeof text.folders) =>
  page.getByRole("status").filter({ hasText: fill(text.done.state, { name, state: text.folders[state] }) });
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

    test("an administrator reads a request, moves it and writes notes", inDepth, async ({ page }) => {
      await newAdmin(page);
      const sender = await send(someone());
      await openRequest(page, sender);
      await expect(rows(page)).toContainText(/today \d/);
      const sheet = sheetOf(page, sender);
      await expect(sheet).toContainText(sender.message);
      await expect(sheet.getByRole("link", { name: "+34 612 345 678" })).toHaveAttribute("href", "tel:+34612345678");
      await expect(sheet.getByRole("link", { name: sender.email })).toHaveAttribute("href", `mailto:${sender.email}`);
      await expect(history(page)).toHaveText([new RegExp(text.history.arrived), new RegExp(sender.message)]);

      await page.getByLabel(text.change.note).fill("Called.\nThey call back.");
      await page.getByRole("button", { name: text.change.write }).click();
      await expect(page.getByText(text.done.note)).toBeVisible();
      await expect(page.getByLabel(text.change.note)).toHaveValue("");
      await page.getByRole("button", { name: text.folders.in_progress }).click();
      // It has left its folder, and there is no other.
      await expect(movedTo(page, sender, "in_progress")).toBeVisible();
      await expect(rows(page)).toHaveCount(0);
      await expect(page.getByText(text.notFound)).toBeVisible();
      await page.getByRole("link", { name: text.done.open }).click();
      await expect(history(page)).toHaveText([
        new RegExp(text.history.arrived),
        new RegExp(sender.message),
        new RegExp(`${text.history.note}Uxía Nogueira, .*Called.\\s+They call back.`),
        /New → In progress · Uxía Nogueira, /,
      ]);
      await page.getByRole("button", { name: text.change.write }).click();
      await expect(page.getByRole("alert")).toContainText(text.errors.note);

      // As Excel opens it in Spain, with what was noted.
      const id = new URL(page.url()).searchParams.get("request")!;
      await page.goto(inbox({ q: markOf(sender) }));
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: text.filters.csvLabel }).click()]);
      const [head, line, ...rest] = readFileSync(await file.path(), "utf8").split("\r\n");
      expect(head).toMatch(new RegExp(`^\ufeff"${text.detail.reference}";`));
      expect(line).toContain(`"${sender.name}";"${sender.email}";"612 345 678";`);
      expect(line).toContain("Called.\nThey call back.");
      expect(rest).toEqual([""]);

      // The mail names no folder.
      await page.goto(inbox({ request: id }, "gl"));
      await expect(page.getByRole("navigation", { name: contents.gl.messages.folders.label }).locator("[aria-current=page]")).toContainText(
        contents.gl.messages.folders.in_progress,
      );
    });

    test("who is overtaken hears it, sees what it is now, and keeps the note", { tag: "@deep" }, async ({ page, context }) => {
      await newAdmin(page);
      const sender = await send(someone());
      // It would be told, or look by itself after 15 s.
      await page.routeWebSocket(/realtime/, (socket) => socket.close());
      await openRequest(page, sender);
      let isSent = false;
      await page.route("**/admin/messages.data*", (route) =>
        route.request().method() === "GET" && !isSent ? route.abort() : route.fallback(),
      );
      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByRole("button", { name: text.folders.won }).click();
      await expect(movedTo(other, sender, "won")).toBeVisible();

      await page.getByLabel(text.change.note).fill("My own note");
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      isSent = true;
      await page.getByRole("button", { name: text.folders.in_progress }).click();
      expect((await answered).status()).toBe(409);
      await expect(page.getByRole("alert")).toContainText(fill(text.errors.conflict, { state: text.folders.won }));
      await expect(page.getByLabel(text.change.note)).toHaveValue("My own note");
      await expect(page.getByTitle("Now in: Won")).toBeVisible();
      // Knowing that, it can be moved; the note goes along.
      await page.getByRole("button", { name: text.folders.in_progress }).click();
      await page.getByRole("link", { name: text.done.open }).click();
      await expect(history(page).last()).toHaveText(/Won → In progress.*My own note/);
    });

    test("a rescue from spam sends the receipt", inDepth, async ({ page }) => {
      await newAdmin(page);
      const sender = await send(someone(), { homepage: "https://spam.example" });
      await openRequest(page, sender, "spam");
      await expect(page.getByText(text.mails.held)).toBeVisible();
      await expect(page.getByText(contents.en.mail.notice.signals.trap)).toBeVisible();
      // Nobody answers it by mistake.
      await expect(page.getByText(text.reply.spam)).toBeVisible();
      for (const name of [text.detail.reply, text.reply.send]) await expect(page.getByText(name, { exact: true })).toHaveCount(0);
      expect((await readMails(sender.email)).receipts).toEqual([]);
      await page.getByRole("button", { name: text.folders.new }).click();
      await expect(movedTo(page, sender, "new")).toBeVisible();
      await expect.poll(async () => (await readMails(sender.email)).receipts.length).toBe(1);
    });

    test("search and filters are in the address, and what is not found is said", inDepth, async ({ page }) => {
      await newAdmin(page);
      const sender = await send(someone(), { reason: "partnership" }, "/gl/contact");
      await page.goto(inbox({ folder: "lost" }));
      if (javaScriptEnabled) await hydrated(page);
      const search = page.getByRole("search");
      const seek = () => search.getByRole("button", { name: text.filters.go }).click();
      await search.getByLabel(text.filters.search).fill(`uxía ${markOf(sender).toUpperCase().slice(1)}`);
      await seek();
      // All folders, a part of a word, and how many there are.
      await expect(rows(page)).toHaveText([new RegExp(sender.name)]);
      await expect(page.getByText(fill(text.found.one, { n: 1 }))).toBeVisible();
      await search.getByText(text.filters.summary, { exact: true }).click();
      await search.getByLabel(text.filters.reason).focus();
      await search.getByLabel(text.filters.reason).selectOption("partnership");
      if (javaScriptEnabled) {
        // A choice counts at once, and the focus stays.
        await expect(page).toHaveURL(/[?&]reason=partnership/);
        await expect(search.getByLabel(text.filters.reason)).toBeFocused();
      }
      await search.getByLabel(text.filters.language).selectOption("gl");
      if (!javaScriptEnabled) await search.getByRole("button", { name: text.filters.apply }).click();
      await expect(page).toHaveURL(/[?&]reason=partnership&language=gl/);
      // What was not chosen is not in an address that is passed on.
      if (javaScriptEnabled) expect(page.url()).not.toMatch(/=(&|$)/);
      await expect(rows(page)).toHaveCount(1);
      const folders = page.getByRole("navigation", { name: text.folders.label });
      await folders.getByRole("link", { name: text.folders.spam }).click();
      await expect(page.getByText(text.notFound)).toBeVisible();
      await folders.getByRole("link", { name: text.folders.new }).click();
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole("link", { name: text.filters.clear }).click();
      await expect(search.getByLabel(text.filters.search)).toHaveValue("");
      // By its reference.
      await page.goto(inbox({ q: markOf(sender) }));
      const id = /request=([\da-f-]{36})/.exec((await rows(page).getAttribute("href"))!)![1]!;
      await page.goto(inbox({ q: id.slice(0, 8).toUpperCase() }));
      await expect(rows(page)).toHaveText([new RegExp(sender.name)]);
      // What makes no sense is as if it were not there.
      await page.goto(inbox({ folder: "trash", reason: "x", from: "never", before: "1", request: "1", q: markOf(sender) }));
      await expect(rows(page)).toHaveCount(1);
    });
  });
}

test(
  "who searches may type on before the answer is there; Escape leaves the field, and what stands in it",
  { tag: "@deep" },
  async ({ page }) => {
    await newAdmin(page);
    const sender = await send(someone());
    const mark = markOf(sender);
    await openRequest(page, sender);
    await hydrated(page);
    const search = page.getByRole("searchbox");
    const isInField = () => search.evaluate((field) => field === document.activeElement);
    /** Searches for something, and goes on typing until the answer is there. */
    const searchAndTypeOn = async (words: string, more: string) => {
      const { promise: answer, resolve } = Promise.withResolvers<void>();
      const hold = async (route: Route) => answer.then(() => route.continue());
      await page.route("**/admin/*.data*", hold);
      const asked = page.waitForRequest(/\.data/);
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await asked;
      await page.keyboard.type(more);
      resolve();
      await expect(page).toHaveURL(new RegExp(`[?&]q=${words}(&|$)`));
      await expect(search).toHaveValue(words + more);
      await expect(search).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(search).toHaveValue(words + more);
      expect(await isInField()).toBe(false);
      await page.unroute("**/admin/*.data*", hold);
    };
    // A request was open: the list takes its place, and still the focus stays.
    await page.keyboard.press("/");
    await searchAndTypeOn("nobody", " else");
    await expect(page.getByText(text.notFound)).toBeVisible();
    await page.goBack();
    await expect(search).toHaveValue(mark);
    await expect(page.getByRole("article")).toContainText(sender.message);
    await page.goForward();
    await expect(search).toHaveValue("nobody");

    await page.goto("/admin/profiles");
    await hydrated(page);
    await search.focus();
    await searchAndTypeOn("nobody", " else");
    await page.getByRole("link", { name: contents.en.people.list.none.clear }).click();
    await expect(search).toHaveValue("");
  },
);

test("an administrator works through the inbox by keyboard alone", ({ page }) => workByKeyboard(page, "en"));

for (const locale of filmed) {
  test(`the inbox by keyboard on film: ${locale}`, { tag: "@deep" }, ({ page }) =>
    workByKeyboard(page, locale, filmOf(page, `inbox-${locale}`)),
  );
}

async function workByKeyboard(page: Page, locale: Locale, film: (step: string) => Promise<void> = async () => {}) {
  const say = contents[locale].messages;
  const list = page.getByRole("list", { name: say.list.label }).getByRole("link");
  /** The focus is somewhere, and there is a picture. */
  const seen = async (step: string) => {
    await expect.poll(focusOf(page), { message: step }).not.toBe("body");
    await film(step);
  };
  await newAdmin(page);
  const mark = markOf(someone());
  // The sender has an account, a phone and several requests: more there is not to come by on the way.
  const { email } = await newPerson();
  for (const city of ["Lugo", "Vigo", "Noia"]) await send({ ...someone(), email, company: `Taberna ${mark}`, city });
  await page.goto(inbox({ folder: "new", q: mark }, locale));
  await hydrated(page);
  const { shell } = contents[locale];
  const header = page.getByRole("banner");
  const siteLink = header.getByRole("navigation", { name: shell.navigation }).getByRole("link").first();
  await expect(siteLink).toBeVisible();
  // Heading, folders and the other pages stand in one line.
  expect((await page.locator("main > div").first().boundingBox())!.height).toBeLessThan(60);
  // On a screen of 900 px there are eleven rows.
  const [first, second] = [(await list.first().boundingBox())!.y, (await list.nth(1).boundingBox())!.y];
  expect(first).toBeLessThanOrEqual(180);
  expect(first + 11 * (second - first)).toBeLessThanOrEqual(900);
  await list.first().focus();
  for (const [key, row] of [
    ["ArrowDown", 1],
    ["End", 2],
    ["Home", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(list.nth(row), key).toBeFocused();
  }
  await seen("a row");

  // Opened, the request has the focus: its next state is at most six steps away.
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 2 });
  await expect(heading).toBeFocused();
  const expectNear = async (state: keyof typeof say.folders) => {
    const onward = page.getByRole("button", { name: say.folders[state] });
    for (let steps = 0; steps < 6 && !(await onward.evaluate((button) => button === document.activeElement)); steps++)
      await page.keyboard.press("Tab");
    await expect(onward).toBeFocused();
  };
  await expectNear("in_progress");
  await seen("the next state");
  const sizeOf = (level: number) =>
    page.getByRole("heading", { level }).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await sizeOf(2)).toBeLessThan(await sizeOf(1));

  // Behind a dialog, whatever it asks, the keys do nothing: one of them here would be a request too far below.
  const front = await page.evaluateHandle(() => document.body.appendChild(document.createElement("dialog")));
  await front.evaluate((dialog) => dialog.showModal());
  await page.keyboard.press("j");
  await front.evaluate((dialog) => dialog.remove());
  await page.keyboard.press("j");
  await expect(page.getByRole("article")).toContainText("Vigo");
  await expect(heading).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.getByRole("article")).toContainText("Noia");
  await expect(page).toHaveTitle(/^\(\d+\+?\) Uxía /);

  // Two presses are two requests, before the first one is there.
  const { promise: there, resolve } = Promise.withResolvers<void>();
  await page.route("**/messages.data*", (route) => there.then(() => route.continue()));
  for (const key of ["j", "j"]) await page.keyboard.press(key);
  resolve();
  await expect(page).toHaveURL((await list.nth(2).getAttribute("href"))!);
  await page.unrouteAll({ behavior: "wait" });
  for (const key of ["k", "k"]) await page.keyboard.press(key);
  await expect(page.getByRole("article")).toContainText("Noia");

  // A half-written note is there again, and a letter in it is a letter.
  await page.getByLabel(say.change.note).focus();
  await page.keyboard.type("jke? half");
  await seen("a note");
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(page.getByRole("article")).toContainText("Vigo");
  await expect(page.getByLabel(say.change.note)).toHaveValue("");
  await page.keyboard.press("k");
  await expect(page.getByLabel(say.change.note)).toHaveValue("jke? half");
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel(say.change.note)).toHaveValue("jke? half");

  // One key moves it on, with its note; the next one is open, and what was done is said where the focus is.
  await page.keyboard.press("e");
  await expect(page.getByRole("article")).toContainText("Vigo");
  await expect(page.locator("[data-focus]").first()).toBeFocused();
  await expect(page.locator("[data-focus]").first()).toContainText(say.folders.in_progress);
  expect(await page.evaluate(() => localStorage.getItem("inbox-drafts"))).toBeNull();
  await expect(list).toHaveCount(2);
  await seen("moved on");
  await page.goto(inbox({ folder: "in_progress", q: mark }, locale));
  await hydrated(page);
  await list.first().press("Enter");
  await expect(heading).toBeFocused();
  await expectNear("won");

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: say.shortcuts.heading });
  await expect(sheet).toBeVisible();
  await seen("the keys");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type(mark);
  await page.keyboard.press("Enter");
  await expect(list).toHaveCount(3);
  await seen("found");

  // Who does not want them has none.
  await page.getByRole("button", { name: say.shortcuts.open }).click();
  await sheet.getByLabel(say.shortcuts.use).uncheck();
  await page.keyboard.press("Escape");
  const address = page.url();
  for (const letter of "jker") await page.keyboard.press(letter);
  expect(page.url()).toBe(address);

  // Where the request takes the place of the list, the focus goes along.
  await page.setViewportSize({ width: 360, height: 700 });
  await header.getByRole("button", { name: shell.menu }).press("Enter");
  await expect(siteLink).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(siteLink).toBeHidden();
  await list.nth(2).press("Enter");
  await expect(heading).toBeFocused();
  await expect(page.getByRole("search")).toBeHidden();
  const bar = page.locator("article [role=group] > *");
  const sides = await bar.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right] as const),
  );
  expect(sides.length).toBe(5);
  for (const [at, [left]] of sides.entries()) if (at > 0) expect(left).toBeGreaterThanOrEqual(sides[at - 1]![1]);
  await page.getByLabel(say.change.note).fill("half a note");
  await page.getByRole("link", { name: say.detail.back }).press("Enter");
  await expect(list.nth(2)).toBeVisible();
  await seen("back in the list");

  // Whoever signs out leaves nothing on the device.
  const drafts = () => page.evaluate(() => localStorage.getItem("inbox-drafts"));
  expect(await drafts()).toContain("half a note");
  await page.goto("/me");
  await signOut(page);
  await expect.poll(drafts).toBeNull();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "several at once" : "several at once, without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("are moved and given to somebody; one is told of, and one is deleted with its mails", { tag: "@deep" }, async ({ page }) => {
      const { id: me, email: admin } = await newAdmin(page);
      const mark = markOf(someone());
      const senders = [];
      for (const city of ["Lugo", "Vigo", "Noia"]) senders.push(await send({ ...someone(), company: `Taberna ${mark}`, city }));
      const [lugo, vigo, noia] = senders as [Sender, Sender, Sender];
      await page.goto(inbox({ q: mark }));
      if (javaScriptEnabled) await hydrated(page);
      const pick = ({ name }: Sender) => page.getByRole("checkbox", { name: fill(text.list.select, { name }) });
      await pick(lugo).check();
      await pick(vigo).check();
      const bulk = page.getByRole("group", { name: text.bulk.label });
      await expect(bulk).toBeInViewport({ ratio: 1 });
      // So it would be below a list of many, which scrolls by itself.
      const endOfList = await bulk.evaluate((one) => {
        const pane = one.closest("form")!.parentElement!;
        return pane.getBoundingClientRect().top + parseFloat(getComputedStyle(pane).maxHeight);
      });
      expect(endOfList).toBeLessThanOrEqual(page.viewportSize()!.height);
      await bulk.getByRole("button", { name: text.folders.won }).click();
      await expect(page.getByText(fill(text.bulk.moved.many, { n: 2, state: text.folders.won }))).toBeVisible();
      await expect(rows(page).filter({ hasText: text.folders.won })).toHaveCount(2);
      await expect(pick(lugo)).not.toBeChecked();
      await pick(noia).check();
      await bulk.getByLabel(text.bulk.assignTo).selectOption(me);
      await bulk.getByRole("button", { name: text.bulk.assign, exact: true }).click();
      await expect(page.getByText(fill(text.bulk.assigned.one, { n: 1 }))).toBeVisible();
      await page.goto(inbox({ q: mark, assigned: "me" }));
      await expect(rows(page)).toHaveText([new RegExp(noia.name)]);
      await expect(rows(page)).toContainText(admin);

      // Only what was chosen, and read over, goes to the sender.
      await rows(page).click();
      await page.getByLabel(text.reply.saved).selectOption("in_progress");
      await page.getByRole("button", { name: text.reply.insert }).click();
      await expect(page.getByLabel(text.reply.text)).toHaveValue(new RegExp(noia.name));
      await expect(page.getByLabel(text.reply.move)).toHaveValue("in_progress");
      await page.getByLabel(text.reply.text).fill("Hello!\n\nWe begin on Monday.");
      await page.getByRole("button", { name: text.reply.send }).click();
      await expect(page.getByRole("status").filter({ hasText: fill(text.done.reply, { name: noia.name }) })).toBeVisible();
      await expect
        .poll(async () => (await readMails(noia.email)).receipts.some((mail) => mail.text?.includes("We begin on Monday.")))
        .toBe(true);
      expect((await readMails(vigo.email)).receipts).toHaveLength(1);

      await page.goto(inbox({ q: noia.email }));
      await rows(page).click();
      await expect(history(page).last()).toContainText("We begin on Monday.");
      await page.getByText(text.erase.summary).click();
      await page.getByRole("button", { name: text.erase.button }).click();
      await expect(page.getByRole("alert")).toContainText(fill(text.errors.word, { word: text.erase.word }));
      await page.getByLabel(fill(text.erase.label, { word: text.erase.word })).fill(` ${text.erase.word.toUpperCase()} `);
      await page.getByRole("button", { name: text.erase.button }).click();
      await expect(page.getByText(text.erase.done)).toBeVisible();
      await expect(page.getByText(text.found.none)).toBeVisible();
      expect(await readMails(noia.email)).toEqual({ notices: [], receipts: [] });
    });
  });
}

test("each bar of the figures says its day and its number, to a pointer and by keyboard", { tag: "@deep" }, async ({ page }) => {
  await newAdmin(page);
  await send(someone());
  const say = contents.en.figures;
  await page.goto("/admin/figures");
  await hydrated(page);
  const week = page.getByRole("link", { name: fill(say.spans.days, { n: 7 }) });
  await week.click();
  await expect(week).toHaveAttribute("aria-current", "page");
  const slider = page.getByRole("slider", { name: `${say.requests}: ${say.steps.byDay}` });
  const valueOn = (ago: number) => {
    const day = shortDay(
      "en",
      new Date(Date.now() - ago * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Madrid" }),
      "weekday",
    );
    return new RegExp(`^${fill(say.step.day, { day, n: ago === 0 ? "[1-9]\\d*" : "0" })}$`);
  };
  const expectShown = async (ago: number) => {
    await expect(slider).toHaveAttribute("aria-valuetext", valueOn(ago));
    await expect(page.getByText(valueOn(ago)).locator("visible=true")).not.toHaveCount(0);
  };
  await expectShown(0);
  await slider.press("ArrowLeft");
  await expectShown(1);
  const { width, height } = (await slider.boundingBox())!;
  for (const ago of [6, 0]) {
    await slider.hover({ position: { x: (width * (6.5 - ago)) / 7, y: height / 2 } });
    await expectShown(ago);
  }
});

test(
  "the keys go through the pages of a list both ways, however fast, and what has the focus is not behind the bar for several",
  { tag: "@deep" },
  async ({ page }) => {
    await newAdmin(page);
    const mark = markOf(someone());
    await Promise.all(Array.from({ length: 27 }, () => send({ ...someone(), company: `Taberna ${mark}` })));
    await page.goto(inbox({ q: mark }));
    await hydrated(page);
    await expect(rows(page)).toHaveCount(25);
    const at = () => rows(page).evaluateAll((all) => all.findIndex((row) => row.ariaCurrent === "true"));
    // A key that is held is faster than any page.
    for (let times = 0; times < 40; times++) await page.keyboard.press("j");
    await expect(rows(page)).toHaveCount(2);
    await expect(async () => {
      await page.keyboard.press("j");
      expect(await at()).toBe(1);
    }).toPass({ intervals: [100] });
    for (const place of [0, -1, 24, 23]) {
      await page.keyboard.press("k");
      await expect.poll(at).toBe(place);
      await expect(rows(page)).toHaveCount(place === 0 ? 2 : 25);
    }

    await page.goto(inbox({ q: mark }));
    await hydrated(page);
    const picks = page.getByRole("list", { name: text.list.label }).getByRole("checkbox");
    const bulk = page.getByRole("group", { name: text.bulk.label });
    const all = bulk.getByRole("checkbox", { name: text.bulk.all });
    const isPartly = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
    await picks.first().check();
    expect(await isPartly()).toBe(true);
    await all.check();
    await expect(picks.last()).toBeChecked();
    await picks.last().uncheck();
    await expect(all).not.toBeChecked();
    expect(await isPartly()).toBe(true);
    await picks.last().check();
    await expect(all).toBeChecked();
    await page.getByRole("link", { name: `${text.list.older} →` }).click();
    await expect(rows(page)).toHaveCount(2);
    await picks.first().check();
    await expect(all).not.toBeChecked();

    // Below notices too, all of the bar is in sight, and no row that has the focus is behind it.
    for (const viewport of [
      { width: 1280, height: 700 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto(inbox({ q: mark }));
      await hydrated(page);
      await page.getByRole("heading", { level: 1 }).evaluate((heading) => (heading.style.marginBottom = "150px"));
      await picks.first().check();
      await expect(bulk).toBeInViewport({ ratio: 1 });
      for (let tabs = 0; tabs < 40; tabs++) {
        await page.keyboard.press("Tab");
        const isHidden = await page.evaluate(() => {
          const { left, top, width, height } = document.activeElement!.getBoundingClientRect();
          const there = document.elementFromPoint(left + Math.min(width / 2, 8), top + height / 2);
          return !there || !document.activeElement!.closest("li, fieldset, label, nav")?.contains(there);
        });
        expect(
          isHidden,
          `${viewport.width}, after ${tabs + 1}: ${await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 120))}`,
        ).toBe(false);
      }
    }
  },
);

test("on a phone the way back to the list leads to the request that was open", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await newAdmin(page);
  const mark = markOf(someone());
  await Promise.all(Array.from({ length: 20 }, () => send({ ...someone(), company: `Taberna ${mark}` })));
  await page.goto(inbox({ q: mark }));
  await hydrated(page);
  await rows(page).nth(15).click();
  await page.getByRole("article").getByRole("link", { name: text.detail.back }).click();
  await expect(rows(page).nth(15)).toBeFocused();
  await expect(rows(page).nth(15)).toBeInViewport({ ratio: 1 });
});

test("a sent mail is sent again as another one", { tag: "@deep" }, async ({ page }) => {
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

test(
  "new requests appear by themselves where there are no sockets; what is being typed stays, even when the session ends",
  { tag: "@deep" },
  async ({ page, context }) => {
    await newAdmin(page);
    // As behind a proxy that lets none through. With them: live.spec.ts.
    await page.routeWebSocket(/realtime/, (socket) => socket.close());
    await page.clock.install();
    const first = await send(someone());
    await openRequest(page, first);
    await page.goto(inbox({}));
    await expect(page.locator("link[rel=icon]").last()).toHaveAttribute("href", /^data:image\/svg/);
    await rows(page).filter({ hasText: first.name }).click();
    await expect(page.getByRole("heading", { level: 2, name: first.name })).toBeVisible();
    await hydrated(page);
    await page.getByLabel(text.change.note).fill("Half a note");
    await page.getByRole("searchbox").fill("half a sea");
    const second = await send(someone());
    await page.clock.runFor(15_500);
    // It is there, marked as unread: nothing has to be shown.
    await expect(rows(page).filter({ hasText: second.name })).toContainText(text.list.unread);
    await expect(page.getByRole("link", { name: text.showArrived, exact: true })).toHaveCount(0);
    await expect(page.getByLabel(text.change.note)).toHaveValue("Half a note");
    await expect(page.getByRole("searchbox")).toHaveValue("half a sea");

    // Where the list does not show it, it is said; also in a tab that nobody looks at.
    await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }));
    const tabOf = async () => Number(/^\((\d+)/.exec(await page.title())![1]);
    const before = await tabOf();
    await page.getByRole("navigation", { name: text.folders.label }).getByRole("link", { name: text.folders.lost }).click();
    await expect(page.getByText(text.empty.lost)).toBeVisible();
    // Other tests move theirs on meanwhile.
    await expect(async () => {
      await send(someone());
      await page.clock.runFor(61_000);
      await expect(page.getByRole("link", { name: text.showArrived, exact: true })).toBeVisible();
      expect(await tabOf()).toBeGreaterThan(before);
    }).toPass();
    await expect(page.locator("link[rel=icon]").last()).toHaveAttribute("href", /^data:image\/svg/);
    await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true }));
    await page.goBack();
    await expect(page.getByLabel(text.change.note)).toHaveValue("Half a note");

    await context.clearCookies();
    const asked = page.waitForResponse((response) => response.url().includes("/admin/messages.data"));
    await page.clock.runFor(15_500);
    await asked;
    await expect(page.getByLabel(text.change.note)).toHaveValue("Half a note");
    await page.getByRole("button", { name: text.change.write }).click();
    await expect(page.getByRole("heading", { name: contents.en.account.expired.heading })).toBeVisible();
    await expect(page.getByText("Half a note")).toBeVisible();
  },
);

test("no state has a barrier, in light and dark and at 320 pixels", { tag: "@deep" }, async ({ page }) => {
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
    [
      "open, with an error",
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

test(
  "older requests begin at their first one, with the search whole above them and the site's header around",
  { tag: "@deep" },
  async ({ page }) => {
    const word = `panadaría${crypto.randomUUID().slice(0, 8)}`;
    // The second page is longer than its pane too.
    const senders = Array.from({ length: 45 }, someone);
    for (const sender of senders) await send(sender, { message: `${sender.message}, and ${word} besides` });
    await newAdmin(page);
    await page.goto(inbox({ folder: "new", q: word }));
    await hydrated(page);
    await expect(rows(page)).toHaveCount(25);
    await page.getByRole("link", { name: `${text.list.older} →` }).click();
    await expect(rows(page)).toHaveCount(20);
    await expect(rows(page).last()).not.toBeInViewport();
    await expect(rows(page).first()).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("searchbox")).toBeInViewport({ ratio: 1 });
    const { account, navigation } = contents.en.shell;
    const header = page.getByRole("banner");
    await expect(header.getByRole("button", { name: account.out })).toBeVisible();
    await expect(header.getByRole("navigation", { name: navigation }).getByRole("link").first()).toBeVisible();
  },
);
