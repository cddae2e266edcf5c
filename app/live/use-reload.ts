import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { timesAsked } from "#app/awake/out-of-reach.ts";
import { askForPage, loadPage } from "./load-page.ts";

/** Milliseconds: what happens is loaded at once, and what goes on happening once in a while. */
const rest = 1000;

const interval = 15_000;
/** A tab that nobody looks at asks every fourth time, if at all: the title of the inbox says how many are new. */
const hiddenSteps = 4;

/**
 * Gives what loads the page's data again: at once, once more for all who ask meanwhile, and not while somebody goes somewhere else, sends a form, or reads
 * an answer that a new look at the page would take away.
 */
export function useReload(paused: boolean): () => void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle" && !paused;
  /** Which time is waited for; none by 0. */
  const [wanted, setWanted] = useState(0);
  const loadedAt = useRef(-Infinity);
  const times = useRef(0);
  useEffect(() => {
    if (!wanted || !isIdle) return;
    let isOver = false;
    const timer = setTimeout(
      async () => {
        const before = times.current;
        const askedBefore = timesAsked();
        const answer = await askForPage();
        // A form that was sent meanwhile has an answer by now: it is loaded after that was read.
        if (isOver) return void answer?.body?.cancel();
        if (answer) loadedAt.current = performance.now();
        // What somebody else has asked for meanwhile is newer, and may be on its way.
        const isOld = timesAsked() !== askedBefore;
        if (isOld) times.current++;
        setWanted(answer && times.current !== before ? times.current : 0);
        if (isOld) return void answer?.body?.cancel();
        if (answer) loadPage(answer, revalidate);
      },
      Math.max(0, loadedAt.current + rest - performance.now()),
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, isIdle, revalidate]);
  return useCallback(() => {
    times.current++;
    setWanted((earlier) => earlier || times.current);
  }, []);
}

/** Asks again and again, where nobody tells. */
export function usePolling(when: "always" | "visible" | undefined, reload: () => void) {
  useEffect(() => {
    if (!when) return;
    let steps = 0;
    const timer = setInterval(() => {
      steps++;
      if (document.visibilityState !== "visible" && (when === "visible" || steps % hiddenSteps > 0)) return;
      reload();
    }, interval);
    return () => clearInterval(timer);
  }, [when, reload]);
}
