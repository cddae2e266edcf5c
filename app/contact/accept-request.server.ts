import { createHash } from "node:crypto";
import { and, eq, gt, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "#server/database/connection.ts";
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
export async function acceptRequest(database: Stored, submission: Submission, limits: HourlyLimits): Promise<Acceptance> {
  // A database that hangs must not keep the visitor waiting. If it stores the request after all, the next attempt is known.
  return within(patience, store(database, submission, limits));
}

type Stored = Pick<Database, "queries" | "oneAtATime">;

/** One statement looks and stores: asking the database takes longer than anything it does here. */
async function store({ queries, oneAtATime }: Stored, submission: Submission, limits: HourlyLimits): Promise<Acceptance> {
  const { request, locale, origin, key, versions, isOfferMessage, userId } = submission;
  const { privacy: _privacy, terms: _terms, ...fields } = request;
  const hashes = await addressHashes(queries, submission.address);
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
  const given = { ...fields, ...origin, locale, key, userId, contentHash, messageHash, addressHash: hashes[0] };
  const isKnown = and(eq(requests.contentHash, contentHash), or(lately(), eq(requests.submissionKey, key ?? "")));
  const isRepeat = and(eq(requests.messageHash, messageHash), ne(requests.email, request.email), lately());
  const signals = spamSignals(request, submission);

  const [found] = await oneAtATime<Found>(
    [contentHash, hashes[0]!],
    sql`
      with found as (
        select
          exists (select from ${requests} where ${isKnown}) as "isKnown",
          coalesce(
            ${secondsUntilBelow(limits.perAddress, inArray(requests.addressHash, hashes))},
            ${secondsUntilBelow(limits.overall)}
          ) as wait,
          ${`{${signals.join()}}`}::text[] || case when ${!isOfferMessage} and exists (select from ${requests} where ${isRepeat})
            then '{repeated}'::text[] else '{}' end as signals
      ),
      stored as (
        insert into ${requests} (
          mode, name, email, company, city, phone, reason, message, locale, page, campaign,
          submission_key, user_id, content_hash, message_hash, address_hash, spam_signals, state
        )
        select
          mode, name, email, company, city, phone, reason, message, locale, page, campaign,
          key, "userId", "contentHash", "messageHash", "addressHash", signals, case when signals = '{}' then 'new' else 'spam' end
        from found, jsonb_to_record(${JSON.stringify(given)}) as given (
          mode text, name text, email text, company text, city text, phone text, reason text, message text, locale text, page text,
          campaign jsonb, key text, "userId" uuid, "contentHash" text, "messageHash" text, "addressHash" text
        )
        where not "isKnown" and wait is null
        returning id, email, locale, state
      ),
      consented as (
        insert into ${requestConsents} (request_id, email, document, version, locale)
        select id, email, document, version, locale
        from stored, (values ('privacy', ${versions.privacy}), ('terms', ${versions.terms})) as accepted (document, version)
      ),
      -- What looks like spam still reaches the agency, but nobody is sent a receipt for something they may not have written.
      mailed as (
        insert into ${outbox} (request_id, kind, state)
        select id, kind, case when kind = 'receipt' and stored.state = 'spam' then 'held' else 'due' end
        from stored, (values ('notice'), ('receipt')) as mails (kind)
      )
      select "isKnown", wait from found`,
  );
  if (found!.isKnown) return { outcome: "known" };
  // One that began later than this one, but was stored before it, is not an hour away.
  if (found!.wait !== null) return { outcome: "limited", retryAfter: Math.min(Math.max(1, found!.wait), 3600) };
  return { outcome: "stored" };
}

type Found = { isKnown: boolean; wait: number | null };

/** Seconds until another request fits into the hour; null when it fits now. The newest as many as fit decide. */
function secondsUntilBelow(limit: number, condition?: SQL): SQL {
  return sql`(
    select ceil(extract(epoch from created_at + interval '1 hour' - now()))::int
    from (
      select ${requests.createdAt} from ${requests} where ${condition ?? sql`true`}
      order by ${requests.createdAt} desc offset ${limit - 1} limit 1
    ) as first
    where created_at > now() - interval '1 hour'
  )`;
}

function lately(): SQL {
  return gt(requests.createdAt, sql`now() - interval '1 day'`);
}

function hashOf(...parts: (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
