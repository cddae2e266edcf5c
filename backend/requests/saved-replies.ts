import { and, asc, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Queries } from "#backend/database/connection.ts";
import { savedReplies } from "#backend/database/schema.ts";
import { offer } from "#content/agency.ts";
import { euros, fill } from "#content/format.ts";
import { locales, type Locale } from "#content/locales.ts";
import { referenceOf } from "./reference.ts";
import { cleanLine, cleanText, lengthOf, limits } from "./request.ts";

const text = z.pipe(
  z.pipe(z.string(), z.transform(cleanText)),
  z.string().check(
    z.minLength(1, "text"),
    z.refine((words) => lengthOf(words) <= limits.messageMax, "textLong"),
  ),
);

/** What is typed about one. Each error is the name of its message in the texts. */
export const savedReplySchema = z.object({
  name: z.pipe(
    z.pipe(z.string(), z.transform(cleanLine)),
    z.string().check(
      z.minLength(1, "name"),
      z.refine((line) => lengthOf(line) <= limits.line, "nameLong"),
    ),
  ),
  ...(Object.fromEntries(locales.map((locale) => [locale, text])) as Record<Locale, typeof text>),
});

export type SavedReply = typeof savedReplies.$inferSelect;

export function listSavedReplies(queries: Queries): Promise<SavedReply[]> {
  return queries.select().from(savedReplies).orderBy(asc(savedReplies.name), asc(savedReplies.id));
}

type Given = Pick<SavedReply, "name" | "texts">;

export async function addSavedReply(queries: Queries, given: Given): Promise<void> {
  await queries.insert(savedReplies).values(given);
}

/** Where a reply stands in time; whoever changes it says what they have seen. */
export function versionOf({ updatedAt }: SavedReply): string {
  return updatedAt.toISOString();
}

/** Nothing happens where somebody else has changed it since it was seen. */
export async function changeSavedReply(queries: Queries, id: string, seen: string, given: Given): Promise<"done" | "overtaken"> {
  const changed = await queries
    .update(savedReplies)
    .set({ ...given, updatedAt: sql`now()` })
    .where(isAsSeen(id, seen))
    .returning({ id: savedReplies.id });
  return changed.length > 0 ? "done" : "overtaken";
}

export async function deleteSavedReply(queries: Queries, id: string, seen: string): Promise<"done" | "overtaken"> {
  const deleted = await queries.delete(savedReplies).where(isAsSeen(id, seen)).returning({ id: savedReplies.id });
  return deleted.length > 0 ? "done" : "overtaken";
}

/** JavaScript knows the time to the millisecond. */
function isAsSeen(id: string, seen: string) {
  return and(eq(savedReplies.id, id), eq(sql`date_trunc('milliseconds', ${savedReplies.updatedAt})`, seen));
}

/** The words for one request, in its language. */
export function fillReply(words: string, request: { id: string; name: string; locale: Locale }): string {
  return fill(words, { name: request.name, reference: referenceOf(request), price: euros(request.locale, offer.price) });
}
