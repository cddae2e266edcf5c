import { randomBytes } from "node:crypto";
import { isAuthError, type AuthError } from "@supabase/supabase-js";
import type { Queries } from "#backend/database/connection.ts";
import { StartError } from "#backend/start-error.ts";
import { adminClient, type AdminAccess } from "./admin-client.ts";
import { refusalOf, signInLink } from "./change-person.ts";
import { logged, type Outcome } from "./people-log.ts";
import { hasNoAccounts } from "./people.ts";

const command = { id: null, email: "npm run admin" };

/** Makes somebody an administrator, with or without an account before, and gives a link that signs them in once. */
export async function makeAdmin(accounts: AdminAccess, queries: Queries, { email, siteUrl }: { email: string; siteUrl: string }) {
  const client = adminClient(accounts);
  const app_metadata = { role: "admin" };

  /** Without a look into the database: it may not be the one with the accounts. */
  async function create(): Promise<Outcome<string> | "exists"> {
    const { data, error } = await client.createUser({ email, email_confirm: true, app_metadata });
    if (error?.code === "email_exists") return "exists";
    return error ? refusalOf(error) : { done: data.user.id, userId: data.user.id };
  }

  async function promote(): Promise<Outcome<string>> {
    // The service finds nobody by their address, but a link that it makes says whose it is.
    const { data, error } = await client.generateLink({ type: "magiclink", email });
    if (error) return refusalOf(error);
    const { id, email_confirmed_at: isConfirmed } = data.user!;
    const changes = {
      app_metadata,
      email_confirm: true,
      ban_duration: "none",
      // Whoever signed up with this address has not shown that it is theirs: their password must not open it.
      ...(!isConfirmed && { password: randomBytes(32).toString("base64url") }),
    };
    const { error: refused } = await client.updateUserById(id, changes);
    return refused ? refusalOf(refused) : { done: id, userId: id };
  }

  try {
    const entry = { person: { email }, actor: command, details: { role: "admin" } };
    let isNew = true;
    const outcome = await logged<string>(queries, { ...entry, action: "role" }, async () => {
      const created = await create();
      if (created !== "exists") return created;
      isNew = false;
      return promote();
    });
    if ("refused" in outcome) throw new StartError(sentence(outcome.refused, email));
    const { data, error } = await client.generateLink({ type: "magiclink", email });
    if (error) throw error;
    return { isNew, email, link: signInLink(`${siteUrl}/confirm`, data.properties, "/admin/messages") };
  } catch (error) {
    if (hasNoAccounts(error)) throw new StartError("The database is not ready yet: start the site once, then run this again.");
    if (isAuthError(error)) throw new StartError(`The accounts service cannot be reached or does not work: ${reasonOf(error)}.`);
    throw error;
  }
}

function reasonOf({ status, message }: AuthError): string {
  return status ? `it answered ${status}` : message;
}

function sentence(refused: string, email: string): string {
  if (refused === "email" || refused === "validation_failed") return `"${email}" is not an e-mail address.`;
  if (refused === "no_authorization" || refused === "not_admin") return "The accounts service does not accept the secret key.";
  return `The accounts service refused: ${refused}.`;
}
