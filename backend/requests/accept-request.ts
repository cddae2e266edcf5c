import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { addressHashes } from "#backend/address-hashes.ts";
import type { Queries } from "#backend/database/connection.ts";
import { within } from "#backend/within.ts";
import type { Locale } from "#content/locales.ts";
import type { Origin } from "./origin.ts";
import type { ContactRequest } from "./schema.ts";
import { spamSignals } from "./spam.ts";

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
  // A database that hangs must not keep the visitor waiting. If it stores the request after all, the next attempt is known.
  const { known, wait } = await within(patience, store(queries, submission, limits));
  if (known) return { outcome: "known" };
  // One that began later than this one, but was stored before it, is not an hour away.
  if (wait !== null) return { outcome: "limited", retryAfter: Math.min(Math.max(1, wait), 3600) };
  return { outcome: "stored" };
}

type Stored = {
  /** It was there already. */
  known: boolean;
  /** Seconds until another request fits into the hour; null when this one did. */
  wait: number | null;
};

async function store(queries: Queries, submission: Submission, limits: HourlyLimits): Promise<Stored> {
  const { request, locale, origin, key, userId, versions, isOfferMessage } = submission;
  const addresses = await addressHashes(queries, submission.address);
  const given = {
    ...request,
    ...origin,
    locale,
    user_id: userId,
    submission_key: key,
    content_hash: hashOf(
      request.email.toLowerCase(),
      request.name,
      request.company,
      request.city,
      request.phone,
      request.reason,
      request.message,
    ),
    // Many people send the message that the offer mode begins with; anything else that several send is a sign of spam.
    message_hash: hashOf(request.message.toLowerCase().replace(/\s+/g, " ")),
    is_offer_message: isOfferMessage,
    address_hash: addresses[0],
    address_hashes: addresses,
    spam_signals: spamSignals(request, submission),
    privacy_version: versions.privacy,
    terms_version: versions.terms,
  };
  const answer = await queries.execute(
    sql`select * from accept_request(${JSON.stringify(given)}, ${limits.perAddress}, ${limits.overall})`,
  );
  return (answer as unknown as { rows: [Stored] }).rows[0];
}

function hashOf(...parts: (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
