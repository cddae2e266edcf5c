import type { IncomingMessage, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { parse } from "hono/utils/cookie";
import type { Logger } from "pino";
import { localeCookie } from "#content/locales.ts";
import type { Env } from "./env.ts";
import type { PageViews } from "#backend/page-views.ts";
import { asksConsent } from "#server/endpoints/consent.ts";
import { hostPattern } from "./forwarded.ts";
import { encodingFor, matches } from "./kept.ts";
import { newRequestId } from "./request-log.ts";
import { chosenTheme } from "#server/endpoints/theme.ts";

type Answer = { headers: string[]; body?: Uint8Array; isPage: boolean };

/** What one address answers to one kind of visitor: in full, or that nothing has changed. */
type Answers = { etag: string; 200?: Answer; 304?: Answer };

type Parts = { policyVersion: string; log: Logger; pageViews: PageViews };

/**
 * What the app has answered from memory once is answered the same way again before anything else looks at the request. The headers
 * are those that the app sent, so there is one place that decides them.
 */
export function quickAnswers({ policyVersion, log, pageViews }: Parts) {
  const known = new Map<string, Answers>();

  /** All that an answer from memory depends on; undefined where the app has more to do. */
  function keyOf({ method, url = "", headers, rawHeaders }: IncomingMessage): string | undefined {
    if (method !== "GET" || url.includes("?") || !namesOneHost(headers.host, rawHeaders)) return;
    const cookies = parse(headers.cookie ?? "");
    const locale = cookies[localeCookie.name];
    // A first visit to the home page goes to a language and is given a cookie.
    if (url === "/" && (locale || headers["accept-language"]) && locale !== "en") return;
    const asks = asksConsent(cookies, headers["sec-gpc"] as string | undefined, policyVersion);
    return `${url} ${chosenTheme(cookies)} ${asks} ${encodingFor(headers["accept-encoding"] ?? "")}`;
  }

  return {
    /** The outermost step of the app: it sees what is sent in the end. */
    remember: (async (c, next) => {
      await next();
      const kept = c.get("kept");
      const key = kept && c.env?.incoming && keyOf(c.env.incoming);
      const { status, headers } = c.res;
      if (!key || (status !== 200 && status !== 304) || headers.has("set-cookie")) return;
      const list = [...headers].filter(([name]) => name !== "x-request-id").flat();
      known.set(key, { ...known.get(key), etag: kept.etag, [status]: { headers: list, body: kept.body, isPage: kept.isPage } });
    }) satisfies MiddlewareHandler<Env>,

    /** Whether the request was answered. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const key = keyOf(request);
      const answers = key ? known.get(key) : undefined;
      if (!answers) return false;
      const status = matches(request.headers["if-none-match"], answers.etag) ? 304 : 200;
      const answer = answers[status];
      if (!answer) return false;
      const id = newRequestId();
      const path = request.url!;
      response.writeHead(status, answer.isPage ? [...answer.headers, "x-request-id", id] : answer.headers);
      response.end(answer.body);
      if (answer.isPage) pageViews.count(path, (name) => request.headers[name] as string | undefined);
      log.info({ id, method: "GET", path: path.slice(0, 200), status, ms: 0 }, "request");
      return true;
    },
  };
}

/** Anything else is refused by the app. */
function namesOneHost(host = "", rawHeaders: string[]): boolean {
  return hostPattern.test(host) && rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length === 1;
}
