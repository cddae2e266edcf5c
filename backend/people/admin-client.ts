import { createClient } from "@supabase/supabase-js";
import type { Settings } from "#backend/settings.ts";

/** The accounts service, ours or a Supabase project's. Without a `fetch` it is reached by the network. */
export type Accounts = {
  url: string;
  publishableKey: string;
  secretKey: string;
  providers: string[];
  /** Our own service, which knows recovery codes; a Supabase project does not. */
  isOurs: boolean;
  /** Whether anybody may open an account. */
  signUps: Settings["auth"]["signUps"];
  /** For so many milliseconds a sign-in is a proof that it is them. */
  recentSignIn: number;
  fetch?: typeof fetch;
};

/** What it takes to have all rights there. */
export type AdminAccess = Pick<Accounts, "url" | "secretKey" | "fetch">;

/** Longer than any answer takes, and shorter than a change may last (people-log.ts). */
const longestAnswer = 15_000;

/** The accounts with all rights: for what an administrator does to others, after it was made sure that they are one. */
export function adminClient({ url, secretKey, fetch: send = fetch }: AdminAccess) {
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => send(input, { ...init, signal: AbortSignal.timeout(longestAnswer) }) },
  }).auth.admin;
}

export type AdminClient = ReturnType<typeof adminClient>;
