import { createHash } from "node:crypto";
import { ReadableStream as WebStream } from "node:stream/web";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { todaysHashes } from "#backend/address-hashes.ts";
import type { Queries } from "#backend/database/connection.ts";
import { olderThan } from "#backend/database/retention.ts";
import { removedFiles, requestFiles, requests, type FileRow } from "#backend/database/schema.ts";
import type { AdminAccess } from "#backend/people/admin-client.ts";
import { countAttempt, type Limit } from "#backend/rate-limit.ts";
import { enoughToTell, typeOfContent } from "./file-content.ts";
import { putFile, readHead, removeFiles, StorageAway } from "./file-store.ts";
import { cleanFileName, endingOf, mostFiles, typeOfEnding } from "./file-types.ts";

/** Bytes of one file. The bucket says the same (supabase/migrations). */
export const largestFile = 25 * 1024 * 1024;

/** Rows of one conversation, however small the files are. */
const mostInConversation = 2000;

/** Files that a client may add in an hour. */
const filesPerHour: Limit = { most: 300, seconds: 3600 };

/** What files are kept with. */
export type FileParts = {
  queries: Queries;
  accounts: AdminAccess;
  /** Bytes of all files of a conversation. */
  filesPerConversation: number;
};

/** Who adds files: somebody of the agency, or the client; nobody by an id, who came by the link of a mail. */
export type Adder = { fromAgency: boolean; uploaderId: string | null };

/** Adds what is attached to mails. It is no account, so no form offers its files. */
export const mailAdder: Adder = { fromAgency: false, uploaderId: "00000000-0000-4000-8000-000000000001" };

type New = Adder & { requestId: string; name: string };

/** Why a file is not taken: it is too large, empty, of a kind that we do not take, or not what its name says; or there are too many. */
export type Refusal = "large" | "empty" | "type" | "content" | "full" | "limited" | "gone";
export type Added = { file: FileRow } | { refused: Refusal };

/**
 * Keeps a file that comes in one piece, to be sent with a message (`files` of `sendReply` and `acceptAnswer`). Until then it is nobody's but
 * who adds it; what is never sent goes after a day. Throws `StorageAway` where nothing can be kept now.
 */
export async function storeFile(parts: FileParts, { body, ...given }: New & { body: AsyncIterable<Uint8Array> }): Promise<Added> {
  const added = await addFile(parts, given);
  if ("refused" in added) return added;
  const { file } = added;
  const measured = measure(body);
  try {
    // Readable.toWeb would end the process where the storage refuses in the midst of it.
    await putFile(parts.accounts, file, file.type, WebStream.from(measured.bytes) as ReadableStream);
  } catch (error) {
    await dropFiles(parts.queries, [file.id]);
    if (error instanceof StorageAway && measured.size > largestFile) return { refused: "large" };
    throw error;
  }
  return settleFile(parts, file, { size: measured.size, digest: measured.digest() });
}

/** The bytes, counted as they pass. */
function measure(body: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  const measured = { size: 0, bytes: pass(), digest: () => hash.digest("hex") };
  return measured;

  async function* pass() {
    for await (const chunk of body) {
      measured.size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
}

/** Makes room for a file, before any of its bytes are there: whatever is in the storage has or had a row. */
export async function addFile(
  parts: FileParts,
  { requestId, fromAgency, uploaderId, name: given, size }: New & { size?: number },
  limit = filesPerHour,
): Promise<Added> {
  const { queries } = parts;
  const name = cleanFileName(given);
  const ending = endingOf(name);
  if (!ending) return { refused: "type" };
  if (size !== undefined && size <= 0) return { refused: "empty" };
  if (size && size > largestFile) return { refused: "large" };
  const [sender] = await queries.select({ email: requests.email }).from(requests).where(eq(requests.id, requestId));
  if (!sender) return { refused: "gone" };
  const [person] = fromAgency ? [] : await todaysHashes(queries, sender.email.toLowerCase());
  return queries.transaction(async (transaction): Promise<Added> => {
    const used = await lockAndCount(transaction, requestId);
    if (!used) return { refused: "gone" };
    if (used.size + (size ?? 0) > parts.filesPerConversation || used.files >= mostInConversation) return { refused: "full" };
    if (person && (await countAttempt(transaction, `file ${person}`, limit)) !== undefined) return { refused: "limited" };
    const type = typeOfEnding(ending);
    const row = { requestId, fromAgency, uploaderId, name, type, size: size ?? 0 };
    const [file] = await transaction.insert(requestFiles).values(row).returning();
    return { file: file! };
  });
}

/** The storage has all of it: looks at what it is, and counts it. */
export async function settleFile(parts: FileParts, file: FileRow, { size, digest }: { size: number; digest?: string }): Promise<Added> {
  const { queries, accounts } = parts;
  const type = await typeOfContent(endingOf(file.name)!, await readHead(accounts, file, enoughToTell));
  const refused = size === 0 ? "empty" : size > largestFile ? "large" : !type ? "content" : undefined;
  const settled: Added = refused
    ? { refused }
    : await queries.transaction(async (transaction): Promise<Added> => {
        const used = await lockAndCount(transaction, file.requestId, file.id);
        if (!used) return { refused: "gone" };
        if (used.size + size > parts.filesPerConversation) return { refused: "full" };
        const [stored] = await transaction
          .update(requestFiles)
          .set({ size, digest, type, upload: null, storedAt: sql`now()` })
          .where(eq(requestFiles.id, file.id))
          .returning();
        return stored ? { file: stored } : { refused: "gone" };
      });
  if ("refused" in settled) await dropFiles(queries, [file.id]);
  return settled;
}

/** What a conversation has already, but one file. Nobody else adds to it until the transaction ends. */
async function lockAndCount(queries: Queries, requestId: string, but?: string): Promise<{ size: number; files: number } | undefined> {
  const [request] = await queries.select({ id: requests.id }).from(requests).where(eq(requests.id, requestId)).for("update");
  if (!request) return;
  const [used] = await queries
    .select({ size: sql<number>`coalesce(sum(${requestFiles.size}), 0)::float8`, files: sql<number>`count(*)::int` })
    .from(requestFiles)
    .where(and(eq(requestFiles.requestId, requestId), but ? sql`${requestFiles.id} <> ${but}` : undefined));
  return used!;
}

/** What was added and not sent yet, by those who add. */
function isUnsentOf({ fromAgency, uploaderId }: Adder) {
  return and(
    isNull(requestFiles.eventId),
    eq(requestFiles.fromAgency, fromAgency),
    uploaderId ? eq(requestFiles.uploaderId, uploaderId) : isNull(requestFiles.uploaderId),
  );
}

/** What waits to be sent with the next message. */
export async function readUnsent(queries: Queries, requestId: string, adder: Adder): Promise<FileRow[]> {
  return queries
    .select()
    .from(requestFiles)
    .where(and(eq(requestFiles.requestId, requestId), isUnsentOf(adder), isNotNull(requestFiles.storedAt)))
    .orderBy(asc(requestFiles.createdAt), asc(requestFiles.id));
}

/** One that is not sent yet, whole or not. */
export async function findUnsent(queries: Queries, requestId: string, id: string, adder: Adder): Promise<FileRow | undefined> {
  const [file] = await queries
    .select()
    .from(requestFiles)
    .where(and(eq(requestFiles.requestId, requestId), eq(requestFiles.id, id), isUnsentOf(adder)));
  return file;
}

/** The files of messages, in the order in which they were added. */
export async function readFiles(queries: Queries, requestIds: string[]): Promise<FileRow[]> {
  if (requestIds.length === 0) return [];
  return queries
    .select()
    .from(requestFiles)
    .where(and(inArray(requestFiles.requestId, requestIds), isNotNull(requestFiles.eventId)))
    .orderBy(asc(requestFiles.createdAt), asc(requestFiles.id));
}

/** The files by these ids, sent or not, if all of them are there and theirs to send. */
export async function findToSend(queries: Queries, requestId: string, ids: string[], adder: Adder): Promise<FileRow[] | undefined> {
  if (ids.length === 0) return [];
  if (ids.length > mostFiles) return;
  const found = await queries
    .select()
    .from(requestFiles)
    .where(and(eq(requestFiles.requestId, requestId), inArray(requestFiles.id, ids), eq(requestFiles.fromAgency, adder.fromAgency)));
  const isTheirs = (file: FileRow) => file.eventId !== null || (file.storedAt !== null && file.uploaderId === adder.uploaderId);
  return found.length === new Set(ids).size && found.every(isTheirs) ? found : undefined;
}

/** Whether it went with a message. It goes with no other one. */
export function isSent({ eventId }: FileRow): boolean {
  return eventId !== null;
}

/** They go with this message from now on. */
export async function sendFiles(queries: Queries, files: FileRow[], eventId: string) {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  // What went with another message stays there.
  await queries
    .update(requestFiles)
    .set({ eventId, uploaderId: null })
    .where(and(inArray(requestFiles.id, ids), isNull(requestFiles.eventId)));
  const names = files.map(({ name }) => name).join(" ");
  // What is sent is found by the search.
  await queries.execute(sql`update requests set noted = noted || ${` ${names}`} where id = ${files[0]!.requestId}`);
}

/** Whether a form brings what went with that message already, under the same ids or again. */
export async function areThoseOf(queries: Queries, eventId: string, files: FileRow[]): Promise<boolean> {
  const sent = await queries.select().from(requestFiles).where(eq(requestFiles.eventId, eventId));
  return sent.length === files.length && files.every((file) => sent.some((one) => isSame(file, one)));
}

function isSame(one: FileRow, other: FileRow): boolean {
  return one.id === other.id || (one.digest !== null && one.digest === other.digest);
}

/** What those who added it do not want to send. */
export async function dropUnsent(queries: Queries, requestId: string, ids: string[], adder: Adder): Promise<string[]> {
  if (ids.length === 0) return [];
  const isMeant = and(eq(requestFiles.requestId, requestId), inArray(requestFiles.id, ids), isUnsentOf(adder));
  const gone = await queries.delete(requestFiles).where(isMeant).returning({ id: requestFiles.id });
  return gone.map(({ id }) => id);
}

/** Their bytes go too: at once if the storage is there, and in any case later. */
export async function dropFiles(queries: Queries, ids: string[]) {
  if (ids.length > 0) await queries.delete(requestFiles).where(and(inArray(requestFiles.id, ids), isNull(requestFiles.eventId)));
}

/** What was never sent goes after a day, and what has no row any more is removed from the storage. */
export async function collectFiles(parts: Pick<FileParts, "queries" | "accounts">) {
  await parts.queries.delete(requestFiles).where(and(isNull(requestFiles.eventId), lt(requestFiles.createdAt, olderThan("1 day"))));
  await collectRemoved(parts);
}

const atOnce = 500;

/** Removes what was noted down; for two days again and again, because an upload may have been under way when its row went. */
export async function collectRemoved({ queries, accounts }: Pick<FileParts, "queries" | "accounts">) {
  for (let last = ""; ;) {
    const { path } = removedFiles;
    const isOver = sql<boolean>`${lt(removedFiles.removedAt, olderThan("2 days"))}`;
    const found = await queries.select({ path, isOver }).from(removedFiles).where(gt(path, last)).orderBy(asc(path)).limit(atOnce);
    if (found.length === 0) return;
    await removeFiles(
      accounts,
      found.map((one) => one.path),
    );
    const over = found.filter((one) => one.isOver).map((one) => one.path);
    if (over.length > 0) await queries.delete(removedFiles).where(inArray(path, over));
    last = found.at(-1)!.path;
  }
}
