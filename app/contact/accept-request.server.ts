import { createHash } from "node:crypto";
import { and, eq, gt, inArray, ne, or, sql, type SQL } from "drizzle-orm";
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
    const hashes = await addressHashes(transaction, submission.address);
    await oneAtATime(transaction, contentHash, hashes[0]!);
    const isRepeat = and(eq(requests.messageHash, messageHash), ne(requests.email, request.email), since("1 day"));
    const found = await look(transaction, {
      isKnown: exists(and(eq(requests.contentHash, contentHash), or(since("1 day"), eq(requests.submissionKey, key ?? "")))),
      waitForAddress: secondsUntilBelow(limits.perAddress, inArray(requests.addressHash, hashes)),
      waitForAll: secondsUntilBelow(limits.overall),
      isRepeated: exists(isRepeat),
    });
    if (found.isKnown) return { outcome: "known" };
    const wait = found.waitForAddress ?? found.waitForAll;
    // One that began later than this one, but was stored before it, is not an hour away.
    if (wait !== null) return { outcome: "limited", retryAfter: Math.min(Math.max(1, wait), 3600) };

    const signals = spamSignals(request, submission);
    if (!isOfferMessage && found.isRepeated) signals.push("repeated");
    const isSpam = signals.length > 0;

    const { privacy: _privacy, terms: _terms, ...fields } = request;
    const requestId = crypto.randomUUID();
    await transaction.insert(requests).values({
      ...fields,
      ...origin,
      id: requestId,
      userId: submission.userId,
      locale,
      state: isSpam ? "spam" : "new",
      spamSignals: signals,
      submissionKey: key,
      contentHash,
      messageHash,
      addressHash: hashes[0]!,
    });
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

/** Transactions that name the same things wait for one another; all name them in the same order. */
async function oneAtATime(queries: Queries, ...names: string[]) {
  const locks = names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  await queries.execute(sql`select ${sql.join(locks, sql`, `)}`);
}

type Looked = { isKnown: boolean; waitForAddress: number | null; waitForAll: number | null; isRepeated: boolean };

/** All that has to be known before a request is stored, in one go. */
async function look(queries: Queries, questions: { [Name in keyof Looked]: SQL<Looked[Name]> }): Promise<Looked> {
  const [answers] = await queries.select(questions).from(sql`(select 1) as one`);
  return answers as Looked;
}

function exists(condition: SQL | undefined): SQL<boolean> {
  return sql<boolean>`exists (select from ${requests} where ${condition})`;
}

/** Seconds until another request fits into the hour; null when it fits now. */
function secondsUntilBelow(limit: number, condition?: SQL): SQL<number | null> {
  return sql<number | null>`(
    select ceil(extract(epoch from ${requests.createdAt} + interval '1 hour' - now()))::int
    from ${requests}
    where ${and(since("1 hour"), condition)}
    order by ${requests.createdAt} desc
    offset ${limit - 1} limit 1
  )`;
}

function since(interval: "1 hour" | "1 day"): SQL {
  return gt(requests.createdAt, sql`now() - ${interval}::interval`);
}

function hashOf(...parts: (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
