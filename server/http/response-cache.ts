import type { IncomingMessage, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { parse } from "hono/utils/cookie";
import type { Logger } from "pino";
import type { PageViews } from "#backend/page-views.ts";
import { localeCookie } from "#content/locales.ts";
import { countAnswer, type Answers } from "#server/endpoints/metrics.ts";
import { lookFor, pageKey } from "#server/pages/look.ts";
import { encodingFor, matches } from "./cached-response.ts";
import type { CachedResponse, Env } from "./env.ts";
import { hostPattern } from "./forwarded.ts";
import { newRequestId } from "./request-log.ts";

/** Files by their address, and public pages by `pageKey`. Only what the build and the table of pages know gets in, never what a visitor made up. */
export type ResponseCache = Map<string, CachedResponse>;

type Parts = { cache: ResponseCache; policyVersion: string; log: Logger; answers: Answers; pageViews: PageViews };

/**
 * What the app has answered from the cache once is answered the same way again before anything else looks at the request: twice as many
 * pages a second. The headers are those that the app sent, so there is one place that decides them.
 */
export function cachedResponses({ cache, policyVersion, log, answers, pageViews }: Parts) {
  /** What is sent for a request; undefined where the app has more to do. */
  function find({ method, url = "", headers, rawHeaders }: IncomingMessage): CachedResponse | undefined {
    if (method !== "GET" || !namesOneHost(headers.host, rawHeaders)) return;
    const file = cache.get(url);
    if (file) return file;
    const cookies = parse(headers.cookie ?? "");
    const locale = cookies[localeCookie.name];
    // A first visit to the home page goes to a language and is given a cookie.
    if (url === "/" && (locale || headers["accept-language"]) && locale !== "en") return;
    return cache.get(pageKey(url, lookFor(cookies, headers["sec-gpc"] as string | undefined, policyVersion)));
  }

  return {
    /** The outermost step of the app: it sees what is sent in the end. */
    remember: (async (c, next) => {
      await next();
      const cached = c.get("cached");
      const incoming = c.env?.incoming;
      const { status, headers } = c.res;
      if (!cached || !incoming || (status !== 200 && status !== 304) || headers.has("set-cookie") || find(incoming) !== cached) return;
      const list = [...headers].filter(([name]) => name !== "x-request-id").flat();
      cached.sent.set(`${status} ${encodingFor(incoming.headers["accept-encoding"], cached.bodies)}`, list);
    }) satisfies MiddlewareHandler<Env>,

    /** Whether the request was answered. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const cached = find(request);
      if (!cached) return false;
      const status = matches(request.headers["if-none-match"], cached.etag) ? 304 : 200;
      const encoding = encodingFor(request.headers["accept-encoding"], cached.bodies);
      const headers = cached.sent.get(`${status} ${encoding}`);
      if (!headers) return false;
      const id = newRequestId();
      // Without the query of a page's variant.
      const path = request.url!.split("?", 1)[0]!;
      response.writeHead(status, cached.isPage ? [...headers, "x-request-id", id] : headers);
      response.end(status === 200 ? cached.bodies[encoding] : undefined);
      countAnswer(answers, status);
      if (cached.isPage) pageViews.count(path, (name) => request.headers[name] as string | undefined);
      log.info({ id, method: "GET", path: path.slice(0, 200), status, ms: 0 }, "request");
      return true;
    },
  };
}

/** Anything else is refused by the app. */
function namesOneHost(host = "", rawHeaders: string[]): boolean {
  return hostPattern.test(host) && rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length === 1;
}
