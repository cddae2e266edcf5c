import type { Handler } from "hono";
import { installedIcons } from "#app/ui/installed-icons.server.ts";
import type { Env } from "#server/http/env.ts";

/** A page has a dozen. More would make megabytes of an address of some kilobytes. */
const mostNames = 50;

/** `/api/icons/lucide.json?icons=menu,sun`: Iconify's JSON from the installed sets. */
export function iconSets(): Handler<Env> {
  return (c) => {
    const prefix = /^([a-z0-9-]+)\.json$/.exec(c.req.param("file") ?? "")?.[1];
    const names = new Set(
      c.req
        .query("icons")
        ?.split(",", mostNames + 1)
        .filter(Boolean),
    );
    if (names.size > mostNames) return c.json({ error: `At most ${mostNames} icons at once` }, 400, { "Cache-Control": "no-store" });
    const set = prefix && names.size > 0 ? installedIcons(prefix, [...names]) : undefined;
    if (!set) return c.json({ error: "Icons not found" }, 404, { "Cache-Control": "no-store" });
    return c.json(set, 200, { "Cache-Control": "public, max-age=604800" });
  };
}
