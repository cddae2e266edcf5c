import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { folders, queryOf, type Filters, type Folder } from "#backend/requests/inbox-filters.ts";

type Props = {
  text: Content["messages"] | Omit<Content["messages"], "meta">;
  filters: Filters;
  folder: Folder;
  counts: Record<Folder, string>;
  path: string;
};

/** The folders and how much is in each; the search and the filters come along. */
export function FolderNav({ text, filters, folder: current, counts, path }: Props) {
  const { before: _before, after: _after, request: _request, ...kept } = filters;
  return (
    <nav aria-label={text.folders.label}>
      <ul className="flex flex-wrap gap-x-7 border-b border-line">
        {folders.map((folder) => (
          <li key={folder} className="-mb-px">
            <Link
              to={path + queryOf({ ...kept, folder })}
              aria-current={folder === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center gap-2 border-b-3 border-transparent font-medium text-ink hover:text-tide aria-[current]:border-toxo aria-[current]:font-semibold"
            >
              {text.folders[folder]} <span className="text-sm text-muted tabular-nums">{counts[folder]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
