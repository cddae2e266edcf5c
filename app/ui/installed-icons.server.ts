import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { IconifyJSON } from "@iconify/types";
import { getIconData, getIcons, iconToSVG } from "@iconify/utils";
import type { IconDrawing } from "./icon-store.ts";

/** The icon sets that are installed as packages: `@iconify-json/<prefix>`. */
const installed = new Set(["lucide"]);

const require = createRequire(import.meta.url);
const sets = new Map<string, IconifyJSON>();
const drawings = new Map<string, IconDrawing>();

/** A set is read when it is first needed: some are megabytes. */
function iconSet(prefix: string): IconifyJSON | undefined {
  if (!installed.has(prefix)) return;
  if (!sets.has(prefix)) sets.set(prefix, JSON.parse(readFileSync(require.resolve(`@iconify-json/${prefix}/icons.json`), "utf8")));
  return sets.get(prefix);
}

/** The drawing of `prefix:name`, to be inlined in a page. */
export function installedIcon(name: string): IconDrawing | undefined {
  const known = drawings.get(name);
  if (known) return known;
  const [prefix = "", ...rest] = name.split(":");
  const set = iconSet(prefix);
  const data = set && has(set, rest.join(":")) && getIconData(set, rest.join(":"));
  if (!data) return;
  const { body, attributes } = iconToSVG(data);
  const drawing = { body, viewBox: attributes.viewBox };
  drawings.set(name, drawing);
  return drawing;
}

/** Some icons of a set in Iconify's JSON; undefined when the set or every name is unknown. */
export function installedIcons(prefix: string, names: string[]): IconifyJSON | undefined {
  const set = iconSet(prefix);
  return (
    (set &&
      getIcons(
        set,
        names.filter((name) => has(set, name)),
      )) ??
    undefined
  );
}

/** A real name of the set, not one that every object has. */
function has({ icons, aliases = {} }: IconifyJSON, name: string): boolean {
  return Object.hasOwn(icons, name) || Object.hasOwn(aliases, name);
}
