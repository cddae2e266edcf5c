import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { launchServer } from "../server.ts";
import { quickMail, startMailServer } from "./mail-server.ts";
import { dueIn, readStored, repeatsIn, startSite, type Place, type Site } from "./site.ts";
import { atOnce, isAcknowledged, send, submissionOf, type Fields } from "./submissions.ts";

/** How often the server is killed in a round while requests are sent; once more while the last mails are. */
const killsPerRound = 2;
/** As many mails may be under way, handed over and not marked yet. */
const mailsAtOnce = 20;

/**
 * Sends requests in rounds while the server is killed and started again: none that was acknowledged is lost or stored twice,
 * and every mail goes out.
 */
export async function survivesKills(place: Place, { rounds, count }: { rounds: number; count: number }) {
  const began = Date.now();
  const mailServer = await startMailServer();
  // On Postgres, where another copy might be sending it, a mail of a killed server waits until its claim is over.
  const settings = { SMTP_URL: mailServer.url, ...quickMail };
  let site = await startSite(place, settings);
  let kills = 0;
  let resent = 0;
  /** How often a request was answered with 503, by its cause. */
  const refusals: Record<string, number> = {};
  const acknowledged: Fields[] = [];

  for (let round = 1; round <= rounds; round++) {
    const target = round * count;
    const moments = Array.from({ length: killsPerRound }, () => target - Math.random() * count).toSorted((a, b) => a - b);
    const submissions = Array.from({ length: count }, (_, number) => submissionOf(`kill-${round}-${number}`));
    await Promise.all([
      atOnce(8, submissions, submit),
      (async () => {
        for (const moment of moments) {
          while (acknowledged.length < moment) await pause(1);
          await killAndRestart();
        }
      })(),
    ]);
    await pause(Math.random() * 1000);
    await killAndRestart();
  }

  /** Sends the same submission until it is acknowledged, as a visitor would who gets no answer, or is asked to try again later. */
  async function submit(fields: Fields) {
    const firstSent = Date.now();
    for (let tries = 1; ; tries++) {
      const response = await send(site, fields).catch(() => undefined);
      if (response && isAcknowledged(response)) break;
      if (response?.status === 503) refusals[problemIn(site)] = (refusals[problemIn(site)] ?? 0) + 1;
      else if (response) throw new Error(`Answered ${response.status}`);
      if (Date.now() - firstSent > 120_000) throw new Error(`Not acknowledged within 2 minutes: ${problemIn(site)}`);
      if (tries === 1) resent++;
      await pause(50);
    }
    acknowledged.push(fields);
  }

  async function killAndRestart() {
    await pause(Math.random() * 50);
    await killed(site);
    // Every other time it does not even get through its start.
    if (kills % 2 === 0) {
      const starting = launchServer({ ...place, ...settings });
      await pause(Math.random() * 1000);
      await killed(starting);
    }
    site = await startSite(place, settings);
  }

  async function killed(server: Pick<Site, "kill" | "exit">) {
    server.kill("SIGKILL");
    await server.exit;
    kills++;
  }

  const total = rounds * count;
  await expect.poll(async () => mailServer.distinct() === 2 * total && (await dueIn(place)) === 0).toBe(true);
  await site.stop();
  await mailServer.stop();

  const { requests, mails } = await readStored(place);
  const stored = new Set(requests.map(({ email }) => email));
  const lost = acknowledged.filter(({ email }) => !stored.has(email!)).length;
  const twice = repeatsIn(mailServer.mails.map(({ messageId }) => messageId));
  const engine = place.DATABASE_URL ? "Postgres" : "embedded database";
  console.log(
    `${engine}: ${acknowledged.length} requests acknowledged, ${kills} kills, ${resent} sent again (answers of 503: ${JSON.stringify(refusals)}); ${lost} lost, ${requests.length - stored.size} stored twice; ` +
      `${mailServer.distinct()} mails, ${twice} of them sent twice; ${Math.round((Date.now() - began) / 1000)} s`,
  );
  expect(lost).toBe(0);
  expect(acknowledged.length).toBe(total);
  expect(requests.length).toBe(total);
  expect(stored.size).toBe(total);
  expect(mailServer.distinct()).toBe(2 * total);
  expect(mails.filter(({ state }) => state !== "sent")).toEqual([]);
  expect(mails.length).toBe(2 * total);
  const recipients = new Set(mailServer.mails.map(({ to }) => to));
  expect([...stored].filter((email) => !recipients.has(email))).toEqual([]);
  // Only what was on its way at the moment of a kill may come again.
  expect(twice).toBeLessThanOrEqual(kills * mailsAtOnce);
}

/** The last thing that the server complained about. */
function problemIn(site: Site): string {
  const line = site
    .output()
    .split("\n")
    .findLast((entry) => entry.includes('"level":50'));
  return /caused by: ([^\\"]*)/.exec(line ?? "")?.[1] ?? line ?? "unknown";
}
