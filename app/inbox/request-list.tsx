import { useEffect, useRef, type KeyboardEvent } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import type { Content } from "#content/en/index.ts";
import { FormProblem } from "#app/account/account-sheet.tsx";
import { OwnForm } from "#app/account/own-form.tsx";
import type { Reply } from "#app/account/reply.server.ts";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { fill } from "#content/format.ts";
import { languageTags, type Locale } from "#content/locales.ts";
import { folders, queryOf, type Filters, type Folder, type View } from "#backend/requests/inbox-filters.ts";
import { AdminOptions } from "./admin-options.tsx";
import { IntentButton } from "./intent-button.tsx";

type ListRow = {
  id: string;
  state: Folder;
  name: string;
  company: string | null;
  reason: keyof Content["contact"]["form"]["reasons"];
  locale: Locale;
  start: string;
  when: string;
  date: string;
  isSeen: boolean;
  assigneeEmail: string | null;
};

type Props = {
  text: Omit<Content["messages"], "meta">;
  reasons: Content["contact"]["form"]["reasons"];
  rows: ListRow[];
  newer?: string;
  older?: string;
  filters: Filters;
  view: View;
  admins: { id: string; email: string }[];
  path: string;
  selected?: string;
  /** What to say when there is no row. */
  nothing: string;
  reply?: Reply;
};

/** What a link to the list says of where it comes from (request-sheet.tsx). */
export type FromRequest = { request: string };

/** What has the focus is not behind the bar for several, below the header. */
const aboveBulk =
  "scroll-mt-20 group-has-[[name=pick]:checked]:scroll-mb-64 lg:scroll-mt-2 lg:group-has-[[name=pick]:checked]:scroll-mb-48";

/** The requests of a folder, a page at a time, and what can be done with several of them. */
export function RequestList({ text, reasons, rows, newer, older, filters, view, admins, path, selected, nothing, reply }: Props) {
  const here = { ...filters, folder: view, tell: undefined };
  const page = (place: Pick<Filters, "before" | "after">) =>
    path + queryOf({ ...here, before: undefined, after: undefined, request: undefined, ...place });
  // At once: the next key counts from there (shortcuts.tsx).
  const leadsTo = useNavigation().location;
  const next = leadsTo && new URLSearchParams(leadsTo.search).get("request");
  const chosen = next ?? selected;
  const list = useShownRow(chosen);
  const { state } = useLocation();
  if (rows.length === 0) {
    return (
      <>
        <FormProblem reply={reply} />
        <p className="border-t border-line py-8 text-muted">{nothing}</p>
      </>
    );
  }
  return (
    <OwnForm reply={reply} className="group grid">
      <ol ref={list} aria-label={text.list.label} aria-busy={leadsTo && !next} className="border-t border-line">
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex border-b border-line hover:bg-shade has-[[aria-current]]:bg-shade has-[[aria-current]]:shadow-[inset_4px_0_0_var(--color-tide)]"
          >
            <label className="flex w-11 shrink-0 cursor-pointer items-center justify-center">
              <input
                type="checkbox"
                name="pick"
                value={`${row.id}:${row.state}`}
                aria-label={fill(text.list.select, { name: row.name })}
                className={`size-5 accent-tide ${aboveBulk}`}
              />
            </label>
            <Link
              to={path + queryOf({ ...here, request: row.id })}
              preventScrollReset
              onKeyDown={moveBetweenRows}
              data-row
              // Whoever comes back from it goes on there.
              data-focus={row.id === (state as FromRequest | null)?.request ? "" : undefined}
              aria-current={row.id === chosen ? "true" : undefined}
              className={`grid h-16 min-w-0 grow grid-cols-1 content-center gap-0.5 pr-3 pl-2 text-ink focus-visible:shadow-none focus-visible:-outline-offset-3 ${aboveBulk}`}
            >
              <span className="flex items-baseline gap-2">
                {!row.isSeen && (
                  <span className="size-2.5 shrink-0 self-center rounded-full bg-toxo ring-1 ring-ink">
                    <span className="sr-only">{text.list.unread}: </span>
                  </span>
                )}
                <span className={`truncate sm:max-w-[55%] sm:shrink-0 ${row.isSeen ? "font-medium" : "font-bold"}`}>{row.name}</span>
                <span className="grow truncate text-sm text-muted max-sm:hidden">{row.company}</span>
                <time dateTime={row.date} className="ml-auto shrink-0 text-sm text-muted tabular-nums">
                  {row.when}
                </time>
              </span>
              <span className="truncate text-sm text-muted">
                {view === "all" && <span className="font-semibold text-ink">{text.folders[row.state]} · </span>}
                {row.assigneeEmail && <span className="text-ink">{fill(text.list.assigned, { who: row.assigneeEmail })} · </span>}
                {reasons[row.reason]} · <span lang={languageTags[row.locale]}>{row.start}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <Bulk text={text} admins={admins} view={view} />
      {(newer || older) && (
        <nav aria-label={text.list.pages} className="flex justify-between gap-4 pt-2">
          {newer ? <PageLink rel="prev" to={page({ after: newer })}>{`← ${text.list.newer}`}</PageLink> : <span />}
          {older && <PageLink rel="next" to={page({ before: older })}>{`${text.list.older} →`}</PageLink>}
        </nav>
      )}
    </OwnForm>
  );
}

/** Shown as soon as a row is ticked, by the stylesheet alone. */
function Bulk({ text, admins, view }: Pick<Props, "text" | "admins" | "view">) {
  const { bulk } = text;
  const hydrated = useHydrated();
  const bar = useRef<HTMLFieldSetElement>(null);
  const all = useRef<HTMLInputElement>(null);
  // Other rows may be there each time.
  useEffect(() => followPicks(all.current));
  useEffect(() => {
    const { form } = bar.current!;
    const tick = () => {
      followPicks(all.current);
      // With notices above the list, its end is below the window.
      bar.current!.scrollIntoView({ block: "nearest" });
    };
    form!.addEventListener("change", tick);
    return () => form!.removeEventListener("change", tick);
  }, []);
  return (
    <fieldset
      ref={bar}
      className="sticky bottom-0 z-10 hidden flex-wrap items-center gap-2 border-x border-b border-line bg-shade p-3 group-has-[[name=pick]:checked]:flex"
    >
      <legend className="sr-only">{bulk.label}</legend>
      {hydrated && (
        <label className="flex min-h-11 items-center gap-2 text-sm font-semibold">
          <input
            ref={all}
            type="checkbox"
            onChange={({ target }) => picksOf(target.form!).forEach((pick) => (pick.checked = target.checked))}
            className="size-5 accent-tide"
          />
          {bulk.all}
        </label>
      )}
      <span className="text-sm font-semibold">{bulk.moveTo}:</span>
      {folders
        .filter((folder) => folder !== view)
        .map((folder) => (
          <IntentButton key={folder} intent={`move:${folder}`} busyLabel={text.change.moving}>
            {text.folders[folder]}
          </IntentButton>
        ))}
      <span className="flex flex-wrap items-center gap-2">
        <select name="assignee" aria-label={bulk.assignTo} className="field mt-0! min-h-11! w-auto! max-w-48 py-1! text-sm">
          <AdminOptions nobody={text.detail.nobody} admins={admins} />
        </select>
        <IntentButton intent="give" busyLabel={text.detail.assigning}>
          {bulk.assign}
        </IntentButton>
      </span>
    </fieldset>
  );
}

/** The box of all says what is ticked, whoever ticked it. */
function followPicks(all: HTMLInputElement | null) {
  if (!all) return;
  const ticked = picksOf(all.form!).map(({ checked }) => checked);
  all.checked = ticked.every(Boolean);
  all.indeterminate = ticked.includes(true) && ticked.includes(false);
}

function picksOf(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement>("[name=pick]")];
}

function PageLink({ to, rel, children }: { to: string; rel: "prev" | "next"; children: string }) {
  return (
    <Link to={to} rel={rel} className="inline-flex min-h-11 items-center font-medium text-tide underline underline-offset-4">
      {children}
    </Link>
  );
}

/** The row of the open request stays in sight when another one is opened by a key. */
function useShownRow(selected: string | undefined) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (selected) list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return list;
}

function moveBetweenRows(event: KeyboardEvent<HTMLAnchorElement>) {
  const rows = [...event.currentTarget.closest("ol")!.querySelectorAll("a")];
  const at = rows.indexOf(event.currentTarget);
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  rows[next]?.focus();
}
