import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { en } from "#content/en/index.ts";
import { readMails, site, type Office } from "./mails.ts";

/** People with an account, and what they do to get in. */

export const password = "correct horse battery";
const { register, login, confirm } = en.account;

export const newEmail = () => `client-${crypto.randomUUID()}@example.com`;

/** The client that the server itself would use; it signs nobody in. */
export function withKey(base: string, office: Office = site, key: "secretKey" | "publishableKey" = "secretKey") {
  const keys = JSON.parse(readFileSync(join(office.dataDir, "auth-keys.json"), "utf8"));
  return createClient(base, keys[key], { auth: { persistSession: false, autoRefreshToken: false } });
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
    password,
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
  await page.getByLabel(/I have read and accept/).check();
  await page.getByRole("button", { name: register.create }).click();
  await expect(page.getByRole("heading", { name: register.sent.heading })).toBeVisible();
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

/** From /me. */
export async function signOut(page: Page) {
  await page.getByRole("button", { name: en.me.security.sessions.here }).click();
  await expect(page.getByText(login.signedOut)).toBeVisible();
}

/** A new administrator, signed in by the form. */
export async function newAdmin(page: Page, data?: Record<string, unknown>): Promise<Someone> {
  const admin = await newPerson(site.url, { role: "admin", data });
  await signIn(page, admin.email);
  return admin;
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
