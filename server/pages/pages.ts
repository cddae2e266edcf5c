import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Logger } from "pino";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { backendContext, siteContext, type SiteContext } from "#app/context.ts";
import stylesBelow from "#app/below.css?inline";
import publicStyles from "#app/public.css?inline";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { isPrivate } from "#app/routing/private-pages.ts";
import type { Backend } from "#backend/backend.ts";
import type { Config } from "#server/config.ts";
import { answer } from "#server/http/cached-response.ts";
import type { CachedResponse, Env } from "#server/http/env.ts";
import type { ResponseCache } from "#server/http/response-cache.ts";
import { pagePolicy } from "#server/http/security-headers.ts";
import { lookFor, pageKey, type Look } from "./look.ts";
import { dataPath, putToSleep } from "./sleeping-page.ts";

type Parts = {
  policyVersion: string;
  config: Config;
  backend: Backend;
  build: ServerBuild;
  buildId: string;
  cache: ResponseCache;
  log: Logger;
};

/** The longest note, 5,000 characters, if each of them is sent as four bytes in three signs each. */
const largestForm = 64 * 1024;
/** Where people paste what is far too long, and are told so beside the text. */
const largestPasted = 256 * 1024;

/** React Router behind Hono. Public pages are rendered once and cached; the others are rendered for each request. */
export function pages({ policyVersion, config, backend, build, buildId, cache, log }: Parts) {
  const render = createRequestHandler({ ...build, allowedActionOrigins: [new URL(config.siteUrl).host] }, import.meta.env.MODE);
  const table = pageTable(build);
  /** The pages on their way into the cache: nobody renders one twice. */
  const underWay = new Map<string, Promise<CachedResponse | undefined>>();

  return {
    async answer(c: Context<Env>): Promise<Response> {
      const path = pagePath(c.req.path);
      const page = table.get(path);
      if (page?.sleeps && c.req.method === "GET") backend.pageViews.count(path, (name) => c.req.header(name));
      const reading = (c.req.method === "GET" || c.req.method === "HEAD") && !c.req.path.endsWith(".data");
      const keeps = import.meta.env.PROD && reading && isCached(page) && !page.tooMany?.(new URL(c.req.url).searchParams);
      const cached = keeps ? await cachedPage(c, page, c.req.path) : undefined;
      return cached ? answer(c, cached) : renderNow(c, page);
    },

    /** Renders what most visitors will see, so that none of them waits for it. */
    async prepare() {
      for (const [path, page] of table) if (isCached(page)) await intoCache(path, page, { theme: undefined, asks: true });
    },

    /** What React takes a page over with that was sent asleep: the data that belong to it, or none. */
    async data(c: Context<Env>): Promise<Response> {
      const { pathname, search } = new URL(c.req.url);
      const path = pathname.slice(dataPath.length).replace(/^[\w-]+/, "");
      const page = table.get(path);
      // They come into the cache with their page, which this server may not have shown yet.
      if (isCached(page)) await cachedPage(c, page, path);
      const data = cache.get(pathname + search);
      return data ? answer(c, data) : c.text("Not found.", 404, { "Cache-Control": "no-store" });
    },

    /** In bytes. */
    largestForm(c: Context<Env>): number {
      const page = table.get(pagePath(c.req.path));
      return page?.largestForm ?? (page?.answersTooLarge ? largestPasted : largestForm);
    },

    /** A page whose action knows what to say when a form was too large says it; others say so in a line. */
    tooLarge(c: Context<Env>): Response | Promise<Response> {
      const page = table.get(pagePath(c.req.path));
      return page?.answersTooLarge ? renderNow(c, page, true) : c.text("The request is too large.", 413);
    },
  };

  function lookOf(c: Context<Env>): Look {
    return lookFor(getCookie(c), c.req.header("sec-gpc"), policyVersion);
  }

  function cachedPage(c: Context<Env>, page: PageHandle, path: string): Promise<CachedResponse | undefined> {
    return intoCache(path + variantOf(page, new URL(c.req.url)), page, lookOf(c));
  }

  /** The page from the cache, rendered first if need be; undefined when it cannot be cached because it did not succeed. */
  async function intoCache(address: string, page: PageHandle, look: Look): Promise<CachedResponse | undefined> {
    const key = pageKey(address, look);
    const cached = cache.get(key) ?? underWay.get(key);
    if (cached) return cached;
    const rendering = renderAsleep(address, page, look).finally(() => underWay.delete(key));
    underWay.set(key, rendering);
    return rendering;
  }

  async function renderAsleep(address: string, page: PageHandle, look: Look): Promise<CachedResponse | undefined> {
    const { theme, asks } = look;
    const response = await render(new Request(config.siteUrl + address), contextFor({ theme, page }, asks));
    if (response.status !== 200) return;
    const rendered = await response.text();
    const styles = rendered.includes(stylesBelow) ? publicStyles : publicStyles + stylesBelow;
    const sleeping = await putToSleep(rendered, { address, styles, config });
    // A shared cache has the page of a first visit; the inline script mends what a visitor chose otherwise.
    if (theme || !asks) sleeping.page.headers["Cache-Control"] = "private, no-cache";
    cache.set(sleeping.dataAddress, sleeping.data);
    cache.set(pageKey(address, look), sleeping.page);
    return sleeping.page;
  }

  async function renderNow(c: Context<Env>, page: PageHandle | undefined, tooLarge = false): Promise<Response> {
    // In development Vite adds scripts and styles of its own, so there is no policy to keep to.
    const nonce = import.meta.env.PROD ? randomBytes(16).toString("base64") : undefined;
    const report = (error: unknown) => {
      // Whoever asked has gone: that is no failure.
      if (!c.req.raw.signal.aborted) log.error({ err: error, id: c.get("requestId") }, "page failed");
    };
    const { theme, asks } = lookOf(c);
    const context = contextFor({ nonce, theme, page, report }, asks);
    const { queries, wakeOutbox } = backend;
    const client = c.get("client");
    const accounts = backend.accountsFor(client, c.req.header("user-agent"));
    context.set(backendContext, {
      queries,
      wakeOutbox,
      mailsLeave: !config.isPublic || !!config.mail.smtpUrl,
      eraseRequest: backend.eraseRequest,
      requestLimits: config.requestLimits,
      guessesPerAddress: config.auth.attemptsPerAddress,
      filesPerConversation: config.files.perConversation,
      accounts,
      client,
      tooLarge,
    });
    const response = await render(requestFor(c, tooLarge), context);
    // React Router's own last resort is a line of text; the error screen is ours to show.
    const isPage = response.headers.get("content-type")?.startsWith("text/html") || response.headers.has("x-remix-response");
    if (response.status === 500 && !isPage) {
      // Whoever asked has gone: nobody hears this.
      if (c.req.raw.signal.aborted) return c.body(null, 400);
      throw new Error("The page could not be rendered");
    }
    const isAlone = isPrivate(pagePath(c.req.path));
    const policy = nonce ? pagePolicy(config, { scripts: [`'nonce-${nonce}'`] }, isAlone) : "frame-ancestors 'none'";
    // A file that somebody has sent brings a stricter one, and is kept by who may read it.
    if (!response.headers.has("Content-Security-Policy")) response.headers.set("Content-Security-Policy", policy);
    if (!response.headers.has("ETag")) response.headers.set("Cache-Control", "no-store");
    // Its address may open it: nobody whom it links to learns that. "no-referrer" would make browsers post forms with "Origin: null".
    if (isAlone) response.headers.set("Referrer-Policy", "same-origin");
    if (response.status === 405) response.headers.set("Allow", "GET, HEAD");
    return response;
  }

  function contextFor(request: Pick<SiteContext, "nonce" | "theme" | "page" | "report">, asks: boolean): RouterContextProvider {
    const context = new RouterContextProvider();
    const { siteUrl, showSamples, isPublic, gtm } = config;
    const consent = { version: policyVersion, asks };
    const { signUps } = config.auth;
    context.set(siteContext, { siteUrl, showSamples, isPublic, signUps, gtm, consent, build: buildId, ...request });
    return context;
  }
}

/** A page that checks its own validity must see each request. */
function isCached(page: PageHandle | undefined): page is PageHandle {
  return !!page?.sleeps && !page.validate;
}

/** Every page by its address. No address has a parameter, so a table is all the matching there is. */
export function pageTable(build: ServerBuild): Map<string, PageHandle> {
  const table = new Map<string, PageHandle>();
  for (const route of Object.values(build.routes)) {
    // Neither a layout, nor the languages, nor what is left over.
    if (!route?.parentId || route.parentId === "root" || route.path === "*" || (!route.index && !route.path)) continue;
    table.set(addressOf(build, route.id), (route.module.handle as PageHandle | undefined) ?? {});
  }
  return table;
}

function addressOf(build: ServerBuild, id: string): string {
  const parts: string[] = [];
  for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? ""]) parts.unshift(...(route.path ?? "").split("/"));
  return `/${parts.filter(Boolean).join("/")}`;
}

/** Navigation inside the browser asks for the data of a page: `/gl/contact.data`, or `/_.data` for the home page. */
function pagePath(path: string): string {
  return path.replace(/(\/_)?\.data$/, "") || "/";
}

function variantOf({ variants = {} }: PageHandle, url: URL): string {
  const known = Object.entries(variants).filter(([name, values]) => values.includes(url.searchParams.get(name) ?? ""));
  return known.length > 0 ? `?${new URLSearchParams(known.map(([name]) => [name, url.searchParams.get(name)!]))}` : "";
}

/** The request as React Router should see it: at the address the visitor used, without headers nobody vouches for. */
function requestFor(c: Context<Env>, withoutBody: boolean): Request {
  const url = new URL(c.req.url);
  const headers = new Headers(c.req.raw.headers);
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"]) headers.delete(name);
  const hasBody = c.req.method !== "GET" && c.req.method !== "HEAD" && !withoutBody;
  return new Request(c.get("client").origin + url.pathname + url.search, {
    method: c.req.method,
    headers,
    signal: c.req.raw.signal,
    ...(hasBody && { body: c.req.raw.body, duplex: "half" }),
  });
}
