import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { en } from "#content/en/index.ts";
import { chromiumArgs, findChromium } from "../scripts/chromium.ts";
import { formOf, someone } from "../tests/e2e/contact-form.ts";
import { post, type Office } from "../tests/e2e/mails.ts";
import { newPerson, signedIn } from "../tests/e2e/people.ts";
import { freePort } from "../tests/postgres.ts";
import { startServer } from "../tests/server.ts";
import { medianOf } from "./median.ts";
import { atFullSpeed } from "./pace.ts";

const rounds = 9;

/** Milliseconds from the press of a button in the inbox to the message on the client's screen, in two browsers on the built server. */
export async function measureLive(): Promise<number> {
  // Pages name the address that they are to be called at.
  const server = await startServer({ PORT: String(await freePort()) }, "build");
  const office: Office = { url: `http://localhost:${server.port}`, dataDir: server.dataDir };
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  try {
    const sender = someone();
    const iria = await newPerson(office.url, { office, role: "admin" });
    await newPerson(office.url, { office, email: sender.email });
    await post(office, formOf(sender));
    const open = async (email: string, path: string) => {
      const context = await browser.newContext({ baseURL: office.url, locale: "en-US" });
      await signedIn(context, email, office.url, office);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    };
    const agency = await open(iria.email, "/admin/messages");
    await agency.getByRole("link", { name: sender.name }).click();
    const client = await open(sender.email, "/me");
    await client.getByRole("link", { name: en.me.requests.open }).click();
    await Promise.all([agency, client].map((page) => page.waitForLoadState("networkidle")));
    return await atFullSpeed("live", async () => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await timeOf(agency, client, `Message ${crypto.randomUUID()}`));
      return medianOf(times);
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** By the clocks of the two pages, which are one. */
async function timeOf(agency: Page, client: Page, words: string): Promise<number> {
  // What goes on after a message, such as its mail, is over.
  await pause(3000);
  await agency.getByLabel(en.messages.reply.text).fill(words);
  await agency.getByLabel(en.messages.reply.move).selectOption("");
  const seen = client.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          if (!document.body.textContent.includes(text)) return;
          watch.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        });
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    words,
  );
  const pressed = agency.evaluate(
    () => new Promise<number>((resolve) => addEventListener("submit", () => resolve(Date.now()), { capture: true, once: true })),
  );
  await agency.getByRole("button", { name: en.messages.reply.send }).click();
  return (await seen) - (await pressed);
}

if (import.meta.main) console.log(await measureLive());
