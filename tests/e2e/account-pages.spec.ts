import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { en } from "#content/en/index.ts";
import { localePath, locales } from "#content/locales.ts";
import { barriersInBothSchemes } from "./barriers.ts";
import { fillSignIn, linkTo, newEmail, newPerson, openLink, password, registerAs, signIn, signOut } from "./people.ts";

const { register, login, confirm, errors } = en.account;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a visitor opens an account, confirms it, signs out and in again", async ({ page }) => {
      const email = newEmail();
      await registerAs(page, email);
      await openLink(page, await linkTo(email), "signup");
      await expect(page).toHaveURL("/me");
      await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
      await signOut(page);
      await page.goto("/me");
      await expect(page).toHaveURL(/\/login\?next=%2Fme$/);
      await fillSignIn(page, email);
      await expect(page).toHaveURL("/me");
    });

    test("who forgot the password chooses another one by mail", async ({ page }) => {
      const email = newEmail();
      await registerAs(page, email);
      await openLink(page, await linkTo(email), "signup");
      await signOut(page);
      await page.getByRole("link", { name: login.forgot }).click();
      await expect(page.getByRole("heading", { name: login.forgotten.heading })).toBeVisible();
      await page.getByLabel(login.email).fill(email);
      await page.getByRole("button", { name: login.forgotten.send }).click();
      await expect(page.getByRole("heading", { name: login.linkSent.heading })).toBeVisible();
      await openLink(page, await linkTo(email, "recovery"), "recovery");
      await page.getByLabel(confirm.password.password).fill("short");
      await page.getByRole("button", { name: confirm.password.save }).click();
      await expect(page.getByRole("alert")).toContainText("at least 10 characters");
      await page.getByLabel(confirm.password.password).fill("another horse battery");
      await page.getByRole("button", { name: confirm.password.save }).click();
      await expect(page).toHaveURL("/me");
      await signOut(page);
      await fillSignIn(page, email);
      await expect(page.getByRole("alert")).toContainText(errors.invalid_credentials);
      await fillSignIn(page, email, "another horse battery");
      await expect(page).toHaveURL("/me");
    });

    test("what is missing or wrong is said in its own words, and what was typed is kept", async ({ page }) => {
      await page.goto("/login");
      await page.getByRole("button", { name: login.signIn, exact: true }).click();
      await expect(page.getByRole("alert")).toContainText(errors.missing);
      await fillSignIn(page, "nobody@example.com", "");
      await expect(page.getByRole("alert")).toContainText([errors.missing, "The password field is required."].join(""));
      await fillSignIn(page, "nobody@example.com");
      await expect(page.getByRole("alert")).toHaveText(errors.invalid_credentials);
      await expect(page.getByLabel(login.email)).toHaveValue("nobody@example.com");

      await page.goto("/register");
      await page.getByLabel(register.name).fill("Uxía");
      await page.getByRole("button", { name: register.create }).click();
      await expect(page.getByRole("alert")).toContainText(errors.missing);
      await expect(page.getByRole("alert")).toContainText("The email field is required.");
      await expect(page.getByRole("alert")).toContainText("The password field is required.");
      await expect(page.getByRole("alert")).toContainText(errors.privacy);
      await expect(page.getByLabel(register.name)).toHaveValue("Uxía");

      await page.goto("/login?step=company");
      await page.getByLabel(login.companySignIn.domain).fill("example.com");
      await page.getByRole("button", { name: login.companySignIn.go }).click();
      await expect(page.getByRole("alert")).toHaveText(errors.sso_provider_not_found);
    });
  });
}

test("a link opens once; the second time says why, and offers another", async ({ page }) => {
  const email = newEmail();
  await registerAs(page, email);
  const link = await linkTo(email);
  // Looking at it is not opening it: programs that check mails do that.
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await page.getByRole("button", { name: confirm.kinds.signup.action }).click();
  await expect(page).toHaveURL("/me");
  await page.goto(link);
  await page.getByRole("button", { name: confirm.kinds.signup.action }).click();
  await expect(page.getByText(errors.token_verification)).toBeVisible();
  await expect(page.getByRole("link", { name: confirm.again })).toHaveAttribute("href", "/login?step=link");
  // Who wanted another password wants another one of those.
  await page.goto("/confirm?token_hash=unknown&type=recovery");
  await page.getByRole("button", { name: confirm.kinds.recovery.action }).click();
  await expect(page.getByText(errors.token_verification)).toBeVisible();
  await expect(page.getByRole("link", { name: confirm.again })).toHaveAttribute("href", "/login?step=forgot");
});

test("every way to arrive at /confirm without a good link has its own sentence", async ({ page }) => {
  for (const [query, sentence] of [
    ["", errors.no_code],
    ["?code=abc", errors.not_pkce],
    ["?error=access_denied&error_code=otp_expired", errors.token_verification],
    ["?error=access_denied", errors.access_denied],
    ["?error=server_error&error_code=user_banned", errors.user_banned],
    ["?error=x&error_code=__proto__", errors.failed],
    ["?step=password", errors.missing_session],
    ["#access_token=a&refresh_token=b", errors.not_implicit],
    ["#access_token=a", errors.no_session_in_url],
  ] as const) {
    // Only another page in between makes the browser load an address that differs by its fragment alone.
    await page.goto("/login");
    await page.goto(`/confirm${query}`);
    await expect(page.getByText(sentence), query).toBeVisible();
    await expect(page.getByRole("link", { name: confirm.again }), query).toBeVisible();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a link that might need it says so", async ({ page }) => {
    await page.goto("/confirm");
    await expect(page.getByText(errors.no_browser)).toBeVisible();
  });
});

test("nobody is led away by an address in the query", async ({ page }) => {
  const email = newEmail();
  await registerAs(page, email);
  await openLink(page, await linkTo(email), "signup");
  await signOut(page);
  for (const next of ["//evil.example", "https://evil.example", "/\\evil.example", "/%09/evil.example"]) {
    await page.goto(`/login?${new URLSearchParams({ next })}`);
    await fillSignIn(page, email);
    await expect(page).toHaveURL(/^http:\/\/localhost:4173\/(?!login)/);
    await page.goto("/me");
    await signOut(page);
  }
});

test("who has a second factor is asked for its code, whatever the cookie says", async ({ page, context, baseURL }) => {
  const email = newEmail();
  await registerAs(page, email);
  await openLink(page, await linkTo(email), "signup");
  await expect(page).toHaveURL("/me");
  const totp = await enrol(baseURL!, email);
  await page.goto("/me");
  // The session that raised itself ended the others.
  await fillSignIn(page, email);
  await expect(page.getByRole("heading", { name: login.factor.heading })).toBeVisible();

  // A cookie that does not know of the factor opens nothing.
  const cookies = await context.cookies();
  const kept = cookies.filter(({ name }) => name.startsWith("sb-session")).toSorted((a, b) => a.name.localeCompare(b.name));
  const session = JSON.parse(
    Buffer.from(
      kept
        .map(({ value }) => value)
        .join("")
        .replace("base64-", ""),
      "base64url",
    ).toString(),
  );
  delete session.user.factors;
  for (const { name } of kept) await context.clearCookies({ name });
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
  const chunks = value.match(/.{1,3180}/g)!;
  await context.addCookies(
    chunks.map((chunk, index) => ({ name: chunks.length > 1 ? `sb-session.${index}` : "sb-session", value: chunk, url: baseURL })),
  );
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: login.factor.heading })).toBeVisible();

  await page.getByLabel(login.factor.code).fill("000000");
  await page.getByRole("button", { name: login.factor.verify }).click();
  await expect(page.getByRole("alert")).toHaveText(errors.mfa_verification_failed);
  await page.getByLabel(login.factor.code).fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: login.factor.verify }).click();
  await expect(page).toHaveURL("/me");
});

/** Gives a user a second factor, as the personal area will. */
async function enrol(base: string, email: string): Promise<TOTP> {
  const { publishableKey } = JSON.parse(readFileSync("test-results/data/auth-keys.json", "utf8"));
  const client = createClient(base, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  await client.auth.signInWithPassword({ email, password });
  const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
  const totp = new TOTP({ secret: data!.totp.secret });
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code: totp.generate() });
  expect(error).toBeNull();
  return totp;
}

for (const locale of locales) {
  test(`account pages have no barrier in any state (${locale})`, async ({ page, baseURL }) => {
    test.slow();
    const states = [
      "/register",
      "/register?sent=yes",
      "/login",
      "/login?step=link",
      "/login?step=forgot",
      "/login?step=company",
      "/login?step=sent",
      "/confirm",
      "/confirm?step=half",
      "/confirm?token_hash=x&type=invite",
    ];
    await page.setViewportSize({ width: 320, height: 700 });
    const look = async (state: string) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(320);
      expect(await barriersInBothSchemes(page), state).toEqual([]);
    };
    for (const path of states) {
      await page.goto(localePath(locale, path));
      await look(path);
    }
    for (const path of ["/register", "/login"]) {
      await page.goto(localePath(locale, path));
      await page.locator("main form button").first().click();
      await expect(page.getByRole("alert")).toBeFocused();
      // The button fades from its disabled colours.
      await expect(page.locator("main form button").first()).toHaveCSS("opacity", "1");
      await look(`${path} with errors`);
    }
    const { email } = await newPerson();
    await signIn(page, email);
    await page.goto(localePath(locale, "/confirm?step=password"));
    await expect(page.locator("input[type=password]")).toBeVisible();
    await look("a new password");
    await enrol(baseURL!, email);
    await page.goto("/login");
    await fillSignIn(page, email);
    await expect(page.getByRole("heading", { name: login.factor.heading })).toBeVisible();
    await page.goto(localePath(locale, "/login"));
    await expect(page.locator("input[autocomplete=one-time-code]")).toBeVisible();
    await look("the second step");
  });
}
