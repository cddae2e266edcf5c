import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { LanguageSwitch } from "./language-switch.tsx";

const legal = {
  notice: "/legal/aviso-legal",
  privacy: "/legal/politica-privacidad",
  cookies: "/legal/politica-cookies",
  terms: "/legal/terminos-condiciones",
} as const;

export function Footer({ text, locale }: { text: Content["shell"]["footer"]; locale: Locale }) {
  return (
    <footer className="site-footer night wave-top bg-deep text-ink print:hidden">
      <div className="mx-auto grid max-w-7xl gap-10 px-5 pt-10 pb-16 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <div>
          <p className="font-display text-heading font-extrabold">{agency.name}</p>
          <p className="mt-2 text-muted">{text.tagline}</p>
          <p className="mt-4">
            <Link to={localePath(locale, "/login")}>{text.account}</Link>
          </p>
        </div>
        <nav aria-label={text.legal}>
          <ul>
            {Object.entries(legal).map(([name, path]) => (
              <li key={name}>
                <Link to={localePath(locale, path)}>{text[name as keyof typeof legal]}</Link>
              </li>
            ))}
            <li>
              {/* Opens the banner again (app/consent/consent.inline.ts); without JavaScript the address does. */}
              <a href="#cookies">{text.cookieSettings}</a>
            </li>
          </ul>
        </nav>
        <LanguageSwitch label={text.language} locale={locale} names="whole" />
      </div>
    </footer>
  );
}
