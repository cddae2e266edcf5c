import { useEffect, useRef, type ChangeEvent } from "react";
import { Form, Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { modes, reasons } from "#backend/requests/request.ts";
import { languageNames, locales } from "#content/locales.ts";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { Select, TextField } from "#app/ui/field.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { isNarrowed, narrowing, queryOf, type Filters, type View } from "#backend/requests/inbox-filters.ts";
import { fill } from "#content/format.ts";
import { smallButton } from "./intent-button.tsx";

type Props = {
  text: Omit<Content["messages"], "meta">;
  reasons: Content["contact"]["form"]["reasons"];
  filters: Filters;
  view: View;
  admins: { id: string; email: string }[];
  userId: string;
  /** How many are found, in words. */
  found?: string;
  /** Whose requests these are. */
  whose?: string;
  path: string;
};

const choices = ["reason", "language", "mode", "from", "to", "assigned", "unread"] as const;

/** A plain form: what it asks for is in the address, to be kept or sent to somebody. It looks into all folders. */
export function FilterForm({ text, reasons: reasonNames, filters, view, admins, userId, found, whose, path }: Props) {
  const words = text.filters;
  const asked = Object.fromEntries(narrowing.map((name) => [name, filters[name]]));
  const form = useShown(filters);
  const hydrated = useHydrated();
  const chosen = choices.filter((name) => filters[name]).length;
  return (
    <Form
      ref={form}
      action={path}
      role="search"
      aria-label={words.label}
      onChange={sendChoice}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5"
    >
      <div className="flex min-w-0 grow basis-64 gap-2 lg:max-w-md">
        <SearchField
          answered={filters.q}
          aria-label={words.search}
          placeholder={words.search}
          title={words.searchHint}
          maxLength={200}
          data-search
        />
        <button className={smallButton}>{words.go}</button>
      </div>
      <details className="group relative">
        <summary className={`${smallButton} list-none`}>
          {words.summary}
          {chosen > 0 && <span className="ml-1 tabular-nums">({chosen})</span>}
        </summary>
        <div className="z-20 mt-1 grid gap-4 border border-line bg-foam p-4 sm:absolute sm:w-[28rem] sm:grid-cols-2 sm:shadow-lg">
          <Select name="reason" label={words.reason} defaultValue={filters.reason ?? ""}>
            <Options any={words.any} names={reasonNames} values={reasons} />
          </Select>
          <Select name="language" label={words.language} defaultValue={filters.language ?? ""}>
            <Options any={words.any} names={languageNames} values={locales} />
          </Select>
          <Select name="mode" label={words.mode} defaultValue={filters.mode ?? ""}>
            <Options any={words.any} names={text.modes} values={modes} />
          </Select>
          <Select name="assigned" label={words.assigned} defaultValue={filters.assigned ?? ""}>
            <option value="">{words.any}</option>
            <option value="me">{words.me}</option>
            <option value="nobody">{words.nobody}</option>
            {admins
              .filter(({ id }) => id !== userId)
              .map(({ id, email }) => (
                <option key={id} value={id}>
                  {email}
                </option>
              ))}
          </Select>
          <Select name="unread" label={words.unread} defaultValue={filters.unread ?? ""}>
            <option value="">{words.any}</option>
            <option value="yes">{words.onlyUnread}</option>
          </Select>
          <TextField name="from" type="date" label={words.from} defaultValue={filters.from} />
          <TextField name="to" type="date" label={words.to} defaultValue={filters.to} />
          {!hydrated && <button className={`${smallButton} justify-self-start`}>{words.apply}</button>}
        </div>
      </details>
      <a href={`${path}.csv${queryOf({ folder: view, ...asked })}`} download title={words.csvLabel} className={smallButton}>
        {words.csv}
        <span className="sr-only">: {words.csvLabel}</span>
      </a>
      <p role="status" className="text-sm font-semibold">
        {found}
      </p>
      {isNarrowed(filters) && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {filters.person && whose && <span>{fill(words.person, { name: whose })}</span>}
          {filters.sender && <span>{words.sender}</span>}
          <Link to={path} className="inline-flex min-h-8 items-center text-tide underline underline-offset-4">
            {words.clear}
          </Link>
        </p>
      )}
    </Form>
  );
}

/** Awake, a choice counts at once; asleep, the button sends it. */
function sendChoice(event: ChangeEvent<HTMLFormElement>) {
  if (event.target.name !== "q") event.currentTarget.requestSubmit();
}

/** Another address brings other values; the same one, read again, leaves what is being typed, and the focus where it is. */
function useShown(filters: Filters) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(filters);
  useEffect(() => {
    for (const name of choices) {
      if (shown.current[name] === filters[name]) continue;
      const control = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
      if (control) control.value = filters[name] ?? "";
    }
    shown.current = filters;
  }, [filters]);
  return form;
}

function Options<T extends string>({ any, values, names }: { any: string; values: readonly T[]; names: Record<T, string> }) {
  return (
    <>
      <option value="">{any}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {names[value]}
        </option>
      ))}
    </>
  );
}
