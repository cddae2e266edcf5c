import { TOTP } from "otpauth";
import { en } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { startOidcServer } from "../contract/oidc-server.ts";
import { freePort } from "../postgres.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { formOf, someone } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails } from "./mails.ts";
import { addFactor, fillSignIn, linkTo, newEmail, newPerson, openAs, openLink, openRow, registerAs, signOut, withKey } from "./people.ts";
import { expect, test, type Page, type Request } from "./story.ts";
import { told } from "./told.ts";
import { password } from "../password.ts";

const { me, account } = en;
const { login, confirm, errors } = account;
const { security } = me;

const leftOf = (left: number) => fill(security.recovery.left, { left, total: 10 }).split(",")[0]!;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });
    // What the server makes of each form is in tests/security/matrix.test.ts.
    const inDepth = javaScriptEnabled ? {} : { tag: "@deep" };
    const withInDepth = javaScriptEnabled ? { tag: "@deep" } : {};

    // With JavaScript, its parts are in account-paths.spec.ts and below.
    test("from opening an account to the second step, and out of it with a lost phone", withInDepth, async ({ page }) => {
      const email = newEmail();
      await registerAs(page, email);
      // The mail is lost: the door leads to another one, whose code is taken on any page.
      await page.goto("/login");
      await fillSignIn(page, email);
      await expect(page.getByRole("alert")).toContainText(errors.email_not_confirmed);
      await page.getByRole("alert").getByRole("link").click();
      await expect(page.getByText(fill(account.register.lost.text, { email }))).toBeVisible();
      const codesSent = async () => (await readMails(email)).receipts.map(({ text = "" }) => /^\d{6}$/m.exec(text)![0]);
      const [lost] = await codesSent();
      await page.getByRole("button", { name: account.register.sent.again }).click();
      await expect(page.getByText(account.register.sent.sentAgain)).toBeVisible();
      await expect.poll(async () => (await codesSent()).length, { intervals: [50] }).toBe(2);
      await page.goto("/confirm");
      await page.getByLabel(account.code.email).fill(email);
      await page.getByLabel(account.code.label).fill((await codesSent()).find((code) => code !== lost) ?? lost!);
      await page.getByRole("button", { name: account.code.check }).click();
      await expect(page.getByText(fill(me.lead, { email }))).toBeVisible();
      await expect(page.getByText(me.requests.empty)).toBeVisible();

      await page.getByLabel(en.contact.form.labels.phone).fill("nope");
      await page.getByLabel(en.contact.form.labels.company).fill("Panadaría da Ponte");
      await page.getByRole("button", { name: me.profile.save }).click();
      await expect(page.getByRole("alert")).toContainText(en.contact.errors.phoneLetters);
      await expect(page.getByLabel(en.contact.form.labels.company)).toHaveValue("Panadaría da Ponte");
      await page.getByLabel(en.contact.form.labels.phone).fill("981 234 567");
      await page.getByLabel(me.profile.language).selectOption("gl");
      await page.getByRole("button", { name: me.profile.save }).click();
      await expect(page.getByText(me.done.profile)).toBeVisible();
      await page.reload();
      await expect(page.getByLabel(en.contact.form.labels.phone)).toHaveValue("+34 981 234 567");
      await expect(page.getByLabel(me.profile.language)).toHaveValue("gl");

      await openRow(page, security.factor.heading);
      await page.getByRole("button", { name: security.factor.add }).click();
      const secret = await page.locator("main code").innerText();
      await page.getByLabel(security.factor.code).fill("000000");
      await page.getByRole("button", { name: security.factor.verify }).click();
      await expect(page.getByRole("alert")).toContainText(errors.mfa_verification_failed);
      // The same secret is still there to be tried again.
      await expect(page.locator("main code")).toHaveText(secret);
      const totp = new TOTP({ secret: secret.replaceAll(/\s/g, "") });
      await page.getByLabel(security.factor.code).fill(totp.generate());
      await page.getByRole("button", { name: security.factor.verify }).click();
      await expect(page.locator("main li code")).toHaveCount(10);
      const codes = await page.locator("main li code").allInnerTexts();
      expect(new Set(codes).size).toBe(10);
      await page.getByRole("link", { name: security.recovery.kept }).click();
      await expect(page.getByText(me.done.codes)).toBeVisible();

      await signOut(page);
      await page.goto("/me");
      await expect(page).toHaveURL(/\/login\?next=%2Fme$/);
      await fillSignIn(page, email);
      await expect(page.getByRole("heading", { name: login.factor.heading })).toBeVisible();
      // Whoever has done the first step only sees nothing.
      await page.goto("/me");
      await expect(page.getByRole("heading", { name: login.factor.heading })).toBeVisible();
      await page.getByLabel(login.factor.code).fill(codes[3]!);
      await page.getByRole("button", { name: login.factor.verify }).click();
      await expect(page).toHaveURL("/me");
      await openRow(page, security.factor.heading);
      await expect(page.getByText(leftOf(9))).toBeVisible();

      await page.getByText(security.factor.remove, { exact: true }).click();
      await page.getByRole("button", { name: security.factor.removeConfirm }).click();
      await expect(page.getByText(me.done.factorRemoved)).toBeVisible();
      await expect(page.getByRole("button", { name: security.factor.add })).toBeVisible();
    });

    // All the way in `npm test`: account-paths.spec.ts.
    test("the address changes when both ends have confirmed", { tag: "@deep" }, async ({ page, baseURL }) => {
      const { email } = await newPerson(baseURL!);
      const wanted = newEmail();
      await openAs(page, email);
      await openRow(page, security.email.heading);
      await page.getByLabel(security.email.new).fill("nonsense");
      await page.getByRole("button", { name: security.email.save }).click();
      await expect(page.getByRole("alert")).toContainText(errors.email);
      await page.getByLabel(security.email.new).fill(wanted);
      await page.getByRole("button", { name: security.email.save }).click();
      await expect(page.getByText(me.done.email)).toBeVisible();

      await openLink(page, await linkTo(wanted), "email_change");
      await expect(page.getByRole("heading", { name: confirm.half.heading })).toBeVisible();
      await page.goto("/me");
      await expect(page.getByText(fill(me.lead, { email }))).toBeVisible();
      await expect(page.getByText(`→ ${wanted}`)).toBeVisible();
      await openLink(page, await linkTo(email), "email_change");
      await expect(page.getByText(fill(me.lead, { email: wanted }))).toBeVisible();
      await signOut(page);
      await fillSignIn(page, wanted);
      await expect(page.getByText(fill(me.lead, { email: wanted }))).toBeVisible();
    });

    test("a form that is sent after the session has ended keeps what was typed", withInDepth, async ({ page, context, baseURL }) => {
      const { email } = await newPerson(baseURL!);
      await (javaScriptEnabled ? told(page, () => openAs(page, email)) : openAs(page, email));
      await page.getByLabel(en.contact.form.labels.company).fill("Conservas da Ría, S. L.");
      // As after a theft: signed out everywhere, from elsewhere.
      const elsewhere = withKey(baseURL!, undefined, "publishableKey");
      await elsewhere.auth.signInWithPassword({ email, password });
      await elsewhere.auth.signOut({ scope: "global" });
      await page.getByRole("button", { name: me.profile.save }).click();
      await expect(page.getByRole("heading", { name: account.expired.heading })).toBeVisible();
      await expect(page.getByText("Conservas da Ría, S. L.")).toBeVisible();

      const [tab] = await Promise.all([context.waitForEvent("page"), page.getByRole("link", { name: account.expired.signIn }).click()]);
      await fillSignIn(tab, email);
      await expect(tab).toHaveURL("/me");
      await tab.close();
      await page.getByRole("button", { name: account.expired.send }).click();
      await expect(page.getByText(me.done.profile)).toBeVisible();
      await expect(page.getByLabel(en.contact.form.labels.company)).toHaveValue("Conservas da Ría, S. L.");
    });

    test("an account is deleted by typing its address; its requests stay without it", inDepth, async ({ page, baseURL }) => {
      const { email } = await newPerson(baseURL!);
      const fromElsewhere = { ...someone(), message: `Sent while signed in, from another address: ${crypto.randomUUID()}` };
      await openAs(page, email);
      const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      await post({ url: baseURL!, dataDir: "" }, formOf(fromElsewhere), { Cookie: cookie });
      await page.goto("/me");
      await expect(page.getByText(fromElsewhere.message)).toBeVisible();

      await openRow(page, me.data.delete.heading);
      await page.getByLabel(me.data.delete.field).fill("somebody@example.com");
      await page.getByRole("button", { name: me.data.delete.action }).click();
      await expect(page.getByRole("alert")).toContainText(me.data.delete.wrong);
      await page.getByLabel(me.data.delete.field).fill(email.toUpperCase());
      await page.getByRole("button", { name: me.data.delete.action }).click();
      await expect(page.getByText(login.deleted)).toBeVisible();
      expect((await page.context().cookies()).filter(({ name }) => name.startsWith("sb-session"))).toEqual([]);
      await fillSignIn(page, email);
      await expect(page.getByRole("alert")).toHaveText(errors.invalid_credentials);

      // Whoever has the address now, or has it again, does not get what was sent from another one.
      await newPerson(baseURL!, { email });
      await openAs(page, email);
      await expect(page.getByText(me.requests.empty)).toBeVisible();
      await newPerson(baseURL!, { email: fromElsewhere.email });
      await signOut(page);
      await openAs(page, fromElsewhere.email);
      await expect(page.getByText(fromElsewhere.message)).toBeVisible();
    });
  });
}

test("people see their own requests, and no one else's; so does the file of their data", async ({ page, baseURL }) => {
  const { email } = await newPerson(baseURL!);
  const office = { url: baseURL!, dataDir: "" };
  const mine = { ...someone(), email: email.toUpperCase(), message: `From my own address, in capitals: ${crypto.randomUUID()}` };
  const other = { ...someone(), message: `Somebody else's message, not mine at all: ${crypto.randomUUID()}` };
  for (const one of [mine, other]) expect((await post(office, formOf(one))).status).toBe(303);
  await openAs(page, email);
  await expect(page.getByText(mine.message)).toBeVisible();
  await expect(page.getByText(me.requests.states.new, { exact: true })).toBeVisible();
  await expect(page.getByText(other.message)).toHaveCount(0);

  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: me.data.download }).click()]);
  expect(file.suggestedFilename()).toMatch(/^[\w-]+-\d{4}-\d\d-\d\d\.json$/);
  const response = await page.request.get("/me/data.json");
  expect(response.headers()["cache-control"]).toBe("no-store");
  const data = await response.json();
  expect(data.account).toMatchObject({ email, role: "client" });
  expect(data.requests.map(({ message }: { message: string }) => message)).toEqual([mine.message]);
  expect(data.requests[0].consents).toHaveLength(2);
  expect(JSON.stringify(data)).not.toMatch(/hash|secret|submissionKey/i);
});

test("a password is changed, and the other devices are out", { tag: "@deep" }, async ({ page, browser, baseURL }) => {
  const { email } = await newPerson(baseURL!);
  await openAs(page, email);
  const elsewhere = await browser.newPage({ baseURL });
  await openAs(elsewhere, email);
  await openRow(page, security.password.heading);
  for (const [secret, sentence] of [
    ["short", /at least 10 characters/],
    [password, errors.same_password],
  ] as const) {
    await page.getByLabel(security.password.new).fill(secret);
    await page.getByRole("button", { name: security.password.save }).click();
    await expect(page.getByRole("alert")).toContainText(sentence);
  }
  await page.getByLabel(security.password.new).fill("another horse battery");
  await page.getByRole("button", { name: security.password.save }).click();
  await expect(page.getByText(me.done.password)).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await fillSignIn(elsewhere, email, "another horse battery");
  await expect(elsewhere).toHaveURL("/me");
  await page.reload();
  await expect(page.getByText(fill(security.sessions.many, { n: 2 }), { exact: true })).toBeVisible();
  await openRow(page, security.sessions.heading);
  await page.getByRole("button", { name: security.sessions.others }).click();
  // The sentence about the password ends with the same words.
  await expect(page.getByText(me.done.others, { exact: true })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await openAs(elsewhere, email);
  await openRow(elsewhere, security.sessions.heading);
  await elsewhere.getByRole("button", { name: security.sessions.everywhere, exact: true }).click();
  await expect(elsewhere.getByText(login.signedOut)).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await elsewhere.close();
});

// What the server makes of it: tests/http/is-it-you.test.ts.
test("with an old session a change asks who it is, and keeps what was typed", { tag: "@deep" }, async ({ page, open }) => {
  const recent = 3000;
  const port = String(await freePort());
  const office = await open({ PORT: port, CLOCKS: JSON.stringify({ recentSignIn: recent }) });
  const base = `http://localhost:${port}`;
  const { email } = await newPerson(base, { office });
  await page.goto(`${base}/login`);
  await fillSignIn(page, email);
  await expect(page).toHaveURL(`${base}/me`);
  await page.waitForTimeout(recent);
  const wanted = newEmail();
  await openRow(page, security.email.heading);
  await page.getByLabel(security.email.new).fill(wanted);
  await page.getByRole("button", { name: security.email.save }).click();
  await expect(page.getByRole("heading", { name: account.isItYou.heading })).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(account.isItYou.heading.replace("?", String.raw`\?`)));
  expect(await barriersInBothSchemes(page)).toEqual([]);
  await page.getByLabel(account.isItYou.password).fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText(account.isItYou.wrong);
  await page.getByLabel(account.isItYou.password).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(me.done.email)).toBeVisible();
  await expect.poll(async () => (await readMails(wanted, office)).receipts.length).toBe(1);
});

test("another tab follows signing out, signing in and the second step", { tag: "@deep" }, async ({ context, baseURL }) => {
  const { email } = await newPerson(baseURL!);
  const [one, two] = [await context.newPage(), await context.newPage()];
  await openAs(one, email);
  await two.goto("/me");
  await hydrated(two);
  await signOut(one);
  await expect(two).toHaveURL(/\/login\?next=%2Fme/);
  const totp = await addFactor(email);
  await fillSignIn(one, email);
  await expect(two.getByRole("heading", { name: login.factor.heading })).toBeVisible();
  await one.getByLabel(login.factor.code).fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await one.getByRole("button", { name: login.factor.verify }).click();
  await expect(two).toHaveURL("/me");
  await expect(two.getByText(fill(me.lead, { email }))).toBeVisible();
});

test("signing out in another tab takes nobody's text away", { tag: "@deep" }, async ({ context, baseURL }) => {
  const { email } = await newPerson(baseURL!);
  const [one, two] = [await context.newPage(), await context.newPage()];
  await openAs(one, email);
  await told(two, () => two.goto("/me"));
  await hydrated(two);
  await two.getByLabel(en.contact.form.labels.company).fill("Half a na");
  await signOut(one);
  await two.getByLabel(en.contact.form.labels.company).pressSequentially("me");
  await two.getByRole("button", { name: me.profile.save }).click();
  await expect(two.getByRole("heading", { name: account.expired.heading })).toBeVisible();
  await expect(two.getByText("Half a name")).toBeVisible();
});

const isLoad = (request: Request) => request.method() === "GET" && request.url().endsWith("/me.data");

test("news that come while a form is answered take the answer from nobody", { tag: "@deep" }, async ({ page, baseURL }) => {
  const { email } = await newPerson(baseURL!);
  // Joined, the page asks for its data again: that takes as long as the form.
  const { promise: answered, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/me.data", async (route) => {
    if (isLoad(route.request())) await answered;
    await route.fallback();
  });
  const asked = page.waitForRequest(isLoad);
  await openAs(page, email);
  await asked;
  await page.getByLabel(en.contact.form.labels.phone).fill("nope");
  await page.getByRole("button", { name: me.profile.save }).click();
  await expect(page.getByRole("alert")).toContainText(en.contact.errors.phoneLetters);
  const heard = page.waitForResponse((response) => isLoad(response.request()));
  goOn();
  await heard;
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("alert")).toContainText(en.contact.errors.phoneLetters);
});

test("what one person has typed is not sent for the next one, nor shown to them", { tag: "@deep" }, async ({ context, baseURL }) => {
  const [first, next] = [await newPerson(baseURL!), await newPerson(baseURL!, { data: { name: "Next" } })];
  const [one, two] = [await context.newPage(), await context.newPage()];
  await openAs(one, first.email);
  await told(two, () => two.goto("/me"));
  await hydrated(two);
  await two.getByLabel(en.contact.form.labels.company).fill("The first one's own");
  await signOut(one);
  await fillSignIn(one, next.email);
  await expect(one.getByText(fill(me.lead, { email: next.email }))).toBeVisible();
  await two.getByRole("button", { name: me.profile.save }).click();
  await expect(two.getByRole("alert")).toHaveText(errors.other_account);
  await expect(two.getByLabel(en.contact.form.labels.company)).toHaveValue("The first one's own");
  await expect(two.getByText(fill(me.lead, { email: first.email }))).toBeVisible();
  await one.reload();
  await expect(one.getByLabel(en.contact.form.labels.company)).toHaveValue("");
});

test("a page does what each event of the accounts asks for, wherever it happened", { tag: "@deep" }, async ({ context, baseURL }) => {
  const { id, email } = await newPerson(baseURL!, { data: { name: "Before" } });
  // The accounts' client comes some time after the page.
  await context.addInitScript(() => {
    const listening = Object.assign(window, { channels: [] as string[] }).channels;
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        listening.push(name);
      }
    };
  });
  const [page, other] = [await context.newPage(), await context.newPage()];
  const listens = () => page.waitForFunction(() => (window as unknown as { channels: string[] }).channels.includes("sb-session"));
  await openAs(page, email);
  await page.goto("/me");
  await listens();
  await other.goto("/contact");
  const name = page.getByLabel(en.contact.form.labels.name);
  /** As the accounts' own client tells the other tabs. */
  const tell = (event: string) =>
    other.evaluate(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      ([what, user]) => new BroadcastChannel("sb-session").postMessage({ event: what, session: { user: { id: user } } }),
      [event, id],
    );
  for (const event of ["USER_UPDATED", "MFA_CHALLENGE_VERIFIED"]) {
    await withKey(baseURL!).auth.admin.updateUserById(id, { user_metadata: { name: event } });
    await tell(event);
    await expect(name).toHaveValue(event);
  }
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const event of ["INITIAL_SESSION", "TOKEN_REFRESHED", "SIGNED_IN"]) await tell(event);
  // They arrive in order: when this one has, so have those.
  await tell("PASSWORD_RECOVERY");
  await expect(page.getByRole("heading", { name: confirm.password.heading })).toBeVisible();
  expect(asked.filter((path) => path.startsWith("/me"))).toEqual([]);
  await page.goto("/me");
  await listens();
  await context.clearCookies({ name: /^sb-session/ });
  await tell("SIGNED_OUT");
  await expect(page).toHaveURL(/\/login\?next=%2Fme/);
});

test(
  "what a page has asked for by itself does not take the place of what was asked for later",
  { tag: "@deep" },
  async ({ context, page, baseURL }) => {
    const { id, email } = await newPerson(baseURL!, { data: { name: "Before" } });
    // Holds what the page asks for once it is told, until the router asks too: the older answer is there first.
    await context.addInitScript(() => {
      const ask = window.fetch;
      const held = Object.assign(window, { held: undefined as (() => void) | undefined });
      window.fetch = async (input, init) => {
        const answer = ask(input, init);
        if (typeof input === "string" && input.endsWith("/me.data") && !held.held) {
          await answer;
          await new Promise<void>((resolve) => (held.held = resolve));
        } else if (input instanceof URL) held.held?.();
        return answer;
      };
    });
    await openAs(page, email);
    const name = page.getByLabel(en.contact.form.labels.name);
    await expect(name).toHaveValue("Before");
    await page.waitForFunction(() => (window as unknown as { held?: () => void }).held);
    await withKey(baseURL!).auth.admin.updateUserById(id, { user_metadata: { name: "After" } });
    await page.evaluate(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      (user) => new BroadcastChannel("sb-session").postMessage({ event: "USER_UPDATED", session: { user: { id: user } } }),
      id,
    );
    await expect(name).toHaveValue("After");
  },
);

test("buttons are disabled until the page that they lead to is there", { tag: "@deep" }, async ({ page, baseURL }) => {
  const { email } = await newPerson(baseURL!);
  await openAs(page, email);
  await hydrated(page);
  const gate = Promise.withResolvers<void>();
  await page.route("**/me.data*", async (route) => {
    if (route.request().method() === "GET") await gate.promise;
    await route.continue();
  });
  const isNext = page.waitForRequest((request) => request.method() === "GET" && request.url().includes("/me.data"));
  await page.getByRole("button", { name: me.profile.save }).click();
  await isNext;
  await expect(page.getByRole("button", { name: me.profile.saving })).toBeDisabled();
  await expect(page.getByRole("main").getByRole("button", { name: security.sessions.end, exact: true })).toBeDisabled();
  gate.resolve();
  await expect(page.getByText(me.done.profile)).toBeVisible();
  await expect(page.getByRole("button", { name: me.profile.save })).toBeEnabled();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "a provider, with JavaScript" : "a provider, without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("people sign in with an account they have elsewhere, and link and unlink it", { tag: "@deep" }, async ({ page, open }) => {
      test.slow();
      const provider = await startOidcServer();
      const port = String(await freePort());
      const office = await open({ ...provider.settings, OIDC_NAME: "faro", PORT: port, AUTH_ATTEMPTS_PER_ADDRESS: "10000" });
      const base = `http://localhost:${port}`;
      const rosalia = provider.newAccount();
      await page.setExtraHTTPHeaders({ "x-account": rosalia.sub });
      await page.goto(`${base}/login`);
      await page.getByRole("button", { name: "Continue with Faro" }).click();
      await expect(page).toHaveURL(`${base}/me`);
      await expect(page.getByText(fill(me.lead, { email: rosalia.email }))).toBeVisible();
      await expect(page.getByLabel(en.contact.form.labels.name)).toHaveValue("Rosalía");
      // It is the only way in.
      await openRow(page, security.identities.heading);
      await page.getByRole("button", { name: "Unlink Faro" }).click();
      await expect(page.getByRole("alert")).toHaveText(errors.single_identity_not_deletable);
      await signOut(page);

      await page.setExtraHTTPHeaders({ "x-account": "nobody" });
      await page.context().clearCookies({ domain: "127.0.0.1" });
      await page.getByRole("button", { name: "Continue with Faro" }).click();
      await expect(page.getByText(errors.access_denied)).toBeVisible();

      const { email } = await newPerson(base, { office });
      const other = provider.newAccount();
      await page.goto(`${base}/login`);
      await fillSignIn(page, email);
      await page.setExtraHTTPHeaders({ "x-account": other.sub });
      await openRow(page, security.identities.heading);
      await page.getByRole("button", { name: "Link Faro" }).click();
      await expect(page.getByText(me.done.identityLinked)).toBeVisible();
      await expect(page.getByText(other.email)).toBeVisible();
      await page.getByRole("button", { name: "Unlink Faro" }).click();
      await expect(page.getByText(me.done.identityRemoved)).toBeVisible();
      await page.setExtraHTTPHeaders({ "x-account": rosalia.sub });
      await page.context().clearCookies({ domain: "127.0.0.1" });
      await page.getByRole("button", { name: "Link Faro" }).click();
      await expect(page.getByText(errors.identity_already_exists)).toBeVisible();
      provider.stop();
    });
  });
}

test("the whole of it works by keyboard", { tag: "@deep" }, async ({ page, baseURL }) => {
  const { email } = await newPerson(baseURL!);
  await page.goto("/login?next=/me");
  await tabTo(page, page.getByLabel(login.email));
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/me");
  await tabTo(page, page.getByLabel(en.contact.form.labels.company));
  await page.keyboard.type("Faro");
  await page.keyboard.press("Enter");
  await expect(page.getByText(me.done.profile)).toBeVisible();
  await tabTo(page, page.locator("summary", { hasText: me.data.delete.heading }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel(me.data.delete.field));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeFocused();
});

async function tabTo(page: Page, target: ReturnType<Page["locator"]>) {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("It cannot be reached by keyboard");
}

test("the personal area has no barrier in any state, and fits a narrow phone", { tag: "@deep" }, async ({ page, baseURL }) => {
  test.slow();
  const text = en.me;
  const { email } = await newPerson(baseURL!);
  await post(
    { url: baseURL!, dataDir: "" },
    formOf({ ...someone(), email, message: `A word of ${"many".repeat(30)} letters, and more words.` }),
  );
  await openAs(page, email);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/me");
  for (const summary of await page.locator("main summary").all()) await summary.click();
  await look("as it is");
  await page.getByRole("button", { name: text.data.delete.action }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await look("with an error");
  await page.goto("/me?done=email&needed=factor");
  await page.getByRole("button", { name: text.security.factor.add }).click();
  await expect(page.getByRole("img", { name: text.security.factor.qr })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectBelowHeader();
  await look("with a new factor");
  await page.context().clearCookies();
  await page.getByRole("button", { name: text.security.factor.verify }).click();
  await expect(page.getByRole("heading", { name: en.account.expired.heading })).toBeFocused();
  await expectBelowHeader();
  await look("after the session");

  async function expectBelowHeader() {
    const header = (await page.getByRole("banner").boundingBox())!;
    expect((await page.getByRole("heading", { level: 1 }).boundingBox())!.y).toBeGreaterThan(header.y + header.height);
  }

  async function look(state: string) {
    expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(320);
    expect(await barriersInBothSchemes(page, "main"), state).toEqual([]);
  }
});
