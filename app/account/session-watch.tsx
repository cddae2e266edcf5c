import type { AuthChangeEvent } from "@supabase/supabase-js";
import { useCallback, useEffect, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { localePath, type Locale } from "#content/locales.ts";
import { isTypedIn } from "#app/ui/typed-in.ts";
import type { AccountsAddress } from "./browser-client.ts";

/** The person who is signed in, and by how many steps; null when nobody is. */
type Who = string | null;

/** Shows the page anew when its visitor signs in or out, here or in another tab. */
export function SessionWatch({ accounts: { url, publishableKey }, who, locale }: { accounts: AccountsAddress; who: Who; locale: Locale }) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const known = useRef(who);
  const tabs = useRef<BroadcastChannel>(null);

  /** A form that somebody is typing in stays theirs: sending it will say that the session is over, or another's, and keep it. */
  const look = useCallback(() => {
    if (!known.current || !isTypedIn()) void revalidate();
  }, [revalidate]);

  // Pages sign people in and out by forms, on the server: each tab says whom it sees, and the others look again when they see somebody else.
  // One channel as long as the page lives: what came between two of them would be lost.
  useEffect(() => {
    const channel = new BroadcastChannel("session");
    tabs.current = channel;
    channel.addEventListener("message", ({ data: other }: MessageEvent<Who>) => {
      if (other !== known.current) look();
    });
    return () => channel.close();
  }, [look]);

  useEffect(() => {
    known.current = who;
    // It goes to the tabs of this site; it has no target to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tabs.current?.postMessage(who);
  }, [who]);

  useEffect(() => {
    const stop = new AbortController();
    void watch(
      { url, publishableKey },
      (event, user) => {
        switch (event) {
          case "INITIAL_SESSION":
          case "TOKEN_REFRESHED":
            // The server knew the session that the page began with; a new token is in its cookie already.
            return;
          case "PASSWORD_RECOVERY":
            return void navigate(localePath(locale, "/confirm?step=password"));
          case "SIGNED_OUT":
            if (known.current) look();
            return;
          case "SIGNED_IN":
            // Said again whenever the tab comes to the front.
            if (!known.current?.startsWith(user!)) look();
            return;
          case "USER_UPDATED":
          case "MFA_CHALLENGE_VERIFIED":
            look();
        }
      },
      stop.signal,
    );
    return () => stop.abort();
  }, [url, publishableKey, locale, navigate, look]);
  return null;
}

async function watch(accounts: AccountsAddress, onEvent: (event: AuthChangeEvent, user?: string) => void, signal: AbortSignal) {
  // Out of reach, the page and what is typed into it stay as they are: only the accounts' own events are missing.
  const client = await import("./browser-client.ts").catch(() => undefined);
  if (!client || signal.aborted) return;
  const { data } = client.browserClient(accounts).auth.onAuthStateChange((event, session) => onEvent(event, session?.user.id));
  signal.addEventListener("abort", () => data.subscription.unsubscribe());
}
