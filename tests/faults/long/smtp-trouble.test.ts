import { expect, test } from "vitest";
import { steadyMail, startMailServer, type Trouble } from "../mail-server.ts";
import { newFolder, readStored, startSite } from "../site.ts";
import { isAcknowledged, send, submissionOf } from "../submissions.ts";

/** Requests in each trouble. */
const count = 2;

/** What the log says of a mail that could not be sent. Those that are noticed late come first. */
const expected: Record<Trouble, RegExp> = {
  silent: /"code":"ETIMEDOUT"/,
  "silent after the mail": /"code":"ETIMEDOUT"/,
  endless: /"code":"ECONNECTION"/,
  "421": /"responseCode":421/,
  "451": /"responseCode":451/,
  "550": /"responseCode":550/,
};

/** One trouble after the other: what came in earlier is tried in each of them. How long it is put off is in backend/mail/outbox.test.ts. */
test("with a mail server in trouble requests are accepted at once; when it is well, each mail arrives once", async () => {
  const place = { DATA_DIR: newFolder() };
  const mailServer = await startMailServer();
  const site = await startSite(place, { SMTP_URL: mailServer.url, ...steadyMail });
  const troubles = Object.keys(expected) as Trouble[];
  for (const trouble of troubles) {
    mailServer.trouble = trouble;
    const before = site.output().length;
    for (let number = 0; number < count; number++) {
      const fields = submissionOf(`${trouble.replaceAll(" ", "-")}-${number}`);
      expect(isAcknowledged(await send(site, fields)), trouble).toBe(true);
    }
    const said = () => site.output().slice(before);
    // Those that waited for a connection may be given up first, without a code.
    await expect.poll(said, { message: trouble }).toMatch(expected[trouble]);
    expect(said(), trouble).toContain("mail not sent; it is tried again");
    expect((await fetch(`${site.url}/readyz`)).status, trouble).toBe(200);
    expect(mailServer.mails, trouble).toEqual([]);
  }

  const total = 2 * count * troubles.length;
  mailServer.trouble = undefined;
  await expect.poll(() => mailServer.distinct()).toBe(total);
  expect(await site.stop()).toEqual({ code: 0, signal: null });
  await mailServer.stop();
  expect((await readStored(place)).mails.filter(({ state }) => state !== "sent")).toEqual([]);
  expect(mailServer.mails.length).toBe(total);
});
