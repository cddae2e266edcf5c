import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { aboveMessages, noticeLook } from "#app/live/notice-look.ts";
import { queryOf } from "#backend/requests/inbox-filters.ts";
import type { Arrival } from "#backend/requests/inbox.ts";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { sayAlert } from "./alerts.tsx";

type Props = {
  /** What has come, the newest first. */
  arrivals: Arrival[];
  /** The ids of the requests that the list shows. */
  shown: string[];
  /** The one that is open: it tells of its messages itself. */
  open?: string;
  text: Pick<Content["messages"], "arrived" | "showArrived" | "alerts">;
  path: string;
};

/** Says when requests or answers have come meanwhile, and shows it where the list does not show them. */
export function Arrivals({ arrivals, shown, open, text, path }: Props) {
  const newcomers = useNewcomers(arrivals).filter(({ request }) => request !== open);
  const count = newcomers.length;
  const newest = newcomers.find(isRequest)?.id;
  const says = text.alerts.request;
  useEffect(() => {
    if (newest) sayAlert(`request ${newest}`, says);
  }, [newest, says]);
  const isInSight = newcomers.every(({ request }) => shown.includes(request));
  return (
    <p role="status" className={isInSight ? "sr-only" : `${noticeLook} ${aboveMessages}`}>
      {count > 0 && fill(count === 1 ? text.arrived.one : text.arrived.many, { n: count })}
      {!isInSight && (
        <Link
          to={newcomers.every(isRequest) ? path : path + queryOf({ unread: "yes" })}
          className="text-on-toxo underline underline-offset-4"
        >
          {text.showArrived}
        </Link>
      )}
    </p>
  );
}

function isRequest({ id, request }: Arrival): boolean {
  return id === request;
}

/** Those that have come since the visitor last went somewhere. One that was moved back among older ones is none. */
function useNewcomers(arrivals: Arrival[]): Arrival[] {
  const { key } = useLocation();
  const [seen, setSeen] = useState({ key, ids: arrivals.map(({ id }) => id) });
  if (seen.key !== key) setSeen({ key, ids: arrivals.map(({ id }) => id) });
  const firstSeen = arrivals.findIndex(({ id }) => seen.ids.includes(id));
  return arrivals.slice(0, firstSeen < 0 ? arrivals.length : firstSeen);
}
