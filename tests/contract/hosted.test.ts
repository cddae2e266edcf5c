import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../postgres.ts";
import { startServer } from "../server.ts";
import { password } from "./harness.ts";

/** A site whose accounts are elsewhere, by settings alone. The other side is a second copy of our own service. */
const folder = mkdtempSync(join(tmpdir(), "abrente-"));
const email = "client@example.com";
let project: Awaited<ReturnType<typeof startServer>>;
let site: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  project = await startServer({ DATA_DIR: folder, PORT: String(await freePort()) });
  const { publishableKey, secretKey } = JSON.parse(readFileSync(join(folder, "auth-keys.json"), "utf8"));
  const projectUrl = `http://localhost:${project.port}`;
  const { error } = await createClient(projectUrl, secretKey).auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  site = await startServer({
    PORT: String(await freePort()),
    SUPABASE_URL: projectUrl,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
  });
}, 60_000);

afterAll(async () => {
  await Promise.all([project.stop(), site.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

test("the site has no accounts service of its own", async () => {
  const response = await fetch(`${site.url}/auth/v1/health`);
  expect(response.status).toBe(404);
});

test("people sign in and out through the other service, with the site's own cookie", async () => {
  const origin = `http://localhost:${site.port}`;
  const post = (form: Record<string, string>, cookie = "") =>
    fetch(`${origin}/login`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(form),
      headers: { Origin: origin, Cookie: cookie },
    });

  const signedIn = await post({ intent: "password", email, password });
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/me"]);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  expect(cookie).toMatch(/^sb-session/);
  const page = await fetch(`${origin}/me`, { headers: { Cookie: cookie } });
  expect(await page.text()).toContain(email);
  expect(page.headers.get("content-security-policy")).toContain(`http://localhost:${project.port}`);

  await post({ intent: "out" }, cookie);
  const again = await fetch(`${origin}/me`, { headers: { Cookie: cookie }, redirect: "manual" });
  expect([again.status, again.headers.get("location")]).toEqual([302, "/login?next=%2Fme"]);
});

test("while the other service is away, pages stay and signing in says that it failed", async () => {
  await project.stop();
  const origin = `http://localhost:${site.port}`;
  expect((await fetch(`${origin}/contact`)).status).toBe(200);
  const refused = await fetch(`${origin}/login`, {
    method: "POST",
    body: new URLSearchParams({ intent: "password", email, password }),
    headers: { Origin: origin },
  });
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain("Something went wrong on our side");
});
