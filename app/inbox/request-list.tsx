import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { languageTags, type Locale } from "#content/locales.ts";
import { queryOf, type Filters, type Folder } from "#backend/requests/inbox-filters.ts";

type ListRow = {
  id: string;
  name: string;
  company: string | null;
  reason: keyof Content["contact"]["form"]["reasons"];
  locale: Locale;
  start: string;
  when: string;
};

type Props = {
  text: Omit<Content["messages"], "meta">;
  reasons: Content["contact"]["form"]["reasons"];
  rows: ListRow[];
  newer?: string;
  older?: string;
  filters: Filters;
  folder: Folder;
  path: string;
  selected?: string;
  /** What to say when there is no row. */
  nothing: string;
};

/** The requests of a folder, a page at a time. */
export function RequestList({ text, reasons, rows, newer, older, filters, folder, path, selected, nothing }: Props) {
  const hydrated = useHydrated();
  const here = { ...filters, folder };
  const page = (place: Pick<Filters, "before" | "after">) =>
    path + queryOf({ ...here, before: undefined, after: undefined, request: undefined, ...place });
  if (rows.length === 0) return <p className="border-t border-line py-8 text-muted">{nothing}</p>;
  return (
    <div>
      {hydrated && <p className="pb-2 text-sm text-muted max-lg:hidden">{text.list.keys}</p>}
      <ol aria-label={text.list.label} className="border-t border-line">
        {rows.map((row) => (
          <li key={row.id} className="border-b border-line">
            <Link
              to={path + queryOf({ ...here, request: row.id })}
              preventScrollReset
              onKeyDown={moveBetweenRows}
              aria-current={row.id === selected ? "true" : undefined}
              className="grid border-l-4 border-transparent px-3 py-3 text-ink hover:bg-shade focus-visible:shadow-none focus-visible:-outline-offset-3 aria-[current]:border-toxo aria-[current]:bg-shade"
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="max-w-full truncate font-semibold">{row.name}</span>
                <span className="text-sm text-muted tabular-nums">{row.when}</span>
              </span>
              <span className="truncate text-sm text-muted">{[reasons[row.reason], row.company].filter(Boolean).join(" · ")}</span>
              <span className="truncate text-sm" lang={languageTags[row.locale]}>
                {row.start}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {(newer || older) && (
        <nav aria-label={text.list.pages} className="flex justify-between gap-4 pt-2">
          {newer ? <PageLink to={page({ after: newer })}>{`← ${text.list.newer}`}</PageLink> : <span />}
          {older && <PageLink to={page({ before: older })}>{`${text.list.older} →`}</PageLink>}
        </nav>
      )}
    </div>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center font-medium text-tide underline underline-offset-4">
      {children}
    </Link>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLAnchorElement>) {
  const rows = [...event.currentTarget.closest("ol")!.querySelectorAll("a")];
  const at = rows.indexOf(event.currentTarget);
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  rows[next]?.focus();
}
