import type { RequestRow } from "#backend/database/schema.ts";
import type { ConversationRow } from "#backend/requests/conversation.ts";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { dateAndTime, fill } from "#content/format.ts";
import { languageTags, type Locale } from "#content/locales.ts";
import type { Shown } from "./messages.tsx";

/** A conversation as the client sees it, in the language of the page. */
export function clientView(request: RequestRow, rows: ConversationRow[], locale: Locale, { conversation: text, me }: Content): Shown[] {
  const { states } = me.requests;
  const when = (date: Date) => dateAndTime(locale, date);
  const lang = languageTags[request.locale];
  return [
    { id: request.id, side: "theirs", heading: text.you, when: when(request.createdAt), text: request.message, lang },
    // That something looked like spam to us for a while says nothing to them.
    ...rows.filter(({ fromState, toState }) => !toState || states[toState] !== states[fromState!]).map(shown),
  ];

  function shown({ id, createdAt, kind, toState, actorName, text: written, rest }: ConversationRow): Shown {
    const folded = rest === null ? undefined : { label: text.rest, text: rest };
    const part = { id, when: when(createdAt), text: written ?? undefined, rest: folded, lang: written ? lang : undefined };
    if (kind === "state") return { ...part, side: "event", heading: fill(text.became, { state: states[toState!] }) };
    if (kind === "answer") return { ...part, side: "theirs", heading: text.you };
    return { ...part, side: "ours", heading: actorName ? fill(text.us, { who: actorName, name: agency.name }) : agency.name };
  }
}
