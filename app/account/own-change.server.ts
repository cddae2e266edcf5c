import type { AuthError, SupabaseClient, User } from "@supabase/supabase-js";
import type { RouterContextProvider } from "react-router";
import { logged, type PeopleAction } from "#backend/people/people-log.ts";
import { backendContext } from "#app/context.ts";
import { accountContext } from "./server-client.server.ts";

/** Somebody changes something about themselves through the accounts, and leaves a trace of it. */
export async function changeOwn(
  { context, user }: { context: Readonly<RouterContextProvider>; user: User },
  action: PeopleAction,
  work: (client: SupabaseClient) => Promise<{ error: AuthError | null }>,
  details?: Record<string, string>,
): Promise<AuthError | undefined> {
  const me = { id: user.id, email: user.email ?? "" };
  let failed: AuthError | undefined;
  await logged(context.get(backendContext).queries, { person: me, actor: me, action, details }, async () => {
    const { error } = await work(context.get(accountContext));
    if (error) failed = error;
    return error ? { refused: error.code ?? error.message } : { done: true };
  });
  return failed;
}
