import { createBrowserClient } from "@supabase/ssr";
import { clientOptions } from "#backend/realtime/client-options.ts";
import { cookieOptions } from "./session-cookie.ts";

export type AccountsAddress = { url: string; publishableKey: string };

/** The one client of this page; it keeps the session fresh and hears of it from other tabs. Account pages alone load it. */
export function browserClient({ url, publishableKey }: AccountsAddress) {
  return createBrowserClient(url, publishableKey, { cookieOptions: cookieOptions(location.origin), realtime: clientOptions });
}
