import { localeOf, localePath, withoutLocale } from "#content/locales.ts";

type Rule = { to: string; status: 301 | 302 | 307 | 308 };

/** Addresses that lead elsewhere, in every language. `to` is a path of ours or a whole external address. */
export const routeRules: Record<string, Rule> = {
  "/index-old": { to: "/", status: 301 },
};

/** The rule for an address, its target in the same language and with the same query; undefined when there is none. */
export function findRule(url: URL, rules = routeRules): (Rule & { external: boolean }) | undefined {
  const path = withoutLocale(url.pathname);
  const rule = Object.hasOwn(rules, path) ? rules[path] : undefined;
  if (!rule) return;
  const external = !rule.to.startsWith("/");
  return { ...rule, external, to: external ? rule.to : localePath(localeOf(url.pathname), rule.to) + url.search };
}
