import { expect, test } from "vitest";
import { freePort } from "../postgres.ts";
import { quickMail, startMailServer } from "./mail-server.ts";
import { newFolder, readStored, startSite } from "./site.ts";
import { atOnce, isAcknowledged, send, submissionOf } from "./submissions.ts";

const count = 40;

test(`with SMTP down ${count} requests are accepted; when it returns, each mail arrives once`, async () => {
  const place = { DATA_DIR: newFolder() };
  const port = await freePort();
  const site = await startSite(place, { SMTP_URL: `smtp://127.0.0.1:${port}`, ...quickMail });

  let accepted = 0;
  const submissions = Array.from({ length: count }, (_, number) => submissionOf(`down-${number}`));
  await atOnce(8, submissions, async (fields) => {
    if (isAcknowledged(await send(site, fields))) accepted++;
  });
  expect(accepted).toBe(count);
  await expect.poll(() => site.output()).toContain("mail not sent; it is tried again");

  const returned = Date.now();
  const mailServer = await startMailServer({ port });
  await expect.poll(() => mailServer.distinct()).toBe(2 * count);
  const seconds = Math.round((Date.now() - returned) / 1000);
  await site.stop();
  await mailServer.stop();

  const { requests, mails } = await readStored(place);
  expect(requests.map(({ email }) => email).toSorted()).toEqual(submissions.map(({ email }) => email).toSorted());
  expect(new Set(mails.map(({ state }) => state))).toEqual(new Set(["sent"]));
  expect(mailServer.mails.length).toBe(2 * count);
  for (const { email } of submissions) expect(mailServer.mails.filter(({ to }) => to === email).length, email).toBe(1);
  console.log(
    `${accepted} requests accepted while SMTP was down; ${mailServer.mails.length} mails, each once, ${seconds} s after it returned`,
  );
});
