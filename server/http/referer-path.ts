import type { Context } from "hono";
import { ownPath } from "#app/routing/own-path.ts";
import type { Env } from "./env.ts";

/** The page the request came from, when it is one of ours: at the address the request used, or at the site's own. */
export function refererPath(c: Context<Env>, siteUrl: string): string | undefined {
  const referer = c.req.header("referer");
  if (!referer || !URL.canParse(referer)) return;
  const url = new URL(referer);
  return url.origin === c.get("client").origin || url.origin === siteUrl ? ownPath(url.pathname + url.search) : undefined;
}
