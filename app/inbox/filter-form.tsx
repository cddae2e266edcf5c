import { Form, Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { modes, reasons } from "#backend/requests/request.ts";
import { languageNames, locales } from "#content/locales.ts";
import { Button } from "#app/ui/button.tsx";
import { Select, TextField } from "#app/ui/field.tsx";
import { isNarrowed, narrowing, queryOf, type Filters, type Folder } from "#backend/requests/inbox-filters.ts";

type Props = {
  text: Omit<Content["messages"], "meta">;
  reasons: Content["contact"]["form"]["reasons"];
  filters: Filters;
  folder: Folder;
  path: string;
};

/** A plain form: what it asks for is in the address, to be kept or sent to somebody. */
export function FilterForm({ text, reasons: reasonNames, filters, folder, path }: Props) {
  const words = text.filters;
  const asked = Object.fromEntries(narrowing.map((name) => [name, filters[name]]));
  const { q: _q, ...others } = asked;
  return (
    // Another address brings other values; the same one, read again, leaves what is being typed.
    <Form key={queryOf(asked)} action={path} role="search" aria-label={words.label} className="grid gap-3">
      <input type="hidden" name="folder" value={folder} />
      <div className="flex items-end gap-2">
        <TextField
          name="q"
          type="search"
          label={words.search}
          defaultValue={filters.q}
          maxLength={200}
          className="grow"
          aria-description={words.searchHint}
        />
        <Button look="quiet">{words.go}</Button>
      </div>
      <details open={Object.values(others).some(Boolean)}>
        <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-tide">{words.summary}</summary>
        <div className="grid gap-4 pt-2 pb-3 sm:grid-cols-2">
          <Select name="reason" label={words.reason} defaultValue={filters.reason ?? ""}>
            <Options any={words.any} names={reasonNames} values={reasons} />
          </Select>
          <Select name="language" label={words.language} defaultValue={filters.language ?? ""}>
            <Options any={words.any} names={languageNames} values={locales} />
          </Select>
          <Select name="mode" label={words.mode} defaultValue={filters.mode ?? ""} className="sm:col-span-2">
            <Options any={words.any} names={text.modes} values={modes} />
          </Select>
          <TextField name="from" type="date" label={words.from} defaultValue={filters.from} />
          <TextField name="to" type="date" label={words.to} defaultValue={filters.to} />
        </div>
      </details>
      <p className="flex flex-wrap gap-x-6 text-sm">
        {isNarrowed(filters) && (
          <Link to={path + queryOf({ folder })} className="inline-flex min-h-8 items-center text-tide underline underline-offset-4">
            {words.clear}
          </Link>
        )}
        <a
          href={`${path}.csv${queryOf({ folder, ...asked })}`}
          download
          className="inline-flex min-h-8 items-center text-tide underline underline-offset-4"
        >
          {words.csv}
        </a>
      </p>
    </Form>
  );
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
