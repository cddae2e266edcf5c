import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { AccountsAddress } from "./browser-client.ts";

/** Shows the page anew when its visitor signs in or out, here or in another tab. */
export function SessionWatch({ accounts }: { accounts: AccountsAddress }) {
  const { revalidate } = useRevalidator();
  const { url, publishableKey } = accounts;
  useEffect(() => {
    const stop = new AbortController();
    void watch({ url, publishableKey }, revalidate, stop.signal);
    return () => stop.abort();
  }, [url, publishableKey, revalidate]);
  return null;
}

async function watch(accounts: AccountsAddress, onChange: () => void, signal: AbortSignal) {
  const { browserClient } = await import("./browser-client.ts");
  if (signal.aborted) return;
  let known: string | undefined;
  const { data } = browserClient(accounts).auth.onAuthStateChange((event, session) => {
    const user = session?.user.id;
    // The first word is what the server knew too.
    if (event !== "INITIAL_SESSION" && (user !== known || event === "USER_UPDATED")) onChange();
    known = user;
  });
  signal.addEventListener("abort", () => data.subscription.unsubscribe());
}
