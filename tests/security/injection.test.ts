import { expect, test } from "vitest";
import { onSite } from "../site.ts";
import { visitorOf } from "../contract/visitor.ts";
import { contactForm } from "./people.ts";
import { ask, sendRaw } from "./raw.ts";

/** What would begin a header, or an entry of the log, of its own. */
const breaks = ["\r\n", "\n", "\r", "%0d%0a", "%0a", "%0D", "%E5%98%8A%E5%98%8D", "%00%0d%0a", "\u2028", "%u000a", "\\r\\n", "\x85"];
const header = "Set-Cookie: injected=yes";
const entry = '{"level":30,"msg":"injected"}';

function expectNoneInjected(answer: string, how: string) {
  const [head = ""] = answer.split("\r\n\r\n");
  const names = head.split(/\r\n|\n|\r/).map((line) => line.split(":")[0]!.toLowerCase());
  const values = head.split(/\r\n|\n|\r/).filter((line) => /^(set-cookie|x-injected)\s*:.*injected/i.test(line));
  expect([values, names.filter((name) => name === "x-injected")], `${how}: ${head}`).toEqual([[], []]);
}

onSite((site) => {
  test("line ends in addresses make no header", async () => {
    for (const end of breaks) {
      for (const path of [
        `/${end}${header}`,
        `/gl/${end}${header}/`,
        `/index-old?a=${end}${header}`,
        `/language/gl?to=/${end}${header}`,
        `/language/gl${end}${header}`,
        `/login?next=/${end}${header}`,
        `/gl/me?${end}${header}`,
        `/nowhere${end}${header}/`,
        `/api/icons/lucide.json?icons=${end}${header}`,
        `/auth/v1/verify?token=x&type=signup&redirect_to=/${end}${header}`,
        `/auth/v1/callback?state=x&error=${end}${header}`,
      ]) {
        const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: gl\r\nConnection: close\r\n\r\n`);
        const { answer, statuses } = await sendRaw(site(), bytes);
        expect(statuses.length, path).toBeLessThanOrEqual(1);
        expectNoneInjected(answer, path);
      }
    }
  });

  test("line ends in headers make no header", async () => {
    for (const end of breaks.filter((one) => one !== "\r\n" && one !== "\n")) {
      for (const name of [
        "Referer",
        "Accept-Language",
        "Cookie",
        "Origin",
        "If-None-Match",
        "X-Forwarded-Host",
        "X-Request-Id",
        "User-Agent",
      ]) {
        const value = name === "Referer" ? `${site().url}/contact?${end}${header}` : `i18n_redirected=gl${end}${header}`;
        for (const path of ["/", "/language/es?to=/contact", "/login"]) {
          const { answer } = await ask(site(), `GET ${path}`, [`${name}: ${value}`]);
          expectNoneInjected(answer, `${path} ${name}`);
        }
      }
    }
  });

  test("line ends in the fields of forms make no header", async () => {
    for (const end of ["\r\n", "\n", "\r", "\u2028", "\x85"]) {
      const value = `/me${end}${header}${end}X-Injected: yes`;
      const visitor = visitorOf(site());
      for (const [path, form] of [
        ["/login", { intent: "link", email: site().newEmail(), next: value }],
        ["/login", { intent: "out", next: value }],
        ["/login", { intent: `provider:google${end}${header}`, next: value }],
        ["/confirm", { token_hash: value, type: value, next: value }],
        ["/contact", contactForm({ name: `Uxía${end}${header}`, from: value, key: value })],
        ["/consent", { choice: "none", id: value }],
        ["/theme", { theme: value }],
      ] as [string, Record<string, string>][]) {
        const response = await visitor.post(path, form);
        expect(response.headers.get("x-injected"), path).toBeNull();
        expect(
          response.headers.getSetCookie().filter((cookie) => cookie.startsWith("injected")),
          path,
        ).toEqual([]);
      }
    }
  });

  // After the others: what they sent is in the log too.
  test("the log stays one entry a line, whatever is asked for", async () => {
    const paths = breaks.map((end) => `/${end}${entry}${end}${"x".repeat(300)}`);
    for (const path of [...paths, '/"},{"level":60', "/\\u000a\\", "/%1b[2J%1b[31m", "/\x1b[31mred", "/%e2%80%ae"]) {
      await sendRaw(site(), Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${entry}\r\nConnection: close\r\n\r\n`));
    }
    await fetch(`${site().url}/healthz`);
    // The greeting, and the mails of a site without a mail server, are for people.
    const entries = site()
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{") || line.includes('"level"'));
    expect(entries.length).toBeGreaterThan(200);
    for (const line of entries) {
      const { msg, path = "" } = JSON.parse(line);
      expect(["request", "listening", "mail sent", "database brought up to date"], line).toContain(msg);
      expect(path.length, line).toBeLessThanOrEqual(200);
      // Nothing that a terminal would act upon.
      // oxlint-disable-next-line no-control-regex
      expect(line).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
    }
  });
}, {});
