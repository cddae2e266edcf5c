import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";

/** What administrators let each other know: which request they have before them, and whether they are writing to its sender. */
export type Here = { userId: string; request?: string; isWriting: boolean };

/** Milliseconds. Whoever has not typed for this long is doing something else. */
const pondering = 120_000;

/** What this page says of whoever has it open. A tab that nobody looks at has nothing before anybody. */
export function useHere(userId: string, request: string | undefined): Here {
  const [isVisible, setIsVisible] = useState(true);
  const [writing, setWriting] = useState<string>();
  // Whoever has sent it, or has gone on to another request, is writing no more.
  const { key } = useLocation();
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === "visible");
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const type = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement) || target.dataset.reply === undefined) return;
      clearTimeout(timer);
      setWriting(target.value.trim() ? key : undefined);
      timer = setTimeout(() => setWriting(undefined), pondering);
    };
    document.addEventListener("input", type);
    return () => {
      document.removeEventListener("input", type);
      clearTimeout(timer);
    };
  }, [key]);
  const isWriting = request !== undefined && writing === key;
  return { userId, request: isVisible || isWriting ? request : undefined, isWriting };
}

type Props = {
  others: Here[];
  userId: string;
  request: string;
  admins: { id: string; email: string; name?: string }[];
  text: Content["messages"]["colleagues"];
};

/** Says who else is answering this request, or reads it. */
export function Colleagues({ others, userId, request, admins, text }: Props) {
  const there = others.filter((one) => one.request === request && one.userId !== userId);
  const writing = there.filter(({ isWriting }) => isWriting);
  const names = namesOf(writing.length > 0 ? writing : there);
  const says = writing.length > 0 ? text.writing : text.reading;
  return (
    <p role="status" className="pointer-events-none absolute top-full right-0 z-10 max-w-full">
      {names.length > 0 && (
        <span
          className={`mt-1 inline-block max-w-full truncate rounded-full px-3 py-0.5 text-sm font-semibold shadow ${writing.length > 0 ? "bg-shade text-ink" : "border border-line bg-foam text-ink"}`}
        >
          {fill(names.length === 1 ? says.one : says.many, { who: names.join(", ") })}
        </span>
      )}
    </p>
  );

  function namesOf(people: Here[]): string[] {
    const all = people.map(({ userId: id }) => {
      const admin = admins.find((one) => one.id === id);
      return admin?.name || admin?.email || text.somebody;
    });
    return [...new Set(all)];
  }
}
