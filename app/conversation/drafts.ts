import { useEffect, useRef } from "react";
import { draftsKey } from "#app/inbox/storage-keys.ts";
import { cleanText } from "#backend/requests/request.ts";

type Drafts = Record<string, { text: string; at: number }>;

/** What somebody writes about a request: each kind of text has a draft of its own. */
export function draftName(userId: string, requestId: string, what: "note" | "message"): string {
  return what === "note" ? `${userId} ${requestId}` : `${userId} ${requestId} ${what}`;
}

/**
 * What is written outlives its page: another request that is opened, a session that ends, a line that breaks. Give the ref to the field.
 * What was sent needs no draft any more.
 */
export function useDraft(name: string, sent?: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const written = field.current!;
    // What came back from the server is newer.
    written.value ||= readDrafts()[name]?.text ?? "";
    if (sent && cleanText(written.value) === sent) {
      written.value = "";
      keepDraft(name, "");
    }
    const keep = () => keepDraft(name, written.value);
    written.addEventListener("input", keep);
    return () => written.removeEventListener("input", keep);
  }, [name, sent]);
  return field;
}

/** Nothing to keep is nothing kept. */
export function keepDraft(name: string, text: string) {
  const { [name]: _before, ...others } = readDrafts();
  const drafts = text.trim() ? { ...others, [name]: { text, at: Date.now() } } : others;
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
