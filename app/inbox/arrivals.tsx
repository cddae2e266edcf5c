import { useEffect, useState } from "react";
import { Link, useLocation, useNavigation, useRevalidator } from "react-router";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";

const interval = 15_000;

type Props = {
  /** The ids of the newest requests, the newest first. */
  arrivals: string[];
  text: Pick<Content["messages"], "arrived" | "showArrived">;
  href: string;
  /** While an answer is shown that a new look at the page would take away. */
  paused: boolean;
};

/** Reads the page again while somebody looks at it, and says when requests have come meanwhile. */
export function Arrivals({ arrivals, text, href, paused }: Props) {
  useRefresh(paused);
  const count = useNewcomers(arrivals);
  return (
    <p role="status" className="empty:hidden">
      {count > 0 && (
        <span className="mt-4 inline-flex items-center gap-4 bg-toxo px-4 py-2 font-semibold text-on-toxo">
          {fill(count === 1 ? text.arrived.one : text.arrived.many, { n: count })}
          <Link to={href} className="text-on-toxo underline underline-offset-4">
            {text.showArrived}
          </Link>
        </span>
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
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible") return;
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

/** How many have come since the visitor last went somewhere. One that was moved back among older ones is none. */
function useNewcomers(arrivals: string[]): number {
  const { key } = useLocation();
  const [seen, setSeen] = useState({ key, ids: arrivals });
  if (seen.key !== key) setSeen({ key, ids: arrivals });
  const firstSeen = arrivals.findIndex((id) => seen.ids.includes(id));
  return firstSeen < 0 ? arrivals.length : firstSeen;
}
