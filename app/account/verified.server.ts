import { createClient, type EmailOtpType, type Session, type SupabaseClient, type VerifyOtpParams } from "@supabase/supabase-js";
import type { RouterContextProvider } from "react-router";
import { backendContext } from "#app/context.ts";
import { tieRequests } from "#backend/requests/my-requests.ts";
import { withoutLocale } from "#content/locales.ts";
import type { Content } from "#content/en/index.ts";
import { readSession } from "./guard.server.ts";
import type { Mailed } from "./mailed.server.ts";
import { accountContext } from "./server-client.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The kinds of mail that a code may be from. An address that was not confirmed yet must be known as such. */
const kinds: EmailOtpType[] = ["signup", "invite", "magiclink", "recovery", "email_change"];
const likeliest: Record<Mailed["kind"], EmailOtpType[]> = {
  signup: ["signup"],
  link: ["signup", "magiclink"],
  recovery: ["recovery"],
};

/** Exchanges the six digits of a mail. The browser may know of one mail, and the code may be from another. */
export async function verifyCode(context: Context, email: string, token: string, mailed: Mailed | undefined) {
  const likely = mailed?.email.toLowerCase() === email.toLowerCase() ? likeliest[mailed.kind] : [];
  let last: Awaited<ReturnType<typeof verify>> | undefined;
  for (const type of new Set([...likely, ...kinds])) {
    last = await verify(context, { email, token, type });
    if (last.error?.code !== "otp_expired") break;
  }
  return last!;
}

/** Exchanges what a mail brought for a session, and ties to the account what came from its address before. */
export async function verify(context: Context, given: VerifyOtpParams) {
  const client = context.get(accountContext);
  const type = given.type as EmailOtpType;
  const { queries } = context.get(backendContext);
  const before = type === "email_change" ? await readSession(client) : undefined;
  // What came from the address that they leave is theirs.
  if (before) await tieRequests(queries, before.user);
  const { data, error } = await (before ? clientAside(context) : client).auth.verifyOtp(given);
  if (data.session) {
    await tieRequests(queries, data.session.user);
    if (before) await takeOver(client, context, data.session, before.user.id);
  }
  return { type, session: data.session, error };
}

/** Whoever is signed in stays so, second step included: the new session would ask for it again. */
async function takeOver(client: SupabaseClient, context: Context, session: Session, userId: string) {
  const { access_token, refresh_token } = session;
  if (session.user.id !== userId) return void (await client.auth.setSession({ access_token, refresh_token }));
  const aside = clientAside(context);
  await aside.auth.setSession({ access_token, refresh_token });
  await aside.auth.signOut({ scope: "local" });
  // With the new address in it.
  await client.auth.refreshSession();
}

/** A client whose session is nobody's cookie. */
function clientAside(context: Context): SupabaseClient {
  const { url, publishableKey, fetch: send } = context.get(backendContext).accounts;
  return createClient(url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: send } });
}

/** Where to go on; the client area says what was done. */
export function saying(next: string, what: keyof Content["me"]["done"]): string {
  const { pathname, search } = new URL(next, "http://localhost");
  return withoutLocale(pathname) === "/me" && !search ? `${pathname}?done=${what}` : next;
}
