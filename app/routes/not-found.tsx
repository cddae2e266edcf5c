import { data } from "react-router";
import { pageMeta } from "#app/seo/page-meta.ts";

/** Every address that no page has. */
export function loader() {
  throw data("Page not found", { status: 404 });
}

export const meta = pageMeta;

export default function NotFoundPage() {
  return null;
}
