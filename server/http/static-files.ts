import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { answer, cachedResponse } from "./cached-response.ts";
import type { CachedResponse, Env } from "./env.ts";

/** By address. Files are looked up by name and never by path, so no address can leave the folder. */
export type StaticFiles = Map<string, CachedResponse>;

/** Reads the built files into memory, with the compressed copies that the build put beside them. */
export async function readFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll("\\", "/")),
  );
  const read = (name: string) => (names.has(name) ? readFile(folder + name) : undefined);
  const files = [...names].filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(
    await Promise.all(
      files.map(async (name): Promise<[string, CachedResponse]> => {
        const [plain, br, gzip] = await Promise.all([readFile(folder + name), read(`${name}.br`), read(`${name}.gz`)]);
        return [name, cachedResponse({ plain, br, gzip }, headersOf(name))];
      }),
    ),
  );
}

function headersOf(name: string): Record<string, string> {
  return {
    "Content-Type": getMimeType(name) ?? "application/octet-stream",
    "Cache-Control": name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
  };
}

export function staticFiles(files: StaticFiles): MiddlewareHandler<Env> {
  return async (c, next) => {
    const file = c.req.method === "GET" || c.req.method === "HEAD" ? files.get(c.req.path) : undefined;
    if (file) return answer(c, file);
    // A missing asset is a short answer, not a page.
    if (c.req.path.startsWith("/assets/")) return c.text("Not found.", 404, { "Cache-Control": "no-store" });
    await next();
  };
}
