import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { createBrotliDecompress } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testimonials } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { gl } from "#content/gl/index.ts";
import { localePath, locales } from "#content/locales.ts";
import { addFactor, newPerson, signInFully } from "../security/people.ts";
import { startServer } from "../server.ts";
import { openSite } from "../site.ts";
import { textOf } from "./site.ts";

const someone = Object.values(gl.home.testimonials.samples)[0]!;

/** A site on https, behind a proxy. */
let server: Awaited<ReturnType<typeof startServer>>;
const metricsToken = "a-token-of-some-length";
beforeAll(async () => {
  server = await startServer({ SITE_URL: "https://abrente.example", TRUST_PROXY: "1", METRICS_TOKEN: metricsToken });
});
afterAll(() => server.stop());

test("the forwarded headers are believed with TRUST_PROXY=1, and HSTS is sent", async () => {
  const headers = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "abrente.example",
    "Content-Type": "application/x-www-form-urlencoded",
    Referer: "https://abrente.example/gl?a=1",
  };
  const response = await fetch(`${server.url}/theme`, { method: "POST", headers, body: "theme=dark", redirect: "manual" });
  expect(response.headers.get("set-cookie")).toContain("Secure");
  expect(response.headers.get("location")).toBe("/gl?a=1");
  expect(response.headers.get("strict-transport-security")).toContain("max-age=31536000");
  expect(await (await fetch(`${server.url}/gl`)).text()).toContain('rel="canonical" href="https://abrente.example/gl"');
});

const post = (origin: string) =>
  fetch(`${server.url}/test/form`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
    body: "name=Ana",
  });

test("form posts whose Origin is the site's are taken, others are refused", async () => {
  expect((await post("https://abrente.example")).status).toBe(200);
  expect((await post("https://evil.example")).status).toBe(403);
});

test("robots may see all but accounts", async () => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  for (const path of ["/me", "/es/me", "/gl/admin", "/login", "/language/"]) expect(robots).toContain(`Disallow: ${path}\n`);
  expect(robots).not.toContain("Disallow: /\n");
  expect(robots).toContain("Sitemap: https://abrente.example/sitemap.xml");
});

test("there are no sample testimonials unless they are asked for, and nothing leads to what is not there", async () => {
  const html = await (await fetch(`${server.url}/gl`)).text();
  const real = testimonials[0];
  expect(html).not.toContain(someone.name);
  expect(html.includes('id="testimonials-heading"')).toBe(!!real);
  const places = [...html.matchAll(/ href="(?:\/gl)?#([\w-]+)"/g)].map(([, place]) => place!);
  expect(places).toContain("offer");
  for (const place of places) expect(html).toContain(` id="${place}"`);
  const shown = await startServer({ SITE_URL: "https://abrente.example", SHOW_SAMPLES: "true" });
  expect(await (await fetch(`${shown.url}/gl`)).text()).toContain((real ?? someone).name);
  await shown.stop();
});

test("without a mail server mails wait, and whoever watches is told; no link is in the log", async () => {
  const form = { name: "Uxía", email: "uxia@example.com", password: "correct horse battery", privacy: "on" };
  const headers = { Origin: "https://abrente.example" };
  await fetch(`${server.url}/register`, { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" });
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([200, "ready\nMails wait: the setting SMTP_URL is missing."]);
  expect(server.output()).toContain("MAILS WAIT: SMTP_URL is not set.");
  expect(server.output()).not.toMatch(/mail sent|token_hash/);
  // Programs read the log of a public site: every line is one of JSON.
  for (const line of server.output().split("\n")) if (line) JSON.parse(line);

  const figures = (token: string) =>
    fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${token}`, "X-Forwarded-For": "203.0.113.7" } });
  expect(await (await figures(metricsToken)).text()).toContain('abrente_mails{state="due"} 1\n');
  // On this machine too: a proxy asks from there.
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  for (const wrong of ["", "a-token-of-some-lengtH", `${metricsToken}x`]) expect((await figures(wrong)).status).toBe(404);

  const site = openSite(server.url, server.dataDir);
  const { email } = await newPerson(site, { role: "admin" });
  const { secret } = await addFactor(site, email);
  const admin = await signInFully(site, email, secret, "https://abrente.example");
  const inbox = await (await admin.get("/admin/messages")).text();
  expect(textOf(inbox)).toContain(en.messages.trouble.noServer);
  // Nothing to press: it would go nowhere.
  expect(inbox).not.toContain('value="resend"');
});

/** What a server may send on a new connection before it hears from the browser: ten packets. */
const firstFlight = 10 * 1460;

/** What a browser can read of a page on its first visit when the first packets have arrived. */
async function firstPackets(address: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { "Accept-Encoding": "gzip, deflate, br", "Accept-Language": "en" } }, resolve).on("error", reject);
  });
  expect([response.statusCode, response.headers["content-encoding"]]).toEqual([200, "br"]);
  const headerBytes = response.rawHeaders.reduce((sum, part) => sum + part.length + 2, "HTTP/1.1 200 OK\r\n\r\n".length);
  const decoder = createBrotliDecompress();
  const parts: Buffer[] = [];
  decoder.on("data", (part) => parts.push(part));
  const arrived = (await buffer(response)).subarray(0, firstFlight - headerBytes);
  await new Promise((resolve) => decoder.write(arrived, resolve));
  return Buffer.concat(parts).toString();
}

test.each(locales)(
  "head, styles and the first screen of the home page in %s come with the first ten packets, headers included",
  async (locale) => {
    const html = await firstPackets(server.url + localePath(locale, "/"));
    expect(html).toContain("</style>");
    // The last thing of the first screen is there.
    expect(html).toMatch(/href="#about".*?<\/a><\/section>/s);
  },
);
