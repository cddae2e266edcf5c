import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { BackendContext } from "#app/context.ts";

/** The client that may change everyone's account. It has the secret key: who calls it must have been let in before. */
export function adminClient({ url, secretKey, fetch }: BackendContext["accounts"]): SupabaseClient {
  return createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch } });
}
