import type { ReactNode } from "react";
import { NavLink } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";

const pages = {
  messages: "/admin/messages",
  people: "/admin/profiles",
  replies: "/admin/replies",
  figures: "/admin/figures",
  me: "/me",
} as const;

type NavProps = { text: Content["admin"]["nav"]; locale: Locale };

/** Where administrators go from one page of theirs to the next, above a page that is not theirs alone. */
export function AdminNav(props: NavProps) {
  return (
    <div className="border-b border-line bg-shade">
      <div className="page">
        <NavLinks {...props} />
      </div>
    </div>
  );
}

function NavLinks({ text, locale, className }: NavProps & { className?: string }) {
  return (
    <nav aria-label={text.label} className={className}>
      <ul className="flex gap-x-5 overflow-x-auto text-sm whitespace-nowrap lg:gap-x-4">
        {Object.entries(pages).map(([name, path]) => (
          <li key={name} className="shrink-0">
            <NavLink
              to={localePath(locale, path)}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink hover:text-tide aria-[current]:border-tide"
            >
              {text[name as keyof typeof pages]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The wide page that administrators work on: its heading, its own tabs and the way to the others in one bar. */
export function AdminPage({ heading, tabs, children, ...nav }: { heading: string; tabs?: ReactNode; children: ReactNode } & NavProps) {
  return (
    <main id="content" tabIndex={-1} className="min-h-[60svh] pb-10">
      <div className="border-b border-line bg-shade">
        <div className="page flex min-h-14 flex-wrap items-center gap-x-6">
          <h1 className="max-w-full truncate py-2 text-xl [word-spacing:0.1em]">{heading}</h1>
          {tabs}
          <NavLinks {...nav} className="max-w-full lg:ml-auto" />
        </div>
      </div>
      <div className="page pt-1">{children}</div>
    </main>
  );
}
