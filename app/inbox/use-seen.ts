import { useEffect } from "react";
import { useReload } from "#app/live/use-reload.ts";

/** Whoever has a request before them reads it. A tab that nobody looks at leaves it unread, whatever comes. */
export function useSeen(request: { id: string; isSeen: boolean } | undefined) {
  const reload = useReload(false);
  const unread = request && !request.isSeen ? request.id : undefined;
  useEffect(() => {
    if (!unread) return;
    async function say() {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", say);
      // Where it does not arrive, the request stays unread. The answer leads to the page that is there already.
      const said = await fetch(location.href, { method: "POST", body: new URLSearchParams({ intent: "seen" }), redirect: "manual" }).catch(
        () => undefined,
      );
      if (said?.type === "opaqueredirect") reload();
    }
    void say();
    document.addEventListener("visibilitychange", say);
    return () => document.removeEventListener("visibilitychange", say);
  }, [unread, reload]);
}
