import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Browser, type Page } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { findHeadlessChromium } from "../../scripts/chromium.ts";
import { findDovecot, startDovecot } from "../dovecot.ts";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { newPerson, type Visitor } from "../security/people.ts";

/** Texts that would run, or become an element, if any place forgot that they are texts. Each runs `ran()`, and makes an <x-injected>. */
const attacks = [
  "<script>ran()</script><x-injected>",
  "<img src=x onerror=ran()><x-injected>",
  '"><svg onload=ran()><x-injected a="',
  "'><x-injected onmouseover='ran()' autofocus tabindex=1 onfocus='ran()",
  "</textarea></title></style></script><x-injected><script>ran()</script>",
  "--><x-injected><!--",
  "]]><x-injected>",
  "javascript:ran()//<x-injected>",
  "${ran()}{{constructor.constructor('ran()')()}}<x-injected>",
  "x\u2028ran()\u2029</script\t><x-injected>",
  '<a href="javascript:ran()">x</a><iframe srcdoc="<script>parent.ran()</script>"></iframe><x-injected>',
  "<base href=//evil.example><meta http-equiv=refresh content=0;url=//evil.example><x-injected>",
];
/** What a spreadsheet would take for a formula. */
const formulas = ["=1+1", "+1", "-1+2", "@SUM(1)", "\t=1", "＝1+1", '=HYPERLINK("http://evil.example")', "=cmd|'/C calc'!A0"];

const dovecot = findDovecot() ? await startDovecot() : undefined;
afterAll(() => dovecot?.stop());

onSite(
  (site) => {
    let browser: Browser;
    let admin: Visitor;
    let person: { email: string; id: string };
    const senders: string[] = [];
    /** The requests that were answered, and the links that open them. */
    const talks: string[] = [];
    const links: string[] = [];

    /** Every text that a stranger, a client or an administrator can leave. */
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: findHeadlessChromium(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
      admin = await visitorOf(site()).signIn((await newPerson(site(), { role: "admin", name: attacks[3] })).email);
      person = await newPerson(site(), { name: attacks[0] });
      // Each text in turn in each field, four at a time: a browser has to look at all of them.
      for (const texts of [attacks, formulas]) {
        const at = (number: number) => texts[number % texts.length]!.slice(0, 100);
        for (let number = 0; number < texts.length; number += 4) {
          const email = `sender-${senders.length}@example.com`;
          senders.push(email);
          const campaign = new URLSearchParams({ utm_source: at(number), utm_campaign: at(number + 3) });
          const form = {
            name: at(number),
            company: at(number + 1),
            city: at(number + 2),
            email,
            reason: "general",
            message: `${texts.slice(number, number + 4).join("\n")}\nA request like any other, with a text that is long enough: ${email}`,
            privacy: "on",
            terms: "on",
          };
          const sent = await fetch(`${site().url}/contact`, {
            method: "POST",
            body: new URLSearchParams(form),
            headers: {
              Origin: site().url,
              Referer: `${site().url}/contact?${campaign}`,
              "User-Agent": at(number).replaceAll(/[^\x20-\x7e]/g, ""),
            },
            redirect: "manual",
          });
          expect(sent.status, form.message).toBe(303);
        }
      }
      const ids = await requestIds();
      for (const [number, id] of ids.entries()) {
        const note = attacks.filter((_, index) => index % ids.length === number).join("\n");
        const path = `/admin/messages?request=${id}`;
        expect((await admin.post(path, { intent: "note", note })).status).toBe(303);
        // What looks like spam is not answered.
        if ((await admin.post(path, { intent: "reply", from: "new", text: note })).status === 303) talks.push(id);
      }
      expect(talks.length).toBeGreaterThan(0);
      for (const mail of await repliesTo(talks.length)) links.push(new URL(/https?:\S+conversation\S+/.exec(mail.text!)![0]).toString());
      for (const [number, link] of links.entries()) {
        const { pathname, search } = new URL(link);
        const text = attacks.filter((_, index) => index % links.length === number).join("\n");
        const body = new FormData();
        body.set("text", text);
        for (const name of attacks) body.append("files", new Blob([text]), `${name}\u202e.txt`);
        body.append(
          "files",
          new Blob(["<svg xmlns='http://www.w3.org/2000/svg' onload='ran()'><script>ran()</script></svg>"]),
          "drawing.svg",
        );
        const headers = { Origin: site().url };
        expect((await visitorOf(site()).visit(pathname + search, { method: "POST", body, headers })).status).toBe(303);
      }
      if (dovecot) await answerByMail(dovecot.deliver);
      const saved = { intent: "save", name: attacks[2]!, en: attacks[0]!, es: attacks[4]!, gl: attacks[10]! };
      expect((await admin.post("/admin/replies", saved)).status).toBe(303);
      // What somebody says of themselves, at the pages and past them.
      const client = await site().signedIn(person.email);
      await client.auth.updateUser({
        data: { name: attacks[4], company: attacks[1], phone: attacks[2], locale: attacks[3], [attacks[5]!]: attacks[6] },
      });
      await visitorOf(site()).post("/login", { intent: "password", email: attacks[2]!, password });
    });
    afterAll(() => browser?.close());

    async function requestIds(): Promise<string[]> {
      const ids = new Set<string>();
      for (const folder of ["new", "spam"]) {
        for (let path: string | undefined = `/admin/messages?folder=${folder}`; path;) {
          const html: string = await (await admin.get(path)).text();
          for (const [, id] of html.matchAll(/request=([\da-f-]{36})/g)) ids.add(id!);
          path = /href="(\/admin\/messages\?[^"]*before[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
        }
      }
      return [...ids];
    }

    /** Opens pages as somebody, and notes what ran and what became an element. Everything that can be done with a mouse happens to it. */
    async function look(visitor: Visitor, paths: string[], content?: string): Promise<string[]> {
      const context = await browser.newContext();
      const { hostname } = new URL(site().url);
      await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, domain: hostname, path: "/" })));
      const found: string[] = [];
      await context.exposeFunction("ran", () => void found.push("a script ran"));
      const page = await context.newPage();
      page.on("dialog", (dialog) => void (found.push(`dialog ${dialog.message()}`), dialog.dismiss()));
      page.on("request", (request) => new URL(request.url()).hostname.endsWith("evil.example") && found.push(`asked ${request.url()}`));
      page.on(
        "console",
        (entry) => /Content Security Policy/.test(entry.text()) && found.push(`stopped only by the policy: ${entry.text()}`),
      );
      for (const path of paths) {
        if (content) await page.setContent(content);
        else await page.goto(site().url + path, { waitUntil: "domcontentloaded" });
        found.push(...(await injectedIn(page)).map((one) => `${path}: ${one}`));
      }
      await context.close();
      return found;
    }

    test("nothing runs on the pages of the agency, and nothing becomes an element", async () => {
      const ids = await requestIds();
      expect(ids.length).toBe(senders.length);
      const texts = await Promise.all(ids.map(async (id) => (await admin.get(`/admin/messages?request=${id}`)).text()));
      // They are there, as texts.
      for (const attack of attacks)
        expect(
          texts.some((text) => text.includes(asText(attack.slice(0, 60)))),
          attack,
        ).toBe(true);
      const paths = [
        "/admin/messages",
        "/admin/messages?folder=spam",
        ...ids.map((id) => `/admin/messages?request=${id}`),
        `/admin/messages?${new URLSearchParams({ q: attacks[0]! })}`,
        `/gl/admin/messages?${new URLSearchParams({ q: attacks[2]!, from: attacks[3]!, reason: attacks[4]! })}`,
        "/admin/profiles",
        `/admin/profiles?person=${person.id}`,
        `/admin/profiles?${new URLSearchParams({ q: attacks[2]! })}`,
        "/admin/profiles?view=log",
        "/admin/replies",
        "/me",
      ];
      expect(await look(admin, paths)).toEqual([]);
      const { pathname, search } = new URL(links[0]!);
      expect(await look(visitorOf(site()), [pathname + search])).toEqual([]);
    });

    test("nor on the pages of who wrote it, nor where a form or an address brings it back", async () => {
      const client = await visitorOf(site()).signIn(person.email);
      expect(await look(client, ["/me", ...withAttacks("/gl/me?done=").slice(0, 2)])).toEqual([]);
      const asked = [
        "/login?next=/",
        "/login?out=",
        "/confirm?error=access_denied&error_code=",
        "/confirm?token_hash=x&type=",
        "/contact?mode=",
        "/nowhere/",
        "/register?sent=",
      ].flatMap(withAttacks);
      expect(
        await look(
          visitorOf(site()),
          asked.filter((_, number) => number % 5 === 0),
        ),
      ).toEqual([]);
      for (const attack of attacks) {
        for (const [path, form] of [
          ["/contact", { name: attack, email: attack, company: attack, city: attack, phone: attack, message: attack, from: attack }],
          ["/login", { intent: "password", email: attack, password: "x", next: attack }],
          ["/register", { name: attack, email: attack }],
          ["/me", { intent: "profile", name: attack, company: attack, note: attack }],
        ] as [string, Record<string, string>][]) {
          const response = await visitorOf(site()).post(path, form);
          const html = await response.text();
          expect([response.status >= 400, html.includes("<x-injected"), html.includes("<script>ran")], `${path} ${attack}`).toEqual([
            true,
            false,
            false,
          ]);
        }
      }
    });

    test("mails bring it as text: in their pages, their plain form and their headers", async () => {
      const mails = await everyMail(senders.length * 2 + talks.length * 2);
      const notices = mails.filter(({ to, subject }) => to?.[0]?.address === agency.email && !subject?.startsWith("Re: "));
      expect(notices.length).toBe(senders.length);
      for (const mail of mails) {
        expect([mail.to?.length, mail.cc ?? [], mail.bcc ?? []]).toEqual([1, [], []]);
        expect(mail.replyTo?.length).toBe(1);
        // oxlint-disable-next-line no-control-regex
        expect(mail.subject).not.toMatch(/[\x00-\x1f\u2028\u2029]/);
        expect(mail.headers.filter(({ key }) => /^(x-injected|bcc|cc)$/i.test(key))).toEqual([]);
        expect(mail.attachments.map(({ filename }) => filename)).toEqual(["logo.png"]);
      }
      for (const mail of mails.filter(({ to, subject }) => to?.[0]?.address === agency.email || subject?.startsWith("Re: "))) {
        expect(await look(visitorOf(site()), [mail.subject ?? ""], mail.html)).toEqual([]);
        expect(mail.html).not.toMatch(/href="\s*(javascript|data|vbscript):/i);
      }
      expect(notices.some(({ text }) => text?.includes("<script>ran()</script>"))).toBe(true);
    });

    test("a name cannot begin another header of a mail", async () => {
      for (const [number, name] of [
        "Uxía\r\nBcc: victim@example.com",
        "Uxía\nSubject: Changed",
        "Uxía <victim@example.com>",
        '"Uxía" <victim@example.com>,',
        "=?utf-8?Q?=0ABcc:_victim@example.com?=",
      ].entries()) {
        const email = `header-${number}@example.com`;
        const form = {
          name,
          email,
          reason: "general",
          message: `A text that is long enough to be a request, number ${number}.`,
          privacy: "on",
          terms: "on",
        };
        expect((await visitorOf(site()).post("/contact", form)).status).toBe(303);
      }
      const mails = (await everyMail(senders.length * 2 + talks.length * 2 + 10)).filter((mail) =>
        JSON.stringify([mail.to, mail.replyTo]).includes("header-"),
      );
      expect(mails.length).toBe(10);
      for (const { to, cc, bcc, replyTo } of mails) {
        const addresses = [...(to ?? []), ...(cc ?? []), ...(bcc ?? []), ...(replyTo ?? [])].map(({ address }) => address);
        expect(addresses.filter((address) => address !== agency.email && !address?.startsWith("header-"))).toEqual([]);
        expect(addresses.length).toBe(2);
      }
    });

    test("in the CSV no cell is a formula, and none ends early", async () => {
      for (const folder of ["new", "spam"]) {
        const response = await admin.get(`/admin/messages.csv?folder=${folder}`);
        expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
        const cells = cellsOf(await response.text());
        const width = cells[0]!.length;
        expect(cells.length).toBeGreaterThan(1);
        for (const row of cells) {
          expect(row.length, row.join()).toBe(width);
          for (const cell of row) expect(cell, cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        }
      }
    });

    /** A client's mail: its subject, its text, what it quotes, and the names of what it brings, taken and refused. */
    async function answerByMail(deliver: (source: string) => void) {
      const [reply] = await repliesTo(talks.length);
      const said = "An answer that came by mail";
      const files = attacks.flatMap((attack) => [`${attack}.txt`, `${attack}.exe`]);
      deliver(
        [
          `From: ${reply!.to![0]!.address}`,
          `To: ${agency.email}`,
          `Subject: =?utf-8?B?${Buffer.from(attacks[0]!).toString("base64")}?=`,
          `Message-ID: <${crypto.randomUUID()}@example.com>`,
          `In-Reply-To: ${reply!.messageId}`,
          'Content-Type: multipart/mixed; boundary="b"',
          "",
          `--b\nContent-Type: text/plain; charset=utf-8\n\n${said}\n${attacks.join("\n")}\n`,
          `On 18 Nov 2026, at 10:00, Abrente wrote:\n${attacks.map((attack) => `> ${attack}`).join("\n")}\n`,
          ...files.map(attachmentOf),
          "--b--",
        ].join("\n"),
      );
      const pages = () => Promise.all(talks.map(async (id) => (await admin.get(`/admin/messages?request=${id}`)).text()));
      for (let tries = 0; !(await pages()).some((page) => page.includes(said)); tries++) {
        if (tries === 300) throw new Error("The answer by mail did not come");
        await pause(100);
      }
    }

    /** The replies to clients, once there are so many. */
    async function repliesTo(count: number): Promise<Email[]> {
      for (let tries = 0; ; tries++) {
        const folder = join(site().dataDir, "mail");
        const mails = await Promise.all(readdirSync(folder).map((name) => new PostalMime().parse(readFileSync(join(folder, name)))));
        const replies = mails.filter(({ subject, text }) => subject?.startsWith("Re: ") && text?.includes("/conversation?"));
        if (replies.length === count || tries === 300) return replies;
        await pause(100);
      }
    }

    /** All mails, once there are so many. */
    async function everyMail(least: number): Promise<Email[]> {
      const folder = join(site().dataDir, "mail");
      const names = () => readdirSync(folder).filter((name) => name.endsWith(".eml"));
      // What looks like spam has a notice and no receipt.
      const spam = cellsOf(await (await admin.get("/admin/messages.csv?folder=spam")).text()).length - 1;
      for (let tries = 0; names().length < least - spam && tries < 300; tries++) await pause(100);
      return Promise.all(names().map((name) => new PostalMime().parse(readFileSync(join(folder, name)))));
    }
  },
  { REQUESTS_PER_ADDRESS: "1000", ...(dovecot && { IMAP_URL: dovecot.url }) },
);

function attachmentOf(name: string): string {
  const disposition = `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`;
  return `--b\nContent-Type: application/octet-stream\n${disposition}\n\ntext\n`;
}

/** The elements and attributes that no page of ours has. It is looked for in the tree, where texts are texts. */
function injectedIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("main *, body > * *")) {
      for (const type of ["mouseover", "focus", "mouseenter"]) element.dispatchEvent(new MouseEvent(type));
    }
    const elements = [...document.querySelectorAll("x-injected, iframe, base, meta[http-equiv=refresh], object, embed")].map(
      ({ outerHTML }) => outerHTML,
    );
    const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith("on") || (/^(href|src|action|formaction)$/.test(name) && /^\s*(javascript|vbscript|data:text)/i.test(value)),
        )
        .map(({ name, value }) => `${name}=${value}`),
    );
    return [...elements, ...attributes].map((one) => one.slice(0, 200));
  });
}

/** An address that ends with each of the first few. */
function withAttacks(address: string): string[] {
  return attacks.slice(0, 5).map((attack) => address + encodeURIComponent(attack));
}

/** As React writes a text. */
function asText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
}

/** A CSV file as RFC 4180 reads it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.replace("\ufeff", "").matchAll(/(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
    if (!end) break;
  }
  return rows.slice(0, -1);
}
