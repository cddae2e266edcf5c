import type { MiddlewareHandler } from "hono";
import { findRule } from "#app/routing/route-rules.ts";
import type { Env } from "./env.ts";

/** The route rules for whole page loads; app/routing/follow-rules.ts does the same inside the browser. */
export function routeRules(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const url = new URL(c.req.url);
    // One address per page.
    if (url.pathname !== "/" && url.pathname.endsWith("/")) {
      return c.redirect(`/${withoutSlashes(url.pathname)}${url.search}`, 301);
    }
    const rule = findRule(url);
    return rule ? c.redirect(rule.to, rule.status) : next();
  };
}

/** Without those at both ends. No pattern: `\/+$` takes a quarter of a second for a path of slashes. */
function withoutSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}
