import { readdirSync, readFileSync } from "node:fs";
import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { hydrated } from "./hydrated.ts";

/** The two clients of the accounts, on a page that only the tests' build has. */

const folder = "test-results/data-test-pages";
const password = "correct horse battery";

async function newUser(base: string): Promise<string> {
  const { publishableKey } = JSON.parse(readFileSync(`${folder}/auth-keys.json`, "utf8"));
  const call = (path: string, body: object) =>
    fetch(`${base}/auth/v1${path}`, {
      method: "POST",
      headers: { apikey: publishableKey, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const email = `visitor-${crypto.randomUUID()}@example.com`;
  // Long data make a session that needs more than one cookie.
  expect((await call("/signup", { email, password, data: { name: "Visitor", notes: "x".repeat(900) } })).status).toBe(200);
  let token: string | undefined;
  await expect
    .poll(async () => {
      const mails = await Promise.all(
        readdirSync(`${folder}/mail`)
          .filter((name) => name.endsWith(".eml"))
          .map((name) => new PostalMime().parse(readFileSync(`${folder}/mail/${name}`))),
      );
      const mail = mails.find(({ to }) => to?.[0]?.address === email);
      return (token = /token_hash=([\w-]+)/.exec(mail?.text ?? "")?.[1]);
    })
    .toBeTruthy();
  expect((await call("/verify", { type: "signup", token_hash: token })).status).toBe(200);
  return email;
}

async function signIn(page: Page, email: string) {
  await page.goto("/test/session");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
}

async function sessionCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name }) => name.startsWith("sb-session"));
}

test("signing in without JavaScript sets the session as the specification says, and signing out takes it away", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await signIn(page, await newUser(baseURL!));
  const cookies = await sessionCookies(context);
  expect(cookies.length).toBeGreaterThan(1);
  for (const { name, value, path, sameSite, secure, expires } of cookies) {
    expect(name).toMatch(/^sb-session\.\d$/);
    expect(value.length).toBeLessThanOrEqual(3180);
    expect({ path, sameSite, secure }).toEqual({ path: "/", sameSite: "Lax", secure: false });
    expect(Math.round((expires - Date.now() / 1000) / 86_400)).toBe(400);
  }
  await page.reload();
  await expect(page.getByText("Signed in as")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Signed out")).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
});

test("an answer with a session is never kept by a cache", async ({ page, baseURL }) => {
  await signIn(page, await newUser(baseURL!));
  const response = await page.goto("/test/session");
  expect(response?.headers()["cache-control"]).toContain("no-store");
});

test("another tab follows when its visitor signs out by the browser's client", async ({ context, baseURL }) => {
  const first = await context.newPage();
  await signIn(first, await newUser(baseURL!));
  const second = await context.newPage();
  await second.goto("/test/session");
  await expect(second.getByText("Signed in as")).toBeVisible();
  await hydrated(second);
  await hydrated(first);
  await first.getByRole("button", { name: "Leave" }).click();
  await expect(first.getByText("Signed out")).toBeVisible();
  await expect(second.getByText("Signed out")).toBeVisible();
});

test("public pages load no client of the accounts", async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) scripts.push(await response.text().catch(() => ""));
  });
  await page.goto("/contact");
  await page.mouse.move(100, 300);
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).not.toContain("grant_type=refresh_token");
});
