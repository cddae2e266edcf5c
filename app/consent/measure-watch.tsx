import { useEffect } from "react";
import { useLocation } from "react-router";

/** Where tags are configured: follows the visitor's choice, and tells them of each page. What does the work is loaded beside the page. */
export function MeasureWatch() {
  const { pathname } = useLocation();

  useEffect(() => {
    if (document.documentElement.dataset.gtm === undefined) return;
    const apply = () => measure(({ applyChoice }) => applyChoice());
    // The other tabs have the same cookie, and scripts of their own that run.
    const channel = new BroadcastChannel("consent");
    channel.addEventListener("message", apply);
    const tell = () => {
      apply();
      // It goes to the tabs of this site; it has no target to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(null);
    };
    // The choice may have been made before React woke.
    tell();
    addEventListener("consent", tell);
    return () => {
      removeEventListener("consent", tell);
      channel.close();
    };
  }, []);

  useEffect(() => {
    if (window.dataLayer) measure(({ trackPage }) => trackPage(pathname));
  }, [pathname]);
  return null;
}

/** Out of reach, nothing is measured, and the page goes on. */
function measure(act: (how: typeof import("./measure.ts")) => void) {
  void import("./measure.ts").then(act, () => {});
}
