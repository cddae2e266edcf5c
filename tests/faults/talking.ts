import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eq, inArray, isNotNull, sql } from "drizzle-orm";
import { expect } from "vitest";
import { openDatabase, type Queries } from "#backend/database/connection.ts";
import { outbox, requestEvents, requestFiles, requests } from "#backend/database/schema.ts";
import { linkKey } from "#backend/requests/conversation-link.ts";
import { sendReply } from "#backend/requests/conversation.ts";
import { visitorOf } from "../contract/visitor.ts";
import { newPerson } from "../security/people.ts";
import { openSite } from "../site.ts";
import { startSite, type Site } from "./site.ts";

const request = {
  mode: "contact",
  name: "Uxía",
  reason: "general",
  message: "Temos unha panadaría en Lugo e queremos unha páxina para os encargos.",
  locale: "en",
  contentHash: "c",
  messageHash: "m",
} as const;

/** Conversations that were answered, and their addresses for whoever has the links. */
export async function openConversations(dataDir: string, count: number): Promise<{ id: string; link: string }[]> {
  await (await startSite({ DATA_DIR: dataDir })).stop();
  const { secretKey } = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8"));
  const database = await openDatabase({ dataDir });
  try {
    const talks: { id: string; link: string }[] = [];
    for (let number = 0; number < count; number++) {
      const [made] = await database.queries
        .insert(requests)
        .values({ ...request, email: `client-${number}@example.com` })
        .returning({ id: requests.id });
      const replied = await sendReply(database.queries, { id: made!.id, text: "Ola" }, { id: null, email: "iria@abrente.example" });
      if (replied.outcome !== "done") throw new Error(replied.outcome);
      talks.push({ id: made!.id, link: `/conversation?key=${linkKey(secretKey, replied.event)}` });
    }
    return talks;
  } finally {
    await database.close();
  }
}

/** A message with a file, as a browser without JavaScript sends it. */
export async function sendMessage(site: Site, link: string, text: string, file: string | Buffer): Promise<number> {
  const body = new FormData();
  body.set("intent", "answer");
  body.set("text", text);
  body.set("files", new Blob([file as string]), "file.txt");
  // A connection that was kept may end in the moment in which it is used.
  const headers = { Origin: site.url, Connection: "close" };
  const sent = await fetch(site.url + link, { method: "POST", body, headers, redirect: "manual", signal: AbortSignal.timeout(60_000) });
  return sent.status;
}

/** What was said, with what the storage has of the file of each: every file is whole. */
export async function messagesIn(dataDir: string): Promise<Map<string, string>> {
  const database = await openDatabase({ dataDir });
  try {
    const rows = await database.queries
      .select({
        text: requestEvents.text,
        size: requestFiles.size,
        version: sql<
          string | null
        >`(select version from storage.objects where name = ${requestFiles.requestId} || '/' || ${requestFiles.id})`,
      })
      .from(requestEvents)
      .leftJoin(requestFiles, eq(requestFiles.eventId, requestEvents.id))
      .where(inArray(requestEvents.kind, ["answer", "reply"]));
    await expectOneMailEach(database.queries);
    return new Map(
      rows.map(({ text, size, version }) => {
        // One that brought none.
        if (size === null) return [text!, ""];
        expect(version, `the file of ${text}`).toBeTruthy();
        const content = readFileSync(join(dataDir, "files", version!), "utf8");
        expect(content.length).toBe(size);
        return [text!, content];
      }),
    );
  } finally {
    await database.close();
  }
}

/** Each message of both sides is mailed once. */
async function expectOneMailEach(queries: Queries) {
  const messages = await queries
    .select({ id: requestEvents.id })
    .from(requestEvents)
    .where(inArray(requestEvents.kind, ["answer", "reply"]));
  const mails = await queries.select({ id: outbox.eventId }).from(outbox).where(isNotNull(outbox.eventId));
  expect(mails.map(({ id }) => id!).toSorted()).toEqual(messages.map(({ id }) => id).toSorted());
}

/** Gives what somebody of the agency replies with, until it is acknowledged, whatever happens to the server meanwhile. */
export async function agencyOf(site: () => Site, dataDir: string) {
  const { email } = await newPerson(openSite(site().url, dataDir), { role: "admin" });
  return async function replySurely(requestId: string, text: string) {
    for (;;) {
      // A session is one of its address, and the next process has another.
      const sent = await visitorOf(site())
        .signIn(email)
        .then((admin) => admin.post(`/admin/messages?request=${requestId}`, { intent: "reply", from: "new", text }))
        .catch(() => undefined);
      if (sent?.status === 303) return;
      await pause(50);
    }
  };
}

/** Sends until it is acknowledged, whatever happens to the server meanwhile. */
export async function sendSurely(site: () => Site, link: string, text: string, file: string) {
  for (;;) {
    const status = await sendMessage(site(), link, text, file).catch(() => undefined);
    if (status === 303) return;
    await pause(50);
  }
}
