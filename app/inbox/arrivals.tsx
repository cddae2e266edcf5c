import { useEffect, useState } from "react";
import { Link, useLocation, useNavigation, useRevalidator } from "react-router";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";

const interval = 15_000;
/** A tab that nobody looks at asks every fourth time: its title says how many are new. */
const hiddenSteps = 4;

type Props = {
  /** The ids of the newest requests, the newest first. */
  arrivals: string[];
  /** The ids of those that the list shows. */
  shown: string[];
  text: Pick<Content["messages"], "arrived" | "showArrived">;
  href: string;
  /** While an answer is shown that a new look at the page would take away. */
  paused: boolean;
};

/** Reads the page again by itself, and says when requests have come meanwhile that the list does not show. */
export function Arrivals({ arrivals, shown, text, href, paused }: Props) {
  useRefresh(paused);
  const newcomers = useNewcomers(arrivals);
  const count = newcomers.length;
  const isInSight = newcomers.every((id) => shown.includes(id));
  return (
    <p role="status" className={isInSight ? "sr-only" : "inline-flex items-center gap-4 bg-toxo px-4 py-1 font-semibold text-on-toxo"}>
      {count > 0 && fill(count === 1 ? text.arrived.one : text.arrived.many, { n: count })}
      {!isInSight && (
        <Link to={href} className="text-on-toxo underline underline-offset-4">
          {text.showArrived}
        </Link>
      )}
    </p>
  );
}

function useRefresh(paused: boolean) {
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && !paused;
  useEffect(() => {
    if (!isIdle) return;
    let isOver = false;
    let steps = 0;
    const timer = setInterval(async () => {
      steps++;
      if (document.visibilityState !== "visible" && steps % hiddenSteps > 0) return;
      // Asked first, because reading the page again would replace it, and what is typed in it, where the session has ended or the server is away.
      const isThere = await fetch(location.href, { method: "HEAD", redirect: "manual" }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isThere && !isOver) void revalidate();
    }, interval);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isIdle, revalidate]);
}

/** Those that have come since the visitor last went somewhere. One that was moved back among older ones is none. */
function useNewcomers(arrivals: string[]): string[] {
  const { key } = useLocation();
  const [seen, setSeen] = useState({ key, ids: arrivals });
  if (seen.key !== key) setSeen({ key, ids: arrivals });
  const firstSeen = arrivals.findIndex((id) => seen.ids.includes(id));
  return arrivals.slice(0, firstSeen < 0 ? arrivals.length : firstSeen);
}
