import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After navigation inside the browser the focus follows, as it does after a page load: to the anchor, or to the content. */
export function useFocusOnNavigation() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname + hash);
  useEffect(() => {
    if (shown.current === pathname + hash) return;
    shown.current = pathname + hash;
    // What went wrong says so first.
    if (document.activeElement?.role === "alert") return;
    const target = document.getElementById(hash.slice(1) || "content");
    if (!target) return;
    // The browser went to the anchor by itself, and a quick visitor has gone on from there.
    if (hash && target.contains(document.activeElement)) return;
    if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname, hash]);
}
