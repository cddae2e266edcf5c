import { useEffect, useRef, useState } from "react";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { fill } from "#content/format.ts";
import type { ContactTexts } from "./contact-texts.server.ts";
import { cleanText, lengthOf, limits } from "#backend/requests/request.ts";

/** How long the message must be and, once React is awake, how far it has come. */
export function MessageCount({ text, typed }: { text: ContactTexts["form"]; typed: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [message, setMessage] = useState(typed);
  const hydrated = useHydrated();
  useEffect(() => {
    const area = place.current?.closest("form")?.elements.namedItem("message") as HTMLTextAreaElement;
    const read = () => setMessage(area.value);
    // Something may have been typed before React was awake.
    read();
    area.addEventListener("input", read);
    return () => area.removeEventListener("input", read);
  }, []);

  const length = lengthOf(cleanText(message));
  const { messageMin: min, messageMax: max } = limits;
  const count =
    length < min
      ? fill(text.count.missing, { count: min - length })
      : length > max
        ? fill(text.count.over, { count: length - max })
        : fill(text.count.enough, { count: length, max });
  return (
    <span ref={place} className="flex flex-wrap justify-between gap-x-4 tabular-nums">
      <span>{text.messageHint}</span>
      {hydrated && <span data-count>{count}</span>}
    </span>
  );
}
