import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Queries } from "#backend/database/connection.ts";
import { mailboxes, outbox, requests } from "#backend/database/schema.ts";
import { sampleRequest } from "#backend/database/testing.ts";
import { sendReply } from "#backend/requests/conversation.ts";
import { findDovecot } from "../../dovecot.ts";
import { actor, answersIn, dovecot, given } from "../mailboxes.ts";

const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000_000);
const count = Number(process.env.HOSTILE_MAILS ?? 200);

/** Requests that were answered: whom they are from, and the Message-ID of the reply. */
async function answeredRequests(queries: Queries, many: number) {
  const rows = Array.from({ length: many }, (_, number) => ({ ...sampleRequest, email: `client-${number}@example.com` }));
  const stored = await queries.insert(requests).values(rows).returning();
  for (const { id } of stored) await sendReply(queries, { id, text: "Ola" }, actor);
  const mails = await queries.select().from(outbox);
  return stored.map(({ id, email }) => ({ email, reply: `<${mails.find((mail) => mail.requestId === id)!.id}@abrente.example>` }));
}

function mailFrom({ email, reply }: { email: string; reply: string }, id: string, text: string): string {
  return `From: ${email}\r\nTo: respostas@abrente.example\r\nMessage-ID: <${id}@example.com>\r\nSubject: Re: x\r\nIn-Reply-To: ${reply}\r\n\r\n${text}\r\n`;
}

test.skipIf(!findDovecot())(`${count} hostile mails stop nothing, and the others arrive (FAULT_SEED=${seed})`, async () => {
  const [site, server] = [await given(), await dovecot()];
  const people = await answeredRequests(site.queries, Math.min(count, 600));
  site.reads(server.url, { silence: 20_000, answer: 60_000 });
  await expect.poll(async () => (await site.queries.select().from(mailboxes))[0]?.uidValidity).toBeTruthy();
  const make = hostileMails(seed);
  const good: string[] = [];
  for (let number = 0; number < count; number++) {
    const person = people[number % people.length]!;
    if (number % 100 === 50) {
      good.push(`Boa ${number}`);
      server.deliver(mailFrom(person, `boa-${number}`, `Boa ${number}`));
    } else server.deliver(make(person, number, number % (count / 2) === 7 ? 50 : 0));
    if (number % 500 === 499) await pause(50);
  }
  const position = async () => (await site.queries.select().from(mailboxes))[0]!.nextUid;
  await expect.poll(position, { timeout: 20 * 60_000, interval: 2000 }).toBeGreaterThanOrEqual(count + 1);
  const answers = await answersIn(site.queries);
  console.log(`${count} mails with FAULT_SEED=${seed}: ${answers.length} answers, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`);
  expect(answers.filter((text) => text.startsWith("Boa ")).toSorted()).toEqual(good.toSorted());
  // Some of the others are answers, too.
  expect(answers.length).toBeGreaterThan(count / 10);
  expect(site.said()).not.toContain("CANNOT BE READ");
  expect(server.files().length).toBe(count);
});

/** Mails that nobody should write, the same ones for the same seed. A third of them are answers by their head. */
function hostileMails(start: number) {
  let state = (start % 2_147_483_646) + 1;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const pick = <T>(choices: T[]): T => choices[next(choices.length)]!;
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => next(256))).toString("latin1");
  const charsets = [
    "utf-8",
    "utf-16",
    "utf-7",
    "iso-2022-jp",
    "windows-1252",
    "x-unknown",
    "",
    "\u0000",
    "utf-8'; drop",
    "GB18030",
    "a".repeat(5000),
  ];
  const types = [
    "text/plain",
    "text/html",
    "text/",
    "multipart/mixed",
    "multipart/report",
    "message/rfc822",
    "image/png",
    "/",
    "application/ms-tnef",
    "text/x-amp-html",
  ];
  const encodings = ["7bit", "base64", "quoted-printable", "8bit", "x-uuencode", "binary", "nonsense", ""];
  const texts = [
    () => noise(next(2000)),
    () => "<div>".repeat(next(20_000)),
    () => `<table>${"<tr><td>".repeat(next(3000))}`,
    () => `<!--${"<".repeat(next(20_000))}`,
    () => "&#x10FFFF;&#0;&lt;".repeat(next(3000)),
    () => "> ".repeat(next(20_000)),
    () => "On 1 wrote:\r\n> x\r\n".repeat(next(3000)),
    () => "=".repeat(next(20_000)),
    () => "\u202e\ufeff\ud800\u0000".repeat(next(2000)),
    () => "A".repeat(next(100_000)),
    () => "",
  ];
  const extra = [
    () => `X-Long: ${"x".repeat(next(200_000))}`,
    () => "X: y\r\n".repeat(next(3000)),
    () => `References: ${"<a@b> ".repeat(next(5000))}`,
    () => `Subject: ${"=?utf-8?B?4oKs?= ".repeat(next(500))}`,
    () => `Subject: =?${pick(charsets)}?Q?${noise(50)}?=`,
    () => `To: ${"a".repeat(next(3000))}<${"(".repeat(next(1000))}@`,
    () => `Cc: ${"Team: ".repeat(next(200))}x@y;`,
    () => noise(next(300)).replaceAll("\n", " "),
    () => ":\r\n \t\r\n",
    () => "Message-ID: <x@y>\r\nMessage-ID: <z@y>",
    () => `Date: ${noise(20)}`,
  ];

  function part(depth: number): string {
    const head = `Content-Type: ${pick(types)}; charset=${pick(charsets)}; name="${pick(["../a.png", "x.exe", noise(20).replaceAll(/["\r\n]/g, ""), "=?utf-8?Q?=22?=.pdf", "a".repeat(1000)])}"\r\nContent-Transfer-Encoding: ${pick(encodings)}`;
    if (depth > 0) {
      const boundary = pick(["b", "b", `b${depth}`, "", "-".repeat(70), "b b"]);
      const inner = Array.from({ length: 1 + next(3) }, () => `--${boundary}\r\n${part(depth - 1)}\r\n`).join("");
      return `Content-Type: multipart/${pick(["mixed", "alternative", "related", "report", ""])}; boundary="${boundary}"\r\n\r\n${inner}${pick(["--", ""])}${boundary}--`;
    }
    return `${head}\r\n\r\n${pick(texts)()}`;
  }
  function nested(depth: number): string {
    const kind = pick(["multipart/mixed", "message/rfc822"]);
    if (depth === 0) return part(0);
    return kind === "message/rfc822"
      ? `Content-Type: message/rfc822\r\n\r\n${nested(depth - 1)}`
      : `Content-Type: multipart/mixed; boundary="n${depth}"\r\n\r\n--n${depth}\r\n${nested(depth - 1)}\r\n--n${depth}--`;
  }

  return (person: { email: string; reply: string }, number: number, megabytes: number): Uint8Array => {
    const answers = `From: ${person.email}\r\nIn-Reply-To: ${person.reply}\r\n${next(10) > 0 ? `Message-ID: <hostile-${number}@example.com>\r\n` : ""}`;
    const head = pick([answers, "", `From: ${noise(30)}\r\n`]) + Array.from({ length: next(3) }, () => `${pick(extra)()}\r\n`).join("");
    const body = next(40) === 0 ? nested(next(300)) : part(next(4));
    const tail = megabytes > 0 ? `\r\n${`${"A".repeat(76)}\r\n`.repeat((megabytes * 2 ** 20) / 78)}` : "";
    return Buffer.from(
      megabytes > 0 ? `${answers}${body}${tail}` : pick([`${head}${body}`, `${head}${body}`, noise(next(3000))]),
      "latin1",
    );
  };
}
