import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { phoneGroups } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { RiaAtNight } from "#app/home/ria.tsx";
import { LanguageSwitch } from "./language-switch.tsx";

const legal = {
  notice: "/legal/aviso-legal",
  privacy: "/legal/politica-privacidad",
  cookies: "/legal/politica-cookies",
  terms: "/legal/terminos-condiciones",
} as const;

/** Night: the hills of the morning, and who is still up. */
export function Footer({ text, locale }: { text: Content["shell"]["footer"]; locale: Locale }) {
  const { phone }: { phone: string } = agency;
  return (
    <footer className="site-footer print:hidden">
      <div className="night">
        <RiaAtNight className="night-hills" />
        <div className="page footer-row">
          <div>
            <p className="font-display text-heading font-extrabold">{agency.name}</p>
            <p className="mt-1 text-muted">{text.tagline}</p>
          </div>
          <address className="not-italic">
            <ul>
              <li>
                <a href={`mailto:${agency.email}`}>{agency.email}</a>
              </li>
              {phone && (
                <li>
                  <a href={`tel:${phone}`}>{phoneGroups(phone)}</a>
                </li>
              )}
              <li>
                <Link to={localePath(locale, "/login")}>{text.account}</Link>
              </li>
            </ul>
          </address>
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
      </div>
    </footer>
  );
}
