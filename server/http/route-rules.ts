import type { MiddlewareHandler } from "hono";
import { findRule } from "#app/routing/route-rules.ts";
import type { Env } from "./env.ts";

/** The route rules for whole page loads; app/routing/follow-rules.ts does the same inside the browser. */
export function routeRules(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const rule = findRule(new URL(c.req.url));
    return rule ? c.redirect(rule.to, rule.status) : next();
  };
}
