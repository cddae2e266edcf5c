import { fill } from "#content/format.ts";
import { contents, formOf, someone, type Sender } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails, site } from "./mails.ts";
import { newAdmin, newPerson, openAs } from "./people.ts";
import { expect, test, type Browser, type Page } from "./story.ts";
import { told } from "./told.ts";

const text = contents.en.messages;
const words = contents.en.conversation;

const send = (sender: Sender) => post(site, formOf(sender));
const rows = (page: Page) => page.getByRole("list", { name: text.list.label }).getByRole("link");
const reply = (page: Page) => page.getByLabel(text.reply.text);
const messages = (page: Page) => page.getByRole("article").locator("section", { hasText: text.history.heading }).getByRole("listitem");
const says = (page: Page, sentence: string) => page.getByRole("status").filter({ hasText: sentence });

/** Sends a reply; the request stays where it is. */
async function sendReply(page: Page, words_: string) {
  await reply(page).fill(words_);
  await page.getByLabel(text.reply.move).selectOption("");
  await page.getByRole("button", { name: text.reply.send }).click();
  await expect(messages(page).last()).toContainText(words_);
}

async function openRequest(page: Page, sender: Sender) {
  await page.goto(`/admin/messages?${new URLSearchParams({ folder: "all", q: sender.email })}`);
  await rows(page).click();
  await expect(page.getByRole("heading", { level: 2, name: sender.name })).toBeVisible();
  await hydrated(page);
}

async function newPage(browser: Browser, width = 1280) {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  return context.newPage();
}

test("two administrators at once: each sees the other write, what was sent, and keeps what they had begun", async ({ page, browser }) => {
  const other = await newPage(browser);
  await newAdmin(page, { name: "Iria Souto" });
  await newAdmin(other, { name: "Brais Castro" });
  const sender = someone();
  await send(sender);
  for (const one of [page, other]) await told(one, () => openRequest(one, sender));

  // Who is there, and who writes.
  await expect(says(page, fill(text.colleagues.reading.one, { who: "Brais Castro" }))).toBeVisible();
  await reply(other).fill("Ola");
  await expect(says(page, fill(text.colleagues.writing.one, { who: "Brais Castro" }))).toBeVisible();
  await expect(says(other, fill(text.colleagues.reading.one, { who: "Iria Souto" }))).toBeVisible();

  // One writes a note and half a reply; what the other sends appears above it.
  await page.getByLabel(text.change.note).fill("Half a note");
  await reply(page).click();
  await page.keyboard.type("Half a reply");
  await sendReply(other, "Ola");
  await expect(messages(page).filter({ hasText: "Brais Castro" })).toContainText("Ola");
  await expect(says(page, fill(text.news.one, { n: 1 }))).toBeAttached();
  await expect(reply(page)).toBeFocused();
  await expect(reply(page)).toHaveValue("Half a reply");
  await expect(page.getByLabel(text.change.note)).toHaveValue("Half a note");
  // What was sent is written no more; who leaves is there no more.
  await expect(says(page, fill(text.colleagues.reading.one, { who: "Brais Castro" }))).toBeVisible();
  await other.goto("/admin/figures");
  await expect(says(page, "Brais Castro")).toHaveCount(0);

  // Many at once are few loads, and rows that are ticked stay so.
  await page.goto("/admin/messages");
  await expect(rows(page).first()).toBeVisible();
  await hydrated(page);
  const ticked = page.getByRole("listitem").filter({ hasText: sender.name }).getByRole("checkbox");
  await ticked.check();
  let loads = 0;
  page.on("request", (request) => void (request.method() === "GET" && request.url().includes("messages.data") && loads++));
  const begun = Date.now();
  // The list shows 25, and others send too.
  const many = Array.from({ length: 12 }, someone);
  await Promise.all(many.map(send));
  for (const one of many.slice(0, 3)) await expect(rows(page).filter({ hasText: one.name })).toBeVisible();
  await expect(ticked).toBeChecked();
  // Once a second at most, whatever else comes in meanwhile.
  expect(loads).toBeLessThan(4 + (Date.now() - begun) / 1000);
});

test(
  "what a colleague moves to spam, or erases, stays under the hands of who writes, and their keys move nothing",
  { tag: "@deep" },
  async ({ page, browser }) => {
    const other = await newPage(browser);
    await newAdmin(page);
    await newAdmin(other);
    const [first, second] = [someone(), someone()];
    for (const sender of [first, second]) {
      await send(sender);
      for (const one of [page, other]) await told(one, () => openRequest(one, sender));
      await page.getByLabel(text.change.note).fill("Half a note");
      await reply(page).click();
      await page.keyboard.type("Half a reply, ");
      await other.getByRole("group", { name: text.change.moveTo }).getByRole("button", { name: text.folders.spam }).click();
      await expect(says(page, text.reply.spam)).toBeVisible();
      await expect(reply(page)).toBeFocused();
      await page.keyboard.type("ejer");
      await expect(reply(page)).toHaveValue("Half a reply, ejer");
    }

    // It is not sent, and nothing of it is lost.
    await page.getByRole("button", { name: text.reply.send }).click();
    await expect(page.getByRole("alert")).toContainText(text.errors.held);
    await expect(reply(page)).toHaveValue("Half a reply, ejer");
    await expect(page.getByLabel(text.change.note)).toHaveValue("Half a note");

    await told(page, () => openRequest(page, first));
    await openRequest(other, first);
    await page.getByLabel(text.change.note).click();
    // However long it takes, it is in the middle of a word.
    const now = Date.now();
    await page.clock.setFixedTime(now);
    await page.keyboard.type(", and more");
    await other.getByText(text.erase.summary).click();
    await other.getByLabel(fill(text.erase.label, { word: text.erase.word })).fill(text.erase.word);
    await other.getByRole("button", { name: text.erase.button }).click();
    const gone = page.getByRole("heading", { name: text.detail.gone.heading });
    await expect(gone).toBeFocused();
    const address = page.url();
    await page.keyboard.type("ejer?");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(page.url()).toBe(address);
    await expect(page.getByLabel(text.detail.gone.written)).toHaveValue("Half a reply, ejer\n\nHalf a note, and more");
    // Who has paused means the keys.
    await page.clock.setFixedTime(now + 60_000);
    await page.keyboard.type("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    // It goes on hearing what happens.
    const third = someone();
    await page.goto(`/admin/messages?${new URLSearchParams({ folder: "all", request: new URL(address).searchParams.get("request")! })}`);
    await send(third);
    await expect(rows(page).filter({ hasText: third.name })).toBeVisible();
  },
);

test("client and agency at once: a state, a message and an answer are on the other screen by themselves", async ({ page, browser }) => {
  const client = await newPage(browser, 360);
  const sender = someone();
  await newPerson(site.url, { email: sender.email, data: { name: sender.name } });
  await send(sender);
  await newAdmin(page, { name: "Iria Souto" });
  await told(page, () => openRequest(page, sender));
  await told(client, () => openAs(client, sender.email));
  await expect(client.getByText(contents.en.me.requests.states.new)).toBeVisible();
  await page.getByLabel(text.change.note).fill("A secret note");
  await page.getByRole("button", { name: text.folders.in_progress, exact: true }).click();
  await expect(client.getByText(contents.en.me.requests.states.in_progress)).toBeVisible();
  await expect(says(client, fill(contents.en.me.requests.news.one, { count: 1 }))).toBeAttached();
  // A second time it is said again, in other words.
  await openRequest(page, sender);
  await page.getByRole("article").getByRole("button", { name: text.folders.won, exact: true }).click();
  await expect(says(client, fill(contents.en.me.requests.news.many, { count: 2 }))).toBeAttached();

  await told(client, () => client.getByRole("link", { name: contents.en.me.requests.open }).click());
  await hydrated(client);
  await client.getByLabel(words.answer.label).fill("Half an answer");
  // A move is seen, and is no message.
  await openRequest(page, sender);
  await page.getByRole("article").getByRole("button", { name: text.folders.new, exact: true }).click();
  await expect(client.getByText(fill(words.became, { state: contents.en.me.requests.states.new }))).toBeVisible();
  await openRequest(page, sender);
  /** When the page asked for what brought the words. */
  const loads: number[] = [];
  await client.route("**/*.data*", async (route) => {
    const asked = Date.now();
    const response = await route.fetch();
    if ((await response.text()).includes("Ola, falamos")) loads.push(asked);
    await route.fulfill({ response });
  });
  await sendReply(page, "Ola, falamos mañá");
  await expect(client.getByText("Ola, falamos mañá")).toBeVisible();
  // It asked once; for what came after that it asks a second later.
  expect(loads.filter((asked) => asked < loads[0]! + 1000)).toHaveLength(1);
  await client.unroute("**/*.data*");
  await expect(says(client, fill(words.news.one, { n: 1 }))).toBeAttached();
  await expect(client.getByLabel(words.answer.label)).toHaveValue("Half an answer");
  await expect(client.getByText("A secret note")).toHaveCount(0);
  await client.getByLabel(words.answer.label).fill("Perfecto");
  await client.getByRole("button", { name: words.answer.send }).click();
  await expect(messages(page).last()).toContainText("Perfecto");
  await expect(messages(page).filter({ hasText: "Perfecto" })).toHaveCount(1);
});

/** A request of somebody with an account that was answered and won, the page of the agency where it is open, and theirs. */
async function won(page: Page, browser: Browser) {
  const client = await newPage(browser);
  const sender = someone();
  await newPerson(site.url, { email: sender.email, data: { name: sender.name } });
  await send(sender);
  await newAdmin(page, { name: "Iria Souto" });
  await openRequest(page, sender);
  await sendReply(page, "Ola");
  await page.getByRole("article").getByRole("button", { name: text.folders.won, exact: true }).click();
  await expect(says(page, fill(text.done.state, { name: sender.name, state: text.folders.won }))).toBeVisible();
  await openAs(client, sender.email);
  await client.getByRole("link", { name: contents.en.me.requests.open }).click();
  await hydrated(client);
  return { sender, client };
}

async function answer(client: Page, written: string) {
  await client.getByLabel(words.answer.label).fill(written);
  await client.getByRole("button", { name: words.answer.send }).click();
  await expect(client.getByText(words.answer.done)).toBeVisible();
}

test(
  "an answer to a request that is not open is told of, marked at its folder, and found among the unread",
  { tag: "@deep" },
  async ({ page, browser }) => {
    const { sender, client } = await won(page, browser);
    await told(page, () => page.goto("/admin/messages?folder=lost"));
    await answer(client, "Grazas");
    await expect(says(page, "new").getByRole("link")).toBeVisible();
    await expect(page).toHaveTitle(/^\(\d+\+?\) /);
    const folder = page.getByRole("navigation", { name: text.folders.label }).getByRole("link", { name: text.folders.won });
    await expect(folder).toContainText(text.folders.unread.replace("{n}", ""));
    await says(page, "new").getByRole("link").click();
    const row = rows(page).filter({ hasText: sender.name });
    await expect(row).toContainText(text.list.unread);
    await row.click();
    await expect(messages(page).last()).toContainText("Grazas");
    // Whoever looks at it has read it.
    await expect(row).toHaveCount(0);
    // Nothing is said of a request that nothing is new in.
    await expect(says(page, "new").getByRole("link")).toHaveCount(0);
  },
);

test("what comes while nobody looks stays unread until somebody does", { tag: "@deep" }, async ({ page, browser }) => {
  const { sender, client } = await won(page, browser);
  await page.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { get: () => (sessionStorage.getItem("hidden") ? "hidden" : "visible") });
  });
  await told(page, () => openRequest(page, sender));
  const look = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      sessionStorage.setItem("hidden", hidden ? "yes" : "");
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await look(true);
  await answer(client, "Grazas");
  await expect(messages(page).last()).toContainText("Grazas");
  await expect(rows(page)).toContainText(text.list.unread);
  await look(false);
  await expect(rows(page)).not.toContainText(text.list.unread);
});

/** How often a page has loaded its data anew. */
function countAsking(page: Page) {
  const asked = { times: 0 };
  page.on("request", (request) => void (request.url().includes(".data") && asked.times++));
  return asked;
}

test("without a socket a page asks again while somebody looks at it; with one it does not", { tag: "@deep" }, async ({ page, browser }) => {
  const { sender, client } = await won(page, browser);
  await client.close();
  // Somebody without an account has no channel.
  const stranger = someone();
  await send(stranger);
  await openRequest(page, stranger);
  await sendReply(page, "Ola");
  const link = async () => {
    const { receipts } = await readMails(stranger.email);
    return /https?:\S+conversation\?key=\S+/.exec(receipts.find(({ text: said }) => said?.includes("?key="))?.text ?? "")?.[0];
  };
  const guest = await newPage(browser);
  await guest.clock.install();
  await expect.poll(link).toBeDefined();
  await guest.goto((await link())!);
  await hydrated(guest);

  const blocked = await newPage(browser);
  await blocked.clock.install();
  await blocked.routeWebSocket(/realtime/, (socket) => socket.close());
  await openAs(blocked, sender.email);
  await hydrated(blocked);

  const heard = await newPage(browser);
  await heard.clock.install();
  await told(heard, () => openAs(heard, sender.email));

  for (const one of [stranger, sender]) {
    await openRequest(page, one);
    await sendReply(page, "E unha cousa máis");
  }
  for (const one of [guest, blocked]) await one.clock.fastForward(15_000);
  await expect(guest.getByText("E unha cousa máis")).toBeVisible();
  await expect(blocked.getByText(fill(contents.en.me.requests.messages.many, { n: 3 }))).toBeVisible();
  await expect(heard.getByText(fill(contents.en.me.requests.messages.many, { n: 3 }))).toBeVisible();
  const asked = countAsking(heard);
  await heard.clock.fastForward(120_000);
  expect(asked.times).toBe(0);
});

test("away and back: nothing is lost or doubled", async ({ page, browser }) => {
  await newAdmin(page);
  const sender = someone();
  await send(sender);
  await told(page, () => openRequest(page, sender));
  await reply(page).fill("Half a reply");
  await page.context().setOffline(true);
  const other = await newPage(browser);
  await newAdmin(other, { name: "Brais Castro" });
  await openRequest(other, sender);
  for (const written of ["One", "Two"]) await sendReply(other, written);
  await expect(messages(page).filter({ hasText: "Brais Castro" })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(messages(page).filter({ hasText: "Brais Castro" })).toHaveText([/One/, /Two/]);
  await expect(reply(page)).toHaveValue("Half a reply");
  // And from then on it is told again.
  await sendReply(other, "Three");
  await expect(messages(page).filter({ hasText: "Brais Castro" })).toHaveText([/One/, /Two/, /Three/]);
});

test("a sound or a notification only where it was turned on, on this device", { tag: "@deep" }, async ({ page }) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    class Notice extends EventTarget {
      static permission = "default";
      static async requestPermission() {
        asked.push("asked");
        return "granted";
      }
      constructor(_title: string, { body }: { body: string }) {
        super();
        asked.push(body);
      }
    }
    Object.assign(window, { Notification: Notice, asked });
    Document.prototype.hasFocus = () => false;
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  await newAdmin(page);
  await told(page, async () => {
    await page.goto("/admin/messages");
    await hydrated(page);
  });
  const [first, second] = [someone(), someone()];
  await send(first);
  await expect(rows(page).filter({ hasText: first.name })).toBeVisible();
  expect(await asked()).toEqual([]);
  await page.getByRole("button", { name: text.alerts.open }).click();
  const sheet = page.getByRole("dialog", { name: text.alerts.heading });
  await sheet.getByLabel(text.alerts.notification).check();
  await sheet.getByLabel(text.alerts.sound).check();
  // It stays open, whatever comes.
  await send(second);
  await expect(rows(page).filter({ hasText: second.name })).toBeAttached();
  await expect(sheet).toBeVisible();
  await expect.poll(asked).toEqual(expect.arrayContaining(["asked", text.alerts.request]));
  await sheet.getByLabel(text.alerts.notification).uncheck();
  await sheet.getByLabel(text.alerts.sound).uncheck();
  expect(await page.evaluate(() => localStorage.getItem("inbox-alerts"))).toBeNull();
});
