import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type BrowserContext, type Page } from "@playwright/test";
import { createServerClient } from "@supabase/ssr";
import { createClient } from "@supabase/supabase-js";
import { cookieOptions } from "#app/account/session-cookie.ts";
import { TOTP } from "otpauth";
import { en } from "#content/en/index.ts";
import { password, passwordHash } from "../password.ts";
import { readMails, site, type Office } from "./mails.ts";

/** People with an account, and what they do to get in. */
const { register, login, confirm } = en.account;

export const newEmail = () => `client-${crypto.randomUUID()}@example.com`;

function keysOf(office: Office): { secretKey: string; publishableKey: string } {
  return JSON.parse(readFileSync(join(office.dataDir, "auth-keys.json"), "utf8"));
}

/** The client that the server itself would use; it signs nobody in. */
export function withKey(base: string, office: Office = site, key: "secretKey" | "publishableKey" = "secretKey") {
  return createClient(base, keysOf(office)[key], { auth: { persistSession: false, autoRefreshToken: false } });
}

type Someone = { id: string; email: string };
type PersonOptions = { role?: "admin"; office?: Office; email?: string; data?: Record<string, unknown> };

/** Somebody with a confirmed account. */
export async function newPerson(
  base: string = site.url,
  { role, office, email = newEmail(), data: given = { name: "Uxía Nogueira" } }: PersonOptions = {},
): Promise<Someone> {
  const { data, error } = await withKey(base, office).auth.admin.createUser({
    email,
    password_hash: passwordHash,
    email_confirm: true,
    user_metadata: given,
    ...(role && { app_metadata: { role } }),
  });
  if (error) throw error;
  return { id: data.user.id, email };
}

export async function registerAs(page: Page, email: string) {
  await page.goto("/register");
  await page.getByLabel(register.name).fill("Uxía");
  await page.getByLabel(register.email).fill(email);
  await page.getByLabel(register.password).fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: register.create }).click();
  await expect(page.getByRole("heading", { name: register.sent.heading })).toBeVisible();
}

/** Signs somebody in without the form, for tests about what comes after it: the cookies are those that the form would set. */
export async function signedIn(context: BrowserContext, email: string, base = site.url, office = site) {
  const { data, error } = await withKey(base, office).auth.admin.generateLink({ type: "magiclink", email });
  if (error) throw error;
  const cookies: { name: string; value: string; url: string }[] = [];
  const client = createServerClient(base, keysOf(office).publishableKey, {
    cookieOptions: cookieOptions(base),
    cookies: { getAll: () => [], setAll: (all) => void cookies.push(...all.map(({ name, value }) => ({ name, value, url: base }))) },
  });
  const { error: refused } = await client.auth.verifyOtp({ token_hash: data.properties.hashed_token, type: "magiclink" });
  if (refused) throw refused;
  await context.addCookies(cookies);
}

/** The same, and their page is open. */
export async function openAs(page: Page, email: string, path = "/me") {
  await signedIn(page.context(), email);
  await page.goto(path);
  await expect(page).toHaveURL(path);
}

/** Fills in the sign-in form that is shown. */
export async function fillSignIn(page: Page, email: string, secret = password) {
  await page.getByLabel(login.email).fill(email);
  await page.getByLabel(login.password).fill(secret);
  await page.getByRole("button", { name: login.signIn, exact: true }).click();
}

export async function signIn(page: Page, email: string, next = "/me") {
  await page.goto(`/login?${new URLSearchParams({ next })}`);
  await fillSignIn(page, email);
  await expect(page).toHaveURL(next);
}

/** Opens a row of /me, by its heading. */
export async function openRow(page: Page, heading: string) {
  await page.locator("main details > summary", { has: page.getByRole("heading", { name: heading, exact: true }) }).click();
}

/** From /me. */
export async function signOut(page: Page) {
  await page.getByRole("main").getByRole("button", { name: en.me.security.sessions.end, exact: true }).click();
  await expect(page.getByText(login.signedOut)).toBeVisible();
}

/** A new administrator, signed in. */
export async function newAdmin(page: Page, data?: Record<string, unknown>): Promise<Someone> {
  const admin = await newPerson(site.url, { role: "admin", data });
  await signedIn(page.context(), admin.email);
  return admin;
}

/** Gives somebody a second factor. */
export async function addFactor(email: string, office = site): Promise<TOTP> {
  const { auth } = withKey(office.url, office, "publishableKey");
  await auth.signInWithPassword({ email, password });
  const { data } = await auth.mfa.enroll({ factorType: "totp" });
  const totp = new TOTP({ secret: data!.totp.secret });
  const { error } = await auth.mfa.challengeAndVerify({ factorId: data!.id, code: totp.generate() });
  if (error) throw error;
  return totp;
}

/** The link in a mail to an address: the only one so far, or that of a kind. */
export async function linkTo(email: string, kind = ""): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const { receipts } = await readMails(email);
        const links = receipts.map(({ text }) => /https?:\S+/.exec(text ?? "")?.[0]);
        return (link = links.find((one) => one?.includes(`type=${kind}`)));
      },
      { intervals: [50] },
    )
    .toBeDefined();
  const { pathname, search } = new URL(link!);
  return pathname + search;
}

/** Opens the link of a mail and presses its button. */
export async function openLink(page: Page, link: string, kind: keyof typeof confirm.kinds) {
  await page.goto(link);
  await page.getByRole("button", { name: confirm.kinds[kind].action }).click();
}
