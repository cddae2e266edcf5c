import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import PostalMime, { type Email } from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cleanLine } from "#backend/requests/request.ts";
import { contentFor } from "#content/content-for.server.ts";
import { agency } from "#content/agency.ts";
import { phoneGroups, replyTime } from "#content/format.ts";
import { languageTags, localePath, locales } from "#content/locales.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, type Database } from "#backend/database/connection.ts";
import { migrate, records } from "#backend/database/migrate.ts";
import { outbox, requestConsents, requestEvents, requests, type MailRow } from "#backend/database/schema.ts";
import type { Keys } from "#backend/auth/keys.ts";
import { users } from "#backend/auth/schema.ts";
import { authMigrations } from "#backend/auth/testing.ts";
import { replyAddress } from "#backend/mailbox/reply-address.ts";
import { linkKey } from "#backend/requests/conversation-link.ts";
import { acceptAnswer, sendReply } from "#backend/requests/conversation.ts";
import { migrations, sampleRequest } from "#backend/database/testing.ts";
import { compose, withRequests } from "./compose.tsx";
import { openTransport, type Transport } from "./transport.ts";

const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
const config = readConfig({ DATA_DIR: dataDir, SITE_URL: "https://abrente.example", MAIL_FROM: "Abrente <web@abrente.example>" });
let database: Database;
let transport: Transport;

beforeAll(async () => {
  database = await openDatabase(config);
  await migrate(database, migrations);
  await migrate(database, authMigrations, records.auth);
  transport = openTransport({ ...config, isPublic: false })!;
});

afterAll(async () => {
  transport.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const full = {
  ...sampleRequest,
  company: "Panadaría Nogueira",
  // Where no agency is.
  city: "Vilar do Exemplo",
  phone: "+34612345678",
  reason: "support",
  message: "Temos unha panadaría en Lugo.\n\nQueremos unha páxina para os encargos: pan, empanadas e doces.",
  locale: "es",
  page: "/es/contact",
  campaign: { utm_source: "radio", utm_campaign: "abril" },
} as const;

type Row = typeof requests.$inferInsert;

async function put(kind: MailRow["kind"], values: Partial<Row> = {}) {
  const [request] = await database.queries
    .insert(requests)
    .values({ ...full, ...values })
    .returning();
  const [mail] = await database.queries.insert(outbox).values({ kind, requestId: request!.id }).returning();
  return { request: request!, mail: mail! };
}

const due = async (mail: MailRow) => (await withRequests(database.queries, [mail]))[0]!;

async function composed(kind: MailRow["kind"], values: Partial<Row> = {}) {
  const { request, mail } = await put(kind, values);
  return { request, mail, message: await compose(await due(mail), config) };
}

/** The mail as it arrives: written by the file transport and read again. */
async function arrived(mail: MailRow): Promise<Email> {
  await transport.send(await compose(await due(mail), config));
  const folder = join(dataDir, "mail");
  const files = readdirSync(folder).filter((file) => file.endsWith(`${mail.id}.eml`));
  expect(files).toHaveLength(1);
  return PostalMime.parse(readFileSync(join(folder, files[0]!)));
}

/** The same mail once the person who wrote is called differently. */
async function renamed(mail: MailRow, text: string) {
  await database.queries.update(requests).set({ name: text }).where(eq(requests.id, mail.requestId!));
  return arrived(mail);
}

beforeEach(async () => {
  await database.queries.delete(requests);
});

describe("the notice", () => {
  test("goes to the agency, is answered to the sender and has all data in both parts", async () => {
    const { request, mail } = await put("notice");
    await database.queries.insert(requestConsents).values(
      (["privacy", "terms"] as const).map((document, n) => ({
        requestId: request.id,
        email: request.email,
        document,
        version: `1.${n + 3}`,
        locale: "es" as const,
      })),
    );
    const { from, to, replyTo, subject, html, text } = await arrived(mail);
    expect(from).toEqual({ name: "Abrente", address: "web@abrente.example" });
    expect(to).toEqual([{ name: "", address: agency.email }]);
    expect(replyTo).toEqual([{ name: full.name, address: full.email }]);
    expect(subject).toContain(full.name);

    const texts = await contentFor("gl");
    const data = [
      full.name,
      full.email,
      full.company,
      full.city,
      phoneGroups(full.phone),
      texts.contact.form.reasons.support,
      "Español",
      full.page,
    ];
    const reference = request.id.slice(0, 8).toUpperCase();
    for (const value of [...data, "utm_source: radio", "utm_campaign: abril", "1.3", "1.4", reference]) {
      expect(html).toContain(value);
      expect(text).toContain(value);
    }
    for (const part of [html, text]) expect(part).toContain(full.message);
    const inbox = `https://abrente.example/gl/admin/messages?request=${request.id}`;
    expect(html).toContain(`href="${inbox}"`);
    expect(html).toContain(`>${inbox}<`);
    expect(text!.split(inbox)).toHaveLength(2);
    expect(html).toContain(`href="tel:${full.phone}"`);
    expect(text).not.toContain("tel:");
  });

  test("leaves out what was not given", async () => {
    const texts = await contentFor("gl");
    const { message } = await composed("notice", { company: null, city: null, phone: null, page: null, campaign: {} });
    const { company, city, phone, page, campaign } = texts.mail.notice.details;
    for (const name of [company, city, phone, page, campaign]) expect(message.text).not.toMatch(new RegExp(`^${name}$`, "m"));
    expect(message.html).not.toMatch(/null|undefined|tel:/);
  });

  test("shows markup as text", async () => {
    const markup = `<script>alert("1")</script><img src=x onerror=alert(1)> & </p>`;
    const { message } = await composed("notice", {
      name: markup,
      company: markup,
      city: markup,
      message: markup.repeat(2),
      page: markup,
      campaign: { utm_source: markup },
    });
    expect(message.html).not.toMatch(/<script|<img src=x/i);
    expect(message.html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(message.text).toContain(markup);
  });

  test("says that it may be spam, and why", async () => {
    const { signals } = (await contentFor("gl")).mail.notice;
    const usual = await composed("notice");
    const { message } = await composed("notice", { state: "spam", spamSignals: ["trap", "links"] });
    expect(message.subject).not.toBe(usual.message.subject);
    expect(message.subject).toMatch(/^\[.*spam\]/i);
    expect(message.text).toContain(`${signals.trap}, ${signals.links}`);
    expect(usual.message.text).not.toMatch(/spam/i);
  });
});

describe("the receipt", () => {
  test.each(locales)("goes to the sender in their language: %s", async (locale) => {
    const { request, mail } = await put("receipt", { locale });
    const { from, to, replyTo, subject, html, text } = await arrived(mail);
    const texts = (await contentFor(locale)).mail.receipt;
    expect(from).toEqual({ name: "Abrente", address: "web@abrente.example" });
    expect(to).toEqual([{ name: "", address: full.email }]);
    expect(replyTo).toEqual([{ name: "", address: agency.email }]);
    expect(subject).toBe(texts.subject);
    expect(html).toContain(`lang="${languageTags[locale]}"`);
    expect(html).toContain(replyTime(locale));
    for (const part of [html, text]) {
      expect(part).toContain(texts.reply);
      expect(part).toContain(request.id.slice(0, 8).toUpperCase());
      // An account to follow the request with.
      expect(part).toContain(localePath(locale, "/register"));
      expect(part).not.toMatch(/\{\w+\}/);
    }
  });

  test("repeats neither the message nor anything else that a stranger could say with it", async () => {
    const { mail } = await put("receipt");
    const { html, text } = await arrived(mail);
    for (const value of [full.name, "panadaría", "empanadas", full.company, full.city, full.phone, "radio"]) {
      expect(html).not.toContain(value);
      expect(text).not.toContain(value);
    }
  });
});

test.each(["notice", "receipt"] as const)("the %s loads nothing from anywhere", async (kind) => {
  const { message } = await composed(kind, { message: "https://evil.example/pixel.gif ".repeat(3) });
  expect(message.html).not.toMatch(
    /\ssrc\s*=(?!"cid:logo@abrente")|\sbackground\s*=|<(link|script|iframe|object|video|audio|base)\b|url\s*\(|@import/i,
  );
  expect(message.text.trim()).not.toBe("");
});

test.each(["notice", "receipt"] as const)(
  "the %s brings its logo, says whose it is and where they are, and has a look for the night",
  async (kind) => {
    const { mail } = await put(kind);
    const { html, text, attachments } = await arrived(mail);
    expect(attachments).toMatchObject([{ mimeType: "image/png", disposition: "inline", contentId: "<logo@abrente>" }]);
    expect(html).toContain('src="cid:logo@abrente"');
    expect(html).toMatch(/<meta name="color-scheme" content="light dark"\/>.*@media \(prefers-color-scheme: dark\)/s);
    for (const fact of [agency.legalName, agency.address.street, agency.address.postalCode, agency.email]) {
      expect(html).toContain(fact);
      expect(text).toContain(fact);
    }
  },
);

const idOf = ({ id }: MailRow) => `<${id}@abrente.example>`;

describe("the mails of a conversation", () => {
  const actor = { id: null, email: "iria@abrente.example", name: "Iria" };
  const keys = { secretKey: "a secret of the site" } as Keys;

  /** A request with its two mails, a reply, an answer and another reply, all of them as they are mailed. */
  async function talk(receipt: MailRow["state"], values: Partial<Row> = {}) {
    const { request, mail: first } = await put("receipt", values);
    const { id } = request;
    await database.queries.update(outbox).set({ state: receipt }).where(eq(outbox.id, first.id));
    await database.queries.insert(outbox).values({ kind: "notice", requestId: id, state: "sent" });
    await sendReply(database.queries, { id, text: "Ola:\n\nQue tal o luns?" }, actor);
    await acceptAnswer(database.queries, { id, text: "O luns ben." });
    await sendReply(database.queries, { id, text: "Ata o luns." }, actor);
    const rows = await database.queries.select().from(outbox).where(eq(outbox.requestId, id)).orderBy(outbox.createdAt);
    const of = (kind: MailRow["kind"]) => rows.filter((row) => row.kind === kind);
    const [reply, last] = await Promise.all(of("reply").map(async (row) => compose(await due(row), config, keys)));
    const answer = await compose(await due(of("answer")[0]!), config, keys);
    const events = await database.queries
      .select()
      .from(requestEvents)
      .where(eq(requestEvents.requestId, id))
      .orderBy(requestEvents.createdAt);
    return { request, reply: reply!, answer, last: last!, events, receiptId: idOf(of("receipt")[0]!), noticeId: idOf(of("notice")[0]!) };
  }

  test("are one thread that begins with the receipt; each answers what its reader got before", async () => {
    const { reply, answer, last, receiptId, noticeId } = await talk("sent");
    expect([reply.inReplyTo, answer.inReplyTo, last.inReplyTo]).toEqual([receiptId, noticeId, reply.messageId]);
    expect(reply.references).toEqual([receiptId, noticeId]);
    expect(last.references).toEqual([receiptId, noticeId, reply.messageId, answer.messageId]);
    await transport.send(last);
    const folder = join(dataDir, "mail");
    const file = readdirSync(folder).find((name) => last.messageId.includes(name.slice(20, -4)))!;
    const sent = await PostalMime.parse(readFileSync(join(folder, file)));
    expect([sent.inReplyTo, sent.references]).toEqual([reply.messageId, last.references!.join(" ")]);
  });

  test("are answered to an address of the conversation, where the mailbox is read for answers", async () => {
    const read = { ...config, mail: { ...config.mail, imapUrl: "imaps://u:p@mail.example", answersTo: "ola@abrente.example" } };
    for (const kind of ["receipt", "notice"] as const) {
      const { request, mail } = await put(kind);
      const address = replyAddress("ola@abrente.example", keys.secretKey, request.id);
      const toAgency = { address: request.email };
      expect(await compose(await due(mail), read, keys)).toMatchObject({ replyTo: kind === "receipt" ? address : toAgency });
    }
  });

  test("begin with the notice where no receipt was sent", async () => {
    const { reply, noticeId } = await talk("held");
    expect([reply.inReplyTo, reply.references]).toEqual([noticeId, [noticeId]]);
  });

  test("go from each to the other, in their language, with what was written last and the way to it", async () => {
    const { request, reply, answer, last, events } = await talk("sent", { locale: "gl" });
    const texts = await contentFor("gl");
    expect(reply).toMatchObject({ to: { address: request.email }, replyTo: config.mail.to, subject: `Re: ${texts.mail.receipt.subject}` });
    expect(reply.text).toContain("Ola:\n\nQue tal o luns?");
    expect(reply.text).toContain("> Temos unha panadaría en Lugo.");
    expect(last.text).toContain("> O luns ben.");
    expect(last.text).not.toContain("panadaría en Lugo.");
    expect(reply.text).toContain(
      `https://abrente.example/gl/conversation?key=${linkKey(keys.secretKey, events[0]!.id)}#message-${events[0]!.id}`,
    );
    expect(answer).toMatchObject({ to: config.mail.to, replyTo: { address: request.email }, subject: expect.stringMatching(/^Re: /) });
    expect(answer.text).toContain("O luns ben.");
    expect(answer.text).toContain(`/admin/messages?request=${request.id}#message-${events[1]!.id}`);
  });

  test("lead whoever has an account of the address to it, without a key", async () => {
    const id = crypto.randomUUID();
    await database.queries.insert(users).values({ id, email: full.email });
    const { request, reply, events } = await talk("sent", { userId: id });
    expect(reply.text).toContain(`/conversation?request=${request.id}#message-${events[0]!.id}`);
    expect(reply.text).not.toContain("key=");
    // Whoever reads another address need not be them.
    const other = await talk("sent", { userId: id, email: "other@example.com" });
    expect(other.reply.text).toContain("/conversation?key=");
  });

  test("have no link that opens nothing any more, and say so", async () => {
    const { request, events } = await talk("sent", { locale: "gl" });
    const row = async () => {
      const [mail] = await database.queries.select().from(outbox).where(eq(outbox.eventId, events[0]!.id));
      return compose(await due(mail!), config, keys);
    };
    const says = (await contentFor("gl")).mail.reply.whyWithoutLink.split(". ").at(-1)!;
    expect((await row()).text).not.toContain(says);
    await database.queries
      .update(requests)
      .set({ linksEndedAt: sql`now()` })
      .where(eq(requests.id, request.id));
    for (const { text, html } of [await row(), await expired()]) {
      expect(text).toContain(says);
      for (const part of [text, html]) expect(part).not.toContain("/conversation");
    }

    async function expired() {
      await database.queries.update(requests).set({ linksEndedAt: null }).where(eq(requests.id, request.id));
      await database.queries
        .update(requestEvents)
        .set({ createdAt: sql`now() - interval '31 days'` })
        .where(eq(requestEvents.id, events[0]!.id));
      return row();
    }
  });

  test("go to the address that the account has now, if they went to the one that it had", async () => {
    const [id, email] = [crypto.randomUUID(), "nova@example.com"];
    await database.queries.insert(users).values({ id, email: "vella@example.com" });
    const own = await talk("sent", { userId: id, email: "Vella@example.com" });
    const other = await talk("sent", { userId: id, email: "other@example.com" });
    await database.queries.update(users).set({ email }).where(eq(users.id, id));
    const [{ request: moved }, { request: kept }] = [own, other];
    const found = await database.queries.select({ id: requests.id, email: requests.email }).from(requests);
    expect(new Map(found.map((one) => [one.id, one.email]))).toEqual(
      new Map([
        [moved.id, email],
        [kept.id, "other@example.com"],
      ]),
    );
  });
});

test("a mail whose request is gone is not made up", async () => {
  const { mail } = await put("notice");
  await database.queries.delete(requests);
  await expect(compose(await due(mail), config)).rejects.toThrow(mail.id);
});

describe("whatever a person is called", () => {
  const known = ["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "reply-to", "subject", "to"];
  const tricks = [
    "\r\n",
    "\n",
    "\r",
    "Bcc: x@evil.example",
    "X-Evil: 1",
    ",",
    ";",
    ":",
    '"',
    "\\",
    "<x@y.example>",
    "(",
    ")",
    "=?utf-8?q?a?=",
    "ñ",
    "👩‍🍳",
    "ى",
    " ",
    "\t",
  ];
  const name = fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }),
      fc.string({ minLength: 1, maxLength: 60, unit: "binary" }),
      fc
        .array(fc.oneof(fc.constantFrom(...tricks), fc.string({ maxLength: 5 })), { minLength: 1, maxLength: 8 })
        .map((parts) => parts.join("")),
    )
    // Postgres stores no NUL.
    .map((text) => [...text.toWellFormed().replaceAll("\0", "")].slice(0, 100).join(""))
    .filter((text) => text !== "");

  test("no header is added, and no recipient", async () => {
    const { request, mail: notice } = await put("notice");
    const [receipt] = await database.queries.insert(outbox).values({ kind: "receipt", requestId: request.id }).returning();
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom(notice, receipt!), async (text, mail) => {
        const { headers, to, replyTo, bcc, cc, html } = await renamed(mail, text);
        expect(headers.map(({ key }) => key).toSorted()).toEqual(known);
        const addresses = [to, replyTo].map((list) => list!.map(({ address }) => address));
        expect(addresses).toEqual(mail === notice ? [[agency.email], [full.email]] : [[full.email], [agency.email]]);
        expect([cc, bcc]).toEqual([undefined, undefined]);
        expect(html).toContain("</html>");
      }),
      { numRuns: 40 },
    );
  });

  test("the name arrives as it was accepted", async () => {
    const { mail } = await put("notice");
    const texts = await contentFor("gl");
    const accepted = name.map(cleanLine).filter((text) => text !== "");
    await fc.assert(
      fc.asyncProperty(accepted, async (text) => {
        const { subject, replyTo } = await renamed(mail, text);
        // What mail programs would decode is written so that they do not.
        const written = text.replaceAll("=?", "= ?");
        expect(replyTo).toEqual([{ name: written, address: full.email }]);
        expect(subject).toBe(`${texts.contact.form.reasons.support}: ${written}`);
      }),
      { numRuns: 30 },
    );
  });
});
