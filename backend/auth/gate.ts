import { and, eq } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import type { AuthMailPayload } from "#backend/database/schema.ts";
import type { Auth, SignedIn } from "./context.ts";
import { AuthError } from "./errors.ts";
import { languageOf, queueLetter } from "./mail.ts";
import { factors, type User } from "./schema.ts";

/** What changes how somebody signs in needs the second step where they have one, whatever else it needs. */
export async function requireSecondStep({ queries }: Auth, { user, session }: SignedIn, refusal: AuthError) {
  if (session.aal !== "aal2" && (await hasVerifiedFactor(queries, user))) throw refusal;
}

/** Tells the address that was there before. In the transaction of the change: there is none without the mail. */
export async function tellOwner(
  queries: Queries,
  user: User,
  change: AuthMailPayload["change"],
  more: Pick<AuthMailPayload, "newEmail" | "provider"> = {},
) {
  if (!user.email || !user.emailConfirmedAt) return;
  await queueLetter(queries, { to: user.email, letter: "changed", locale: languageOf(user.userMetadata), change, ...more });
}

/** Whether the user has to show a second factor for what matters most. */
async function hasVerifiedFactor(queries: Queries, user: User): Promise<boolean> {
  const [verified] = await queries
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, user.id), eq(factors.status, "verified")))
    .limit(1);
  return !!verified;
}
