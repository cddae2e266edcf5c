import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * After navigation inside the browser the focus follows, so that keyboards and screen readers are where the page is. A page that shows one
 * step after another under one address gives each a title and a heading of its own (`metaOf`); what somebody should meet first, such as
 * what was done or the field to fill in, it marks with `data-focus`.
 */
export function useFocusOnNavigation() {
  const { key, pathname, search, hash } = useLocation();
  const isBack = useNavigationType() === "POP";
  const shown = useRef<{ key: string; path: string; search: string; hash: string; title: string }>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = { key, path: pathname, search, hash, title: titleNow() };
    // A page that was just loaded has the focus that the browser gave it.
    if (!before || before.key === key) return;
    // What went wrong says so first.
    if (document.activeElement?.role === "alert") return;
    // Somebody who searches may type on, or look through what was found from there.
    if (before.path === pathname && document.activeElement?.matches("main [role=search] :is(input, select)")) return;
    const isSamePage = before.path === pathname && before.search === search;
    const isAnchor = !!hash && (!isSamePage || before.hash !== hash);
    const marked = isSamePage && isAnchor ? null : document.querySelector<HTMLElement>("main [data-focus]");
    if (marked) return moveFocus(marked, isBack);
    const anchor = isAnchor ? document.getElementById(hash.slice(1)) : null;
    if (anchor) {
      // The browser went to the anchor by itself, and a quick visitor has gone on from there.
      if (!anchor.contains(document.activeElement)) moveFocus(anchor, true);
      return;
    }
    const isAnotherStep = before.path !== pathname || before.title !== titleNow();
    if (isAnotherStep || isLost()) moveFocus(document.querySelector<HTMLElement>("main h1") ?? document.getElementById("content"), isBack);
  }, [key, pathname, search, hash, isBack]);
}

/** What had the focus is gone. */
function isLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

function moveFocus(target: HTMLElement | null, staysInPlace: boolean) {
  if (!target) return;
  // What can be reached by Tab stays so.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  // Below the header, which the browser's own scrolling to the focus knows nothing of.
  if (!staysInPlace) target.scrollIntoView({ block: "nearest" });
}

/** Without the number in front, which tells what is new and changes by itself. */
function titleNow(): string {
  return document.title.replace(/^\(\S+\) /, "");
}
