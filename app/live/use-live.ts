import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useOutletContext } from "react-router";
import type { AccountsAddress } from "#app/account/browser-client.ts";
import { joinChannel, type Joined, type News } from "./channel.ts";
import { usePolling, useReload } from "./use-reload.ts";

type Options<Here> = {
  /** The channel; none for whoever is not signed in. */
  topic?: string;
  /** While an answer is shown that a new look at the page would take away. */
  paused: boolean;
  /** When the page asks by itself where it cannot be told. */
  polls?: "always" | "visible";
  /** Whether the page shows something of it. */
  concerns?: (news: News) => boolean;
  onNews?: (news: News) => void;
  /** What others who have the page open are to know. */
  here?: Here;
};

/** Keeps a page of the account pages as it is on the server: told by a channel, it loads its data again. Gives what others say of themselves. */
export function useLive<Here extends object>({ topic, paused, polls, concerns = () => true, onNews, here }: Options<Here>): Here[] {
  const { url, publishableKey } = useOutletContext<AccountsAddress>();
  const [isTold, setIsTold] = useState(false);
  const [others, setOthers] = useState<Here[]>([]);
  const joined = useRef<Joined>(null);
  const reload = useReload(paused);
  usePolling(isTold || paused ? undefined : polls, reload);

  const heard = useEffectEvent((news: News) => {
    onNews?.(news);
    if (concerns(news)) reload();
  });
  const isPresent = here !== undefined;
  useEffect(() => {
    if (!topic) return;
    const channel = joinChannel({ url, publishableKey }, topic, {
      heard: (news) => heard(news),
      changed(isThere) {
        setIsTold(isThere);
        if (!isThere) return setOthers([]);
        // What happened since the page was loaded, or while nobody was heard.
        reload();
      },
      present: isPresent ? (everybody) => setOthers(everybody as Here[]) : undefined,
    });
    joined.current = channel;
    return () => {
      channel.leave();
      joined.current = null;
      setIsTold(false);
      setOthers([]);
    };
  }, [url, publishableKey, topic, isPresent, reload]);

  const said = here && JSON.stringify(here);
  useEffect(() => {
    if (said) joined.current?.say(JSON.parse(said) as object);
  }, [said]);
  return others;
}
