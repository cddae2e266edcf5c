import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { engine, testOnEmbedded } from "#backend/database/testing.ts";
import { createDatabase, freePort } from "../postgres.ts";
import { startServer } from "../server.ts";
import { password, passwordHash } from "../password.ts";
import { runAdmin } from "./admin-command.ts";

/** The owner's command and the administrators' page, on the built server. */

type Settings = Record<string, string>;

function post(address: string, form: Settings, cookie = "") {
  const { origin } = new URL(address);
  return fetch(address, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
    headers: { Origin: origin, Cookie: cookie },
  });
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}

/** Opens a one-time link as a browser without JavaScript does; gives where it leads, and the session. */
async function openLink(link: URL) {
  const form = { intent: "verify", ...Object.fromEntries(link.searchParams) };
  const response = await post(link.origin + link.pathname, form);
  return { status: response.status, to: response.headers.get("location"), cookie: cookieOf(response) };
}

describe(engine === "embedded" ? "on the embedded database" : "on Postgres", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
  let settings: Settings;
  let server: Awaited<ReturnType<typeof startServer>>;
  let url: string;

  async function start() {
    server = await startServer({ ...settings, AUTH_ATTEMPTS_PER_ADDRESS: "100000" });
    if (!server.port) throw new Error(server.errors());
  }
  beforeAll(async () => {
    const port = await freePort();
    settings = {
      DATA_DIR: dataDir,
      PORT: String(port),
      ...(engine === "postgres" && { DATABASE_URL: await createDatabase(inject("postgresUrl")!) }),
    };
    url = `http://localhost:${port}`;
    await start();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function expectAdmin(link: URL) {
    const opened = await openLink(link);
    expect([opened.status, opened.to]).toEqual([303, "/admin/messages"]);
    const page = await fetch(`${url}/admin/profiles`, { headers: { Cookie: opened.cookie } });
    expect(page.status).toBe(200);
    return page.text();
  }

  test("the command makes an administrator while the server runs, and its link opens the page once", async () => {
    const { code, link } = await runAdmin(settings, "First@example.com");
    expect(code).toBe(0);
    expect(link!.origin).toBe(url);
    expect(await expectAdmin(link!)).toContain("first@example.com");
    expect((await openLink(link!)).status).toBe(403);

    // Somebody who is there already is promoted, and says so in the trail.
    const again = await runAdmin(settings, "first@example.com");
    expect(again.output).not.toContain("new account");
    const { cookie } = await openLink(again.link!);
    const trail = await fetch(`${url}/admin/profiles?view=log`, { headers: { Cookie: cookie } });
    expect((await trail.text()).match(/npm run admin/g)!.length).toBeGreaterThanOrEqual(2);
  });

  test("the command works without a server too", async () => {
    await server.stop();
    const { code, link, errors } = await runAdmin(settings, "second@example.com");
    expect([code, errors]).toEqual([0, ""]);
    await start();
    await expectAdmin(link!);
  });

  testOnEmbedded("what cannot be done is said in a sentence", async () => {
    const nowhere = mkdtempSync(join(tmpdir(), "abrente-"));
    for (const [more, words, sentence] of [
      [{}, [], /^Usage: npm run admin/],
      [{}, ["nobody"], /^"nobody" is not an e-mail address\.$/],
      [{}, ["a,b@example.com"], /^"a,b@example.com" is not an e-mail address\.$/],
      [{ DATA_DIR: nowhere }, ["a@example.com"], /^There is no database in/],
    ] as [Settings, string[], RegExp][]) {
      const { code, errors } = await runAdmin({ ...settings, ...more }, ...words);
      expect([code, errors.trim()]).toEqual([1, expect.stringMatching(sentence)]);
    }
    rmSync(nowhere, { recursive: true });
  });

  test("two administrators who act against each other at the same moment leave one", async () => {
    const { secretKey } = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8"));
    const { admin } = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } }).auth;
    const { data: before } = await admin.listUsers({ perPage: 1000 });
    for (const { id } of before.users) await admin.deleteUser(id);

    const statuses = new Set<number>();
    for (let round = 0; round < 3; round++) {
      const people = await Promise.all(
        ["a", "b"].map(async (name) => {
          const email = `${name}-${round}@example.com`;
          const { data } = await admin.createUser({
            email,
            password_hash: passwordHash,
            email_confirm: true,
            app_metadata: { role: "admin" },
          });
          const cookie = cookieOf(await post(`${url}/login`, { intent: "password", email, password }));
          return { id: data.user!.id, email, cookie };
        }),
      );
      const acts: ((target: { email: string }) => Settings)[] = [
        () => ({ intent: "role", role: "client" }),
        () => ({ intent: "ban", length: "ever" }),
        ({ email }) => ({ intent: "delete", typed: email }),
      ];
      const answers = await Promise.all(
        people.map(({ cookie }, n) => {
          const target = people[1 - n]!;
          return post(`${url}/admin/profiles?person=${target.id}`, acts[(round + n) % 3]!(target), cookie);
        }),
      );
      for (const { status } of answers) statuses.add(status);
      // One of them did it; the other was too late, whether it was refused, signed out or not an administrator any more.
      expect(answers.map(({ status }) => status)).toContain(303);
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
      const { data } = await admin.listUsers({ perPage: 1000 });
      const active = data.users.filter(
        (user) => user.app_metadata.role === "admin" && !(user.banned_until && new Date(user.banned_until) > new Date()),
      );
      expect(active).toHaveLength(1);
      for (const { id } of data.users) await admin.deleteUser(id);
    }
    expect([...statuses].filter((status) => status !== 303 && status >= 500)).toEqual([]);
  });
});
