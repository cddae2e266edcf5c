import { withoutLocale } from "#content/locales.ts";

/** Where pages are somebody's own: no search engine needs them, and no tag may see them. */
export const privatePaths = ["/me", "/admin", "/login", "/register", "/confirm", "/conversation"];

/** Their addresses hold one-time tokens and what was searched for, their texts people's data. */
export function isPrivate(pathname: string): boolean {
  const path = withoutLocale(pathname);
  return privatePaths.some((start) => path === start || path.startsWith(`${start}/`));
}
