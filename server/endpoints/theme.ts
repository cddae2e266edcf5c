import type { Handler } from "hono";
import { setCookie } from "hono/cookie";
import { readTheme, themeCookie, type Theme } from "#app/shell/theme-cookie.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "#server/http/env.ts";
import { refererPath } from "#server/http/referer-path.ts";

/** The theme switch without JavaScript: remembers the choice and comes back to the page. */
export function themeSwitch({ siteUrl }: Config): Handler<Env> {
  return async (c) => {
    const theme = textIn(await readForm(c.req.raw), "theme");
    if (theme !== "system" && theme !== "light" && theme !== "dark") return c.text("No such theme.", 400);
    setCookie(c, themeCookie.name, theme, {
      path: "/",
      maxAge: theme === "system" ? 0 : themeCookie.days * 86_400,
      sameSite: "Lax",
      secure: siteUrl.startsWith("https:"),
    });
    return c.redirect(refererPath(c, siteUrl) ?? "/", 303);
  };
}

export function chosenTheme(cookies: Record<string, string>): Theme | undefined {
  return readTheme(cookies[themeCookie.name]);
}
