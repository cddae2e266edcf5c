import { Form, Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { Done } from "#app/account/done.tsx";
import { fill } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { smallButton, smallMainButton } from "#app/inbox/intent-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import type { Filter } from "#backend/people/people.ts";
import type { RowShown } from "./people-shown.server.ts";
import { StateMarks } from "./state-marks.tsx";

type Props = {
  text: Omit<Content["people"], "meta">;
  locale: Locale;
  done?: string;
  search: string;
  filter: Filter;
  people: RowShown[];
  count: string;
  next?: string;
  isLater: boolean;
};

function listPath(locale: Locale, query: Record<string, string>): string {
  const given = Object.entries(query).filter(([name, value]) => value && !(name === "show" && value === "all"));
  return localePath(locale, `/admin/profiles${given.length > 0 ? `?${new URLSearchParams(given)}` : ""}`);
}

/** Whom the list shows; what is searched for comes along. */
export function PeopleFilters({ text, locale, search, filter }: Pick<Props, "text" | "locale" | "search" | "filter">) {
  return (
    <nav aria-label={text.list.filterLabel} className="max-w-full">
      <ul className="flex gap-x-5 overflow-x-auto text-sm whitespace-nowrap">
        {(Object.keys(text.list.filters) as Filter[]).map((one) => (
          <li key={one} className="shrink-0">
            <Link
              to={listPath(locale, { q: search, show: one })}
              aria-current={one === filter ? "true" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink no-underline hover:text-tide aria-[current]:border-tide aria-[current]:font-semibold"
            >
              {text.list.filters[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Everyone with an account, or those who were searched for. */
export function PeopleList({ text, locale, done, search, filter, people, count, next, isLater }: Props) {
  const here = (query: Record<string, string>) => listPath(locale, query);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5">
        <Form role="search" className="flex min-w-0 grow basis-64 gap-2 lg:max-w-md">
          {filter !== "all" && <input type="hidden" name="show" value={filter} />}
          <SearchField answered={search} aria-label={text.list.search} placeholder={text.list.searchHint} maxLength={100} />
          <button className={smallButton}>{text.list.find}</button>
        </Form>
        <p role="status" className="text-sm font-semibold">
          {people.length > 0 && count}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:ml-auto">
          <Link to={here({ view: "log" })} className="inline-flex min-h-11 items-center text-sm">
            {text.trail}
          </Link>
          <Link to={here({ new: "account" })} className={smallButton}>
            {text.create}
          </Link>
          <Link to={here({ new: "invite" })} className={smallMainButton}>
            {text.invite}
          </Link>
        </p>
      </div>
      <Done>{done}</Done>
      {people.length === 0 ? <Nobody {...{ text, search }} everyone={here({})} /> : <PeopleTable {...{ text, locale, people }} />}

      {(next || isLater) && (
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {next && (
            <ButtonLink to={here({ q: search, show: filter, after: next })} look="quiet">
              {text.list.next}
            </ButtonLink>
          )}
          {isLater && <Link to={here({ q: search, show: filter })}>{text.list.first}</Link>}
        </p>
      )}
    </div>
  );
}

/** On narrow screens there is one column: the state goes into it, and since when. */
function PeopleTable({ text: { list, states }, locale, people }: Pick<Props, "text" | "locale" | "people">) {
  const head = "border-b border-ink/40 py-2 pr-6 text-left text-sm font-semibold";
  const cell = "border-b border-line py-2 pr-6 align-top";
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{list.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={head}>
            {list.columns.person}
          </th>
          <th scope="col" className={`${head} hidden lg:table-cell`}>
            {list.columns.state}
          </th>
          <th scope="col" className={`${head} hidden lg:table-cell`}>
            {list.columns.since}
          </th>
          <th scope="col" className={`${head} hidden lg:table-cell`}>
            {list.columns.lastSignIn}
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row" className={`${cell} text-left font-normal wrap-anywhere`}>
              <Link
                to={localePath(locale, `/admin/profiles?person=${person.id}`)}
                className="font-semibold text-tide underline underline-offset-4"
              >
                {person.name || person.email || person.id}
              </Link>
              {person.name && <span className="block text-muted lg:ml-3 lg:inline"> {person.email}</span>}
              {person.company && <span className="block text-sm text-muted">{person.company}</span>}
              <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 lg:hidden">
                <span className="text-sm text-muted">
                  {list.columns.since}: {person.since}
                </span>
                <StateMarks states={person.states} text={states} />
              </div>
            </th>
            <td className={`${cell} hidden whitespace-nowrap lg:table-cell`}>
              <StateMarks states={person.states} text={states} />
            </td>
            <td className={`${cell} hidden whitespace-nowrap lg:table-cell`}>{person.since}</td>
            <td className={`${cell} hidden whitespace-nowrap lg:table-cell`}>{person.lastSignIn}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nobody({ text: { list }, search, everyone }: Pick<Props, "text" | "search"> & { everyone: string }) {
  return (
    <div role="status" className="max-w-prose py-6">
      <h2 className="text-title">{list.none.heading}</h2>
      <p className="mt-2 wrap-anywhere">{search.trim() ? fill(list.none.search, { search }) : list.none.filter}</p>
      <p className="mt-4">
        <Link to={everyone}>{list.none.clear}</Link>
      </p>
    </div>
  );
}
