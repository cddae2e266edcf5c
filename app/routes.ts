import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { localePath, locales, type Locale } from "#content/locales.ts";

/** The site map. Each page exists once per language, under a fixed prefix, so no unchecked `:locale` exists. */
function pages(locale: Locale): RouteConfigEntry[] {
  const page = (path: string, name: string, id = name) => route(path, `routes/${name}.tsx`, { id: `${locale}/${id}`, caseSensitive: true });
  return [
    index("routes/home.tsx", { id: `${locale}/home` }),
    page("contact", "contact"),
    layout("routes/account.tsx", { id: `${locale}/account` }, [
      page("confirm", "confirm"),
      page("login", "login"),
      page("register", "register"),
      page("me", "me"),
      page("me/data.json", "me-data"),
      page("me/data.zip", "me-data-zip"),
      page("me/contact.json", "me-contact"),
      page("conversation", "conversation"),
      page("conversation/files", "conversation-files"),
      page("admin/profiles", "admin-profiles"),
      page("admin/messages", "admin-messages"),
      page("admin/messages.csv", "admin-messages-csv"),
      page("admin/messages/files", "admin-messages-files"),
      page("admin/replies", "admin-replies"),
      page("admin/figures", "admin-figures"),
    ]),
    page("legal/aviso-legal", "legal", "legal-notice"),
    page("legal/politica-privacidad", "legal", "privacy-policy"),
    page("legal/politica-cookies", "legal", "cookie-policy"),
    page("legal/terminos-condiciones", "legal", "terms"),
    ...testPages.map(([path, file]) => route(path, file, { id: `${locale}/${path}` })),
    page("*", "not-found"),
  ];
}

/** Pages that fail, wait or render in the browser only: in the build of the browser tests, never in the site's. */
const testPages: [string, string][] = process.env.TEST_PAGES
  ? ["form", "broken", "broken-in-browser", "invalid", "client-only", "icons", "navigation", "session", "sleeping-invalid", "slow"].map(
      (name) => [`test/${name}`, `../tests/pages/${name}.tsx`],
    )
  : [];

export default locales.map((locale) =>
  route(localePath(locale, "/"), "routes/site.tsx", { id: locale, caseSensitive: true }, pages(locale)),
) satisfies RouteConfig;
