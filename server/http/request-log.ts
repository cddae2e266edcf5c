import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { countAnswer, type Answers } from "#server/endpoints/metrics.ts";
import type { Env } from "./env.ts";

/** Short, because every page carries one. */
export function newRequestId(): string {
  return randomBytes(9).toString("base64url");
}

const probes = new Set(["/healthz", "/readyz", "/metrics"]);

/** Gives the request an id and writes one line when it is answered: no address, no query, nothing of the person. */
export function requestLog(log: Logger, answers: Answers): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = performance.now();
    const id = newRequestId();
    c.set("requestId", id);
    await next();
    countAnswer(answers, c.res.status);
    // A page can be asked about; nobody asks about a file.
    if (c.get("cached")?.isPage !== false) c.header("X-Request-Id", id);
    // A monitor asks every few seconds, and is told the truth; what it asked is no news.
    log[probes.has(c.req.path) ? "debug" : "info"](
      { id, method: c.req.method, path: c.req.path.slice(0, 200), status: c.res.status, ms: Math.round(performance.now() - start) },
      "request",
    );
  };
}
