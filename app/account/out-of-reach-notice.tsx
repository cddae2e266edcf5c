import { useEffect, useRef, useSyncExternalStore } from "react";
import { useNavigation } from "react-router";
import type { Content } from "#content/en/index.ts";
import { outOfReach } from "#app/awake/out-of-reach.ts";
import { Button } from "#app/ui/button.tsx";

/** The data of the page cannot be had. Whoever asked for it has the focus here, and back where it was once it goes on. */
export function OutOfReachNotice({ text }: { text: Content["account"]["outOfReach"] }) {
  const isWaiting = useSyncExternalStore(outOfReach.subscribe, outOfReach.isWaiting, () => false);
  const isAsked = useNavigation().state !== "idle";
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isWaiting || !isAsked) return;
    const before = document.activeElement as HTMLElement | null;
    button.current?.focus();
    return () => {
      if (document.activeElement === document.body) before?.focus({ preventScroll: true });
    };
  }, [isWaiting, isAsked]);
  if (!isWaiting) return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-(--layer-overlay) flex max-w-md flex-wrap items-center gap-3 rounded-md border-l-4 border-alert bg-foam p-4 shadow-lg md:left-auto"
    >
      <p className="grow">{text.text}</p>
      <Button ref={button} onClick={outOfReach.tryAgain}>
        {text.again}
      </Button>
    </div>
  );
}
