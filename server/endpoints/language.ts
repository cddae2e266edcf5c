import type { Handler } from "hono";
import { ownPath } from "#app/routing/own-path.ts";
import { isLocale, localePath, withoutLocale } from "#content/locales.ts";
import type { Config } from "#server/config.ts";
import { rememberLocale } from "#server/http/detect-language.ts";
import type { Env } from "#server/http/env.ts";
import { refererPath } from "#server/http/referer-path.ts";

/** `/language/gl?to=/contact`: remembers the choice and goes to the same page in that language. */
export function languageSwitch(config: Config): Handler<Env> {
  return (c) => {
    const locale = c.req.param("locale");
    if (!isLocale(locale)) return c.notFound();
    const page = ownPath(c.req.query("to") ?? "/");
    const referer = refererPath(c, config.siteUrl);
    // Without JavaScript the link cannot know the query of a page that is kept for everyone; the Referer does.
    const target = referer?.split("?")[0] === page ? referer : page;
    rememberLocale(c, locale, config);
    c.header("Cache-Control", "no-store");
    // Checked again: without its language, /gl//evil.example would lead elsewhere.
    return c.redirect(ownPath(localePath(locale, withoutLocale(target))), 302);
  };
}
