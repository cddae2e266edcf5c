import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { mailboxes, outbox, rateLimits, requestEvents, requests } from "#backend/database/schema.ts";
import { sampleRequest } from "#backend/database/testing.ts";
import { readMailTrouble } from "#backend/mail/trouble.ts";
import { freeMailboxes } from "#backend/mailbox/mailbox.ts";
import { sendReply } from "#backend/requests/conversation.ts";
import { fill } from "#content/format.ts";
import { gl } from "#content/gl/index.ts";
import { findDovecot } from "../dovecot.ts";
import { actor, dovecot, given } from "./mailboxes.ts";

/** Where the clocks are not the point: a busy machine is silent for a while, and three times in a row a mail counts as unreadable. */
const patient = { silence: 60_000, answer: 60_000 };

test.skipIf(!findDovecot())("answers come from the mailbox once, whatever becomes of server, process and numbers", async () => {
  const [site, server] = [await given(), await dovecot()];
  // What was there before the mailbox was named is none of ours; nor is what nobody has written to us about.
  let mailbox = site.reads(server.url, { poll: 60_000, silence: 90_000 });
  await expect.poll(async () => (await site.queries.select().from(mailboxes))[0]?.uidValidity).toBeTruthy();

  // The server says that there is something new: nobody looks for a minute.
  const began = performance.now();
  server.deliver(site.mail("1", "Un\n\n-- \nUxía"));
  server.deliver(site.mail("2", "Alleo").replace(sampleRequest.email, "other@example.com"));
  server.deliver(site.mail("3", "Estou fóra", "Auto-Submitted: auto-replied\n"));
  server.deliver("Not even a mail");
  await expect.poll(site.answers).toEqual(["Un"]);
  expect(performance.now() - began).toBeLessThan(30_000);

  // While it does not run, and again after it.
  await mailbox.stop();
  server.deliver(site.mail("4", "Dous"));
  mailbox = site.reads(server.url);
  await expect.poll(site.answers).toEqual(["Un", "Dous"]);
  server.deliver(site.mail("4", "Dous"));
  server.deliver(site.mail("5", "Tres"));
  await expect.poll(site.answers).toEqual(["Un", "Dous", "Tres"]);

  // The server is away, and comes back with other numbers.
  await server.halt();
  await expect.poll(async () => (await readMailTrouble(site.queries)).mailbox).toMatch(/ECONNREFUSED/);
  server.deliver(site.mail("6", "Catro"));
  server.renumber();
  await server.resume();
  await expect.poll(site.answers).toEqual(["Un", "Dous", "Tres", "Catro"]);
  await expect.poll(async () => (await readMailTrouble(site.queries)).mailbox).toBe(undefined);
  expect(site.said().split("CANNOT BE READ").length - 1).toBeLessThan(4);
  expect(site.said()).toContain("the mailbox can be read again");
  expect(site.said()).not.toContain("hunter2");

  await mailbox.stop();
  mailbox = site.reads(server.url.replace("hunter2", "hunter3"));
  await expect.poll(async () => (await readMailTrouble(site.queries)).mailbox).toMatch(/authentication failed/i);
  expect(site.said()).not.toContain("hunter3");

  // All is as it came, and nothing is marked as read.
  expect(server.files().length).toBe(8);
  expect(server.files().filter((name) => /:2,.+/.test(name))).toEqual([]);
  await mailbox.stop();
});

test.skipIf(!findDovecot())("of two copies one reads, and the other one when that is gone", async () => {
  const [site, server] = [await given(), await dovecot({ hasIdle: false })];
  // On a busy machine a copy may be late to say that it is still there.
  const first = site.reads(server.url, { lease: 60_000 });
  await expect.poll(async () => (await site.queries.select().from(mailboxes))[0]?.uidValidity).toBeTruthy();
  const { holder } = (await site.queries.select().from(mailboxes))[0]!;
  site.reads(server.url, { lease: 60_000 });
  for (let number = 0; number < 10; number++) server.deliver(site.mail(String(number), `Resposta ${number}`));
  await expect.poll(async () => (await site.answers()).length).toBe(10);
  expect((await site.queries.select().from(mailboxes))[0]!.holder).toBe(holder);
  await first.stop();
  server.deliver(site.mail("last", "A derradeira"));
  await expect.poll(site.answers).toContain("A derradeira");
  expect((await site.queries.select().from(mailboxes))[0]!.holder).not.toBe(holder);
  expect(await site.answers()).toHaveLength(11);

  // One that was killed has it until its time is over, unless nobody else can have it.
  await site.queries.update(mailboxes).set({ holder: actor.id, heldUntil: new Date(Date.now() + 3_600_000) });
  await freeMailboxes(site.queries);
  server.deliver(site.mail("again", "E outra"));
  await expect.poll(site.answers).toContain("E outra");
});

test.skipIf(!findDovecot())("what somebody writes beyond the limit waits, and comes later; others do not wait for it", async () => {
  const [site, server] = [await given(), await dovecot()];
  const mailbox = site.reads(server.url, patient);
  await expect.poll(async () => (await site.queries.select().from(mailboxes))[0]?.uidValidity).toBeTruthy();
  for (let number = 0; number < 22; number++) server.deliver(site.mail(String(number), `Resposta ${number}`));
  const [other] = await site.queries
    .insert(requests)
    .values({ ...sampleRequest, email: "brais@example.com" })
    .returning();
  await sendReply(site.queries, { id: other!.id, text: "Ola" }, actor);
  const [reply] = await site.queries.select().from(outbox).where(eq(outbox.requestId, other!.id));
  server.deliver(
    site
      .mail("other", "De Brais")
      .replace(sampleRequest.email, "brais@example.com")
      .replace(/In-Reply-To: .*/, `In-Reply-To: <${reply!.id}@abrente.example>`),
  );
  await expect.poll(site.answers).toContain("De Brais");
  expect(await site.answers()).toHaveLength(21);
  await mailbox.stop();
  await site.queries.delete(rateLimits);
  site.reads(server.url, patient);
  await expect.poll(async () => (await site.answers()).length).toBe(23);
});

test.skipIf(!findDovecot())("a mail of 50 MB, one of a megabyte of text, and forms and charsets that people use", async () => {
  const [site, server] = [await given(), await dovecot()];
  site.reads(server.url, patient);
  await expect.poll(async () => (await site.queries.select().from(mailboxes))[0]?.uidValidity).toBeTruthy();
  const latin = "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n";
  server.deliver(site.mail("latin", "Ma=F1=E1", latin));
  const both = 'Content-Type: multipart/alternative; boundary="b"\n';
  const forms = "--b\nContent-Type: text/plain; charset=utf-8\n\nÉ así\n--b\nContent-Type: text/html\n\n<p>Isto non</p>\n--b--";
  server.deliver(site.mail("both", forms, both));
  server.deliver(site.mail("html", "<p>Só <b>isto</b></p>", "Content-Type: text/html\n"));
  server.deliver(site.mail("long", "palabra ".repeat(130_000)));
  const large = `--b\nContent-Type: text/plain\n\nVai o vídeo\n--b\nContent-Type: video/mp4\nContent-Transfer-Encoding: base64\n\n${"A".repeat(76)}\n`;
  server.deliver(
    site.mail("large", `${large}${`${"A".repeat(76)}\n`.repeat(650_000)}--b--`, 'Content-Type: multipart/mixed; boundary="b"\n'),
  );
  await expect
    .poll(async () => (await site.answers()).map((text) => text.split("\n")[0]!.slice(0, 15)))
    .toEqual(["Mañá", "É así", "Só isto", "palabra palabra", "Vai o vídeo"]);
  expect(site.said()).not.toContain("CANNOT BE READ");
});

function part(name: string, body: string, more = ""): string {
  const head = `Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; ${name}\n${more}`;
  return `--b\n${head}\n${Buffer.from(body).toString("base64")}\n`;
}

test.skipIf(!findDovecot())("what is attached comes with the answer; what is not taken is named, and our own logo is neither", async () => {
  const [site, server] = [await given(), await dovecot()];
  site.reads(server.url, patient);
  await expect.poll(async () => (await site.queries.select().from(mailboxes))[0]?.uidValidity).toBeTruthy();
  const parts = [
    "--b\nContent-Type: text/plain; charset=utf-8\n\nVai o texto\n",
    part("filename*=utf-8''A%20carta%20%C3%A1%20vista.txt", "Pan de millo"),
    part('filename="../../../etc/virus.exe"', "MZ"),
    part('filename="logo.png"', "x", "Content-ID: <logo@abrente>\n"),
    part('filename="baleiro.txt"', ""),
    part('filename="falso.png"', "<script>ran()</script>"),
    "--b--",
  ];
  server.deliver(site.mail("1", parts.join(""), 'Content-Type: multipart/mixed; boundary="b"\n'));
  server.deliver(site.mail("2", [parts[1], "--b--"].join(""), 'Content-Type: multipart/mixed; boundary="b"\n'));
  await expect.poll(async () => (await site.answers()).length).toBe(2);
  const [first, second] = await site.queries
    .select()
    .from(requestEvents)
    .where(eq(requestEvents.kind, "answer"))
    .orderBy(requestEvents.createdAt);
  expect(first!.text).toBe(`Vai o texto\n\n${fill(gl.mail.byMail.refused, { files: "virus.exe, baleiro.txt, falso.png" })}`);
  expect(second!.text).toBe("");
  expect(await site.files()).toEqual([first, second].map((event) => ["A carta á vista.txt", event!.id, "Pan de millo"]));
});

/** Servers that are there, and do not do what servers do. */
const troubles: Record<string, (socket: Socket) => void> = {
  "says nothing": () => {},
  "goes away": (socket) => socket.destroy(),
  "says nothing after the greeting": (socket) => socket.write("* OK ready\r\n"),
  "talks without end": (socket) => {
    const talking = setInterval(() => socket.write("* OK one moment\r\n"), 100);
    socket.on("close", () => clearInterval(talking));
  },
  "speaks another language": (socket) => socket.write("220 mail.example ESMTP\r\n"),
  "sends one line without end": (socket) => {
    const talking = setInterval(() => socket.write("x".repeat(60_000)), 20);
    socket.on("close", () => clearInterval(talking));
  },
};

test("a mail server in trouble is given up, and tried again", async () => {
  const site = await given();
  const trying = Object.entries(troubles).map(async ([name, trouble]) => {
    let tries = 0;
    const server = createServer((socket) => {
      tries++;
      socket.on("error", () => {});
      trouble(socket);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const mailbox = site.reads(`imap://u:hunter2@127.0.0.1:${port}/${name.replaceAll(" ", "")}?requireTLS=false`);
    await expect.poll(() => tries, { message: name }).toBeGreaterThan(1);
    await mailbox.stop();
  });
  await Promise.all(trying);
  const rows = await site.queries.select().from(mailboxes);
  expect(rows.length).toBe(trying.length);
  expect(rows.filter(({ trouble }) => !trouble)).toEqual([]);
  expect(site.said()).toContain("THE MAILBOX CANNOT BE READ");
  expect(site.said()).not.toContain("hunter2");
});

test("a password does not travel in the clear unless the address says so", async () => {
  const site = await given();
  let heard = "";
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n");
    socket.on("data", (data) => {
      heard += data;
      const [tag] = String(data).split(" ");
      socket.write(`${tag} OK done\r\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const mailbox = site.reads(`imap://u:hunter2@127.0.0.1:${port}`);
  await expect.poll(site.said).toContain("THE MAILBOX CANNOT BE READ");
  await mailbox.stop();
  expect(heard).not.toMatch(/LOGIN|AUTHENTICATE|hunter2/i);
});
