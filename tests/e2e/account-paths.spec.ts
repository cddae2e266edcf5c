import { expect, test, type Page } from "@playwright/test";
import { en } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { localePath, locales, type Locale } from "#content/locales.ts";
import { password } from "../password.ts";
import { contents } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import { readMails, site } from "./mails.ts";
import { addFactor, newEmail, newPerson, openRow, signedIn, withKey } from "./people.ts";

/** The paths of the accounts, each to its end: whoever walks them is told at each step where they are, and the focus is there. */

const { account: say } = en;

/** Gives a function that waits for a step of the page: another title, and its heading or what it marks with the focus. */
function walker(page: Page) {
  let title = "";
  return async function arrive(heading: string) {
    await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
    await expect.poll(focusOf(page), { message: heading }).not.toBe("body");
    const now = await page.title();
    expect(now, heading).not.toBe(title);
    title = now;
  };
}

/** The link and the code of the newest mail of a kind, once there are so many. */
const read = new Set<string>();
async function mailTo(email: string, kind: string, count = 1) {
  let texts: string[] = [];
  await expect
    .poll(
      async () => {
        const { receipts } = await readMails(email);
        texts = receipts.map(({ text = "" }) => text).filter((text) => text.includes(`type=${kind}`));
        return texts.length;
      },
      { intervals: [50] },
    )
    .toBe(count);
  // Two of the same second are in no order: the new one is that which nobody has read, or says the same.
  const text = texts.find((one) => !read.has(one)) ?? texts[0]!;
  read.add(text);
  const { pathname, search } = new URL(/https?:\S+/.exec(text)![0]);
  return { link: pathname + search, code: /^\d{6}$/m.exec(text)![0] };
}

const focusOf = (page: Page) => () => page.evaluate(() => document.activeElement?.localName ?? "body");

test("each step of every path has its title, and the focus", async ({ page }) => {
  test.slow();
  await walkAllPaths(page, "en");
});

// Its pictures are in test-results/film, at both widths at each step.
for (const locale of locales) {
  test(`all paths on film: ${locale}`, { tag: "@deep" }, async ({ page }) => {
    test.slow();
    let shots = 0;
    await walkAllPaths(page, locale, async (step) => {
      const name = `${String(++shots).padStart(2, "0")} ${step.replaceAll(/[^\p{L} ]/gu, "")}`;
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.screenshot({ path: `test-results/film/${locale}-${width}/${name}.png`, fullPage: true });
      }
    });
  });
}

/** Registering, recovering, changing the address, a link, an invitation: from the first page to the last. */
async function walkAllPaths(page: Page, locale: Locale, film: (step: string) => Promise<void> = async () => {}) {
  const { me, account } = contents[locale];
  const { login, confirm, register, code } = account;
  const context = page.context();
  const walk = walker(page);
  const arrive = async (heading: string) => {
    await walk(heading);
    await film(heading);
  };
  const open = async (path: string) => {
    await page.goto(path);
    await hydrated(page);
  };
  const press = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
  const field = (label: string) => page.getByRole("main").getByLabel(label, { exact: false });

  // Registering, the mail sent again, its code.
  const email = newEmail();
  await open(localePath(locale, "/register"));
  await press(register.create);
  await expect(page.getByRole("alert")).toBeFocused();
  await film("mistakes");
  await field(register.name).fill("Uxía Nogueira");
  await field(register.email).fill(email);
  await field(register.password).fill(password);
  await page.getByRole("checkbox").check();
  await press(register.create);
  await arrive(register.sent.heading);
  await expect(page.getByText(fill(register.sent.text, { email }))).toBeVisible();
  await mailTo(email, "signup");
  await press(register.sent.again);
  await expect(page.getByText(register.sent.sentAgain)).toBeFocused();
  await field(code.label).fill((await mailTo(email, "signup", 2)).code);
  await page.keyboard.press("Enter");
  await arrive(me.heading);
  await expect(page.getByText(me.done.confirmed)).toBeFocused();

  // A forgotten password.
  await context.clearCookies({ name: /^sb-/ });
  await open(localePath(locale, "/login"));
  await film(login.heading);
  await page.getByRole("link", { name: login.forgot }).click();
  await arrive(login.forgotten.heading);
  await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await arrive(login.linkSent.heading);
  await open((await mailTo(email, "recovery")).link);
  await film(confirm.kinds.recovery.heading);
  await press(confirm.kinds.recovery.action);
  await arrive(confirm.password.heading);
  await field(confirm.password.password).fill("another horse battery");
  await page.keyboard.press("Enter");
  await arrive(me.heading);
  await expect(page.getByText(me.done.passwordSaved)).toBeFocused();

  // Another address: both confirm, and who is signed in stays so.
  const wanted = newEmail();
  await openRow(page, me.security.email.heading);
  await field(me.security.email.new).fill(wanted);
  await page.keyboard.press("Enter");
  await expect(page.getByText(me.done.email)).toBeFocused();
  await film("change asked");
  await open((await mailTo(wanted, "email_change")).link);
  await press(confirm.kinds.email_change.action);
  await arrive(confirm.half.heading);
  await page.getByRole("main").getByRole("link", { name: confirm.toMe }).click();
  await arrive(me.heading);
  await open((await mailTo(email, "email_change")).link);
  await press(confirm.kinds.email_change.action);
  await expect(page.getByText(fill(me.done.emailChanged, { email: wanted }))).toBeFocused();
  await film("changed");

  // A link in place of the password.
  await context.clearCookies({ name: /^sb-/ });
  const { email: other } = await newPerson();
  await open(localePath(locale, "/login?step=link"));
  await field(login.email).fill(other);
  await page.keyboard.press("Enter");
  await arrive(login.linkSent.heading);
  await open((await mailTo(other, "magiclink")).link);
  await press(confirm.kinds.magiclink.action);
  await arrive(me.heading);

  // An invitation.
  await context.clearCookies({ name: /^sb-/ });
  const invited = newEmail();
  await withKey(site.url).auth.admin.inviteUserByEmail(invited, { data: { locale } });
  await open((await mailTo(invited, "invite")).link);
  await film(confirm.kinds.invite.heading);
  await press(confirm.kinds.invite.action);
  await arrive(confirm.password.heading);
  await field(confirm.password.password).fill("another horse battery");
  await page.keyboard.press("Enter");
  await arrive(me.heading);
}

test("a change of address asks nobody for the code of the second step again", async ({ page, context }) => {
  const { email } = await newPerson();
  const totp = await addFactor(email);
  await signedIn(context, email);
  await page.goto("/me");
  await expect(page.getByLabel(say.login.factor.code)).toBeVisible();
  await page.getByLabel(say.login.factor.code).fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: say.login.factor.verify }).click();
  await expect(page.getByRole("heading", { name: en.me.heading })).toBeVisible();
  const wanted = newEmail();
  await openRow(page, en.me.security.email.heading);
  await page.getByLabel(en.me.security.email.new).fill(wanted);
  await page.getByRole("button", { name: en.me.security.email.save }).click();
  await expect(page.getByText(en.me.done.email)).toBeVisible();
  for (const address of [wanted, email]) {
    await page.goto((await mailTo(address, "email_change")).link);
    await page.getByRole("button", { name: say.confirm.kinds.email_change.action }).click();
    await expect(page).not.toHaveURL(/type=email_change/);
  }
  await expect(page.getByText(fill(en.me.done.emailChanged, { email: wanted }))).toBeVisible();
});

test("what is saved is said each time, and not beside what goes wrong afterwards; what does not reach the server is kept, and said where it stands", async ({
  page,
  context,
}) => {
  const { email } = await newPerson();
  await signedIn(context, email);
  await page.goto("/me");
  await hydrated(page);
  const save = page.getByRole("button", { name: en.me.profile.save });
  const saved = page.getByText(en.me.done.profile);
  for (let time = 0; time < 2; time++) {
    await page.getByLabel(en.contact.form.labels.company).fill(`Faro ${time}`);
    await page.keyboard.press("Enter");
    await expect(saved).toBeFocused();
  }
  await page.getByLabel(en.contact.form.labels.phone).fill("nope");
  await save.click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(saved).toBeHidden();

  await page.getByLabel(en.contact.form.labels.phone).fill("");
  const company = page.getByLabel(en.contact.form.labels.company);
  await company.fill("Conservas da Ría");
  await context.setOffline(true);
  await company.press("Enter");
  const alert = page.getByRole("region", { name: en.me.profile.heading }).getByRole("alert");
  await expect(alert).toHaveText(say.unreachable);
  await expect(alert).toBeFocused();
  await expect(company).toHaveValue("Conservas da Ría");
  await context.setOffline(false);
  await company.press("Enter");
  await expect(saved).toBeFocused();
});

test("every page shows whether somebody is signed in, leads to their area and out; the contact form knows them", async ({
  page,
  context,
}) => {
  const account = page.getByRole("navigation", { name: en.shell.account.label });
  await page.goto("/");
  await expect(account.getByRole("link")).toHaveText([en.shell.account.enter]);
  await expect(account.getByRole("button")).toHaveCount(0);

  const { email } = await newPerson(site.url, { data: { name: "Uxía Nogueira", phone: "+34981234567" } });
  await signedIn(context, email);
  await page.goto("/contact");
  await expect(account.getByRole("link")).toHaveText([en.shell.account.area]);
  await page.mouse.move(300, 300);
  await expect(page.getByLabel(en.contact.form.labels.email)).toHaveValue(email);
  await expect(page.getByLabel(en.contact.form.labels.phone)).toHaveValue("+34 981 234 567");
  await account.getByRole("link").click();
  await expect(page.getByRole("heading", { name: en.me.heading })).toBeFocused();

  // The header is one line wherever it is no menu, with the way out in it.
  for (const locale of locales) {
    await page.goto(localePath(locale, "/me"));
    for (const width of [1024, 1100, 1250]) {
      await page.setViewportSize({ width, height: 700 });
      await expect(page.getByRole("banner").getByRole("button", { name: contents[locale].shell.account.out })).toBeInViewport();
      expect((await page.getByRole("banner").boundingBox())!.height, `${locale}, ${width} px`).toBeLessThan(80);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${locale}, ${width} px`).toBe(width);
    }
  }
  await page.goto("/me");
  await page.setViewportSize({ width: 360, height: 700 });
  await page.getByRole("button", { name: en.shell.menu }).click();
  await account.getByRole("button", { name: en.shell.account.out }).click();
  await expect(page.getByText(say.login.signedOut)).toBeVisible();
  await page.getByRole("button", { name: en.shell.menu }).click();
  await expect(account.getByRole("link")).toHaveText([en.shell.account.enter]);
});
