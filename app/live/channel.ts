import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import type { AccountsAddress } from "#app/account/browser-client.ts";

/** What the database tells (supabase/migrations/…_live.sql): what happened, and to which request. */
export type News = { kind: string; request: string | null };

export type Ears = {
  heard(news: News): void;
  /** Whether everything is heard from now on; what was told before may not have been. */
  changed(isThere: boolean): void;
  /** What those say of themselves who are there, oneself among them; without it nobody is asked. */
  present?(everybody: object[]): void;
};

export type Joined = {
  /** What others are to know of this page. */
  say(presence: object): void;
  leave(): void;
};

/** Milliseconds until a channel that was refused or ended is asked for again. After a lost line realtime-js comes back by itself. */
const patience = [1000, 5000];
const longPatience = 60_000;

/** Hears a private channel, with the session that the browser's client keeps fresh for all of the page. */
export function joinChannel(accounts: AccountsAddress, topic: string, ears: Ears): Joined {
  const over = new AbortController();
  let now: { client: SupabaseClient; channel: RealtimeChannel } | undefined;
  let presence: object | undefined;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout>;

  async function join() {
    // Out of reach, the page stays as it is.
    const { browserClient } = await import("#app/account/browser-client.ts").catch(() => ({ browserClient: undefined }));
    if (!browserClient || over.signal.aborted) return;
    const client: SupabaseClient = browserClient(accounts);
    // Of a page before this one, on its way out.
    const left = client.getChannels().find((one) => one.subTopic === topic);
    if (left) await client.removeChannel(left);
    await client.realtime.setAuth();
    if (over.signal.aborted) return;
    const channel = client.channel(topic, { config: { private: true } });
    now = { client, channel };
    channel.on("broadcast", { event: "news" }, ({ payload }) => ears.heard(payload as News));
    if (ears.present) channel.on("presence", { event: "sync" }, () => ears.present!(Object.values(channel.presenceState()).flat()));
    channel.subscribe((status) => {
      if (now?.channel !== channel) return;
      if (status === "SUBSCRIBED") {
        tries = 0;
        ears.changed(true);
        if (presence) void channel.track(presence);
        return;
      }
      ears.changed(false);
      if (status === "CLOSED" || (status === "CHANNEL_ERROR" && client.realtime.isConnected())) {
        joinAgain(patience[tries++] ?? longPatience);
      }
    });
  }

  /** A browser that may not open sockets throws: then nothing is heard. */
  function tryToJoin() {
    join().catch(() => ears.changed(false));
  }

  function drop() {
    clearTimeout(timer);
    const dropped = now;
    now = undefined;
    if (dropped) void dropped.client.removeChannel(dropped.channel);
  }

  function joinAgain(wait: number) {
    drop();
    timer = setTimeout(tryToJoin, wait);
  }

  /** The socket may not know yet that nobody hears it any more, and would wait for an answer. */
  async function comeBack() {
    await now?.client.realtime.disconnect();
    joinAgain(0);
  }

  addEventListener("online", () => void comeBack(), { signal: over.signal });
  tryToJoin();
  return {
    say(next) {
      presence = next;
      if (now?.channel.state === "joined") void now.channel.track(next);
    },
    leave() {
      over.abort();
      drop();
    },
  };
}
