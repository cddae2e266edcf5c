import { mkdtempSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { es } from "#content/es/index.ts";
import { freePort } from "../postgres.ts";
import { startServer } from "../server.ts";
import { runAdmin } from "./admin-command.ts";
import { startAccounts } from "./harness.ts";
import { password, passwordHash } from "../password.ts";
import { visitorOf } from "./visitor.ts";

/** A site whose accounts are elsewhere, by settings alone. The other side is a second copy of our own service. */
const email = "client@example.com";
let project: Awaited<ReturnType<typeof startAccounts>>;
let settings: Record<string, string>;
let site: Awaited<ReturnType<typeof startServer>>;
let between: Server;
/** What stands between the two answers itself: statuses for the next calls of a path. */
const instead = new Map<string, number[]>();
const here = () => ({ url: `http://localhost:${site.port}` });

beforeAll(async () => {
  project = await startAccounts({});
  const { url: projectUrl, keys, admin } = project.site;
  const { error } = await admin().auth.admin.createUser({ email, password_hash: passwordHash, email_confirm: true });
  if (error) throw error;
  const port = await freePort();
  between = createServer((asked, answer) => {
    const [path = ""] = asked.url!.split("?");
    const status = instead.get(path)?.shift();
    if (status) return void answer.writeHead(status, { "Content-Type": "application/json" }).end(`{"message":"${status}"}`);
    const { method, headers } = asked;
    const on = request(projectUrl + asked.url, { method, headers, agent: false }, (given) =>
      given.pipe(answer.writeHead(given.statusCode!, given.headers)),
    );
    asked.pipe(on.on("error", () => answer.writeHead(502).end()));
  }).listen(port);
  settings = {
    DATA_DIR: mkdtempSync(join(inject("folder"), "hosted-")),
    PORT: String(await freePort()),
    SUPABASE_URL: `http://localhost:${port}`,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
  };
  site = await startServer(settings);
});

afterAll(async () => {
  await site.stop();
  between.close();
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
  expect(cookie).toContain("sb-session=");
  const page = await fetch(`${origin}/me`, { headers: { Cookie: cookie } });
  expect(await page.text()).toContain(email);
  expect(page.headers.get("content-security-policy")).toContain(`http://localhost:${(between.address() as AddressInfo).port}`);

  await post({ intent: "out" }, cookie);
  const again = await fetch(`${origin}/me`, { headers: { Cookie: cookie }, redirect: "manual" });
  expect([again.status, again.headers.get("location")]).toEqual([302, "/login?next=%2Fme"]);
});

test.each([401, 403, 404])("signing out where the service answers %d ends the session here all the same", async (status) => {
  for (const intent of ["out", "out-everywhere"]) {
    const visitor = await visitorOf(here()).signIn(email);
    instead.set("/auth/v1/logout", [status]);
    const out = await visitor.post("/login", { intent });
    expect([out.status, out.headers.get("location")], intent).toEqual([303, "/login?out=yes"]);
    expect(instead.get("/auth/v1/logout")).toEqual([]);
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith("sb-session"))).toEqual([]);
  }
});

test("nobody hears that they have signed out everywhere when they have not", async () => {
  const visitor = await visitorOf(here()).signIn(email);
  instead.set("/auth/v1/logout", [500]);
  expect((await visitor.post("/login", { intent: "out-everywhere" })).status).toBe(500);
  expect((await visitor.get("/me")).status).toBe(200);
});

test.each([502, 503, 504])("a refresh that is answered %d is tried again, and the session goes on", async (status) => {
  const visitor = await visitorOf(here()).signIn(email);
  const before = visitor.session((session) => (session.expires_at = Math.floor(Date.now() / 1000) - 60));
  instead.set("/auth/v1/token", [status, status]);
  expect((await visitor.get("/me")).status).toBe(200);
  expect(instead.get("/auth/v1/token")).toEqual([]);
  expect(visitor.session().refresh_token).not.toBe(before.refresh_token);
});

test("a refresh that is refused is not tried again, and takes the session away", async () => {
  const visitor = await visitorOf(here()).signIn(email);
  visitor.session((session) => (session.expires_at = Math.floor(Date.now() / 1000) - 60));
  instead.set("/auth/v1/token", [400, 418]);
  expect((await visitor.get("/me")).headers.get("location")).toBe("/login?next=%2Fme");
  expect(instead.get("/auth/v1/token")).toEqual([418]);
  expect([...visitor.cookies.keys()].filter((name) => name.startsWith("sb-session"))).toEqual([]);
  instead.clear();
});

test("the owner's command reaches accounts that are elsewhere, while the site runs and while it does not", async () => {
  const { code, link } = await runAdmin(settings, "third@example.com");
  expect([code, link!.port]).toEqual([0, settings.PORT]);
  const visitor = visitorOf(here());
  const form = { intent: "verify", ...Object.fromEntries(link!.searchParams) };
  expect((await visitor.post(link!.pathname, form)).status).toBe(303);
  // The site's own database has no accounts: the page says so instead of failing.
  const page = await visitor.get("/es/admin/profiles");
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(es.people.elsewhere.heading)]);

  await site.stop();
  expect((await runAdmin(settings, "third@example.com")).code).toBe(0);
  for (const [more, sentence] of [
    [{ SUPABASE_SECRET_KEY: "wrong" }, /does not accept the secret key/],
    [{ SUPABASE_URL: "http://localhost:1" }, /The accounts service cannot be reached/],
  ] as [Record<string, string>, RegExp][]) {
    const { code: failed, errors } = await runAdmin({ ...settings, ...more }, "third@example.com");
    expect([failed, errors.trim()]).toEqual([1, expect.stringMatching(sentence)]);
  }
  site = await startServer(settings);
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
