import { and, eq, ne, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import type { Auth } from "./context.ts";
import { languageOf, queueLetter, queueToken } from "./mail.ts";
import { makeToken } from "./one-time-tokens.ts";
import { users, type User } from "./schema.ts";

/** Asks both mailboxes to confirm a new address; whatever was asked or confirmed before is over. */
export async function askForChange(
  auth: Auth,
  queries: Queries,
  user: User,
  { newEmail, redirectTo, flowStateId }: { newEmail: string; redirectTo: string; flowStateId?: string },
) {
  const [taken] = await queries
    .select()
    .from(users)
    .where(and(eq(users.email, newEmail), ne(users.id, user.id)));
  if (user.email) {
    const token = await makeToken(auth, queries, user, "email_change_current", { email: user.email, redirectTo, flowStateId });
    await queueToken(queries, user, token, newEmail);
  }
  // Whether somebody has that address is not for others to learn; its owner is told instead.
  if (taken) {
    await queueLetter(queries, { to: newEmail, letter: "account_exists", locale: languageOf(taken.userMetadata, redirectTo) });
  } else {
    const token = await makeToken(auth, queries, user, "email_change_new", { email: newEmail, redirectTo, flowStateId });
    await queueToken(queries, user, token, newEmail);
  }
  await queries
    .update(users)
    .set({ emailChange: newEmail, emailChangeSentAt: sql`now()`, emailChangeConfirmStatus: 0 })
    .where(eq(users.id, user.id));
}
