import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { outbox, rateLimits, requestEvents, requestFiles, requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { sendReply } from "#backend/requests/conversation.ts";
import { mailAdder, readUnsent } from "#backend/requests/files.ts";
import { gl } from "#content/gl/index.ts";
import { readConfig } from "#server/config.ts";
import { partsOf, readText } from "./body.ts";
import { readHead } from "./head.ts";
import { replyAddress } from "./reply-address.ts";
import { findAnswered, takeAnswer } from "./take.ts";

const secretKey = "a secret of the site";
const config = readConfig({
  MAIL_FROM: "Abrente <web@abrente.example>",
  MAIL_TO: "Equipo <ola@abrente.example>",
  IMAP_URL: "imaps://u:p@mail.example",
  ANSWERS_TO: "ola@abrente.example",
  SUPABASE_URL: "https://project.example",
  SUPABASE_PUBLISHABLE_KEY: "p",
  SUPABASE_SECRET_KEY: secretKey,
});
const client = sampleRequest.email;
const actor = { id: "0b9d1c1e-0000-4000-8000-000000000001", email: "iria@abrente.example", name: "Iria" };
const nobody = "0b9d1c1e-0000-4000-8000-00000000ffff";

const nothing = { text: "", isCut: false, files: [], refused: [] };

let mails = 0;
/** The head of a mail as its host hands it over. */
function headOf(headers: Record<string, string | string[]>) {
  const all = { From: `Uxía <${client}>`, "Message-ID": `<mail-${++mails}@example.com>`, ...headers };
  const lines = Object.entries(all).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`));
  return readHead(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`));
}

onBothEngines((open) => {
  const queries = () => open().database.queries;
  const receiver = () => ({ queries: queries(), config });
  let id: string;
  let reply: string;
  const eventsOf = () => queries().select().from(requestEvents).where(eq(requestEvents.kind, "answer")).orderBy(requestEvents.createdAt);

  async function given(email = client) {
    const [request] = await queries()
      .insert(requests)
      .values({ ...sampleRequest, email })
      .returning({ id: requests.id });
    await sendReply(queries(), { id: request!.id, text: "Ola" }, actor);
    const [mail] = await queries().select().from(outbox).where(eq(outbox.requestId, request!.id));
    return { id: request!.id, reply: `<${mail!.id}@abrente.example>` };
  }
  beforeEach(async () => {
    await queries().delete(requests);
    await queries().delete(rateLimits);
    ({ id, reply } = await given());
  });
  async function answered(headers: Record<string, string | string[]>): Promise<string | undefined> {
    const head = await headOf(headers);
    return head && (await findAnswered(receiver(), head))?.id;
  }

  async function take(text: string, headers: Record<string, string> = {}, isCut = false) {
    const head = (await headOf({ "In-Reply-To": reply, Subject: "Re: x", ...headers }))!;
    const request = await findAnswered(receiver(), head);
    return request && takeAnswer(receiver(), request, head, { ...nothing, text, isCut });
  }
  const told = async () => (await queries().select().from(outbox).where(eq(outbox.kind, "answer"))).length;

  describe("an answer is found", () => {
    test("by the mails that it names, however they are written", async () => {
      expect(await answered({ "In-Reply-To": reply })).toBe(id);
      expect(await answered({ References: `<other@example.com>\r\n ${reply}\r\n <another@example.com>` })).toBe(id);
      expect(await answered({ "in-reply-to": reply.toUpperCase() })).toBe(id);
      expect(await answered({ "In-Reply-To": "<x@y>", References: reply })).toBe(id);
    });

    test("by the latest of them, where they are of two conversations", async () => {
      const other = await given();
      expect(await answered({ References: `${reply} ${other.reply}` })).toBe(other.id);
      expect(await answered({ "In-Reply-To": reply, References: `${reply} ${other.reply}` })).toBe(id);
    });

    test("by the address that it is sent to, which goes before", async () => {
      const other = await given();
      const address = replyAddress("ola@abrente.example", secretKey, id);
      expect(address.split("@")[0]!.length).toBeLessThanOrEqual(64);
      expect(await answered({ To: `Abrente <${address}>` })).toBe(id);
      expect(await answered({ Cc: address.toUpperCase(), "In-Reply-To": other.reply })).toBe(id);
      expect(await answered({ To: "equipo@abrente.example", "Delivered-To": address })).toBe(id);
      for (const wrong of [
        replyAddress("ola@abrente.example", "another key", id),
        replyAddress("web@abrente.example", secretKey, id),
        address.replace(/(?<=\+)./, (letter) => (letter === "1" ? "2" : "1")),
        address.replace(/.@/, "@"),
        address.replace("+", "+0"),
        `ola+${"z".repeat(41)}@abrente.example`,
        "ola+@abrente.example",
      ])
        expect(await answered({ To: wrong }), wrong).toBe(undefined);
    });

    test("if it is from whoever sent the request", async () => {
      expect(await answered({ "In-Reply-To": reply, From: client.toUpperCase() })).toBe(id);
      for (const from of [
        "other@example.com",
        `"${client}" <other@example.com>`,
        `${client}, other@example.com`,
        `Team: ${client}, other@example.com;`,
        "",
        "=?utf-8?q?uxia=40example.com?=",
        [client, "other@example.com"],
        [client, client],
      ])
        expect(await answered({ "In-Reply-To": reply, From: from }), String(from)).toBe(undefined);
      expect(await answered({ "In-Reply-To": reply, Sender: client, "Reply-To": client, From: "other@example.com" })).toBe(undefined);
    });

    test("not where there is none: mails of others, of nobody, of an erased request, and nonsense", async () => {
      expect(await answered({})).toBe(undefined);
      expect(await answered({ "In-Reply-To": `<${nobody}@abrente.example>` })).toBe(undefined);
      expect(await answered({ "In-Reply-To": reply.replace("abrente.example", "evil.example") })).toBe(undefined);
      expect(await answered({ "In-Reply-To": "<@abrente.example> <>'; drop table requests; --", Subject: `Re: ${id}` })).toBe(undefined);
      expect(await answered({ References: `${`<${nobody}@abrente.example> `.repeat(60)} ${"<x@y> ".repeat(2000)}` })).toBe(undefined);
      await queries().delete(requests).where(eq(requests.id, id));
      expect(await answered({ "In-Reply-To": reply })).toBe(undefined);
      expect(await answered({ To: replyAddress("ola@abrente.example", secretKey, id) })).toBe(undefined);
    });

    test.each<Record<string, string>>([
      { "Auto-Submitted": "auto-replied" },
      { "Auto-Submitted": "auto-generated; owner=x" },
      { Precedence: "bulk" },
      { Precedence: "auto_reply" },
      { "X-Autoreply": "yes" },
      { "X-Autorespond": "" },
      { "List-Id": "<all.example.com>" },
      { "Return-Path": "<>" },
      { "Content-Type": 'multipart/report; report-type=delivery-status; boundary="x"' },
      { "X-Failed-Recipients": "x@example.com" },
    ])("not where a program has written it: %j", async (headers) => {
      expect(await answered({ "In-Reply-To": reply, ...headers })).toBe(undefined);
      expect(await answered({ "In-Reply-To": reply, "Auto-Submitted": "no", Precedence: "normal", "Return-Path": `<${client}>` })).toBe(id);
    });

    test("not where it is our own mail that comes back; an address at the same host is none of ours", async () => {
      const [own] = await queries().select().from(outbox);
      expect(await answered({ "In-Reply-To": reply, "Message-ID": `<${own!.id}@abrente.example>` })).toBe(undefined);
      expect(await answered({ "In-Reply-To": reply, "Message-ID": `<${nobody}@abrente.example>` })).toBe(id);
    });
  });

  describe("an answer is stored", () => {
    test("once, with what is folded away; the request is unread again", async () => {
      await queries().update(requests).set({ seenAt: new Date() });
      const mail = { "Message-ID": "<the-same@example.com>" };
      const text = "De acordo.\u0000\r\n\r\n<b>Si</b>\r\n\r\n-- \r\nUxía";
      expect(await take(text, mail)).toEqual({ outcome: "done" });
      expect(await take(text, mail)).toBe(undefined);
      const head = (await headOf({ "In-Reply-To": reply, ...mail }))!;
      const [request] = await queries().select().from(requests);
      expect(request!.seenAt).toBe(null);
      // Two copies of the site that have both found it.
      const twice = [1, 2].map(() => takeAnswer(receiver(), request!, head, { ...nothing, text }));
      expect(await Promise.all(twice)).toEqual([{ outcome: "done" }, { outcome: "done" }]);
      expect(await eventsOf()).toMatchObject([
        { text: "De acordo.\n\n<b>Si</b>", rest: "-- \nUxía", actorId: null, actorEmail: client, actorName: sampleRequest.name },
      ]);
      // The same words in another mail are another answer.
      expect(await take(text)).toEqual({ outcome: "done" });
      expect(await eventsOf()).toHaveLength(2);
    });

    test("with a mail to the agency, unless it was sent to where the agency reads its mails", async () => {
      await take("Un", { To: "Abrente <OLA@abrente.example>" });
      await take("Dous", { To: replyAddress("ola@abrente.example", secretKey, id) });
      expect(await told()).toBe(0);
      await take("Tres", { To: "respostas@abrente.example" });
      expect(await told()).toBe(1);
    });

    test("with all of its words: a subject of its own, a long text, one without any, one that was not read to its end", async () => {
      await take("Ola", { Subject: "=?utf-8?q?O_meu_tel=C3=A9fono_novo?=" });
      await take("");
      await take("x".repeat(60_000));
      await take("x".repeat(200_000));
      await take("Ola", {}, true);
      const stored = await eventsOf();
      expect(stored.slice(0, 2)).toMatchObject([
        { text: "O meu teléfono novo\n\nOla", rest: null },
        { text: gl.mail.byMail.nothing, rest: null },
      ]);
      expect([stored[2]!.text!.length, stored[2]!.rest!.length]).toEqual([50_000, 10_000]);
      expect(stored[3]!.rest).toMatch(/^x{99000}\n\n\[/);
      expect(stored[4]).toMatchObject({ text: "Ola", rest: gl.mail.byMail.cut });
    });

    test("with what is attached, which no form offers before; what is stored with no answer does not stay", async () => {
      const [request] = await queries().select().from(requests).where(eq(requests.id, id));
      const keep = async (uploaderId: string | null) => {
        const file = { requestId: id, fromAgency: false, name: "a.txt", type: "text/plain", size: 1, storedAt: new Date() };
        const [kept] = await queries()
          .insert(requestFiles)
          .values({ ...file, uploaderId })
          .returning({ id: requestFiles.id });
        return kept!.id;
      };
      const taking = async (files: string[]) =>
        takeAnswer(receiver(), request!, (await headOf({ "In-Reply-To": reply, To: "ola@abrente.example" }))!, {
          ...nothing,
          text: "Ola",
          files,
        });
      const attached = await keep(mailAdder.uploaderId);
      expect(await readUnsent(queries(), id, { fromAgency: false, uploaderId: null })).toEqual([]);
      expect(await taking([attached])).toEqual({ outcome: "done" });
      const ofGuest = await keep(null);
      expect(await taking([await keep(mailAdder.uploaderId), nobody])).toEqual({ outcome: "files" });
      // One that the database does not take.
      const broken = { ...receiver().config, mail: { ...config.mail, to: undefined as never } };
      const head = (await headOf({ "In-Reply-To": reply, To: client }))!;
      const left = await keep(mailAdder.uploaderId);
      await expect(takeAnswer({ queries: queries(), config: broken }, request!, head, { ...nothing, files: [left] })).rejects.toThrow();
      const files = await queries().select().from(requestFiles);
      expect(files.map((file) => [file.id, file.eventId !== null]).toSorted()).toEqual(
        [
          [attached, true],
          [ofGuest, false],
        ].toSorted(),
      );
    });

    test("as many as a person may write in an hour; what is more waits", async () => {
      for (let number = 0; number < 20; number++) expect(await take(`Resposta ${number}`)).toEqual({ outcome: "done" });
      expect(await take("Unha máis")).toMatchObject({ outcome: "limited" });
      await queries().delete(rateLimits);
      expect(await take("Unha máis")).toEqual({ outcome: "done" });
    });
  });
});

function leaf(part: string, type: string, more = {}) {
  return { part, type, size: 100, ...more };
}

function multi(kind: string, ...childNodes: object[]) {
  return { type: `multipart/${kind}`, childNodes: childNodes as ReturnType<typeof leaf>[] };
}

function found(structure: Parameters<typeof partsOf>[0]): string[] {
  const { texts, files } = partsOf(structure);
  return [texts.map(({ part }) => part).join(" "), files.map(({ part }) => part).join(" ")];
}

function textOf(head: string, body: string): Promise<string> {
  return readText(Buffer.from(`${head}\r\n\r\n`), Buffer.from(body));
}

describe("the text of a mail", () => {
  const plain = leaf("1", "text/plain");
  const html = leaf("2", "text/html");
  const picture = leaf("3", "image/png", { dispositionParameters: { filename: "a.png" }, disposition: "inline", encoding: "base64" });
  test("is the plain one of its forms, and everything else is a file", () => {
    expect(found(plain)).toEqual(["1", ""]);
    expect(found(multi("alternative", plain, html))).toEqual(["1", ""]);
    expect(found(multi("alternative", { ...plain, size: 0 }, html))).toEqual(["2", ""]);
    expect(found(multi("alternative", plain, multi("related", html, picture)))).toEqual(["1", "3"]);
    expect(found(multi("alternative", plain, html, leaf("9", "text/calendar")))).toEqual(["1", ""]);
    expect(found(multi("mixed", multi("alternative", plain, html), leaf("4", "text/plain", { disposition: "attachment" })))).toEqual([
      "1",
      "4",
    ]);
    // Apple Mail: a text, a picture, a text.
    expect(found(multi("mixed", plain, picture, leaf("5", "text/plain")))).toEqual(["1 5", "3"]);
    expect(found(multi("signed", plain, leaf("6", "application/pgp-signature")))).toEqual(["1", ""]);
    const mail = { part: "7", type: "message/rfc822", childNodes: [plain] };
    expect(found(multi("mixed", plain, mail))).toEqual(["1", "7"]);
    expect(found(multi("mixed"))).toEqual(["", ""]);
    let nested: ReturnType<typeof multi> | typeof plain = plain;
    for (let depth = 0; depth < 20_000; depth++) nested = multi("mixed", nested);
    expect(found(nested)).toEqual(["", ""]);
  });

  test("is read in its own encoding", async () => {
    const latin = "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable";
    expect((await textOf(latin, "Ma=F1=E1 =\r\nna")).trim()).toBe("Mañá na");
    const base = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64";
    expect((await textOf(base, Buffer.from("Mañá").toString("base64"))).trim()).toBe("Mañá");
    const flowed = "Content-Type: text/plain; format=flowed";
    expect((await textOf(flowed, "Un texto \r\nlongo\r\n> cita")).trim()).toBe("Un texto longo\n> cita");
    expect((await textOf("Content-Type: text/plain; charset=klingon", "Ola")).trim()).toBe("Ola");
  });

  test("is what a page of HTML says", async () => {
    const gmail = `<div dir="ltr">De acordo.<br>O <b>venres</b>: <a href="https://x.example">aquí</a></div><script>ran()</script><style>b{}</style>
      <div class="gmail_quote"><div>O mér., 18 de nov. de 2026 ás 10:04, Abrente (&lt;ola@abrente.example&gt;) escribiu:<br></div><blockquote>Ola<br>Uxía</blockquote></div>`;
    const text = await textOf("Content-Type: text/html; charset=utf-8", gmail);
    expect(text).toBe(
      "De acordo.\nO venres: aquí [https://x.example]\nO mér., 18 de nov. de 2026 ás 10:04, Abrente (<ola@abrente.example>) escribiu:\n\n\n> Ola\n> Uxía",
    );
    expect(await textOf("Content-Type: text/html", "<div>".repeat(40_000))).toBe("...");
  });
});
