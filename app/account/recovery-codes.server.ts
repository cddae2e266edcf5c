import { AuthApiError, AuthRetryableFetchError, type AuthError, type SupabaseClient } from "@supabase/supabase-js";
import type { Accounts } from "#backend/people/admin-client.ts";

export type Caller = { client: SupabaseClient; accounts: Accounts };

type Answer<T> = { data: T; error: null } | { data: null; error: AuthError };

/** How many recovery codes somebody has; undefined where the accounts know none. */
export async function countRecoveryCodes(caller: Caller): Promise<{ total: number; left: number; created_at: string | null } | undefined> {
  if (!caller.accounts.isOurs) return;
  const { data, error } = await call<{ total: number; left: number; created_at: string | null }>(caller, "GET", "/recovery_codes");
  if (error) throw error;
  return data;
}

export function makeRecoveryCodes(caller: Caller): Promise<Answer<{ codes: string[] }>> {
  return call(caller, "POST", "/recovery_codes");
}

/** With a code that is right the client goes on with both steps done. */
export async function useRecoveryCode(caller: Caller, code: string): Promise<AuthError | null> {
  const { data, error } = await call<{ access_token: string; refresh_token: string }>(caller, "POST", "/recovery_codes/verify", { code });
  if (!error) return (await caller.client.auth.setSession(data)).error;
  // The same code as that of a wrong code of an app; here nobody has one at hand.
  return error.code === "mfa_verification_failed" ? new AuthApiError(error.message, error.status ?? 422, "recovery_code_wrong") : error;
}

/** A call that the client has no method for, because our accounts alone answer it. */
async function call<T>({ client, accounts }: Caller, method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const { data } = await client.auth.getSession();
  const response = await (accounts.fetch ?? fetch)(`${accounts.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: accounts.publishableKey,
      Authorization: `Bearer ${data.session?.access_token}`,
      "Content-Type": "application/json",
      "X-Supabase-Api-Version": "2024-01-01",
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  const answer = await response.json();
  if (response.ok) return { data: answer as T, error: null };
  const { message, code } = answer as { message: string; code: string };
  const error =
    response.status >= 500 ? new AuthRetryableFetchError(message, response.status) : new AuthApiError(message, response.status, code);
  return { data: null, error };
}
