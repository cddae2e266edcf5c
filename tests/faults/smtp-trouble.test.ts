import { expect, test } from "vitest";
import { quickMail, startMailServer, type Trouble } from "./mail-server.ts";
import { newFolder, readStored, startSite } from "./site.ts";
import { atOnce, isAcknowledged, send, submissionOf } from "./submissions.ts";

const count = 20;

/** What the log says of a mail that could not be sent. */
const expected: Record<Trouble, RegExp> = {
  silent: /"code":"ETIMEDOUT"/,
  "silent after the mail": /"code":"ETIMEDOUT"/,
  endless: /"code":"ECONNECTION"/,
  "421": /"responseCode":421/,
  "451": /"responseCode":451/,
  "550": /"responseCode":550/,
};

/** All at once: most of it is waiting. How long a mail is put off each time is in backend/mail/outbox.test.ts. */
test("with a mail server in trouble requests are accepted at once; when it is well, each mail arrives once", async () => {
  await Promise.all((Object.keys(expected) as Trouble[]).map(outlives));
});

async function outlives(trouble: Trouble) {
  const place = { DATA_DIR: newFolder() };
  const mailServer = await startMailServer({ trouble });
  const site = await startSite(place, { SMTP_URL: mailServer.url, ...quickMail });
  const submissions = Array.from({ length: count }, (_, number) => submissionOf(`trouble-${number}`));
  let slowest = 0;
  await atOnce(4, submissions, async (fields) => {
    const began = Date.now();
    expect(isAcknowledged(await send(site, fields)), trouble).toBe(true);
    slowest = Math.max(slowest, Date.now() - began);
  });
  const began = Date.now();
  // Those that waited for a connection may be given up first, without a code.
  await expect.poll(() => site.output(), { message: trouble }).toMatch(expected[trouble]);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  expect(site.output(), trouble).toContain("mail not sent; it is tried again");
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status, { message: trouble }).toBe(200);
  expect(mailServer.mails, trouble).toEqual([]);

  mailServer.trouble = undefined;
  await expect.poll(() => mailServer.distinct(), { message: trouble }).toBe(2 * count);
  expect(await site.stop(), trouble).toEqual({ code: 0, signal: null });
  await mailServer.stop();
  console.log(
    `${trouble}: ${count} accepted, the slowest in ${slowest} ms; given up after ${seconds} s; ${mailServer.mails.length} mails arrived, each once`,
  );
  expect(
    (await readStored(place)).mails.filter(({ state }) => state !== "sent"),
    trouble,
  ).toEqual([]);
  expect(mailServer.mails.length, trouble).toBe(2 * count);
}
