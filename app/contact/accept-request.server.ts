import { createHash } from "node:crypto";
import { and, desc, eq, gt, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import type { Queries } from "#server/database/connection.ts";
import { outbox, requestConsents, requests } from "#server/database/schema.ts";
import { within } from "#server/within.ts";
import type { Locale } from "#app/i18n/locales.ts";
import { addressHashes } from "./address.server.ts";
import type { Origin } from "./origin.server.ts";
import type { ContactRequest } from "./schema.ts";
import { spamSignals } from "./spam.server.ts";

export type Submission = {
  request: ContactRequest;
  /** Who was signed in. */
  userId?: string;
  locale: Locale;
  origin: Origin;
  /** Where it was sent from; stored as a hash only. */
  address: string;
  /** The random key that the page gave to this submission; without JavaScript there is none. */
  key: string | null;
  /** What is in the field that people do not see. */
  trap: string;
  /** Milliseconds since the page was opened, if it is known. */
  elapsed?: number;
  /** Whether the message is the one that the offer mode begins with; many people send that. */
  isOfferMessage: boolean;
  /** The versions of the documents that were accepted. */
  versions: { privacy: string; terms: string };
};

const patience = 15_000;

/** How many requests are accepted in an hour. */
export type HourlyLimits = { perAddress: number; overall: number };

export type Acceptance = { outcome: "stored" | "known" } | { outcome: "limited"; retryAfter: number };

/**
 * Stores the request, the proof of its consents and its mails, all or nothing. One that is stored already is known by its
 * content; it is acknowledged again, whatever the limits say, and not stored twice.
 */
export async function acceptRequest(queries: Queries, submission: Submission, limits: HourlyLimits): Promise<Acceptance> {
  const { request, locale, origin, key, versions, isOfferMessage } = submission;
  const contentHash = hashOf(
    request.email.toLowerCase(),
    request.name,
    request.company,
    request.city,
    request.phone,
    request.reason,
    request.message,
  );
  const messageHash = hashOf(request.message.toLowerCase().replace(/\s+/g, " "));

  const storing = queries.transaction(async (transaction): Promise<Acceptance> => {
    await oneAtATime(transaction, contentHash);
    if (await exists(transaction, and(eq(requests.contentHash, contentHash), or(since("1 day"), eq(requests.submissionKey, key ?? ""))))) {
      return { outcome: "known" };
    }

    const hashes = await addressHashes(transaction, submission.address);
    await oneAtATime(transaction, hashes[0]!);
    const retryAfter =
      (await secondsUntilBelow(transaction, limits.perAddress, inArray(requests.addressHash, hashes))) ??
      (await secondsUntilBelow(transaction, limits.overall));
    if (retryAfter !== undefined) return { outcome: "limited", retryAfter };

    const signals = spamSignals(request, submission);
    const repeated = and(eq(requests.messageHash, messageHash), ne(requests.email, request.email), since("1 day"));
    if (!isOfferMessage && (await exists(transaction, repeated))) signals.push("repeated");
    const isSpam = signals.length > 0;

    const { privacy: _privacy, terms: _terms, ...fields } = request;
    const [stored] = await transaction
      .insert(requests)
      .values({
        ...fields,
        ...origin,
        userId: submission.userId,
        locale,
        state: isSpam ? "spam" : "new",
        spamSignals: signals,
        submissionKey: key,
        contentHash,
        messageHash,
        addressHash: hashes[0]!,
      })
      .returning({ id: requests.id });
    const requestId = stored!.id;
    await transaction.insert(requestConsents).values(
      (["privacy", "terms"] as const).map((document) => ({
        requestId,
        email: request.email,
        document,
        version: versions[document],
        locale,
      })),
    );
    // What looks like spam still reaches the agency, but nobody is sent a receipt for something they may not have written.
    await transaction.insert(outbox).values([
      { kind: "notice", requestId },
      { kind: "receipt", requestId, state: isSpam ? "held" : "due" },
    ]);
    return { outcome: "stored" };
  });
  // A database that hangs must not keep the visitor waiting. If it stores the request after all, the next attempt is known.
  return within(patience, storing);
}

/** Transactions that name the same thing wait for one another. */
async function oneAtATime(queries: Queries, name: string) {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

async function exists(queries: Queries, condition: SQL | undefined): Promise<boolean> {
  return (await queries.select({ id: requests.id }).from(requests).where(condition).limit(1)).length > 0;
}

/** Seconds until another request fits into the hour; undefined when it fits now. */
async function secondsUntilBelow(queries: Queries, limit: number, condition?: SQL): Promise<number | undefined> {
  const [oldest] = await queries
    .select({ seconds: sql<number>`ceil(extract(epoch from ${requests.createdAt} + interval '1 hour' - now()))::int` })
    .from(requests)
    .where(and(since("1 hour"), condition))
    .orderBy(desc(requests.createdAt))
    .offset(limit - 1)
    .limit(1);
  // One that began later than this one, but was stored before it, is not an hour away.
  return oldest && Math.min(Math.max(1, oldest.seconds), 3600);
}

function since(interval: "1 hour" | "1 day"): SQL {
  return gt(requests.createdAt, sql`now() - ${interval}::interval`);
}

function hashOf(...parts: (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
