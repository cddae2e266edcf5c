import type { ContactRequest } from "./schema.ts";

export type SpamSignal = "trap" | "speed" | "links" | "repeated";

/** Nobody reads and fills in the form in less. */
const quickest = 2000;
const mostLinks = 3;

/** What makes a request look like spam, as far as it can be seen from itself. */
export function spamSignals(request: ContactRequest, { trap, elapsed }: { trap: string; elapsed?: number }): SpamSignal[] {
  const signals: SpamSignal[] = [];
  if (trap) signals.push("trap");
  // A clock that is ahead of ours makes it negative, and says nothing.
  if (elapsed !== undefined && elapsed >= 0 && elapsed < quickest) signals.push("speed");
  const lines = [request.name, request.company, request.city].join("\n");
  if (linksIn(request.message) > mostLinks || linksIn(lines) > 0) signals.push("links");
  return signals;
}

function linksIn(text: string): number {
  return text.match(/https?:\/\/|\bwww\.|\[url|<a\s/gi)?.length ?? 0;
}
