import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { outbox, requestEvents, requestFiles, requests } from "#backend/database/schema.ts";
import { sampleRequest } from "#backend/database/testing.ts";
import { acceptAnswer, sendReply } from "#backend/requests/conversation.ts";
import { storeFile, type FileParts } from "#backend/requests/files.ts";

/** A message that was acknowledged, and what was in its file. */
export type Said = { kind: "answer" | "reply"; text: string; file?: string };

/** An answer with a file, and a reply. Each is told as soon as it is acknowledged. */
export async function converse(parts: FileParts, word: string, tell: (said: Said) => void) {
  const { queries } = parts;
  const [request] = await queries
    .insert(requests)
    .values({ ...sampleRequest, email: `talk-${word}@example.com` })
    .returning({ id: requests.id });
  const { id } = request!;
  const file = `What goes with ${word}. `.repeat(100);
  const body = (async function* () {
    yield Buffer.from(file);
  })();
  const added = await storeFile(parts, { requestId: id, fromAgency: false, uploaderId: null, name: `${word}.txt`, body });
  if ("refused" in added) throw new Error(added.refused);
  const answered = await acceptAnswer(queries, { id, text: `answer ${word}`, files: [added.file.id] });
  if (answered.outcome !== "done") throw new Error(answered.outcome);
  tell({ kind: "answer", text: `answer ${word}`, file });
  const replied = await sendReply(queries, { id, text: `reply ${word}` }, { id: null, email: "iria@abrente.example" });
  if (replied.outcome !== "done") throw new Error(replied.outcome);
  tell({ kind: "reply", text: `reply ${word}` });
}

/** How much of it is not there as it was acknowledged: the message, its one mail, and its file as it was. */
export async function unsaidIn(queries: Queries, dataDir: string, said: Said[]): Promise<number> {
  const found = await queries
    .select({
      kind: requestEvents.kind,
      text: requestEvents.text,
      mails: sql<number>`(select count(*)::int from ${outbox} where ${outbox.eventId} = ${requestEvents.id})`,
      version: sql<
        string | null
      >`(select version from storage.objects where name = ${requestFiles.requestId} || '/' || ${requestFiles.id})`,
    })
    .from(requestEvents)
    .leftJoin(requestFiles, eq(requestFiles.eventId, requestEvents.id));
  return said.filter(({ kind, text, file }) => {
    const same = found.filter((one) => one.kind === kind && one.text === text);
    return same.length !== 1 || same[0]!.mails !== 1 || contentOf(same[0]!.version) !== file;
  }).length;

  function contentOf(version: string | null): string | undefined {
    try {
      return version === null ? undefined : readFileSync(join(dataDir, "files", version), "utf8");
    } catch {
      return "nothing that was sent";
    }
  }
}
