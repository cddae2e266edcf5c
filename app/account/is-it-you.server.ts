import { createClient, type AuthError, type User } from "@supabase/supabase-js";
import type { RouterContextProvider } from "react-router";
import { adminClient } from "#backend/people/admin-client.ts";
import { backendContext } from "#app/context.ts";
import { takeSecondStep } from "./second-step.server.ts";
import { accountContext } from "./server-client.server.ts";

type Args = { user: User; context: Readonly<RouterContextProvider> };

const secondSteps = new Set(["totp", "recovery_code"]);

/** Whether this person has signed in within the last minutes, by the token that the accounts have signed. */
export async function hasJustSignedIn({ context }: Pick<Args, "context">): Promise<boolean> {
  const { recentSignIn } = context.get(backendContext).accounts;
  const { data } = await context.get(accountContext).auth.getClaims();
  const methods = (data?.claims.amr ?? []) as { method: string; timestamp: number }[];
  return methods.some(({ method, timestamp }) => !secondSteps.has(method) && Date.now() - timestamp * 1000 < recentSignIn);
}

/** Sends a code to the address of the account. Where it is opened as a link, that is a sign-in too. */
export async function mailCode(args: Args, emailRedirectTo: string): Promise<AuthError | null> {
  const { error } = await besides(args).auth.signInWithOtp({
    email: args.user.email!,
    options: { shouldCreateUser: false, emailRedirectTo },
  });
  return error;
}

export type Proof = { password?: string; mailCode?: string; secondStep?: string };

/** Why it was not enough. The code of a mail that was right is good no more. */
export type Refusal = { error: AuthError; isMailCodeSpent?: boolean };

/**
 * Signs the person in once more, by all the steps that they have. Only then the new session takes the place of the one that they came with:
 * whoever fails is still where they were.
 */
export async function signInAgain(args: Args, { password, mailCode: token, secondStep }: Proof): Promise<Refusal | null> {
  const { user, context } = args;
  const { accounts } = context.get(backendContext);
  const client = besides(args);
  const email = user.email!;
  const { error } = token
    ? await client.auth.verifyOtp({ email, token, type: "email" })
    : await client.auth.signInWithPassword({ email, password: password ?? "" });
  if (error) return { error };

  const factorIds = (user.factors ?? []).filter(({ status }) => status === "verified").map(({ id }) => id);
  const refused = factorIds.length > 0 ? await takeSecondStep({ client, accounts }, secondStep ?? "", factorIds) : null;
  if (refused) {
    await client.auth.signOut({ scope: "local" });
    return { error: refused, isMailCodeSpent: !!token };
  }

  const { auth } = context.get(accountContext);
  const [before, now] = await Promise.all([auth.getSession(), client.auth.getSession()]);
  const kept = await auth.setSession(now.data.session!);
  if (kept.error) return { error: kept.error };
  await adminClient(accounts).signOut(before.data.session!.access_token, "local");
  return null;
}

/** A client beside the visitor's, which keeps nothing. */
function besides({ context }: Pick<Args, "context">) {
  const { url, publishableKey, fetch } = context.get(backendContext).accounts;
  return createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
  });
}
