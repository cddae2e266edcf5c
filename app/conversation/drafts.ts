import { useEffect, useRef, useState } from "react";
import { draftsKey } from "#app/inbox/storage-keys.ts";
import { cleanText } from "#backend/requests/request.ts";

/** With the key of the message that it becomes. */
type Drafts = Record<string, { text: string; at: number; key?: string }>;

/** What somebody writes about a request: each kind of text has a draft of its own. */
export function draftName(userId: string, requestId: string, what: "note" | "message"): string {
  return what === "note" ? `${userId} ${requestId}` : `${userId} ${requestId} ${what}`;
}

/**
 * What is written outlives its page: another request that is opened, a session that ends, a line that breaks. Give the ref to the field.
 * What was sent needs no draft any more. By the key the server knows a message that comes again because nobody heard that it had arrived: it
 * lives as long as the draft, and for what has none it is the one that came with the page.
 */
export function useDraft(name: string, { given = "", sent }: { given?: string; sent?: { id: string; text?: string } } = {}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [ownKey, setOwnKey] = useState<string>();
  // By its id: the same words may be sent twice.
  const { id: sentId, text: sentText } = sent ?? {};
  useEffect(() => {
    const written = field.current!;
    // What came back from the server is newer.
    written.value ||= readDraft(name);
    if (sentId && cleanText(written.value) === sentText) {
      written.value = "";
      keepDraft(name, "");
    }
    const follow = () => setOwnKey(readDrafts()[name]?.key);
    const keep = () => {
      keepDraft(name, written.value);
      follow();
    };
    follow();
    written.addEventListener("input", keep);
    return () => written.removeEventListener("input", keep);
  }, [name, sentId, sentText]);
  return { field, key: ownKey ?? given };
}

/** What is kept under a name, if anything. */
export function readDraft(name: string): string {
  return readDrafts()[name]?.text ?? "";
}

/** Nothing to keep is nothing kept. */
export function keepDraft(name: string, text: string) {
  const { [name]: before, ...others } = readDrafts();
  // On plain HTTP browsers make none.
  const key = before?.key ?? crypto.randomUUID?.();
  const drafts = text.trim() ? { ...others, [name]: { text, at: Date.now(), key } } : others;
  try {
    if (Object.keys(drafts).length > 0) localStorage.setItem(draftsKey.name, JSON.stringify(drafts));
    else localStorage.removeItem(draftsKey.name);
  } catch {
    // No room, or no storage: the text is in its field, as it was before there were drafts.
  }
}

/** Whoever leaves, leaves nothing on the device that somebody else may use. */
export function dropDrafts() {
  try {
    localStorage.removeItem(draftsKey.name);
  } catch {
    // Where there is no storage, nothing was kept.
  }
}

function readDrafts(): Drafts {
  try {
    const drafts = JSON.parse(localStorage.getItem(draftsKey.name) ?? "{}") as Drafts;
    const oldest = Date.now() - draftsKey.days * 86_400_000;
    return Object.fromEntries(Object.entries(drafts).filter(([, { at }]) => at > oldest));
  } catch {
    return {};
  }
}
