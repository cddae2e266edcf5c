import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { pino } from "pino";
import routes from "#app/routes.ts";
import { forms } from "#backend/people/schema.ts";
import { localePath, locales } from "#content/locales.ts";
import { changes } from "#app/me/change.server.ts";
import { createApp, type AppParts } from "#server/app.ts";
import { createServices } from "#backend/backend.ts";
import type { Database } from "#backend/database/connection.ts";
import { createRealtime } from "#backend/realtime/realtime.ts";
import { createAuth } from "#backend/auth/service.ts";
import { readConfig } from "#server/config.ts";

/** Everything that can be asked of the server, read from the code: whatever is added there appears here. */

export type Page = { path: string; file: string; hasAction: boolean };

const source = (file: string) => readFileSync(new URL(`../../app/${file}`, import.meta.url), "utf8");

/** Each page once, at its address in English; `localePath` gives the others. */
export const pages: Page[] = pagesUnder(
  routes.find(({ path }) => path === localePath("en", "/"))!,
  "",
);

function pagesUnder({ children = [] }: RouteConfigEntry, above: string): Page[] {
  return children.flatMap((route) => {
    const path = `${above}/${route.path ?? ""}`.replace(/\/$/, "");
    if (route.children) return pagesUnder(route, path);
    return { path: path || "/", file: route.file, hasAction: /export (async )?function action\b/.test(source(route.file)) };
  });
}

const inSource = (file: string, pattern: RegExp) => [...new Set([...source(file).matchAll(pattern)].map(([, name]) => name!))];

/** What the forms of each page can ask for. A page with an action that is not here fails the matrix. */
export const intents: Record<string, string[]> = {
  "/contact": ["send"],
  "/register": [...inSource("routes/register.tsx", /given\("intent"\) === "([\w-]+)"/g), "register"],
  "/login": [...inSource("routes/login.tsx", /^    case "([\w-]+)":(?: \{)?$/gm).filter((name) => name !== "sent"), "provider:google"],
  "/confirm": [...inSource("routes/confirm.tsx", /given\("intent"\) === "([\w-]+)"/g), "verify"],
  "/me": Object.keys(changes),
  "/admin/profiles": Object.keys(forms),
  "/conversation": ["answer"],
  "/conversation/files": ["add", "remove"],
  "/admin/messages/files": ["add", "remove"],
  "/admin/replies": ["save", "delete"],
  "/admin/messages": inSource("inbox/read-change.ts", /intent: z\.literal\("(\w+)"\)/g),
};

type Endpoint = { method: string; path: string };

/** The accounts service: every call that it answers. */
export const accountCalls = endpointsOf(createAuth({} as Parameters<typeof createAuth>[0]).routes);

const parts = { config: readConfig({}) } as unknown as Parameters<typeof createServices>[0];
/** The other services of a Supabase project: every call that they answer, with the address of each. */
export const serviceCalls = Object.entries(createServices(parts, createRealtime(parts, {} as Database))).flatMap(([place, { app }]) =>
  place === "/auth/v1" ? [] : endpointsOf(app.routes).map(({ method, path }) => ({ method, path: `${place}${path}` })),
);

/** Something that is behind each of them. */
export const realCall = (path: string) =>
  path
    .replace("/rest/v1/rpc/:name", "/rest/v1/rpc/take_due_mails")
    .replace("/rest/v1/:name", "/rest/v1/requests")
    .replace("/functions/v1/:name", "/functions/v1/contact")
    .replace("/bucket/:id", "/bucket/files")
    .replace(":bucket", "files")
    .replace(":name{.+}", "a%20folder/file.txt")
    .replace(":topic", "room")
    .replace(":event", "said");

/** What the server answers beside pages and accounts. */
export const endpoints = endpointsOf(
  createApp({
    config: readConfig({}),
    log: pino({ enabled: false }),
    backend: { services: {} },
    build: { routes: {} },
    files: new Map(),
    buildId: "",
    builtAt: new Date(),
  } as unknown as AppParts).app.routes,
);

/** Without the steps that every request takes. */
function endpointsOf(all: Endpoint[]): Endpoint[] {
  const named = all.filter(({ method, path }) => method !== "ALL" && !path.endsWith("*")).map(({ method, path }) => `${method} ${path}`);
  // One that takes several steps is there several times.
  return [...new Set(named)].map((name) => ({ method: name.split(" ")[0]!, path: name.split(" ")[1]! }));
}

/** All of it as addresses to send something to. */
export const everyAddress = [
  ...locales.flatMap((locale) => pages.map(({ path }) => localePath(locale, path))),
  ...pages.map(({ path }) => `${path === "/" ? "/_" : path}.data`),
  ...endpoints.map(({ path }) => path.replace(":file", "lucide.json").replace(":locale", "gl")),
  ...accountCalls.map(({ path }) => `/auth/v1${path.replaceAll(/:\w+/g, crypto.randomUUID())}`),
  ...new Set(serviceCalls.map(({ path }) => realCall(path))),
];
