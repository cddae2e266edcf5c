import type { Content } from "#content/en/index.ts";
import { Files, type ShownFile } from "./files.tsx";
import { messageAnchor } from "#backend/requests/message-anchor.ts";
import { linkParts } from "./link-parts.ts";

/** What happened in a conversation, as it is shown. */
export type Shown = {
  id: string;
  /** What the agency wrote, what the client wrote, what only the agency sees, or what was done. */
  side: "ours" | "theirs" | "note" | "event";
  /** Who it was, or what was done. */
  heading: string;
  /** When, and by whom where the heading does not say it. */
  when: string;
  text?: string;
  /** What is folded away of an answer by mail. */
  rest?: { label: string; text: string };
  /** Of an event: what was noted with it. */
  note?: string;
  lang?: string;
  files?: ShownFile[];
};

const look = {
  ours: "border-l-4 border-tide bg-shade px-4 py-3 sm:ml-8",
  theirs: "border-l-4 border-granite px-4 py-1",
  // Nobody may take it for something that the client reads.
  note: "border-2 border-dashed border-granite bg-sand px-4 py-3",
  event: "border-l-3 border-dotted border-line pl-4 text-sm text-muted",
};

/** A conversation, the oldest first. */
export function Messages({ items, label, files: fileTexts }: { items: Shown[]; label?: string; files: Content["files"] }) {
  return (
    <ol aria-label={label} className="grid gap-5">
      {items.map(({ id, side, heading, when, text, rest, note, lang, files }) => (
        <li key={id} id={messageAnchor(id)} className={look[side]}>
          <p className={side === "event" ? "" : "flex flex-wrap items-baseline gap-x-3"}>
            <span className={side === "event" ? "" : "font-semibold"}>{heading}</span>
            {side === "event" && " · "}
            <span className="text-sm text-muted">{when}</span>
          </p>
          {text && (
            <p lang={lang} dir="auto" className="mt-1 max-w-[68ch] text-ink wrap-anywhere whitespace-pre-wrap">
              <LinkedText text={text} />
            </p>
          )}
          {files && <Files files={files} text={fileTexts} />}
          {rest && (
            <details className="mt-2 max-w-[68ch] text-muted">
              <summary className="cursor-pointer text-sm">{rest.label}</summary>
              <p lang={lang} dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
                <LinkedText text={rest.text} />
              </p>
            </details>
          )}
          {note && <p className={`mt-2 max-w-[68ch] text-base wrap-anywhere whitespace-pre-wrap text-ink ${look.note}`}>{note}</p>}
        </li>
      ))}
    </ol>
  );
}

/** A text in which addresses are links. Whoever wrote them, we neither recommend them nor tell them where their readers come from. */
function LinkedText({ text }: { text: string }) {
  return linkParts(text).map((part, number) =>
    part.href ? (
      // They never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={number} href={part.href} rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
