import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { fill } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { DirectLines } from "#app/contact/direct-lines.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { AccountLinks } from "./account-links.tsx";
import { useCurrentSection } from "./current-section.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** The entries of the navigation and the sections of the home page they lead to. */
const anchors = { home: "top", services: "services", process: "process", offer: "offer", contact: "contact" } as const;
const sections = Object.values(anchors);

type Props = { text: Content["shell"]; lines: Content["contact"]["lines"]; locale: Locale };

/** As wide as its letters allow, it shows the whole navigation, or a button for it. */
export function Header({ text, lines, locale }: Props) {
  const current = useCurrentSection(sections);
  return (
    <header className="@container sticky top-0 z-(--layer-overlay) border-b border-line bg-foam print:hidden">
      <div className="page flex items-center justify-between gap-x-3 py-3">
        <Link
          to={localePath(locale, "/")}
          className="mr-auto inline-flex min-h-11 items-center font-display text-2xl font-extrabold tracking-tight text-ink"
          aria-label={fill(text.homeLink, { name: agency.name })}
        >
          <svg viewBox="0 0 32 32" className="mr-2 size-8" aria-hidden>
            <path d="M6 19a10 10 0 0 1 20 0z" className="fill-toxo" />
            <path
              d="M3 24c3.2-2 5.6-2 8.7 0s5.5 2 8.6 0 5.5-2 8.7 0"
              className="fill-none stroke-tide"
              strokeWidth="2.6"
              strokeLinecap="round"
            />
          </svg>
          <span className="@max-[16rem]:sr-only">{agency.name}</span>
        </Link>
        <a
          href={`tel:${agency.phone}`}
          aria-label={lines.call}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full border border-granite text-ink @max-[21rem]:hidden @5xl:hidden"
          data-track="call"
          data-track-section="header"
        >
          <Icon name="lucide:phone" />
        </a>
        <button
          popoverTarget="menu"
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-granite px-4 font-semibold @5xl:hidden"
        >
          <Icon name="lucide:menu" />
          {text.menu}
        </button>
        <div id="menu" popover="auto" className="site-nav">
          <nav aria-label={text.navigation}>
            <ul>
              {Object.entries(anchors).map(([name, section]) => (
                <li key={name}>
                  <Link
                    to={localePath(locale, `/#${section}`)}
                    aria-current={section === current ? "location" : undefined}
                    className="inline-flex min-h-11 items-center font-medium text-ink decoration-tide decoration-3 underline-offset-8 hover:text-tide aria-[current]:underline"
                  >
                    {text.nav[name as keyof typeof anchors]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <DirectLines text={lines} section="menu" className="flex flex-wrap gap-x-6 @5xl:hidden" />
          <AccountLinks text={text.account} locale={locale} />
          <LanguageSwitch label={text.language} locale={locale} />
          <ThemeSwitch text={text.theme} />
        </div>
      </div>
    </header>
  );
}
