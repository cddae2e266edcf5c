import type { Handler } from "hono";
import type { Env } from "#server/http/env.ts";
import { installedIcons } from "#app/ui/installed-icons.server.ts";

/** `/api/icons/lucide.json?icons=menu,sun`: Iconify's JSON from the installed sets. */
export function iconSets(): Handler<Env> {
  return (c) => {
    const prefix = /^([a-z0-9-]+)\.json$/.exec(c.req.param("file") ?? "")?.[1];
    const names = c.req.query("icons")?.split(",").filter(Boolean) ?? [];
    const set = prefix && names.length > 0 ? installedIcons(prefix, names) : undefined;
    if (!set) return c.json({ error: "Icons not found" }, 404, { "Cache-Control": "no-store" });
    return c.json(set, 200, { "Cache-Control": "public, max-age=604800" });
  };
}
