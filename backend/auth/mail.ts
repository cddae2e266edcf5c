import type { Queries } from "#backend/database/connection.ts";
import { outbox, type AuthMailPayload } from "#backend/database/schema.ts";
import { isLocale, localeOf, type Locale } from "#content/locales.ts";
import type { OneTimeToken, User } from "./schema.ts";

/** Puts a letter into the outbox, in the user's language. */
export async function queueLetter(queries: Queries, payload: AuthMailPayload) {
  await queries.insert(outbox).values({ kind: "auth", payload });
}

export async function queueToken(queries: Queries, user: User, token: OneTimeToken, newEmail?: string) {
  await queueLetter(queries, {
    to: token.relatesTo,
    locale: languageOf(user.userMetadata, token.redirectTo),
    letter: token.purpose,
    tokenId: token.id,
    redirectTo: token.redirectTo ?? undefined,
    newEmail,
  });
}

/** The language that the user chose, or the one of the page they came from. */
export function languageOf(userMetadata: Record<string, unknown>, redirectTo?: string | null): Locale {
  const { locale } = userMetadata;
  if (isLocale(locale)) return locale;
  return localeOf(redirectTo ? (URL.parse(redirectTo)?.pathname ?? "/") : "/");
}
