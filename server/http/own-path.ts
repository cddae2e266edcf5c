import type { Context } from "hono";
import type { Env } from "#server/app.ts";

const nowhere = "http://nowhere.invalid";

/** The path, query and anchor of an address of ours; "/" for anything that could lead elsewhere. */
export function ownPath(wanted: string): string {
  if (!/^\/(?![/\\])/.test(wanted) || !URL.canParse(wanted, nowhere)) return "/";
  const url = new URL(wanted, nowhere);
  return url.origin === nowhere && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : "/";
}

/** The page the request came from, when it is one of ours: at the address the request used, or at the site's own. */
export function refererPath(c: Context<Env>, siteUrl: string): string | undefined {
  const referer = c.req.header("referer");
  if (!referer || !URL.canParse(referer)) return;
  const url = new URL(referer);
  return url.origin === c.get("client").origin || url.origin === siteUrl ? ownPath(url.pathname + url.search) : undefined;
}
