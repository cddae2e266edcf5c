import { useEffect, useRef } from "react";
import { draftsKey } from "./storage-keys.ts";

type Drafts = Record<string, { text: string; at: number }>;

/** A note outlives its page: another request that is opened, a session that ends, a line that breaks. Give the ref to the field. */
export function useNoteDraft(userId: string, requestId: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const note = field.current!;
    // What came back from the server is newer.
    note.value ||= readDrafts()[`${userId} ${requestId}`]?.text ?? "";
    const keep = () => keepDraft(userId, requestId, note.value);
    note.addEventListener("input", keep);
    return () => note.removeEventListener("input", keep);
  }, [userId, requestId]);
  return field;
}

/** Nothing to keep is nothing kept. */
export function keepDraft(userId: string, requestId: string, text: string) {
  const { [`${userId} ${requestId}`]: _before, ...others } = readDrafts();
  const drafts = text.trim() ? { ...others, [`${userId} ${requestId}`]: { text, at: Date.now() } } : others;
  try {
    if (Object.keys(drafts).length > 0) localStorage.setItem(draftsKey.name, JSON.stringify(drafts));
    else localStorage.removeItem(draftsKey.name);
  } catch {
    // No room, or no storage: the note is in its field, as it was before there were drafts.
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
