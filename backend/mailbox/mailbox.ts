import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNotNull, lt, or, sql } from "drizzle-orm";
import { ImapFlow, type FetchMessageObject, type FetchQueryObject } from "imapflow";
import type { Logger } from "pino";
import type { Keys } from "#backend/auth/keys.ts";
import type { Queries } from "#backend/database/connection.ts";
import { mailboxes } from "#backend/database/schema.ts";
import type { AdminAccess } from "#backend/people/admin-client.ts";
import { StorageAway } from "#backend/requests/file-store.ts";
import { cleanFileName, mostFiles } from "#backend/requests/file-types.ts";
import { dropFiles, largestFile, mailAdder, storeFile } from "#backend/requests/files.ts";
import { delayAfter } from "#backend/mail/outbox.ts";
import type { Settings } from "#backend/settings.ts";
import { within } from "#backend/within.ts";
import { largestText, partsOf, readText, type Part } from "./body.ts";
import { largestHead, readHead } from "./head.ts";
import { findAnswered, takeAnswer, type Body } from "./take.ts";

/** Heads that are read at once. */
const batch = 20;
/** A mail on which reading broke off so often is not read again: the conversation says that it is in the mailbox. */
const mostAttempts = 3;
/** How far the clocks of the mail server and of the database may be apart. */
const hour = 3_600_000;

/** Of a mail that is there, and cannot be read. */
const unread: Body = { text: "", isCut: true, files: [], refused: [] };

export type Mailbox = { stop(): Promise<void> };

type Parts = { queries: Queries; config: Settings; keys?: Keys; accounts: AdminAccess; log: Logger; wakeOutbox(): void };

/**
 * Brings the answers of clients from the mailbox of IMAP_URL into their conversations, as long as the server runs. Of the copies of a site on
 * one database one does so at a time. The mailbox is opened for reading alone: the agency finds its mails as they came.
 */
export function startMailbox({ queries, config, keys, accounts, log, wakeOutbox }: Parts): Mailbox {
  const { poll, lease, connection, greeting, silence, answer, ...delays } = config.clocks.mailbox;
  const { path, ...server } = placeOf(config.mail.imapUrl!);
  const id = createHash("sha256").update(`${server.auth.user}\0${server.host}\0${path}`).digest("hex");
  const receiver = { queries, config, keys };
  const fileParts = { queries, accounts, filesPerConversation: config.files.perConversation };
  const holder = randomUUID();
  const stopping = new AbortController();
  let wakened = Promise.withResolvers<void>();
  let client: ImapFlow | undefined;
  /** What the log has said last. */
  let said: string | undefined;
  /** The mails that were looked at, of those that the database does not know so of; how often reading broke off at which one. */
  const seen = new Set<number>();
  const attempts = new Map<number, number>();
  /** Mails of people who have written more than they may in an hour, and until when they wait. */
  const waiting = new Map<number, number>();

  const running = run();
  return {
    async stop() {
      stopping.abort();
      wake();
      client?.close();
      await running;
    },
  };

  function wake() {
    wakened.resolve();
  }

  async function run() {
    for (let failures = 0; !stopping.signal.aborted;) {
      let delay = poll;
      try {
        if (await hold()) {
          await watch(() => (failures = 0));
          delay = delays.firstDelay;
        }
      } catch (error) {
        if (stopping.signal.aborted) break;
        delay = delayAfter(++failures, delays);
        await complain(error);
      }
      await pause(delay, undefined, { signal: stopping.signal }).catch(() => {});
    }
    await letGo().catch(() => {});
  }

  /** One copy of the site has the mailbox at a time. */
  async function hold(): Promise<boolean> {
    const mine = { holder, heldUntil: sql`now() + ${lease} * interval '1 millisecond'` };
    const [held] = await queries
      .insert(mailboxes)
      .values({ id, ...mine })
      .onConflictDoUpdate({
        target: mailboxes.id,
        set: mine,
        setWhere: or(eq(mailboxes.holder, holder), lt(mailboxes.heldUntil, sql`now()`)),
      })
      .returning({ id: mailboxes.id });
    return !!held;
  }

  async function letGo() {
    await queries
      .update(mailboxes)
      .set({ heldUntil: sql`now()` })
      .where(and(eq(mailboxes.id, id), eq(mailboxes.holder, holder)));
  }

  /** Reads the mailbox, and again whenever there is something new, until the connection ends or another copy has it. */
  async function watch(isWell: () => void) {
    client = new ImapFlow({
      ...server,
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: connection,
      greetingTimeout: greeting,
      socketTimeout: silence,
      // A head or a part of a text is less; a server that says otherwise is not believed.
      maxLiteralSize: 8 * 2 ** 20,
      maxResponseSize: 16 * 2 ** 20,
    });
    let broken: unknown;
    let isWellSaid = false;
    client.on("error", (error) => (broken = error));
    client.on("exists", wake).on("close", wake);
    try {
      await within(answer, client.connect());
      const { uidValidity, uidNext } = await within(answer, client.mailboxOpen(path, { readOnly: true }));
      while (client.usable && !stopping.signal.aborted && (await hold())) {
        wakened = Promise.withResolvers();
        await readNew(client, String(uidValidity), uidNext);
        if (!isWellSaid) await sayWell();
        isWellSaid = true;
        isWell();
        // A server that cannot tell is asked; so is one that can, now and then.
        if (client.capabilities.has("IDLE")) client.idle().catch(wake);
        await rest(poll);
      }
      if (broken && !stopping.signal.aborted) throw broken;
    } catch (error) {
      throw broken ?? error;
    } finally {
      client.close();
    }
  }

  async function rest(ms: number) {
    const over = new AbortController();
    await Promise.race([
      wakened.promise,
      pause(ms, undefined, { signal: AbortSignal.any([stopping.signal, over.signal]) }).catch(() => {}),
    ]);
    over.abort();
  }

  /** The mails that nobody has looked at. */
  async function readNew(connected: ImapFlow, uidValidity: string, uidNext: number) {
    const [known] = await queries.select().from(mailboxes).where(eq(mailboxes.id, id));
    const { since, nextUid } = known!;
    const isSame = known!.uidValidity === uidValidity;
    if (!isSame) for (const one of [seen, attempts, waiting]) one.clear();
    // A day earlier: servers compare days, in a time zone of their own.
    const wanted = isSame ? { uid: `${nextUid}:*` } : { since: new Date(since.getTime() - 24 * hour) };
    const found = await within(answer, connected.search(wanted, { uid: true }));
    if (!found) throw new Error("The server did not search the mailbox");
    // After the last one there is the last one.
    const uids = found.filter((uid) => (!isSame || uid >= nextUid) && !seen.has(uid) && isDue(uid)).toSorted((a, b) => a - b);
    for (let at = 0; at < uids.length && !stopping.signal.aborted && (await hold()); at += batch) {
      for (const mail of await readHeads(connected, uids.slice(at, at + batch))) {
        if (isSame || !(new Date(mail.internalDate!).getTime() < since.getTime() - hour)) await take(connected, mail);
        if (!waiting.has(mail.uid)) seen.add(mail.uid);
      }
      // After a change of numbers all of them must be through first.
      if (at + batch >= uids.length) await remember(Math.max(isSame ? nextUid : uidNext, uids.at(-1)! + 1));
      else if (isSame) await remember(uids[at + batch]!);
    }
    if (!isSame && uids.length === 0) await remember(uidNext);

    /** Those that wait are looked at again, in another process if need be. */
    async function remember(next: number) {
      const upTo = [...waiting.keys()].reduce((lowest, uid) => Math.min(lowest, uid), next);
      for (const uid of seen) if (uid < upTo) seen.delete(uid);
      if (isSame && upTo === nextUid) return;
      await queries.update(mailboxes).set({ uidValidity, nextUid: upTo }).where(eq(mailboxes.id, id));
    }
  }

  function isDue(uid: number): boolean {
    return (waiting.get(uid) ?? 0) <= Date.now();
  }

  async function readHeads(connected: ImapFlow, uids: number[]): Promise<FetchMessageObject[]> {
    if (uids.length === 0) return [];
    const heads = { uid: true, internalDate: true, bodyParts: [{ key: "HEADER", start: 0, maxLength: largestHead }] };
    const mails = await within(answer, connected.fetchAll(uids.join(","), heads, { uid: true }));
    return mails.toSorted((a, b) => a.uid - b.uid);
  }

  /** A mail that is an answer becomes one; any other stays what it is. */
  async function take(connected: ImapFlow, { uid, headers = Buffer.alloc(0) }: FetchMessageObject) {
    const head = await readHead(headers).catch(() => undefined);
    const request = head && (await findAnswered(receiver, head));
    waiting.delete(uid);
    if (!request) return;
    const taken = await takeAnswer(receiver, request, head, await tryToRead(connected, uid, headers, request.id));
    if (taken.outcome === "limited") waiting.set(uid, Date.now() + taken.retryAfter * 1000);
    // What it came with is gone: it is read once more.
    if (taken.outcome === "files") waiting.set(uid, Date.now());
    if (taken.outcome !== "done") return;
    log.info({ request: request.id, uid }, "an answer came by mail");
    wakeOutbox();
  }

  /** Not for ever: one mail must not keep all others away. */
  async function tryToRead(connected: ImapFlow, uid: number, headBytes: Uint8Array, requestId: string): Promise<Body> {
    const tried = (attempts.get(uid) ?? 0) + 1;
    attempts.set(uid, tried);
    if (tried > mostAttempts) log.warn({ uid }, "a mail cannot be read: the conversation says that it is in the mailbox");
    try {
      const body = tried > mostAttempts ? unread : await readBody(connected, uid, headBytes, requestId);
      attempts.delete(uid);
      return body;
    } catch (error) {
      // That is not the mail's fault.
      if (error instanceof StorageAway && connected.usable) attempts.delete(uid);
      throw error;
    }
  }

  /** What is written in it, as far as anybody reads. */
  async function readBody(connected: ImapFlow, uid: number, headBytes: Uint8Array, requestId: string): Promise<Body> {
    const fetch = (query: FetchQueryObject) => within(answer, connected.fetchOne(String(uid), query, { uid: true }));
    const mail = await fetch({ bodyStructure: true });
    if (!mail || !mail.bodyStructure) return unread;
    const { texts, files } = partsOf(mail.bodyStructure);
    const read: string[] = [];
    let left = largestText;
    for (const { part } of texts) {
      // A mail of one part has no parts.
      const isWhole = !mail.bodyStructure.childNodes;
      const key = isWhole ? "text" : part;
      const own = { key: `${part}.mime`, start: 0, maxLength: largestHead };
      const fetched = await fetch({ bodyParts: [{ key, start: 0, maxLength: left }, ...(isWhole ? [] : [own])] });
      if (!fetched) return unread;
      const bytes = fetched.bodyParts?.get(key) ?? Buffer.alloc(0);
      read.push((await readText(isWhole ? headBytes : (fetched.bodyParts?.get(own.key) ?? Buffer.alloc(0)), bytes)).trim());
      left -= bytes.length;
      if (left <= 0) break;
    }
    return { text: read.filter(Boolean).join("\n\n"), isCut: left <= 0, ...(await keepFiles(connected, uid, files, requestId)) };
  }

  /** What is attached is kept before the answer that it goes with; where one of them cannot be, none is. */
  async function keepFiles(connected: ImapFlow, uid: number, files: Part[], requestId: string): Promise<Pick<Body, "files" | "refused">> {
    const [kept, refused]: [string[], string[]] = [[], []];
    try {
      for (const { part, name, size } of files) {
        const file = { ...mailAdder, requestId, name, body: bytesOf(connected, uid, part || "1") };
        const isTooMuch = size > 1.1 * largestFile || kept.length === mostFiles;
        const added = isTooMuch ? { refused: "large" } : await within(answer, storeFile(fileParts, file));
        if ("file" in added) kept.push(added.file.id);
        else refused.push(cleanFileName(name));
      }
    } catch (error) {
      await dropFiles(queries, kept);
      throw error;
    }
    return { files: kept, refused };
  }

  async function sayWell() {
    if (said) log.info("the mailbox can be read again");
    said = undefined;
    await queries
      .update(mailboxes)
      .set({ trouble: null })
      .where(and(eq(mailboxes.id, id), isNotNull(mailboxes.trouble)));
  }

  /** Once, and not again and again as long as it is the same. */
  async function complain(error: unknown) {
    const { message, code, responseText } = error as Error & { code?: string; responseText?: string };
    const reason = (responseText || message || String(error))
      .slice(0, 300)
      .split(" ")
      .map((word) => (word.includes("@") ? "…@…" : word))
      .join(" ");
    if (reason !== said) log.error({ code, reason }, "THE MAILBOX CANNOT BE READ: answers by mail wait in it; it is tried again");
    said = reason;
    try {
      await queries
        .update(mailboxes)
        .set({ trouble: reason.replaceAll("\0", "") })
        .where(eq(mailboxes.id, id));
    } catch {
      // Where it is the database that is away, there is nowhere to write it.
    }
  }
}

async function* bytesOf(connected: ImapFlow, uid: number, part: string): AsyncGenerator<Uint8Array> {
  const { content } = await connected.download(String(uid), part, { uid: true, chunkSize: 2 ** 19, maxBytes: largestFile + 1 });
  if (content) yield* content;
}

/** Where nobody else can be reading it, a process that was killed has it no more. */
export async function freeMailboxes(queries: Queries): Promise<void> {
  await queries.update(mailboxes).set({ heldUntil: sql`now()` });
}

/** A password is not sent in the clear, unless the address says `?requireTLS=false`, as for a mail server on the same machine. */
function placeOf(address: string) {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(address);
  const secure = protocol === "imaps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(!secure && { doSTARTTLS: searchParams.get("requireTLS") !== "false" }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    path: decodeURIComponent(pathname.slice(1)) || "INBOX",
  };
}
