import { createHmac } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { sameText } from "#backend/auth/keys.ts";
import type { Queries } from "#backend/database/connection.ts";
import { requestEvents, requests, type RequestRow } from "#backend/database/schema.ts";
import { isUuid } from "#backend/database/uuid.ts";

/** How long the link of a reply is good. */
export const linkDays = 30;

/** What opens one conversation for whoever got a reply: the reply's id, signed. The database holds nothing that opens anything. */
export function linkKey(secretKey: string, replyId: string): string {
  const signature = createHmac("sha256", secretKey).update(`conversation\0${replyId}`).digest("base64url");
  return `${replyId}.${signature}`;
}

/** Until when the link of a reply is good. */
export function linkEnd(repliedAt: Date): Date {
  return new Date(repliedAt.getTime() + linkDays * 86_400_000);
}

/** Whether the link of a reply still opens the conversation. */
export function isLinkGood({ linksEndedAt }: Pick<RequestRow, "linksEndedAt">, repliedAt: Date): boolean {
  return linkEnd(repliedAt) > new Date() && (!linksEndedAt || repliedAt > linksEndedAt);
}

/** What a key opens; or why it does not: nobody was given it, its time is over, or the agency has ended it. */
export type Opened = { request: RequestRow; until: Date } | { closed: "unknown" | "expired" | "ended" };

export async function openLink(queries: Queries, secretKey: string, key: string): Promise<Opened> {
  const [replyId = ""] = key.split(".");
  if (!isUuid(replyId) || !sameText(key, linkKey(secretKey, replyId))) return { closed: "unknown" };
  const [found] = await queries
    .select({
      request: requests,
      repliedAt: requestEvents.createdAt,
      isExpired: sql<boolean>`${requestEvents.createdAt} < now() - ${linkDays} * interval '1 day'`,
      isEnded: sql<boolean>`coalesce(${requestEvents.createdAt} <= ${requests.linksEndedAt}, false)`,
    })
    .from(requestEvents)
    .innerJoin(requests, eq(requests.id, requestEvents.requestId))
    .where(and(eq(requestEvents.id, replyId), eq(requestEvents.kind, "reply")));
  // The request is erased, and everything with it.
  if (!found) return { closed: "unknown" };
  if (found.isEnded) return { closed: "ended" };
  if (found.isExpired) return { closed: "expired" };
  return { request: found.request, until: linkEnd(found.repliedAt) };
}
