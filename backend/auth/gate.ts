import { and, eq } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import type { AuthMailPayload } from "#backend/database/schema.ts";
import type { Auth, SignedIn } from "./context.ts";
import { AuthError, userNotFound } from "./errors.ts";
import { languageOf, queueLetter } from "./mail.ts";
import { factors, users, type User } from "./schema.ts";

/** What changes how somebody signs in needs the second step where they have one, whatever else it needs. */
export async function requireSecondStep({ queries }: Auth, { user, session }: SignedIn, refusal: AuthError) {
  if (session.aal !== "aal2" && (await hasVerifiedFactor(queries, user))) throw refusal;
}

/** And a proof of the last minutes that it is them: a session that somebody left open, or that was stolen, is not enough. */
export function requireRecentSignIn(auth: Auth, signedIn: SignedIn) {
  if (!isRecent(auth, signedIn)) throw reauthenticationNeeded();
}

export function isRecent({ config }: Auth, { session }: SignedIn): boolean {
  return Date.now() - session.createdAt.getTime() < config.clocks.recentSignIn;
}

export const reauthenticationNeeded = (what = "This change") =>
  new AuthError(400, "reauthentication_needed", `${what} requires reauthentication`);

/** Changes to how one user signs in happen one after the other. */
export async function lockUser(queries: Queries, { id }: User): Promise<User> {
  const [user] = await queries.select().from(users).where(eq(users.id, id)).for("update");
  if (!user) throw userNotFound();
  return user;
}

/** Tells the address that was there before. In the transaction of the change: there is none without the mail. */
export async function tellOwner(
  queries: Queries,
  user: User,
  change: AuthMailPayload["change"],
  more: Pick<AuthMailPayload, "newEmail" | "provider"> = {},
) {
  await writeToOwner(queries, user, { letter: "changed", change, ...more });
}

/** A letter about their account, to the address that they have shown to be theirs. */
export async function writeToOwner(queries: Queries, user: User, letter: Omit<AuthMailPayload, "to" | "locale">) {
  if (!user.email || !user.emailConfirmedAt) return;
  await queueLetter(queries, { to: user.email, locale: languageOf(user.userMetadata), ...letter });
}

/** Whether the user has to show a second factor for what matters most. */
export async function hasVerifiedFactor(queries: Queries, user: User): Promise<boolean> {
  const [verified] = await queries
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, user.id), eq(factors.status, "verified")))
    .limit(1);
  return !!verified;
}
