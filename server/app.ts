import { Hono } from "hono";
import type { Logger } from "pino";
import type { ServerBuild } from "react-router";
import { readDocument } from "#content/legal-document.server.ts";
import type { Backend } from "#backend/backend.ts";
import type { Config } from "./config.ts";
import { consentChoice, keepChoice } from "./endpoints/consent.ts";
import { iconSets } from "./endpoints/icons.ts";
import { languageSwitch } from "./endpoints/language.ts";
import { metrics, type Answers } from "./endpoints/metrics.ts";
import { readiness } from "./endpoints/readiness.ts";
import { themeSwitch } from "./endpoints/theme.ts";
import { wellKnownFiles } from "./endpoints/well-known.ts";
import { badRequests } from "./http/bad-requests.ts";
import { canonicalAddress } from "./http/canonical-address.ts";
import { detectLanguage } from "./http/detect-language.ts";
import type { Env } from "./http/env.ts";
import { fatalError } from "./http/fatal-error.ts";
import { forwarded } from "./http/forwarded.ts";
import { limitBody } from "./http/limit-body.ts";
import { requestLog } from "./http/request-log.ts";
import { cachedResponses } from "./http/response-cache.ts";
import { routeRules } from "./http/route-rules.ts";
import { sameOrigin } from "./http/same-origin.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { staticFiles, type StaticFiles } from "./http/static-files.ts";
import { pages } from "./pages/pages.ts";
import { dataPath } from "./pages/sleeping-page.ts";

export type AppParts = {
  config: Config;
  log: Logger;
  backend: Backend;
  build: ServerBuild;
  files: StaticFiles;
  /** What the browser knows the build by, and when it was made. */
  buildId: string;
  builtAt: Date;
  /** Whether the process has been asked to stop: whoever passes visitors on should choose another copy. */
  isStopping(): boolean;
};

const callMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Everything between the socket and the pages, in the order of a request. It does not listen; main.ts does. */
export function createApp({ config, log, backend, build, files, buildId, builtAt, isStopping }: AppParts) {
  const app = new Hono<Env>();
  const policyVersion = readDocument("en", "politica-cookies").version;
  const cache = new Map(files);
  const answers: Answers = new Map();
  const cached = cachedResponses({ cache, policyVersion, log, answers, pageViews: backend.pageViews });
  const page = pages({ policyVersion, config, backend, build, buildId, cache, log });

  app.use(cached.remember);
  app.use(requestLog(log, answers));
  app.use(forwarded(config, log));
  app.use(securityHeaders(config));
  // They have limits of their own, and answer in their own words.
  for (const [path, { app: service, largestBody, refuse }] of Object.entries(backend.services)) {
    app.use(`${path}/*`, badRequests(callMethods, refuse));
    if (largestBody !== undefined) {
      app.use(
        `${path}/*`,
        limitBody(
          () => largestBody,
          (c) => refuse(c, 413, "Request body is too large"),
        ),
      );
    }
    app.route(path, service);
  }
  app.use(badRequests(["GET", "HEAD", "POST"], (c, status, message) => c.text(message, status)));
  app.use(sameOrigin(config));
  app.use(limitBody(page.largestForm, page.tooLarge));

  app.use(staticFiles(files));

  if (import.meta.env.PROD) app.get(`${dataPath}*`, page.data);
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", readiness({ config, backend, isStopping }));
  app.get("/metrics", metrics(config, backend, answers));
  app.get("/builds/latest.json", (c) => c.json({ id: buildId, timestamp: builtAt.getTime() }, 200, { "Cache-Control": "no-cache" }));
  app.get("/api/icons/:file", iconSets());
  app.get("/language/:locale", languageSwitch(config));
  app.post("/theme", themeSwitch(config));
  app.post("/consent", consentChoice({ ...config, policyVersion }, backend.consentProofs));
  app.get("/consent", keepChoice({ ...config, policyVersion }));
  wellKnownFiles(app, { config, build, builtAt });

  app.use(canonicalAddress());
  app.use(detectLanguage(config));
  app.use(routeRules());
  app.all("*", page.answer);

  app.onError(fatalError(log));
  return { app, answerFromCache: cached.answer, prepare: page.prepare };
}
