import { asc, eq } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { factors, identities, type Factor, type Identity, type User } from "./schema.ts";

/** The user as clients see it. */
export async function userBody(queries: Queries, user: User) {
  const [theirIdentities, theirFactors] = await Promise.all([
    queries.select().from(identities).where(eq(identities.userId, user.id)).orderBy(asc(identities.createdAt)),
    queries.select().from(factors).where(eq(factors.userId, user.id)).orderBy(asc(factors.createdAt)),
  ]);
  return bodyOf(user, theirIdentities, theirFactors);
}

export function bodyOf(user: User, theirIdentities: Identity[], theirFactors: Factor[] = []) {
  return withoutEmpty({
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    email_confirmed_at: user.emailConfirmedAt,
    invited_at: user.invitedAt,
    phone: user.phone ?? "",
    phone_confirmed_at: user.phoneConfirmedAt,
    confirmation_sent_at: user.confirmationSentAt,
    confirmed_at: user.emailConfirmedAt,
    recovery_sent_at: user.recoverySentAt,
    new_email: user.emailChange || undefined,
    email_change_sent_at: user.emailChangeSentAt,
    reauthentication_sent_at: user.reauthenticationSentAt,
    last_sign_in_at: user.lastSignInAt,
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    factors: theirFactors.length > 0 ? theirFactors.map(factorBody) : undefined,
    identities: theirIdentities.map(identityBody),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    banned_until: user.bannedUntil,
    deleted_at: user.deletedAt,
    is_anonymous: user.isAnonymous,
  });
}

export function factorBody(factor: Factor) {
  return withoutEmpty({
    id: factor.id,
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
    status: factor.status,
    friendly_name: factor.friendlyName ?? undefined,
    factor_type: factor.factorType,
    last_challenged_at: factor.lastChallengedAt,
  });
}

function identityBody(identity: Identity) {
  return withoutEmpty({
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.userId,
    identity_data: identity.identityData,
    provider: identity.provider,
    last_sign_in_at: identity.lastSignInAt,
    created_at: identity.createdAt,
    updated_at: identity.updatedAt,
    email: typeof identity.identityData.email === "string" ? identity.identityData.email.toLowerCase() : undefined,
  });
}

/** GoTrue leaves out what has no value. */
function withoutEmpty(body: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
}
