import { data } from "react-router";

/** Every address that no page has. */
export function loader() {
  throw data("Page not found", { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
