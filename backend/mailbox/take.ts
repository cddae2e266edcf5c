import { eq, inArray } from "drizzle-orm";
import type { Keys } from "#backend/auth/keys.ts";
import type { Queries } from "#backend/database/connection.ts";
import { outbox, requests, type RequestRow } from "#backend/database/schema.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { acceptAnswer, isTaken, type Answered } from "#backend/requests/conversation.ts";
import { dropFiles } from "#backend/requests/files.ts";
import { cleanLine, cleanText } from "#backend/requests/request.ts";
import type { Settings } from "#backend/settings.ts";
import { contentFor } from "#content/content-for.server.ts";
import { fill } from "#content/format.ts";
import { fold } from "./fold.ts";
import type { Head } from "./head.ts";
import { requestOfAddress } from "./reply-address.ts";

export type Receiver = { queries: Queries; config: Settings; keys?: Keys };

/** What the database takes of a text, and of the rest with a sentence after it. */
const mostText = 50_000;
const mostRest = 99_000;

/** The request that a mail is an answer to, if it is from whoever sent that. Others stay in the mailbox, where the agency reads them. */
export async function findAnswered({ queries, config, keys }: Receiver, head: Head): Promise<RequestRow | undefined> {
  if (head.isAutomatic) return;
  const ours = await mailsOf(queries, [head.id ?? "", ...head.answers], config);
  // One that we have sent, and that comes back.
  if (ours.some(({ messageId }) => messageId === head.id)) return;
  const id = requestSaid(head, config, keys) ?? ours[0]?.requestId;
  if (!id) return;
  const [request] = await queries.select().from(requests).where(eq(requests.id, id));
  if (request?.email.toLowerCase() !== head.from.toLowerCase() || (await isTaken(queries, head.key))) return;
  return request;
}

function requestSaid({ to }: Head, { mail, supabase }: Settings, keys?: Keys): string | undefined {
  return mail.answersTo ? requestOfAddress(to, mail.answersTo, keys?.secretKey ?? supabase.secretKey!) : undefined;
}

/** The mails about requests that we have sent among these, in the same order. */
async function mailsOf(queries: Queries, messageIds: string[], { mail: { from } }: Settings) {
  const host = from.replace(/^.*@|>$/g, "").toLowerCase();
  const named = messageIds.flatMap((messageId) => {
    const [id = "", at] = messageId.toLowerCase().split("@");
    return isUuid(id) && at === host ? { id, messageId } : [];
  });
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  const found = await queries.select({ id: outbox.id, requestId: outbox.requestId }).from(outbox).where(inArray(outbox.id, ids));
  return named.flatMap(({ id, messageId }) => {
    const requestId = found.find((mail) => mail.id === id)?.requestId;
    return requestId ? { messageId, requestId } : [];
  });
}

export type Body = {
  text: string;
  /** There is more of it than was read. */
  isCut: boolean;
  /** The ids of what was attached and is kept, and the names of what is not. */
  files: string[];
  refused: string[];
};

/** Stores a mail as an answer, once: its words and its files together. */
export async function takeAnswer({ queries, config }: Receiver, request: RequestRow, head: Head, body: Body): Promise<Answered> {
  const { byMail } = (await contentFor(request.locale)).mail;
  const folded = fold(cleanText(body.text));
  const subject = cleanLine(head.subject);
  // Whoever changes the subject says something with it.
  const isOwnSubject = subject && !/^(re|rv|fwd?|aw|sv|r|rm|res)\s*:/i.test(subject);
  const refused = body.refused.length > 0 ? fill(byMail.refused, { files: body.refused.join(", ") }) : "";
  const said = [isOwnSubject ? subject : "", folded.text, refused].filter(Boolean).join("\n\n");
  const letters = [...(said || (body.files.length > 0 ? "" : byMail.nothing))];
  // What the database does not take of the text goes on where it is unfolded.
  const more = [...[letters.slice(mostText).join(""), folded.rest].filter(Boolean).join("\n\n")];
  const isCut = body.isCut || more.length > mostRest;
  const rest = [more.slice(0, mostRest).join(""), isCut ? byMail.cut : ""].filter(Boolean).join("\n\n");
  try {
    return await acceptAnswer(queries, {
      id: request.id,
      text: letters.slice(0, mostText).join(""),
      files: body.files,
      mail: { key: head.key, rest: rest || undefined, isWithAgency: isWithAgency(head, config) },
    });
  } finally {
    // Those that did not go with a message: it waits, or another copy of the site was faster.
    await dropFiles(queries, body.files);
  }
}

/** Whether it was sent to where the agency reads its mails, too: another one that says so would be one too many. */
function isWithAgency({ to }: Head, { mail }: Settings): boolean {
  const agency = withoutPlus(mail.to.replace(/^.*<|>$/g, ""));
  return to.some((address) => withoutPlus(address) === agency);
}

function withoutPlus(address: string): string {
  return address.toLowerCase().replace(/^([^@+]*)\+[^@]*@/, "$1@");
}
