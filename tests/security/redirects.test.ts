import { expect, test } from "vitest";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { newPerson } from "./people.ts";

/** Addresses that lead elsewhere, in every way that a browser might take them for one. */
const elsewhere = [
  "https://evil.example",
  "https://evil.example/me",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/%2f%2fevil.example/..//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/./\\evil.example",
  "/gl//evil.example",
  "/gl/..//evil.example",
  "https:evil.example",
  "https:/evil.example",
  "http:\\\\evil.example",
  "https://localhost@evil.example",
  "//localhost@evil.example/",
  "https://localhost.evil.example",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "JaVaScRiPt:alert(1)//localhost",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:https://evil.example/x",
  "//evil。example",
  "//ⓔvil.example",
  "/\u2028/evil.example",
  "\u0000//evil.example",
  "//[::1]@evil.example",
  "http://[",
  "%2f%2fevil.example",
  "%2F%5Cevil.example",
  "?//evil.example",
  "@evil.example",
  ".evil.example",
  ":80@evil.example",
];

onSite((site) => {
  /** Where a browser would go from an answer; nothing where it stays. */
  function expectHere(response: Response, from: string, wanted: string) {
    const location = response.headers.get("location");
    if (location === null) return;
    const target = new URL(location, site().url + from);
    expect(
      [target.origin, /^[a-z]+:/i.test(location) || /^\/(?![/\\])/.test(location)],
      `${from} with ${JSON.stringify(wanted)}: ${location}`,
    ).toEqual([site().url, true]);
    for (const sign of location) expect(sign.charCodeAt(0), location).toBeGreaterThan(32);
  }

  /** No link and no form of a page leads elsewhere because its address says so. */
  async function expectNoLink(response: Response, wanted: string) {
    const page = await response.text();
    const targets = [...page.matchAll(/ (?:href|action|formaction|src)="([^"]*)"/g)].map(([, target]) => target!.replaceAll("&amp;", "&"));
    expect(targets.length).toBeGreaterThan(10);
    for (const target of targets) {
      if (target.startsWith("data:image/") || target.startsWith("mailto:") || target.startsWith("tel:")) continue;
      const { hostname } = new URL(target, site().url);
      expect(hostname.endsWith("evil.example") || /^(javascript|vbscript|data|blob):/i.test(target.trim()), `${target} for ${wanted}`).toBe(
        false,
      );
    }
  }

  test("nobody who signs in, confirms, chooses a language or a theme is led elsewhere", async () => {
    const { email } = await newPerson(site());
    const signedIn = await visitorOf(site()).signIn(email);
    for (const [number, wanted] of elsewhere.entries()) {
      const query = (name: string) => new URLSearchParams({ [name]: wanted });
      const nobody = () => visitorOf(site());
      const login = `/gl/login?${query("next")}`;
      expectHere(await signedIn.get(login), login, wanted);
      await expectNoLink(await nobody().get(login), wanted);
      await expectNoLink(await nobody().get(`/confirm?token_hash=x&type=signup&${query("next")}`), wanted);
      for (const name of ["to", "next", "redirect_to"]) {
        const path = `/language/gl?${query(name)}`;
        expectHere(await nobody().get(path), path, wanted);
      }
      // What is not a header for fetch is none for a browser either.
      const referer: Record<string, string> = [...wanted].every((sign) => sign > " " && sign < "\x7f") ? { Referer: wanted } : {};
      expectHere(await nobody().get("/language/es?to=/contact", referer), "/language/es", wanted);
      // More choices in a minute than that are refused.
      const forms = { "/theme": { theme: "dark" }, ...(number < 20 && { "/consent": { choice: "none" } }) };
      for (const [path, form] of Object.entries(forms)) {
        const response = await fetch(site().url + path, {
          method: "POST",
          body: new URLSearchParams({ ...form, next: wanted, to: wanted, redirect_to: wanted }),
          headers: { Origin: site().url, ...referer },
          redirect: "manual",
        });
        expectHere(response, path, wanted);
      }
    }
  });

  test("nor by the hidden fields of the forms", async () => {
    const { email } = await newPerson(site());
    for (const wanted of elsewhere) {
      const visitor = visitorOf(site());
      for (const form of [{ intent: "provider:google" }, { intent: "out" }] as Record<string, string>[]) {
        expectHere(await visitor.post("/login", { ...form, next: wanted }), "/login", wanted);
      }
      expectHere(await visitor.post("/confirm", { token_hash: "x", type: "signup", next: wanted }), "/confirm", wanted);
    }
    // With the right password there is something to lead to.
    for (const wanted of elsewhere.filter((_, number) => number % 4 === 0)) {
      const response = await visitorOf(site()).post("/login", { intent: "password", email, password, next: wanted });
      expect(response.status).toBe(303);
      expectHere(response, "/login", wanted);
    }
  });

  test("nor by a link of the accounts service, nor by a mail that it sends", async () => {
    for (const wanted of elsewhere) {
      const query = new URLSearchParams({ redirect_to: wanted });
      for (const path of [`/verify?token=x&type=signup&${query}`, `/callback?state=x&${query}`, `/authorize?provider=google&${query}`]) {
        expectHere(await site().call(path, { key: "" }), path, wanted);
      }
    }
    const mails = elsewhere.map(async (wanted) => {
      const email = site().newEmail();
      await site().post(`/otp?${new URLSearchParams({ redirect_to: wanted })}`, { email });
      const { link, text } = await site().mailTo(email);
      expect([link.origin, link.pathname], wanted).toEqual([site().url, expect.stringMatching(/^(\/..)?\/confirm$/)]);
      expect(new URL(link.searchParams.get("next") ?? "/", site().url).origin, wanted).toBe(site().url);
      for (const [address] of text.matchAll(/[a-z]+:\/\/\S+/gi)) expect(new URL(address).origin).toBe(site().url);
    });
    await Promise.all(mails);
  });

  test("slashes before a host do not make an address another host's", async () => {
    for (const path of [
      "//evil.example/",
      "//evil.example//",
      "/\\evil.example/",
      "/gl//evil.example/",
      "///evil.example/%2f..",
      "/index-old//evil.example/",
    ]) {
      expectHere(await fetch(site().url + path, { redirect: "manual" }), path, path);
    }
  });
});
