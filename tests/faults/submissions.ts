import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { contact } from "#content/en/contact.ts";
import type { Site } from "./site.ts";

export type Fields = Record<string, string>;

/** A request that the site must accept. Its address tells it from the others. */
export function submissionOf(name: string): Fields {
  return {
    mode: "contact",
    name: `Visitor ${name}`,
    email: `${name}@example.com`,
    reason: "general",
    message: `This is the message of the visitor ${name}, who would like to know what a website costs.`,
    privacy: "on",
    terms: "on",
    key: randomUUID(),
    started: String(Date.now() - 60_000),
  };
}

/** Sends the form as a browser without JavaScript does, over a connection of its own: one that was kept may end in the moment in which it is used. */
export function send({ url }: Pick<Site, "url">, fields: Fields, path = "/contact"): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: url, Connection: "close" },
    redirect: "manual",
  });
}

/** Whether the site said that it has the request. */
export function isAcknowledged(response: Response): boolean {
  return response.status === 303 && /\/contact\?sent=yes(#|$)/.test(response.headers.get("Location") ?? "");
}

/** The site said that it failed, and gave back what was typed. */
export async function expectFailure(response: Response, { email, message }: Fields) {
  expect(response.status).toBe(503);
  const page = await response.text();
  expect(page).toContain(contact.failed.heading);
  expect(page).toContain(message);
  expect(page).toContain(`value="${email}"`);
}

/** Does the work for every item, some at a time. */
export async function atOnce<T>(count: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  // They all take from the same iterator.
  const queue = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
    }),
  );
}
