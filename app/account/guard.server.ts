import type { JwtPayload, SupabaseClient } from "@supabase/supabase-js";
import { redirect } from "react-router";
import { localeOf, localePath } from "#app/i18n/locales.ts";

/** Whether the session has the second step still before it. */
export async function needsFactor(client: SupabaseClient): Promise<boolean> {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}

/** Who is signed in, all steps done; anyone else goes to sign in first, and comes back afterwards. */
export async function requireSignedIn(client: SupabaseClient, url: URL): Promise<JwtPayload> {
  const { data } = await client.auth.getClaims();
  const locale = localeOf(url.pathname);
  const back = new URLSearchParams({ next: url.pathname + url.search });
  if (!data) throw redirect(localePath(locale, `/login?${back}`));
  if (await needsFactor(client)) throw redirect(localePath(locale, `/login?step=code&${back}`));
  return data.claims;
}
