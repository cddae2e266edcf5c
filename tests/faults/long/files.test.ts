import { expect, test } from "vitest";
import { startSite } from "../site.ts";
import { canMount, makeSmallDisk } from "../small-disk.ts";
import { filesIn, keepsFiles, keepsParts, storageOf } from "../storing.ts";
import { messagesIn, openConversations, sendMessage } from "../talking.ts";

test("kill -9 under uploads", () => keepsFiles(30, 1));

test("kill -9 under uploads in parts, twice: they go on where they were", () => keepsParts(16, 2));

/** Room for some of six files, besides the database and the 64 MB that the site leaves free. */
const megabytes = 190;

test.skipIf(!canMount())("a full disk: uploads are refused, leave nothing, and the site goes on", async () => {
  const disk = makeSmallDisk(megabytes);
  const site = await startSite({ DATA_DIR: disk.folder });
  const call = storageOf(() => site, disk.folder);
  await call("/bucket", '{"name":"b"}');
  const big = Buffer.alloc(20 * 1024 * 1024);
  const answers: number[] = [];
  for (let number = 0; number < 6; number++) answers.push((await call(`/object/b/${number}`, big)).status);
  expect(new Set(answers)).toEqual(new Set([200, 507]));
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  const kept = answers.filter((status) => status === 200).length;
  expect((await call("/object/b/0")).status).toBe(200);
  await site.stop();
  expect((await filesIn(disk.folder)).size).toBe(kept);
});

test.skipIf(!canMount())("a full disk: a message whose file has no room is not sent, one without a file is", async () => {
  const disk = makeSmallDisk(megabytes);
  const [talk] = await openConversations(disk.folder, 1);
  const site = await startSite({ DATA_DIR: disk.folder });
  const big = "x".repeat(20 * 1024 * 1024);
  const answers: number[] = [];
  for (let number = 0; number < 6; number++) answers.push(await sendMessage(site, talk!.link, `message ${number}`, big));
  expect(new Set(answers)).toEqual(new Set([303, 400]));
  const small = await fetch(site.url + talk!.link, {
    method: "POST",
    body: new URLSearchParams({ intent: "answer", text: "a word" }),
    headers: { Origin: site.url, Connection: "close" },
    redirect: "manual",
  });
  expect(small.status).toBe(303);
  await site.stop();
  const messages = await messagesIn(disk.folder);
  expect([...messages.keys()].toSorted()).toEqual(
    // With what the agency had said before.
    ["Ola", "a word", ...answers.flatMap((status, number) => (status === 303 ? `message ${number}` : []))].toSorted(),
  );
});
