import { describe, expect, test } from "vitest";
import { onSite } from "../site.ts";
import { everyAddress } from "./addresses.ts";
import { contactForm } from "./people.ts";
import { ask, sendRaw } from "./raw.ts";

/** Every address that we write, in pages, redirects, mails and files, begins with SITE_URL, whatever host a request names. */
const siteUrl = "http://localhost:8443";
const evil = ["evil.example", "evil.example:443", "localhost.evil.example", "localhost:81", "LOCALHOST.", "127.0.0.1"];
const headersOf = (host: string) => [
  `X-Forwarded-Host: ${host}`,
  "X-Forwarded-Proto: https",
  `X-Host: ${host}`,
  `X-Original-Host: ${host}`,
  `X-Forwarded-Server: ${host}`,
  `Forwarded: host=${host};proto=https`,
];

/** The links of a mail, of which there are so many at least. */
function expectOwnLinks(mail: string, least: number) {
  const links = [...mail.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link).origin);
  expect(links.length).toBeGreaterThanOrEqual(least);
  expect(links.filter((origin) => origin !== siteUrl)).toEqual([]);
  expect(mail).not.toContain("evil.example");
}

describe.each([
  ["a site on its own", {}],
  ["a site behind a proxy", { TRUST_PROXY: "1" }],
])("%s", (_name, settings) => {
  onSite(
    (site) => {
      const request = (method: string, path: string, host: string, more: string[] = [], body = "") =>
        sendRaw(site(), [`${method} ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...more, "", body].join("\r\n"));

      test("pages, redirects and files name the site's own host alone", async () => {
        const addresses = [
          ...everyAddress.filter((address) => !/^\/(es|gl)\b/.test(address)),
          "/index-old",
          "/gl",
          "/gl/",
          "/gl/legal/aviso-legal",
          "/nowhere/",
          "/language/gl?to=/contact",
          "/login?next=/me",
        ];
        for (const [number, address] of addresses.entries()) {
          const host = evil[number % evil.length]!;
          const { answer, statuses } = await request("GET", address, host, headersOf("forwarded.evil.example"));
          expect(statuses, address).toHaveLength(1);
          expect(statuses[0], address).toBeLessThan(500);
          expect(answer.toLowerCase(), address).not.toContain("evil.example");
          for (const end of ["/", '"']) expect(answer.toLowerCase(), address).not.toContain(`//${host.toLowerCase()}${end}`);
          const location = /^location: (.*)$/im.exec(answer)?.[1] ?? "/";
          expect(new URL(location, siteUrl).origin, address).toBe(siteUrl);
        }
      });

      test("the page that is kept is the same, whichever host asked first", async () => {
        for (const path of ["/legal/terminos-condiciones", "/gl/legal/politica-cookies", "/es/contact?mode=requestOffer"]) {
          const first = await request("GET", path, "evil.example", headersOf("forwarded.evil.example"));
          const later = await request("GET", path, "localhost:8443");
          const page = ({ answer }: typeof first) => answer.split("\r\n\r\n").slice(1).join();
          expect(page(first)).toBe(page(later));
          expect(page(first)).toContain(`<link rel="canonical" href="${siteUrl}`);
        }
      });

      test("mails lead to the site's own host", async () => {
        const email = site().newEmail();
        const calls: [path: string, origin: string, body: string][] = [
          ["/register", siteUrl, String(new URLSearchParams({ name: "Uxía", email, password: "correct horse battery", privacy: "on" }))],
          ["/login", siteUrl, String(new URLSearchParams({ intent: "forgot", email }))],
          ["/login", siteUrl, String(new URLSearchParams({ intent: "link", email, next: "/me" }))],
          ["/contact", siteUrl, String(new URLSearchParams(contactForm({ email, from: "//evil.example/" })))],
        ];
        for (const [number, [path, origin, body]] of calls.entries()) {
          const { statuses } = await request(
            "POST",
            path,
            "evil.example",
            [
              ...headersOf("forwarded.evil.example"),
              `Origin: ${origin}`,
              "Content-Type: application/x-www-form-urlencoded",
              `Content-Length: ${Buffer.byteLength(body)}`,
            ],
            body,
          );
          expect(statuses, path).toEqual([303]);
          const { text } = await site().mailTo(email, number);
          expectOwnLinks(text, path === "/contact" ? 0 : 1);
        }
        // And those that the accounts service is asked for directly.
        const other = site().newEmail();
        const body = JSON.stringify({ email: other });
        const headers = [`apikey: ${site().keys.publishableKey}`, `Content-Length: ${body.length}`, ...headersOf("evil.example")];
        expect((await request("POST", "/auth/v1/otp?redirect_to=https://evil.example/x", "evil.example", headers, body)).statuses).toEqual([
          200,
        ]);
        expectOwnLinks((await site().mailTo(other)).text, 1);
      });

      test("a host that is none is refused", async () => {
        for (const host of ["a b", "evil.example/x", "[::1", "a@b", "a:b:c", "<script>", "a\tb", "%00"]) {
          const { statuses, answer } = await request("GET", "/login", host);
          expect(statuses, `${host}: ${answer.slice(0, 200)}`).toEqual([400]);
        }
      });

      test("an address that brings its own host changes nothing", async () => {
        for (const target of ["http://evil.example/gl/contact", "https://evil.example:444/login", "http://evil.example"]) {
          const { answer, statuses } = await ask(site(), `GET ${target}`);
          expect([200, 302, 400].includes(statuses[0]!), target).toBe(true);
          expect(answer, target).not.toContain("evil.example");
        }
      });
    },
    { SITE_URL: siteUrl, ...settings },
  );
});
