import { redirect, redirectDocument } from "react-router";
import { findRule } from "./route-rules.ts";

/** The route rules for navigation inside the browser; an external target is a full page load. */
export function followRules({ url }: { url: URL }) {
  const rule = findRule(url);
  if (rule) throw rule.external ? redirectDocument(rule.to, rule.status) : redirect(rule.to, rule.status);
}
