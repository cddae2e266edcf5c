import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** Milliseconds: what happens at once is loaded at once, and what goes on happening once in a while. */
const gathering = 50;
const rest = 1000;

const interval = 15_000;
/** A tab that nobody looks at asks every fourth time, if at all: the title of the inbox says how many are new. */
const hiddenSteps = 4;

/**
 * Gives what loads the page's data again: soon, once for all who ask meanwhile, and not while somebody goes somewhere else, sends a form, or reads
 * an answer that a new look at the page would take away.
 */
export function useReload(paused: boolean): () => void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle" && !paused;
  const [isWanted, setIsWanted] = useState(false);
  const loadedAt = useRef(-Infinity);
  useEffect(() => {
    if (!isWanted || !isIdle) return;
    let isOver = false;
    const timer = setTimeout(
      async () => {
        const isAnswered = await answers();
        // A form that was sent meanwhile has an answer by now: it is loaded after that was read.
        if (isOver) return;
        setIsWanted(false);
        if (!isAnswered) return;
        loadedAt.current = performance.now();
        void revalidate();
      },
      Math.max(gathering, loadedAt.current + rest - performance.now()),
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, isIdle, revalidate]);
  return useCallback(() => setIsWanted(true), []);
}

/** Asks again and again, where nobody tells. */
export function usePolling(when: "always" | "visible" | undefined, reload: () => void) {
  useEffect(() => {
    if (!when) return;
    let isOver = false;
    let steps = 0;
    const timer = setInterval(async () => {
      steps++;
      if (document.visibilityState !== "visible" && (when === "visible" || steps % hiddenSteps > 0)) return;
      if ((await answers()) && !isOver) reload();
    }, interval);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [when, reload]);
}

/** Asked first, because loading would replace the page, and what is typed in it, where the session has ended or the server is away. */
function answers(): Promise<boolean> {
  return fetch(location.href, { method: "HEAD", redirect: "manual" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
