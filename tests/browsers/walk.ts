import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import { fill } from "#content/format.ts";
import { startServer } from "../server.ts";
import type { Driver } from "./driver.ts";
import { button, field, link, soon, visitorWith, type Visitor } from "./visitor.ts";

/** The same walk through the site in each browser beside Chromium, on the built server. Pictures of what failed are in test-results. */

let server: Awaited<ReturnType<typeof startServer>>;

export function walk(name: string, openBrowser: () => Promise<Driver>) {
  let visitor: Visitor;
  beforeAll(async () => {
    server = await startServer();
    visitor = visitorWith(await openBrowser(), server.url);
  });
  afterAll(async () => {
    await visitor?.close();
    await server.stop();
  });

  beforeEach(async ({ task, onTestFailed }) => {
    onTestFailed(async () => {
      mkdirSync("test-results", { recursive: true });
      await visitor.screenshot(`test-results/${name} ${task.name}.png`);
    });
    await visitor.resize(1280, 800);
  });
  afterEach(() => visitor.expectNoComplaints());

  test("all ten sections of the home page are drawn, in the face of the headings", async () => {
    await visitor.open("/es");
    await soon(() => visitor.evaluate(() => document.querySelectorAll("main > section, footer").length)).toBe(10);
    for (let section = 0; section < 10; section++) {
      await soon(() => visitor.evaluate(lookAt, section)).toEqual({ height: atLeast(100), letters: atLeast(50), missing: [] });
    }
    await soon(() => visitor.evaluate(loadedFaces)).toContain("Piazzolla");
    expect(await visitor.overflow()).toBe(0);
  });

  test("cookies are rejected with one press, and asked for again from the footer", async () => {
    await visitor.open("/es");
    await soon(() => visitor.textOf("#cookies")).toContain(fill(es.consent.text, { name: agency.name }));
    await visitor.click(button(es.consent.reject));
    await soon(() => visitor.textOf("#cookies")).toBe("");
    expect(await visitor.evaluate(() => document.cookie)).toMatch(/\bconsent=[\d.]+__/);
    await visitor.click(link(es.shell.footer.cookieSettings, "//footer"));
    await soon(() => visitor.textOf("#cookies")).toContain(es.consent.categories.statistic.text);
    await visitor.click(button(es.consent.reject));
    await soon(() => visitor.textOf("#cookies")).toBe("");
  });

  test("the menu of a phone opens, leads to its section, and closes", async () => {
    await visitor.resize(360, 740);
    await visitor.open("/es");
    expect(await visitor.evaluate(() => innerWidth)).toBe(360);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.textOf("#menu")).toBe("");
    await visitor.click(button(es.shell.menu));
    await soon(() => visitor.textOf("#menu")).toContain(es.shell.nav.process);
    await visitor.click(link(es.shell.nav.process, "//header"));
    await soon(() => visitor.address()).toBe("/es#process");
    await soon(() => visitor.textOf("#menu")).toBe("");
    // It comes to rest below the header.
    await soon(() => visitor.evaluate(() => document.querySelector("#process")!.getBoundingClientRect().top)).toSatisfy(
      (top: number) => top > 0 && top < 200,
    );
  });

  test("the language changes, and the page stays", async () => {
    await visitor.open("/es/contact?mode=requestOffer");
    await visitor.click(link("Galego", "//header"));
    await soon(() => visitor.address()).toBe("/gl/contact?mode=requestOffer");
    await soon(() => visitor.textOf("main")).toContain(gl.contact.modes.requestOffer.lead);
    expect(await visitor.evaluate(() => document.documentElement.lang)).toMatch(/^gl/);
  });

  test("the theme changes without a reload, and is remembered", async () => {
    const background = () => visitor.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await visitor.open("/es");
    const light = await background();
    await visitor.evaluate(() => void Object.assign(window, { sameWindow: true }));
    await visitor.click(button(es.shell.theme.dark));
    await soon(background).not.toBe(light);
    const dark = await background();
    await visitor.click(button(es.shell.theme.light));
    await soon(background).toBe(light);
    await visitor.click(button(es.shell.theme.dark));
    await soon(background).toBe(dark);
    expect(await visitor.evaluate(() => "sameWindow" in window)).toBe(true);
    await visitor.open("/es/login");
    expect(await background()).toBe(dark);
    await visitor.click(button(es.shell.theme.system));
    await soon(background).toBe(light);
  });

  test("the contact form says what is wrong, and what is right is sent and stored", async () => {
    const { form, errors, sent } = es.contact;
    const email = `${name}-${crypto.randomUUID()}@example.com`;
    const message = `Ola! Queremos una web que se vea bien en todos los navegadores, también en ${name}.`;
    await visitor.open("/es/contact");
    await visitor.fillIn(form.labels.name, "Uxía Nogueira");
    await visitor.fillIn(form.labels.email, "uxia");
    await visitor.click(button(form.send));
    await soon(() => visitor.hasFocus("main form [role=alert]")).toBe(true);
    expect(await visitor.textOf("main form [role=alert]")).toContain(errors.summary);
    for (const wrong of [errors.email, errors.privacy, errors.terms]) expect(await visitor.textOf("main form")).toContain(wrong);

    await visitor.fillIn(form.labels.email, email);
    await visitor.fillIn(form.labels.message, message);
    await visitor.evaluate(() => document.querySelector<HTMLSelectElement>("[name=reason]")!.focus());
    await visitor.type(form.reasons.support);
    for (const consent of [form.privacy, form.terms]) await visitor.click(field(consent.before.trim()));
    await visitor.click(button(form.send));
    await soon(() => visitor.textOf("h1")).toBe(sent.heading);
    expect(await visitor.address()).toBe("/es/contact?sent=yes#sent");
    expect(storedRequests().find((request) => request.email === email)).toMatchObject({
      name: "Uxía Nogueira",
      reason: "support",
      locale: "es",
      message,
    });
  });

  test("somebody signs in, sees their area, and signs out", async () => {
    const { login } = es.account;
    const person = await newPerson(name);
    await visitor.open("/es/login");
    await visitor.fillIn(login.email, person.email);
    await visitor.fillIn(login.password, person.password);
    await visitor.click(button(login.signIn, "//main"));
    await soon(() => visitor.address()).toBe("/es/me");
    await soon(() => visitor.textOf("main")).toContain(fill(es.me.lead, person));
    await visitor.click(button(es.me.security.sessions.end, "//main"));
    await soon(() => visitor.textOf("main")).toContain(login.signedOut);
    await visitor.open("/es/me");
    await soon(() => visitor.address()).toMatch(/^\/es\/login\?next=/);
  });
}

function atLeast(least: number) {
  return expect.toSatisfy((value: number) => value >= least, `at least ${least}`);
}

/** Goes to a section, as nothing need be drawn far from where one is. */
function lookAt(index: number) {
  const section = document.querySelectorAll<HTMLElement>("main > section, footer")[index]!;
  section.scrollIntoView({ behavior: "instant" });
  const pictures = [...section.querySelectorAll("img")];
  return {
    height: section.getBoundingClientRect().height,
    letters: section.innerText.length,
    missing: pictures.filter((picture) => !picture.complete || picture.naturalWidth === 0).map((picture) => picture.src),
  };
}

function loadedFaces(): string[] {
  return [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll(`"`, ""));
}

/** As `npm run requests` tells it. */
function storedRequests(): Record<string, unknown>[] {
  const env = { ...process.env, DATA_DIR: server.dataDir };
  return JSON.parse(execFileSync("node", ["scripts/requests.ts", "--json"], { env, encoding: "utf8" })).requests;
}

async function newPerson(name: string) {
  const { secretKey } = JSON.parse(readFileSync(join(server.dataDir, "auth-keys.json"), "utf8"));
  const { auth } = createClient(server.url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const person = { email: `${name}-${crypto.randomUUID()}@example.com`, password: "correct horse battery" };
  const { error } = await auth.admin.createUser({ ...person, email_confirm: true });
  if (error) throw error;
  return person;
}
