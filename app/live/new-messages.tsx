import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { messageAnchor } from "#backend/requests/message-anchor.ts";
import { fill } from "#content/format.ts";
import { noticeLook } from "./notice-look.ts";

type Props = {
  /** The ids of the messages, the oldest first. */
  ids: string[];
  text: { one: string; many: string; show: string };
};

/** Says when messages have come since the reader went here, and shows where they are if they are out of sight. */
export function NewMessages({ ids, text }: Props) {
  const { key } = useLocation();
  const [seen, setSeen] = useState({ key, ids });
  if (seen.key !== key) setSeen({ key, ids });
  const news = ids.filter((id) => !seen.ids.includes(id));
  const isInSight = useInSight(news[0]);
  return (
    <p role="status" data-new-messages={isInSight ? undefined : ""} className={isInSight ? "sr-only" : noticeLook}>
      {news.length > 0 && fill(news.length === 1 ? text.one : text.many, { n: news.length })}
      {!isInSight && (
        <a href={`#${messageAnchor(news[0]!)}`} className="text-on-toxo underline underline-offset-4">
          {text.show}
        </a>
      )}
    </p>
  );
}

/** Whether a message has been in sight since it came. */
function useInSight(id: string | undefined): boolean {
  const [unseen, setUnseen] = useState<string>();
  useEffect(() => {
    const message = id && document.getElementById(messageAnchor(id));
    if (!message) return;
    const watch = new IntersectionObserver(([entry]) => {
      setUnseen(entry!.isIntersecting ? undefined : id);
      if (entry!.isIntersecting) watch.disconnect();
    });
    watch.observe(message);
    return () => watch.disconnect();
  }, [id]);
  return unseen === undefined || unseen !== id;
}
