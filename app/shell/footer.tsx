import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { localePath, type Locale } from "#app/i18n/locales.ts";

const legal = {
  notice: "/legal/aviso-legal",
  privacy: "/legal/politica-privacidad",
  cookies: "/legal/politica-cookies",
  terms: "/legal/terminos-condiciones",
} as const;

export function Footer({ text, locale }: { text: Content["shell"]["footer"]; locale: Locale }) {
  return (
    <footer className="mt-24 border-t border-line bg-shade">
      <div className="mx-auto grid max-w-7xl gap-8 px-5 py-12 md:grid-cols-2">
        <div>
          <p className="text-xl font-bold">{agency.name}</p>
          <p className="text-muted">{text.tagline}</p>
          <p className="mt-4">
            <Link to={localePath(locale, "/login")}>{text.account}</Link>
          </p>
        </div>
        <nav aria-label={text.legal} className="md:justify-self-end">
          <ul className="grid gap-1">
            {Object.entries(legal).map(([name, path]) => (
              <li key={name}>
                <Link to={localePath(locale, path)} className="inline-flex min-h-11 items-center text-ink hover:text-tide">
                  {text[name as keyof typeof legal]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
