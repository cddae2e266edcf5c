import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { localePath } from "#content/locales.ts";
import { isPrivate } from "#app/routing/private-pages.ts";
import { onSite } from "../site.ts";
import { visitorOf } from "../contract/visitor.ts";
import { everyAddress, pages } from "./addresses.ts";
import { newAdmin, type Visitor } from "./people.ts";

/** The Content-Security-Policy as a browser reads it: the first directive of a name counts. */
function parsePolicy(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const part of policy.split(";")) {
    const [name = "", ...sources] = part.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** What is wrong with the policy of a page, as it would be for its own content. */
function weaknesses(policy: string, html: string, allowedHosts: string[]): string[] {
  const directives = parsePolicy(policy);
  const of = (name: string) => directives.get(name) ?? directives.get("default-src") ?? ["*"];
  const found: string[] = [];
  const expectThat = (holds: boolean, problem: string) => holds || found.push(problem);

  for (const kind of ["script-src", "script-src-elem", "script-src-attr", "worker-src"]) {
    for (const source of of(kind)) {
      const isOwn = source === "'self'" || source === "'none'" || /^'(nonce-[\w+/=]{20,}|sha256-[\w+/=]{44})'$/.test(source);
      expectThat(isOwn || allowedHosts.includes(source), `${kind} lets ${source} in`);
    }
  }
  expectThat(!of("style-src").includes("'unsafe-inline'"), "style-src has 'unsafe-inline'");
  for (const kind of ["object-src", "frame-src", "child-src", "media-src"]) expectThat(of(kind).join() === "'none'", `${kind} is open`);
  expectThat(directives.get("base-uri")?.join() === "'none'", "base-uri is open");
  expectThat(directives.get("frame-ancestors")?.join() === "'none'", "frame-ancestors is open");
  expectThat(
    (directives.get("form-action") ?? ["*"]).every((one) => one === "'self'" || allowedHosts.includes(one)),
    "form-action is open",
  );
  expectThat(directives.get("default-src")?.join() === "'none'", "default-src is open");
  for (const [name, sources] of directives) {
    for (const source of sources)
      expectThat(
        !/^(\*|https?:|data:|blob:|'unsafe-.*')$/.test(source) || (name === "img-src" && source === "data:"),
        `${name} has ${source}`,
      );
  }

  // Every script and every style of the page is one that it allows; without a source of its own, by nonce or by hash.
  for (const [, element = "", attributes = "", text = ""] of html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)) {
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1];
    const isData = / type="(application\/(ld\+)?json|asleep)/.test(attributes);
    const isAllowed = of(`${element}-src`).some((source) => source === `'nonce-${nonce}'` || source === hashOf(text));
    expectThat(/ src="\//.test(attributes) || isData || isAllowed, `a ${element} is not allowed: ${text.slice(0, 60)}`);
    // When the page wakes, it asks for files.
    if (/ type="asleep\//.test(attributes)) expectThat(of("script-src").includes("'self'"), "a sleeping page could not wake");
  }
  expectThat(!/<[^>]+\son\w+="/.test(html.replaceAll(/<script\b.*?<\/script>/gs, "")), "an element has a handler in its attributes");
  expectThat(!/<[^>]+\sstyle="/.test(html.replaceAll(/<script\b.*?<\/script>/gs, "")), "an element has a style in its attributes");
  return found;
}

describe.each([
  ["a plain site", undefined, []],
  [
    "a site with tags and a provider",
    { SITE_URL: "https://abrente.example", GTM_ID: "GTM-ABC1234", GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" },
    ["https://www.googletagmanager.com", "https://github.com"],
  ],
])("%s", (_name, settings: Record<string, string> | undefined, hosts: string[]) => {
  onSite((site) => {
    let admin: Visitor;
    beforeAll(async () => {
      admin = await newAdmin(site(), settings?.SITE_URL);
    });

    test.each(pages.map(({ path }) => path))("the policy of %s lets nothing in that is not the page's own", async (page) => {
      for (const [visitor, locale] of [[visitorOf(site(), settings?.SITE_URL), "en"] as const, [admin, "gl"] as const]) {
        const path = localePath(locale, page.replace("*", "nowhere"));
        const response = await visitor.get(path);
        if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
        const policy = response.headers.get("content-security-policy") ?? "";
        expect(weaknesses(policy, await response.text(), hosts), `${path}: ${policy}`).toEqual([]);
        // On a private page no tag may run.
        if (response.headers.get("cache-control") === "no-store" && page !== "/*") expect(policy).not.toContain("googletagmanager");
      }
    });

    test("a nonce is used once", async () => {
      const nonces = new Set<string>();
      for (let visit = 0; visit < 5; visit++) {
        nonces.add(/'nonce-([^']+)'/.exec((await visitorOf(site()).get("/login")).headers.get("content-security-policy")!)![1]!);
      }
      expect(nonces.size).toBe(5);
    });

    test("the answer to a form, and an error, have a policy as good", async () => {
      const origin = settings?.SITE_URL ?? site().url;
      for (const [path, form] of [
        ["/contact", { name: "<script>alert(1)</script>" }],
        ["/login", { intent: "password", email: '"><script>alert(1)</script>', password: "x" }],
        ["/register", { name: "<img src=x onerror=alert(1)>" }],
        ["/me", { intent: "profile", name: "<script>alert(1)</script>" }],
        ["/legal/aviso-legal", {}],
      ] as [string, Record<string, string>][]) {
        const response = await visitorOf(site(), origin).post(path, form);
        expect(response.status, path).toBeGreaterThanOrEqual(400);
        expect(weaknesses(response.headers.get("content-security-policy")!, await response.text(), hosts), path).toEqual([]);
      }
    });

    test("what is no page may load nothing, and no answer is framed, sniffed or sent far as a referrer", async () => {
      for (const address of everyAddress.filter((one) => !/^\/(es|gl)\b/.test(one))) {
        const response = await fetch(site().url + address, { redirect: "manual" });
        const { headers } = response;
        await response.body?.cancel();
        expect(headers.get("x-content-type-options"), address).toBe("nosniff");
        expect(headers.get("x-frame-options"), address).toBe("DENY");
        const referrer = isPrivate(address.replace(/\.data$/, "")) ? "same-origin" : "strict-origin-when-cross-origin";
        expect(headers.get("referrer-policy"), address).toBe(referrer);
        expect(headers.get("strict-transport-security"), address).toBe(settings?.SITE_URL ? "max-age=31536000" : null);
        expect(headers.get("x-powered-by"), address).toBeNull();
        expect(headers.get("server"), address).toBeNull();
        const policy = parsePolicy(headers.get("content-security-policy") ?? "");
        expect([policy.get("default-src"), policy.get("frame-ancestors")], address).toEqual([["'none'"], ["'none'"]]);
      }
    });
  }, settings);
});
