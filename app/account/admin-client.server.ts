import { createClient } from "@supabase/supabase-js";
import type { BackendContext } from "#app/context.ts";

export type Accounts = Pick<BackendContext["accounts"], "url" | "secretKey" | "fetch">;

/** Longer than any answer takes, and shorter than a change may last (app/admin/people-log.server.ts). */
const longestAnswer = 15_000;

/** The accounts with all rights: for what an administrator does to others, after it was made sure that they are one. */
export function adminClient({ url, secretKey, fetch: send = fetch }: Accounts) {
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => send(input, { ...init, signal: AbortSignal.timeout(longestAnswer) }) },
  }).auth.admin;
}

export type AdminClient = ReturnType<typeof adminClient>;
