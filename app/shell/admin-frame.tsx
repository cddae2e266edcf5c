import type { ReactNode } from "react";
import { NavLink } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";

const pages = { messages: "/admin/messages", people: "/admin/profiles", figures: "/admin/figures", me: "/me" } as const;

/** Where administrators go from one page of theirs to the next. */
export function AdminNav({ text, locale }: { text: Content["admin"]["nav"]; locale: Locale }) {
  return (
    <nav aria-label={text.label} className="border-b border-line bg-shade">
      <ul className="mx-auto flex max-w-7xl flex-wrap gap-x-6 px-5">
        {Object.entries(pages).map(([name, path]) => (
          <li key={name}>
            <NavLink
              to={localePath(locale, path)}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink hover:text-tide aria-[current]:border-toxo"
            >
              {text[name as keyof typeof pages]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The wide page that administrators work on. */
export function AdminPage({ heading, children, ...nav }: { heading: string; children: ReactNode } & Parameters<typeof AdminNav>[0]) {
  return (
    <>
      <AdminNav {...nav} />
      <main id="content" tabIndex={-1} className="mx-auto min-h-[60svh] max-w-7xl px-5 py-10">
        <h1 className="text-heading">{heading}</h1>
        {children}
      </main>
    </>
  );
}
