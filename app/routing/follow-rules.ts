import { redirect, redirectDocument } from "react-router";
import { findRule } from "./route-rules.ts";

/** The route rules for navigation inside the browser; an external target is a full page load. */
export function followRules({ request }: { request: Request }) {
  const rule = findRule(new URL(request.url));
  if (rule) throw rule.external ? redirectDocument(rule.to, rule.status) : redirect(rule.to, rule.status);
}
