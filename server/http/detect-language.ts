import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { defaultLocale, isLocale, localeCookie, localePath, type Locale } from "#content/locales.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "./env.ts";

/**
 * The first access: the home page answers in the language of the cookie, or in the best one of the browser's list,
 * which the cookie then remembers. Other addresses keep their language.
 */
export function detectLanguage(config: Config): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.path !== "/" || !(c.req.method === "GET" || c.req.method === "HEAD")) return next();

    const remembered = getCookie(c, localeCookie.name);
    const accepted = c.req.header("accept-language")?.trim();
    const locale = isLocale(remembered) ? remembered : bestLocale(accepted ?? "");
    // Crawlers send no list of languages: they get English, and no cookie.
    const remember = !isLocale(remembered) && !!accepted;

    if (locale === defaultLocale) await next();
    else c.res = c.redirect(localePath(locale, `/${new URL(c.req.url).search}`), 302);

    c.header("Vary", "Accept-Language, Cookie", { append: true });
    if (remember) rememberLocale(c, locale, config);
    if (remember || locale !== defaultLocale) c.header("Cache-Control", "private, no-cache");
  };
}

export function rememberLocale(c: Context<Env>, locale: Locale, { siteUrl }: Config) {
  setCookie(c, localeCookie.name, locale, {
    path: "/",
    maxAge: localeCookie.days * 86_400,
    sameSite: "Lax",
    secure: siteUrl.startsWith("https:"),
  });
}

/** The first of our languages in the browser's order of preference; any kind of Spanish is Spanish. */
export function bestLocale(acceptLanguage: string): Locale {
  const wishes = acceptLanguage
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((parameter) => /^\s*q=(\d(?:\.\d+)?)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.trim().split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((wish) => wish.quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wishes.map((wish) => wish.language).find(isLocale) ?? defaultLocale;
}
