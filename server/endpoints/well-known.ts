import type { Hono } from "hono";
import type { ServerBuild } from "react-router";
import { privatePaths } from "#app/routing/private-pages.ts";
import { agency } from "#content/agency.ts";
import { languageTags, localeOf, localePath, locales, withoutLocale } from "#content/locales.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "#server/http/env.ts";
import { pageTable } from "#server/pages/pages.ts";

const day = 86_400_000;

type Parts = { config: Config; build: ServerBuild; builtAt: Date };

/** The files by which search engines, installers and finders of holes know a site. */
export function wellKnownFiles(app: Hono<Env>, { config, build, builtAt }: Parts) {
  const publicPaths = [...pageTable(build)].filter(([, page]) => page.sleeps).map(([path]) => path);
  const text = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };

  app.get("/sitemap.xml", (c) =>
    c.body(sitemap(config.siteUrl, publicPaths), 200, { ...text, "Content-Type": "application/xml; charset=utf-8" }),
  );
  app.get("/robots.txt", (c) => c.body(config.isPublic ? robots(config.siteUrl) : "User-agent: *\nDisallow: /\n", 200, text));
  app.get("/humans.txt", (c) =>
    c.body(`Team: ${agency.name}, ${agency.address.city}\nContact: ${agency.email}\nMade with: TypeScript, React, Hono\n`, 200, text),
  );
  app.get("/.well-known/security.txt", (c) => c.body(securityTxt(config.siteUrl, new Date(builtAt.getTime() + 365 * day)), 200, text));
  app.get("/manifest.webmanifest", (c) => c.body(JSON.stringify(manifest), 200, { ...text, "Content-Type": "application/manifest+json" }));
}

/** Every public page in every language, each with its alternates. */
function sitemap(siteUrl: string, paths: string[]): string {
  const urls = paths.map((address) => {
    const path = withoutLocale(address);
    const alternates = [...locales.map((locale) => [languageTags[locale], localePath(locale, path)]), ["x-default", path]];
    const links = alternates.map(([tag, href]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${siteUrl}${href}"/>`);
    return `<url><loc>${siteUrl}${localePath(localeOf(address), path)}</loc>${links.join("")}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join("")}</urlset>\n`;
}

function robots(siteUrl: string): string {
  const kept = privatePaths.flatMap((path) => locales.map((locale) => localePath(locale, path)));
  return [
    "User-agent: *",
    ...[...kept, "/language/", "/api/"].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${siteUrl}/sitemap.xml`,
    "",
  ].join("\n");
}

function securityTxt(siteUrl: string, expires: Date): string {
  return `Contact: mailto:${agency.email}\nExpires: ${expires.toISOString()}\nPreferred-Languages: gl, es, en\nCanonical: ${siteUrl}/.well-known/security.txt\n`;
}

const manifest = {
  name: agency.name,
  short_name: agency.name,
  start_url: "/",
  display: "browser",
  background_color: "#fbfaf5",
  theme_color: "#0d2230",
  icons: [
    { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
    { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
    { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
    { src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
  ],
};
