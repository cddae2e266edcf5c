import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { queryOf, views, type Filters, type View } from "#backend/requests/inbox-filters.ts";

type Props = {
  text: Omit<Content["messages"], "meta">;
  filters: Filters;
  view: View;
  /** How much is in each; of what is searched for, how much of it. */
  counts: Partial<Record<View, string>>;
  /** How much of each nobody has read, beside the folder of new requests. */
  unread: Partial<Record<View, string>>;
  path: string;
};

/** The folders and how much is in each; the search and the filters come along. */
export function FolderNav({ text, filters, view: current, counts, unread, path }: Props) {
  const { before: _before, after: _after, request: _request, saved: _saved, ...kept } = filters;
  return (
    <nav aria-label={text.folders.label} className="max-w-full">
      <ul className="flex gap-x-5 overflow-x-auto text-sm whitespace-nowrap lg:gap-x-4">
        {views.map((view) => (
          <li key={view} className="shrink-0">
            <Link
              to={path + queryOf({ ...kept, folder: view })}
              aria-current={view === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center gap-1.5 border-b-2 border-transparent font-medium text-ink hover:text-tide aria-[current]:border-tide aria-[current]:font-semibold"
            >
              {text.folders[view]}{" "}
              {counts[view] && (
                <span
                  className={`text-xs tabular-nums ${view === "new" && counts.new !== "0" ? "rounded-full bg-toxo px-1.5 font-semibold text-on-toxo" : "text-muted"}`}
                >
                  {counts[view]}
                </span>
              )}
              {unread[view] && (
                <span className="rounded-full bg-toxo px-1.5 text-xs font-semibold text-on-toxo tabular-nums">
                  <span aria-hidden>{unread[view]}</span>
                  <span className="sr-only">{fill(text.folders.unread, { n: unread[view] })}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
