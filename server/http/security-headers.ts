import type { MiddlewareHandler } from "hono";
import { tags } from "#app/consent/tags.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "./env.ts";

/** What no browser shows as a page. */
const partOfPage = /^(text\/(javascript|css)|font\/)/;

/** On every response, unless it brings its own. Pages have a Content-Security-Policy; anything else may load nothing. */
export function securityHeaders({ siteUrl }: Config): MiddlewareHandler<Env> {
  const always = Object.entries({
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(siteUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  });
  const documents = Object.entries({
    "X-Frame-Options": "DENY",
    // "no-referrer" would make browsers post plain forms with "Origin: null", which React Router refuses.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  });
  return async (c, next) => {
    await next();
    // Browsers put the headers of a 304 over those of the page they kept.
    if (c.res.status === 304) return;
    const isPart = partOfPage.test(c.res.headers.get("Content-Type") ?? "");
    for (const [name, value] of isPart ? always : [...always, ...documents]) if (!c.res.headers.has(name)) c.header(name, value);
    // docs/decisions/006: on public pages it protects nothing and costs a change of process.
    if (!isPart && !c.get("cached")?.isPage) c.header("Cross-Origin-Opener-Policy", "same-origin");
    if (!isPart && !c.res.headers.has("Content-Security-Policy"))
      c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  };
}

/** Where icons come from that are not installed. */
const publicIcons = "https://api.iconify.design";

type Inline = { scripts: string[]; styles?: string[] };

/** The policy of a page; `scripts` and `styles` are the hashes or the nonce that cover what is inline. A private page calls nobody else. */
export function pagePolicy(config: Config, { scripts, styles = [] }: Inline, isPrivate = false): string {
  const { siteUrl, supabase, auth } = config;
  const gtm = isPrivate ? undefined : config.gtm;
  const accounts = supabase.url ? [new URL(supabase.url).origin] : [];
  // Not all browsers count the sockets of the site itself as its own.
  const sockets = isPrivate ? [(accounts[0] ?? siteUrl).replace(/^http/, "ws")] : [];
  const tagHosts = gtm ? [gtm.url, ...tags.gtm.hosts] : [];
  return Object.entries({
    "default-src": ["'none'"],
    "script-src": ["'self'", ...scripts, ...(gtm ? [gtm.url] : [])],
    "style-src": ["'self'", ...styles],
    "img-src": ["'self'", "data:", ...tagHosts],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(isPrivate ? [] : [publicIcons]), ...accounts, ...sockets, ...tagHosts],
    "manifest-src": ["'self'"],
    // The form that begins a sign-in with a provider ends there, which browsers count as its action too.
    "form-action": ["'self'", ...accounts, ...Object.values(auth.providers).map(({ issuer }) => new URL(issuer).origin)],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    ...(siteUrl.startsWith("https:") && { "upgrade-insecure-requests": [] }),
  })
    .map(([name, values]) => [name, ...values].join(" "))
    .join("; ");
}
