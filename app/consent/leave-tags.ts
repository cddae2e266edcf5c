import { redirectDocument } from "react-router";
import { isPrivate } from "#app/routing/private-pages.ts";

/** Scripts of tags stay in the document until it is left: for a private page, or after consent was withdrawn, another one is loaded. */
export function leaveTags({ request, url }: { request: Request; url: URL }) {
  const { tags } = document.documentElement.dataset;
  const isElsewhere = url.pathname !== location.pathname;
  if (tags && request.method === "GET" && isElsewhere && (tags === "over" || isPrivate(url.pathname))) throw redirectDocument(url.href);
}
