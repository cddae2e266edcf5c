import type { MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";

/** One address per page: other spellings of it lead there, so that nothing is counted, cached or rendered under them. */
export function canonicalAddress(): MiddlewareHandler<Env> {
  return async (c, next) => {
    // Browsers keep what stands behind it to themselves.
    if (c.env?.incoming?.url?.includes("#")) return c.text("The address is not readable.", 400);
    const { pathname, search } = new URL(c.req.url);
    const canonical = canonicalPath(pathname);
    if (canonical === pathname) return next();
    const isReading = c.req.method === "GET" || c.req.method === "HEAD";
    return isReading ? c.redirect(canonical + search, 301) : c.text("There is another address for this.", 400);
  };
}

const plain = /[\w.~-]/;

/** Without slashes at the end or one after the other, and without codes for what needs none. */
export function canonicalPath(pathname: string): string {
  const decoded = pathname.replaceAll(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return plain.test(character) ? character : code;
  });
  // Split, not a pattern: `\/+$` takes a quarter of a second for a path of slashes.
  return `/${decoded.split("/").filter(Boolean).join("/")}`;
}
