import type { SupabaseClient, User } from "@supabase/supabase-js";
import { redirect } from "react-router";
import { localeOf, localePath } from "#app/i18n/locales.ts";

/**
 * Who is signed in, and whether the second step is still before them. The service is asked each time: a token lives for an
 * hour after its session has ended, and the rest of the cookie is the visitor's to change.
 */
export async function readSession({ auth }: SupabaseClient): Promise<{ user: User; needsFactor: boolean } | undefined> {
  const { data: token } = await auth.getClaims();
  if (!token) return;
  const { data, error } = await auth.getUser();
  if (error && (!error.status || error.status >= 500)) throw error;
  if (!data.user) return;
  const hasFactor = data.user.factors?.some(({ status }) => status === "verified") ?? false;
  return { user: data.user, needsFactor: hasFactor && token.claims.aal !== "aal2" };
}

/** Who is signed in, all steps done; anyone else goes to sign in first, and comes back afterwards. */
export async function requireSignedIn(client: SupabaseClient, url: URL): Promise<User> {
  const session = await readSession(client);
  const back = new URLSearchParams({ next: url.pathname + url.search });
  const login = (query: string) => redirect(localePath(localeOf(url.pathname), `/login?${query}${back}`));
  if (!session) throw login("");
  if (session.needsFactor) throw login("step=code&");
  return session.user;
}
