import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { newFolder, startSite } from "./site.ts";
import { atOnce } from "./submissions.ts";
import { agencyOf, messagesIn, openConversations, sendSurely } from "./talking.ts";

const contentOf = (number: number) => `file ${number} `.repeat(30_000);

// Other uploads, and a full disk, are among the long ones.
test("kill -9 under messages with files, and replies: none is there without its file and its mail", async () => {
  const dataDir = newFolder();
  const talks = await openConversations(dataDir, 4);
  let site = await startSite({ DATA_DIR: dataDir });
  const replySurely = await agencyOf(() => site, dataDir);
  const acknowledged = new Set<number>();
  const sending = atOnce(
    4,
    Array.from({ length: 24 }, (_, number) => number),
    async (number) => {
      const { id, link } = talks[number % talks.length]!;
      if (number % 3 === 0) await replySurely(id, `message ${number}`);
      else await sendSurely(() => site, link, `message ${number}`, contentOf(number));
      acknowledged.add(number);
    },
  );
  while (acknowledged.size < 8) await pause(5);
  site.kill("SIGKILL");
  await site.exit;
  site = await startSite({ DATA_DIR: dataDir });
  await sending;
  site.kill("SIGKILL");
  await site.exit;
  const messages = await messagesIn(dataDir);
  for (let number = 0; number < 24; number++) {
    expect(messages.get(`message ${number}`) === (number % 3 === 0 ? "" : contentOf(number)), String(number)).toBe(true);
  }
});
