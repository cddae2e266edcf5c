import { Hono, type Context } from "hono";
import { callerOf, CallRefused } from "#backend/api/caller.ts";
import type { Service } from "#backend/api/service.ts";
import type { AuthContext, AuthEnv } from "#backend/auth/context.ts";
import { contact, type Functions } from "./contact.ts";

/** Our functions, by the name with which a client invokes them. */
const functions: Record<string, (parts: Functions, c: AuthContext) => Promise<Response>> = { contact };

const largestBody = 64 * 1024;
const allowed = "authorization, apikey, content-type, x-client-info, x-region, x-supabase-api-version";

/** What a Supabase project's edge functions are: what other pages of the agency may ask of this site. */
export function createFunctions(parts: Functions): Service {
  const app = new Hono<AuthEnv>();

  app.onError((error, c) => {
    if (error instanceof CallRefused) return c.json({ code: error.status, message: error.message }, error.status);
    parts.log.error({ err: error, id: c.get("requestId") }, "a function failed");
    return c.json({ code: "UNEXPECTED_FAILURE", message: "Unexpected failure, please check server logs for more information" }, 503);
  });

  /** Pages of other origins that the settings name; none else, whatever key they have. */
  app.use(async (c, next) => {
    const origin = c.req.header("origin");
    const { siteUrl, functionOrigins } = parts.config;
    const isOurs = origin === undefined || origin === siteUrl || origin === c.get("client").origin;
    const isKnown = origin !== undefined && functionOrigins.includes(origin);
    c.header("Vary", "Origin");
    if (isKnown) c.header("Access-Control-Allow-Origin", origin);
    if (!isOurs && !isKnown) return c.json({ code: 403, message: "This origin may not call functions here" }, 403);
    if (c.req.method !== "OPTIONS") return next();
    c.header("Access-Control-Allow-Methods", "POST, OPTIONS");
    c.header("Access-Control-Allow-Headers", allowed);
    c.header("Access-Control-Max-Age", "86400");
    return c.body(null, 204);
  });

  app.post("/:name", async (c) => {
    await callerOf(parts, c);
    const name = c.req.param("name");
    if (!Object.hasOwn(functions, name)) return notFound(c);
    c.header("Cache-Control", "no-store");
    return functions[name]!(parts, c);
  });
  // Last, and not by `notFound`: that of a mounted app is not asked, and the site's pages would answer.
  app.all("*", (c) => {
    if (!Object.hasOwn(functions, c.req.path.split("/").at(-1)!)) return notFound(c);
    return c.json({ code: 405, message: "Method not allowed" }, 405, { Allow: "POST, OPTIONS" });
  });
  return { app, largestBody, refuse: (c, status, message) => c.json({ code: status, message }, status) };
}

function notFound(c: Context): Response {
  return c.json({ code: "NOT_FOUND", message: "Requested function was not found" }, 404);
}
