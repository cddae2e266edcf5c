import { en } from "#content/en/index.ts";
import { contents, formOf, someone } from "./contact-form.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails, site } from "./mails.ts";
import { fillSignIn, newAdmin, newPerson, signedIn, signIn, withKey } from "./people.ts";
import { password } from "../password.ts";
import { expect, test, type Page } from "./story.ts";

// Who takes administrators away does it alone on the whole site, and another one hears that it is busy: one test after the other.
test.describe.configure({ mode: "default" });

const text = en.people;
const { access, careful, profile } = text.person;
const pageOf = (id: string) => `/admin/profiles?person=${id}`;

/** Unfolds a thing to do, and gives its form. */
async function unfold(page: Page, title: string) {
  const step = page.locator("main details").filter({ has: page.getByText(title, { exact: true }).and(page.locator("summary")) });
  if (!(await step.evaluate((element: HTMLDetailsElement) => element.open))) await step.locator("summary").click();
  return step;
}

async function act(page: Page, title: string, button: string) {
  await (await unfold(page, title)).getByRole("button", { name: button }).click();
}

async function expectDone(page: Page, sentence: string) {
  await expect(page.getByRole("status").filter({ hasText: sentence })).toBeVisible();
}

/** On a tablet, with as much room between letters, words and lines as somebody may need, nothing is out of sight (WCAG 1.4.12). */
async function expectReadableApart(page: Page) {
  const usual = page.viewportSize()!;
  await page.setViewportSize({ width: 768, height: 700 });
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }");
    document.adoptedStyleSheets = [sheet];
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  await page.setViewportSize(usual);
}

/** The trail, the newest first, without its dates. */
async function trail(page: Page) {
  return page.locator("main ol li p").allInnerTexts();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });
    // What the server makes of each form is in tests/security/matrix.test.ts.
    const inDepth = javaScriptEnabled ? {} : { tag: "@deep" };

    test(
      "an administrator finds a person, changes them in every way, and all of it is in the trail",
      inDepth,
      async ({ page, browser }) => {
        test.slow();
        const admin = await newAdmin(page);
        const mark = crypto.randomUUID().slice(0, 8);
        const email = `alvaro-${mark}@example.com`;
        const { id } = await newPerson(site.url, { email, data: { name: `Álvaro ${mark}` } });
        // One of theirs, in another folder than the first, and one of somebody whose address has theirs in it.
        const [own, other] = [email, `x${email}`].map((sender) => ({ ...someone(), email: sender }));
        await post(site, { ...formOf(own!), homepage: "x" });
        await post(site, formOf(other!));
        const theirs = await (await browser.newContext({ baseURL: site.url })).newPage();

        await page.goto("/admin/profiles");
        if (javaScriptEnabled) await expectReadableApart(page);
        // Parts of both names.
        await page.getByLabel(text.list.search).fill(`lvaro ${mark.toUpperCase().slice(1)}`);
        await page.getByRole("button", { name: text.list.find }).click();
        await expect(page.getByText(text.list.one)).toBeVisible();
        await page.getByRole("link", { name: `Álvaro ${mark}` }).click();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Álvaro ${mark}`);
        await expect(page).toHaveTitle(new RegExp(`^Álvaro ${mark} · `));
        if (javaScriptEnabled) await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

        // Their requests and nobody else's, and back.
        await page.locator("dl > div").filter({ hasText: text.person.facts.requests }).getByRole("link", { name: "1" }).click();
        const requests = page.getByRole("list", { name: en.messages.list.label }).getByRole("link");
        await expect(requests).toHaveText([new RegExp(own!.name)]);
        await requests.click();
        await page.getByRole("link", { name: en.messages.detail.openAccount }).click();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Álvaro ${mark}`);

        await page.getByLabel(text.fields.phone).fill("123");
        await page.getByLabel(text.fields.company).fill("Faro");
        await page.getByRole("button", { name: profile.save }).click();
        await expect(page.getByRole("alert")).toContainText("valid Spanish phone number");
        await expect(page.getByLabel(text.fields.company)).toHaveValue("Faro");
        await expect(page.getByLabel(text.fields.phone)).toHaveValue("123");
        await page.getByLabel(text.fields.phone).fill("612 345 678");
        await page.getByRole("combobox", { name: text.fields.locale }).selectOption("gl");
        await page.getByRole("button", { name: profile.save }).click();
        await expectDone(page, text.done.profile);
        await expect(page.locator("dl")).toContainText("+34 612 345 678");
        await expect(page.locator("dl > div").filter({ hasText: text.person.facts.providers })).toContainText(text.fields.email);
        await page.getByLabel(text.fields.email).fill(admin.email);
        await page.getByRole("button", { name: profile.save }).click();
        await expect(page.getByRole("alert")).toContainText(text.refusals.taken);
        await page.goto(pageOf(id));

        await act(page, careful.promote.title, careful.promote.do);
        await expectDone(page, text.done.role);
        await signedIn(theirs.context(), email);
        expect((await theirs.goto("/admin/profiles"))!.status()).toBe(200);
        await act(page, careful.demote.title, careful.demote.do);
        // The sentence is the one that is there already; what can be done next is not.
        await expect(page.getByText(careful.promote.title, { exact: true })).toBeVisible();
        await expectDone(page, text.done.role);
        expect((await theirs.goto("/admin/profiles"))!.status()).toBe(404);

        // The session ends at once.
        await theirs.goto("/me");
        await expect(theirs).toHaveURL("/me");
        const ban = await unfold(page, careful.ban.title);
        await ban.getByLabel(careful.ban.length).selectOption("month");
        await ban.getByRole("button", { name: careful.ban.do }).click();
        await expectDone(page, text.done.ban);
        await theirs.goto("/me");
        await expect(theirs).toHaveURL(/\/login/);
        await fillSignIn(theirs, email);
        await expect(theirs.getByRole("alert")).toContainText(en.account.errors.banned_until.split("{")[0]!);
        await expect(theirs.getByRole("alert").getByRole("link")).toHaveAttribute("href", "/contact");
        await act(page, access.link.title, access.link.make);
        await expect(page.getByRole("alert")).toHaveText(text.refusals.banned);
        await expect(page.getByText(text.done.ban)).toHaveCount(0);
        await act(page, careful.unban.title, careful.unban.do);
        await expectDone(page, text.done.unban);

        await act(page, access.link.title, access.link.make);
        const link = await page.getByLabel(access.link.label).inputValue();
        expect(link).toMatch(/^http:\/\/localhost:\d+\/gl\/confirm\?token_hash=[\w-]+&type=magiclink$/);
        await expect(page.getByText(access.link.hint)).toBeVisible();
        await expect(page.getByRole("button", { name: access.link.copy })).toHaveCount(javaScriptEnabled ? 1 : 0);
        await page.goto(pageOf(id));
        await expect(page.getByText(link)).toHaveCount(0);
        await expect(page.getByLabel(access.link.label)).toHaveCount(0);
        await theirs.goto(link);
        await theirs.getByRole("button", { name: contents.gl.account.confirm.kinds.magiclink.action }).click();
        await expect(theirs).toHaveURL("/gl/me");
        await act(page, access.signOut.title, access.signOut.do);
        await expectDone(page, text.done.sign_out);
        await theirs.goto("/me");
        await expect(theirs).toHaveURL(/\/login/);

        const done = (action: keyof typeof text.log.actions, detail = "") => `${text.log.actions[action]}${detail}\nby ${admin.email}`;
        const lines = await trail(page);
        expect(lines).toEqual([
          done("signed_out"),
          done("link"),
          done("unbanned"),
          done("link", ` · ${text.log.outcomes.refused}`),
          done("banned", ` · ${careful.ban.lengths.month}`),
          done("role", ` · ${text.person.facts.roles.client}`),
          done("role", ` · ${text.person.facts.roles.admin}`),
          done("email", ` · ${email} → ${admin.email} · ${text.log.outcomes.refused}`),
          done("profile"),
        ]);

        const erase = await unfold(page, careful.delete.title);
        await erase.getByRole("textbox").fill("somebody@example.com");
        await erase.getByRole("button", { name: careful.delete.do }).click();
        await expect(page.getByRole("alert")).toContainText(text.refusals.typed);
        await expect(erase.getByRole("textbox")).toHaveValue("somebody@example.com");
        await erase.getByRole("textbox").fill(email);
        await erase.getByRole("button", { name: careful.delete.do }).click();
        await expectDone(page, text.done.delete);
        expect((await page.goto(pageOf(id)))!.status()).toBe(404);
        await page.goto("/admin/profiles?view=log");
        expect((await trail(page)).find((line) => line.includes(email))).toContain(text.log.actions.deleted);
        // What they were is told, and leads nowhere.
        const past = page.locator("main ol li").filter({ hasText: email });
        await expect(past).not.toHaveCount(0);
        await expect(past.getByRole("link")).toHaveCount(0);
        await theirs.context().close();
      },
    );

    test("who is invited accepts by mail, chooses a password and is in", inDepth, async ({ page, browser }) => {
      await newAdmin(page);
      const email = `invited-${crypto.randomUUID()}@example.com`;
      await page.goto("/admin/profiles");
      await page.getByRole("link", { name: text.invite }).click();
      await page.getByRole("button", { name: text.inviteForm.send }).click();
      await expect(page.getByRole("alert")).toContainText("The name field is required.");
      await page.getByLabel(text.fields.name).fill("Iria");
      await page.getByLabel(text.fields.email).fill(email);
      await page.getByRole("combobox", { name: text.fields.locale }).selectOption("es");
      await page.getByRole("button", { name: text.inviteForm.send }).click();
      await expectDone(page, text.done.invite);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Iria");
      await expect(page.getByText(text.states.invited, { exact: true }).first()).toBeVisible();
      expect((await trail(page))[0]).toContain(text.log.actions.invited);

      let link = "";
      await expect
        .poll(async () => (link = /https?:\S+/.exec((await readMails(email)).receipts[0]?.text ?? "")?.[0] ?? ""))
        .toContain("/es/confirm");
      const theirs = await (await browser.newContext({ baseURL: site.url, javaScriptEnabled })).newPage();
      await theirs.goto(link);
      const say = contents.es.account.confirm;
      await theirs.getByRole("main").getByRole("button", { name: say.kinds.invite.action }).click();
      await theirs.getByLabel(say.password.password).fill(password);
      await theirs.getByRole("button", { name: say.password.save }).click();
      await expect(theirs).toHaveURL("/es/me?done=passwordSaved");
      await expect(theirs.getByText(email).first()).toBeVisible();
      await theirs.context().close();

      await page.goto("/admin/profiles?new=invite");
      await page.getByLabel(text.fields.name).fill("Iria again");
      await page.getByLabel(text.fields.email).fill(email);
      await page.getByRole("button", { name: text.inviteForm.send }).click();
      await expect(page.getByRole("alert")).toContainText(text.refusals.taken);
      await expect(page.getByLabel(text.fields.name)).toHaveValue("Iria again");
    });

    test("an account is created at once, and a weak password is refused", { tag: "@deep" }, async ({ page, browser }) => {
      await newAdmin(page);
      const email = `created-${crypto.randomUUID()}@example.com`;
      await page.goto("/admin/profiles?new=account");
      if (javaScriptEnabled) await hydrated(page);
      await page.getByLabel(text.fields.name).fill("Brais");
      await page.getByLabel(text.fields.email).fill(email);
      await page.getByLabel(text.fields.password).fill("short");
      await page.getByRole("button", { name: text.createForm.create }).click();
      await expect(page.getByRole("alert")).toContainText("The password must have at least 10 characters.");
      await expect(page.getByLabel(text.fields.password)).toHaveValue(javaScriptEnabled ? "short" : "");
      await page.getByLabel(text.fields.password).fill(password);
      await page.getByRole("button", { name: text.createForm.create }).click();
      await expectDone(page, text.done.create);
      const theirs = await (await browser.newContext({ baseURL: site.url })).newPage();
      await signIn(theirs, email);
      await expect(theirs).toHaveURL("/me");
      await theirs.context().close();
    });
  });
}

test("somebody else's change is not overwritten, and what was typed stays", { tag: "@deep" }, async ({ page }) => {
  await newAdmin(page);
  const { id } = await newPerson(site.url, { data: { name: "Before" } });
  await page.goto(pageOf(id));
  await page.getByLabel(text.fields.name).fill("Mine");
  await withKey(site.url).auth.admin.updateUserById(id, { user_metadata: { name: "Theirs" } });
  await page.getByRole("button", { name: profile.save }).click();
  await expect(page.getByRole("alert")).toHaveText(text.refusals.changed);
  await expect(page.getByLabel(text.fields.name)).toHaveValue("Mine");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Theirs");
  await page.getByRole("button", { name: profile.save }).click();
  await expectDone(page, text.done.profile);
});

test("who is not there, or not any more, is a sentence and a way back", { tag: "@deep" }, async ({ page }) => {
  await newAdmin(page);
  for (const person of ["nobody", crypto.randomUUID()]) {
    const response = await page.goto(`/es${pageOf(person)}`);
    expect(response!.status()).toBe(404);
    await expect(page).toHaveTitle(new RegExp(contents.es.people.gone.heading));
  }
  await page.getByRole("link", { name: contents.es.people.back }).click();
  await expect(page).toHaveURL("/es/admin/profiles");

  const { id } = await newPerson(site.url);
  await page.goto(pageOf(id));
  await withKey(site.url).auth.admin.deleteUser(id);
  await page.getByRole("button", { name: profile.save }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.gone.heading);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

const here = (query: string) => `/admin/profiles${query}`;

test("no state has a barrier, in light or dark, or is wider than a small screen", { tag: "@deep" }, async ({ page }) => {
  test.slow();
  const say = contents.en.people;
  const company = `Wort${"e".repeat(80)}-${crypto.randomUUID()}`;
  await newAdmin(page, { name: "A name that goes on and on as if the person had four surnames and used them all", company });
  const { id } = await newPerson(site.url, { data: { name: "Uxía", company } });
  await page.setViewportSize({ width: 320, height: 800 });

  const fits = async (state: string) => expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(320);
  const check = async (state: string) => {
    await fits(state);
    await expect(page.locator("main button[aria-disabled]")).toHaveCount(0);
    expect(await barriersInBothSchemes(page, "main"), state).toEqual([]);
  };
  for (const query of ["?view=log", `?q=${company}`]) {
    await page.goto(here(query));
    await check(query);
  }
  // On a narrow screen a row has room for its person.
  const admin = page.getByRole("rowheader").filter({ hasText: say.states.admin });
  expect((await admin.boundingBox())!.width).toBe((await page.getByRole("table").boundingBox())!.width);
  for (const query of ["?new=invite", "?new=account"]) {
    await page.goto(here(query));
    await hydrated(page);
    await fits(query);
    await page.locator("main form button:not([type=button])").click();
    await expect(page.getByRole("alert")).toBeFocused();
    await fits(`${query} with errors`);
  }
  // It has what the invitation has, and a password.
  await check("a new account with errors");
  await page.goto(here(`?person=${id}`));
  await page.getByLabel(say.fields.phone).fill("x");
  await page.getByRole("button", { name: say.person.profile.save }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  const erase = await unfold(page, say.person.careful.delete.title);
  await fits("person with errors");
  await erase.getByRole("button").click();
  await expect(erase.getByRole("alert")).toContainText(say.refusals.typed);
  await act(page, say.person.access.link.title, say.person.access.link.make);
  await expect(page.getByLabel(say.person.access.link.label)).toBeVisible();
  await page.locator("main details").evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
  await check("person with everything open");
});
