import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { agency } from "#content/agency.ts";
import { formOf, someone } from "./contact-form.ts";

/** Where a server without SMTP_URL leaves its mails, and where it can be reached. */
export type Office = { url: string; dataDir: string };

/** The server of set-up.ts. */
export const site: Office = { url: process.env.E2E_URL!, dataDir: process.env.E2E_DATA! };

/** What a request led to: notices to the agency, one for each stored request, and receipts to the sender. */
export type Mails = { notices: Email[]; receipts: Email[] };

/** All mails about a sender. What was stored before this is called is among them. */
export async function mailsAbout(email: string, office = site): Promise<Mails> {
  // The outbox takes the oldest mails first and finishes those before it takes more: when the second of two later
  // requests has its mail, everything older has been sent.
  for (const later of [someone(), someone()]) {
    await post(office, formOf(later));
    await expect.poll(() => textsAbout(later.email, office).length, { message: "the outbox works", intervals: [50] }).toBeGreaterThan(0);
  }
  return readMails(email, office);
}

/** The mails about a sender that are there so far. */
export async function readMails(email: string, office = site): Promise<Mails> {
  const mails = await Promise.all(textsAbout(email, office).map((text) => PostalMime.parse(text)));
  const to = (address: string) => mails.filter((mail) => mail.to?.[0]?.address === address);
  return { notices: to(agency.email), receipts: to(email) };
}

/** The mails in which an address stands, by their files. What was read once is not gone through again: there are hundreds, asked for again and again. */
const known = new Set<string>();
const byAddress = new Map<string, Map<string, string>>();

function textsAbout(email: string, { dataDir }: Office): string[] {
  const folder = join(dataDir, "mail");
  const files = new Set(readdirSync(folder).map((name) => join(folder, name)));
  for (const file of files) {
    if (known.has(file) || !file.endsWith(".eml")) continue;
    known.add(file);
    const text = readFileSync(file, "utf8");
    for (const address of text.match(/[\w.+-]+@[\w.-]+\w/g) ?? []) {
      if (!byAddress.has(address)) byAddress.set(address, new Map());
      byAddress.get(address)!.set(file, text);
    }
  }
  // Mails go with the request that they were about.
  return [...(byAddress.get(email) ?? [])].filter(([file]) => files.has(file)).map(([, text]) => text);
}

/** Sends a form as a browser without JavaScript does. */
export function post({ url }: Office, form: Record<string, string>, headers: Record<string, string> = {}, path = "/contact") {
  return fetch(url + path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Origin: url, "Accept-Language": "en", ...headers },
    redirect: "manual",
  });
}
