import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { withoutLocale } from "#content/locales.ts";

/** The id of the home page's section that lies across the middle of the window. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const { pathname } = useLocation();
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    if (withoutLocale(pathname) !== "/") return;
    // Where two meet both are there: back from there, the one that stayed is told of no more.
    const there = new Set<string>();
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) there.add(target.id);
          else there.delete(target.id);
        }
        setCurrent([...there].at(-1));
      },
      { rootMargin: "-45% 0px -54% 0px" },
    );
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) seen.observe(section);
    }
    return () => {
      seen.disconnect();
      setCurrent(undefined);
    };
  }, [ids, pathname]);
  return current;
}
