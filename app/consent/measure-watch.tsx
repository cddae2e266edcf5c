import { useEffect } from "react";
import { useLocation } from "react-router";

/** Where tags are configured: follows the visitor's choice, and tells them of each page. What does the work is loaded when there is a choice. */
export function MeasureWatch() {
  const { pathname } = useLocation();

  useEffect(() => {
    if (document.documentElement.dataset.gtm === undefined) return;
    const apply = () => void import("./measure.ts").then(({ applyChoice }) => applyChoice());
    apply();
    addEventListener("consent", apply);
    return () => removeEventListener("consent", apply);
  }, []);

  useEffect(() => {
    if (window.dataLayer) void import("./measure.ts").then(({ trackPage }) => trackPage(pathname));
  }, [pathname]);
  return null;
}
