import { TOTP } from "otpauth";
import { agency } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { fill, longDate } from "#content/format.ts";
import { localePath, locales, type Locale } from "#content/locales.ts";
import { password } from "../password.ts";
import { contents, formOf, someone } from "./contact-form.ts";
import { filmed, filmOf, focusOf } from "./film.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails, site } from "./mails.ts";
import { expect, test, type Page, type Route } from "./story.ts";
import { joined } from "./told.ts";
import { addFactor, newAdmin, newEmail, newPerson, openAs, openRow, signedIn, withKey } from "./people.ts";

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

test("each step of every path has its title, and the focus", async ({ page }) => {
  test.slow();
  await walkAllPaths(page, "en");
});

// Its pictures are in test-results/film, at both widths at each step.
for (const locale of filmed) {
  test(`all paths on film: ${locale}`, { tag: "@deep" }, async ({ page }) => {
    test.slow();
    await walkAllPaths(page, locale, filmOf(page, `accounts-${locale}`));
  });
}

/** Registering, recovering, changing the address, a link, an invitation, a second step and the loss of it: from the first page to the last. */
async function walkAllPaths(page: Page, locale: Locale, film: (step: string) => Promise<void> = async () => {}) {
  const { me, account, mail } = contents[locale];
  const { login, confirm, register, code, errors, passwordField } = account;
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

  // A request from an address without an account.
  const email = newEmail();
  const request = { ...someone(), email };
  const sent = fill(me.requests.sent, { date: longDate(locale, new Date()) });
  expect((await post(site, formOf(request))).status).toBe(303);
  const expectRequest = async () => {
    const requests = page.getByRole("region", { name: me.requests.heading });
    await expect(requests).toContainText(request.message);
    await expect(requests).toContainText(sent);
    await expect(requests.getByRole("link", { name: me.requests.write })).toHaveAttribute("href", localePath(locale, "/contact"));
  };

  // Registering, the mail sent again, its code.
  await open(localePath(locale, "/register"));
  await press(register.create);
  await expect(page.getByRole("alert")).toBeFocused();
  await film("mistakes");
  await field(register.name).fill("Uxía Nogueira");
  await field(register.email).fill(email);
  const secretField = page.locator("main input[name=password]");
  await secretField.fill("password12");
  await expect(page.getByText(passwordField.known)).toBeVisible();
  await secretField.fill(password);
  await expect(page.getByText(passwordField.strong)).toBeVisible();
  await press(passwordField.show);
  await expect(secretField).toHaveAttribute("type", "text");
  await press(passwordField.hide);
  await expect(secretField).toHaveAttribute("type", "password");
  await page.getByRole("checkbox").check();
  await press(register.create);
  await arrive(register.sent.heading);
  await expect(page.getByText(fill(register.sent.text, { email }))).toBeVisible();
  await mailTo(email, "signup");
  await press(register.sent.again);
  await expect(page.getByText(register.sent.sentAgain)).toBeFocused();
  const [label, digits] = [page.locator("main label", { hasText: code.label }), field(code.label)];
  expect((await digits.boundingBox())!.y, "the field is below its label").toBeGreaterThan((await label.boundingBox())!.y + 10);
  await digits.fill((await mailTo(email, "signup", 2)).code);
  await page.keyboard.press("Enter");
  await arrive(me.heading);
  await expect(page.getByText(me.done.confirmed)).toBeFocused();
  await expectRequest();
  await open(localePath(locale, "/register"));
  await expect(page).toHaveURL(localePath(locale, "/me"));

  // Name and password are those of the first time; what was said before stands beside no mistake.
  await expect(field(contents[locale].contact.form.labels.name)).toHaveValue("Uxía Nogueira");
  const { factor, recovery, sessions } = me.security;
  const signInWith = async (secret: string) => {
    await field(login.email).fill(email);
    await secretField.fill(secret);
    await page.keyboard.press("Enter");
  };
  await press(sessions.end);
  await arrive(login.heading);
  await expect(page.getByText(login.signedOut)).toBeVisible();
  await signInWith("not the password");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByText(login.signedOut)).toBeHidden();
  await signInWith(password);
  await arrive(me.heading);

  // A forgotten password. No company has a sign-in of its own here.
  await press(sessions.end);
  await arrive(login.heading);
  await expect(page.getByRole("link", { name: login.company })).toHaveCount(0);
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
  await field(me.security.email.new).fill(email.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText(errors.own_email);
  await field(me.security.email.new).fill(wanted);
  await page.keyboard.press("Enter");
  await expect(page.getByText(me.done.email)).toBeFocused();
  await expect(field(me.security.email.new)).toHaveValue("");
  await film("change asked");
  await open((await mailTo(wanted, "email_change")).link);
  await press(confirm.kinds.email_change.action);
  await arrive(confirm.half.heading);
  await page.getByRole("main").getByRole("link", { name: confirm.toMe }).click();
  await arrive(me.heading);
  const { link } = await mailTo(email, "email_change");
  await open(link);
  await press(confirm.kinds.email_change.action);
  await expect(page.getByText(fill(me.done.emailChanged, { email: wanted }))).toBeFocused();
  await expectRequest();
  await film("changed");
  await open(link);
  await press(confirm.kinds.email_change.action);
  await arrive(confirm.problem);
  await expect(page.getByText(confirm.signedIn)).toBeVisible();

  // A mail in place of the password: its code.
  await context.clearCookies({ name: /^sb-/ });
  const { email: other } = await newPerson();
  await open(localePath(locale, "/login?step=link"));
  await field(login.email).fill(other);
  await page.keyboard.press("Enter");
  await arrive(login.linkSent.heading);
  await field(code.label).fill((await mailTo(other, "magiclink")).code);
  await page.keyboard.press("Enter");
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

  // A second step.
  await openRow(page, factor.heading);
  await press(factor.add);
  await arrive(factor.heading);
  const secret = (await page.locator("main code").innerText()).replaceAll(/\s/g, "");
  await expect(page.getByRole("link", { name: factor.openApp })).toHaveAttribute("href", new RegExp(`^otpauth://totp/.*secret=${secret}`));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await press(factor.copy);
  await expect(page.getByText(factor.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await field(factor.code).fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeFocused();
  await film("a wrong code");
  await field(factor.code).fill(new TOTP({ secret }).generate());
  await page.keyboard.press("Enter");
  await arrive(recovery.heading);
  const [opens] = await page.locator("main li code").allInnerTexts();
  await page.getByRole("link", { name: recovery.kept }).click();
  await expect(page.getByText(me.done.codes)).toBeFocused();
  await film("codes kept");

  // The phone is lost: one of the codes opens, and the app is removed.
  await press(sessions.end);
  await arrive(login.heading);
  await field(login.email).fill(invited);
  await secretField.fill("another horse battery");
  await page.keyboard.press("Enter");
  await arrive(login.factor.heading);
  await page.keyboard.type(opens!);
  await page.keyboard.press("Enter");
  await arrive(me.heading);
  await openRow(page, factor.heading);
  await page.getByText(factor.remove, { exact: true }).click();
  await film("a code less");
  await press(factor.removeConfirm);
  await expect(page.getByText(me.done.factorRemoved)).toBeFocused();
  await film("removed");

  // Of each change of how they sign in, whoever has the address hears (of a password: tests/contract/gate.test.ts).
  const { changes, letters } = mail.auth;
  for (const [address, said] of [
    [email, fill(letters.email_changed.subject, { name: agency.name })],
    [invited, changes.factorOn],
    [invited, fill(letters.recovery_code_used.subject, { name: agency.name })],
    [invited, changes.factorOff],
  ] as const) {
    const mails = async () => (await readMails(address)).receipts.filter(({ subject, text }) => `${subject} ${text}`.includes(said)).length;
    await expect.poll(mails, { message: said, intervals: [50] }).toBe(1);
  }
}

test(
  "of the two mails of a change of address one is lost: one press sends both again, and the earlier ones are over",
  { tag: "@deep" },
  async ({ page, context }) => {
    const { id, email } = await newPerson();
    const wanted = newEmail();
    const { email: text } = en.me.security;
    await openAs(page, email);
    await hydrated(page);
    await openRow(page, text.heading);
    await page.getByLabel(text.new).fill(wanted);
    await page.keyboard.press("Enter");
    await expect(page.getByText(en.me.done.email)).toBeFocused();
    const lost = await mailTo(email, "email_change");
    const confirmChange = async (link: string) => {
      await page.goto(link);
      await page.getByRole("button", { name: say.confirm.kinds.email_change.action }).click();
    };
    await confirmChange((await mailTo(wanted, "email_change")).link);
    await expect(page.getByText(say.confirm.half.text)).toBeVisible();
    await page.getByRole("link", { name: say.confirm.toMe }).click();

    // What waits is in sight.
    await expect(page.getByText(fill(text.pending, { new: wanted }))).toBeVisible();
    const again = page.getByRole("button", { name: text.again });
    await context.setOffline(true);
    await again.click();
    await expect(page.getByRole("alert")).toHaveText(say.unreachable);
    await expect(page.getByRole("alert")).toBeFocused();
    await context.setOffline(false);
    await again.press("Enter");
    await expect(page.getByText(en.me.done.emailAgain)).toBeFocused();
    const [current, next] = [await mailTo(email, "email_change", 2), await mailTo(wanted, "email_change", 2)];
    await confirmChange(lost.link);
    await expect(page.getByRole("heading", { name: say.confirm.problem })).toBeVisible();
    await confirmChange(current.link);
    await expect(page.getByText(say.confirm.half.text)).toBeVisible();
    await confirmChange(next.link);
    await expect(page.getByText(fill(en.me.done.emailChanged, { email: wanted }))).toBeVisible();
    await expect(again).toHaveCount(0);

    // To the agency it was asked for once, and made.
    await context.clearCookies({ name: /^sb-/ });
    await newAdmin(page);
    await page.goto(`/admin/profiles?person=${id}`);
    await expect(page.getByText(en.people.log.actions.email_asked)).toHaveCount(1);
    await expect(page.getByText(en.people.log.actions.email, { exact: true })).toHaveCount(1);
  },
);

test("a change of address asks nobody for the code of the second step again", { tag: "@deep" }, async ({ page, context }) => {
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
  const [name, phone] = [page.getByLabel(en.contact.form.labels.name), page.getByLabel(en.contact.form.labels.phone)];
  await name.fill("");
  await phone.fill("nope");
  await save.click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(saved).toBeHidden();
  // In the order of the form.
  await expect(page.getByRole("alert").getByRole("link")).toHaveText([/^The name field/, en.contact.errors.phoneLetters]);

  await name.fill("Uxía Nogueira");
  await phone.fill("");
  const company = page.getByLabel(en.contact.form.labels.company);
  await company.fill("Conservas da Ría");
  await context.setOffline(true);
  await company.press("Enter");
  const alert = page.getByRole("region", { name: en.me.profile.heading }).getByRole("alert");
  await expect(alert).toHaveText(say.unreachable);
  await expect(alert).toBeFocused();
  await expect(company).toHaveValue("Conservas da Ría");
  // Whoever goes on writing stays there, whatever the page hears when the line is back.
  await company.focus();
  await joined(page, () => context.setOffline(false));
  await expect(company).toBeFocused();
  await company.press("Enter");
  await expect(saved).toBeFocused();
});

test("while a proxy answers in place of the server, forms stay as they are, and say so", { tag: "@deep" }, async ({ page }) => {
  const sender = someone();
  expect((await post(site, formOf(sender))).status).toBe(303);
  await page.route("**/*.data*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, contentType: "text/html", body: "<h1>Service Unavailable</h1>" })
      : route.continue(),
  );
  const main = page.getByRole("main");
  const loseIn = async (path: string, label: string, typed: string, button: string) => {
    await page.goto(path);
    await hydrated(page);
    await main.getByLabel(label).fill(typed);
    await main.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole("alert"), path).toHaveText(say.unreachable);
    await expect(page.getByRole("alert"), path).toBeFocused();
    await expect(main.getByLabel(label), path).toHaveValue(typed);
  };
  await loseIn("/register", say.register.name, "Uxía Nogueira", say.register.create);
  await loseIn("/login", say.login.email, sender.email, say.login.signIn);
  await loseIn("/confirm", say.code.email, sender.email, say.code.check);
  await newAdmin(page);
  await loseIn("/admin/profiles?new=invite", en.people.fields.name, "Uxía Nogueira", en.people.inviteForm.send);
  await page.goto(`/admin/messages?${new URLSearchParams({ q: sender.email })}`);
  const row = page.getByRole("list", { name: en.messages.list.label }).getByRole("link");
  const request = (await row.getAttribute("href"))!;
  await loseIn(request, en.messages.change.note, "Called, and they call back.", en.messages.change.write);
});

test(
  "where the data of a page cannot be had, the page stays with what is typed, says so, and goes on when it is tried again",
  { tag: "@deep" },
  async ({ page, context }) => {
    test.slow();
    await newAdmin(page);
    const again = page.getByRole("button", { name: say.outOfReach.again });
    const search = page.getByRole("searchbox");
    for (const [path, trouble] of [
      ["/admin/messages", (route: Route) => route.abort()],
      ["/admin/profiles", (route: Route) => route.fulfill({ status: 503, contentType: "text/html", body: "<h1>Service Unavailable</h1>" })],
    ] as const) {
      await page.goto(path);
      await hydrated(page);
      let tries = 0;
      await page.route("**/*.data*", (route) => {
        // What comes in meanwhile is asked for too.
        if (route.request().url().includes("q=Nobody")) tries++;
        return trouble(route);
      });
      await search.fill("Nobody of this name");
      await search.press("Enter");
      for (const times of [3, 6]) {
        await expect.poll(() => tries, path).toBe(times);
        await expect(again, path).toBeFocused();
        await expect(search).toHaveValue("Nobody of this name");
        await expect(page).toHaveURL(path);
        if (times === 3) await page.keyboard.press("Enter");
      }
      await page.unroute("**/*.data*");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/[?&]q=Nobody/);
      await expect(search).toBeFocused();
      await expect(search).toHaveValue("Nobody of this name");
      await expect(again).toHaveCount(0);
    }

    await page.goto("/me");
    await hydrated(page);
    const company = page.getByLabel(en.contact.form.labels.company);
    await company.fill("Conservas da Ría");
    await context.setOffline(true);
    await page.getByRole("navigation", { name: en.admin.nav.label }).getByRole("link").first().click();
    await expect(again).toBeFocused();
    await expect(company).toHaveValue("Conservas da Ría");
    // The line is back.
    await context.setOffline(false);
    await expect(page).toHaveURL("/admin/messages");
  },
);

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
