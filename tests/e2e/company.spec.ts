import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./story.ts";
import { en } from "#content/en/index.ts";
import { freePort } from "../postgres.ts";
import { hydrated } from "./hydrated.ts";

const { companySignIn } = en.account.login;

/** A Supabase project that knows one company, and the company's own page to sign in. */
async function startCompany() {
  const server = createServer((request, answer) => {
    const isAsked = request.method === "POST" && request.url === "/auth/v1/sso";
    const { port } = server.address() as AddressInfo;
    // Another origin than the project's.
    const body = isAsked ? JSON.stringify({ url: `http://127.0.0.1:${port}/company` }) : "The sign-in of the company";
    answer.writeHead(200, { "Content-Type": isAsked ? "application/json" : "text/plain" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

test("people get to the sign-in of their company by its domain, without JavaScript too", { tag: "@deep" }, async ({ browser, open }) => {
  const project = await startCompany();
  const port = String(await freePort());
  await open({ PORT: port, SUPABASE_URL: project.url, SUPABASE_PUBLISHABLE_KEY: "key", SUPABASE_SECRET_KEY: "secret" });
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.newPage({ javaScriptEnabled });
    await page.goto(`http://localhost:${port}/login?step=company`);
    if (javaScriptEnabled) await hydrated(page);
    await page.getByLabel(companySignIn.domain).fill("company.example");
    await page.getByRole("button", { name: companySignIn.go }).click();
    if (!javaScriptEnabled) await page.getByRole("link", { name: companySignIn.go }).click();
    await expect(page.getByText("The sign-in of the company")).toBeVisible();
    await page.close();
  }
  project.stop();
});
