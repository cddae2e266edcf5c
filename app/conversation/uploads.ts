import { endingOf, mostFiles } from "#backend/requests/file-types.ts";
import type { ShownFile } from "./files.tsx";
import { uploadFile, type Failure } from "./upload-file.client.ts";

/** A file that is to go with the message. */
export type Item = {
  key: string;
  name: string;
  size: number;
  state: "waiting" | "sending" | "lost" | "checking" | "ready" | "failed";
  /** Bytes that have left. */
  sent: number;
  /** What the server calls it. */
  id?: string;
  why?: Failure | "many";
  /** What the server says of one that was there before this page. */
  shown?: ShownFile;
};

const atOnce = 2;

type Parts = { address: string; whose: string; largest: number; unsent: ShownFile[] };

/** The files that somebody adds to a message, and how far each has come. They outlive renderings, not the page. */
export function createUploads({ address, whose, largest, unsent }: Parts) {
  let items: Item[] = unsent.map(known);
  const sources = new Map<string, File>();
  const running = new Map<string, () => void>();
  const removed = new Set<string>();
  const listeners = new Set<() => void>();
  let count = 0;

  function change(key: string, more: Partial<Item>) {
    items = items.map((item) => (item.key === key ? { ...item, ...more } : item));
    for (const listener of listeners) listener();
  }

  function startNext() {
    while (running.size < atOnce) {
      const next = items.find(({ state, key }) => state === "waiting" && !running.has(key));
      if (!next) return;
      begin(next);
    }
  }

  function begin({ key, size }: Item) {
    const over = (more: Partial<Item>) => {
      running.delete(key);
      change(key, more);
      startNext();
    };
    const stop = uploadFile(sources.get(key)!, address, {
      begun: (id) => change(key, { id }),
      progress: (sent) => change(key, { sent, state: sent < size ? "sending" : "checking" }),
      lost: () => change(key, { state: "lost" }),
      done: () => over({ state: "ready", sent: size }),
      failed: (why) => over({ why, state: "failed" }),
    });
    running.set(key, stop);
    change(key, { state: "sending" });
  }

  /** What stays there is never sent, and goes after a day. */
  async function forget(id: string) {
    removed.add(id);
    await fetch(address, { method: "POST", body: new URLSearchParams({ remove: id, whose }) }).catch(() => {});
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    items: () => items,
    isBusy: () => items.some(isUnderWay),

    add(files: File[]) {
      for (const file of files) {
        const key = `added ${++count}`;
        const kept = items.filter(({ state }) => state !== "failed").length;
        const why = kept >= mostFiles ? "many" : refusalOf(file, largest);
        sources.set(key, file);
        items = [...items, { key, name: file.name, size: file.size, sent: 0, state: why ? "failed" : "waiting", why }];
      }
      change("", {});
      startNext();
    },

    /** Takes it away, here and there. */
    remove({ key, id }: Item) {
      running.get(key)?.();
      running.delete(key);
      sources.delete(key);
      items = items.filter((item) => item.key !== key);
      if (id) void forget(id);
      change("", {});
      startNext();
    },

    /** From its beginning. What is there of it counts no more. */
    async again({ key, id }: Item) {
      change(key, { state: "waiting", sent: 0, why: undefined, id: undefined });
      if (id) await forget(id);
      startNext();
    },

    /** What the page has been told meanwhile: what waits to be sent, and what was. */
    learn(waiting: ShownFile[], sent: Set<string>) {
      const here = new Set(items.map(({ id }) => id));
      const fresh = waiting.filter(({ id }) => !here.has(id) && !removed.has(id)).map(known);
      const left = items.filter(({ id }) => !id || !sent.has(id));
      if (fresh.length === 0 && left.length === items.length) return;
      items = [...left, ...fresh];
      change("", {});
    },

    stop() {
      for (const stop of running.values()) stop();
    },
  };
}

export function isUnderWay({ state }: Item): boolean {
  return state !== "ready" && state !== "failed";
}

function known(file: ShownFile): Item {
  return { key: file.id, name: file.name, size: 0, state: "ready", sent: 0, id: file.id, shown: file };
}

/** What the server would refuse too, after all of it was sent. */
function refusalOf({ name, size }: File, largest: number): Failure | undefined {
  if (!endingOf(name)) return "type";
  if (size === 0) return "empty";
  if (size > largest) return "large";
}
