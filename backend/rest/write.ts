import { sql, type SQL } from "drizzle-orm";
import type { Body } from "./body.ts";
import type { Column, Table } from "./catalogue.ts";
import { notSupported, RestError } from "./errors.ts";
import { nameOf, tableOf, whereOf, type Asked } from "./select.ts";
import type { Preferences } from "./wishes.ts";

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const root = nameOf("row");

/** Steps before the answer (`with …`), of which the last is called `source`. */
export function insertRows({ query }: Asked, table: Table, body: Body, preferences: Preferences): SQL {
  const columns = givenColumns(table, body, query.columns);
  const names = list(columns.map(({ name }) => nameOf(name)));
  const target = sql`insert into ${tableOf(table)} as ${root}`;
  const conflict = onConflict(table, columns, query.onConflict, preferences.resolution);
  const returning = returned(table, preferences);
  if (columns.length === 0) {
    const nothing = sql`select from json_array_elements(${listText(body)}::text::json)`;
    return sql`source as (${target} ${nothing} ${conflict} returning ${returning})`;
  }
  const given = recordset(columns, body, preferences.missingDefault);
  return sql`source as (${target} (${names}) select ${names} from ${given} ${conflict} returning ${returning})`;
}

export function updateRows(asked: Asked, table: Table, body: Body, preferences: Preferences): SQL {
  if (body.rows.length !== 1) throw new RestError(400, "PGRST102", "An update takes one object");
  refuseUnfiltered(asked, "UPDATE");
  const columns = givenColumns(table, body, asked.query.columns);
  const where = whereOf(asked, { from: tableOf(table), as: "row", columns: table.columns, table });
  if (columns.length === 0) return sql`source as (select ${root}.* from ${tableOf(table)} as ${root} where false)`;
  const set = list(columns.map(({ name }) => sql`${nameOf(name)} = given.${nameOf(name)}`));
  return sql`source as (
    update ${tableOf(table)} as ${root} set ${set} from (select * from ${recordset(columns, body, false)} limit 1) as given
    where ${where} returning ${returned(table, preferences)})`;
}

export function deleteRows(asked: Asked, table: Table, preferences: Preferences): SQL {
  refuseUnfiltered(asked, "DELETE");
  const where = whereOf(asked, { from: tableOf(table), as: "row", columns: table.columns, table });
  return sql`source as (delete from ${tableOf(table)} as ${root} where ${where} returning ${returned(table, preferences)})`;
}

/** As in a Supabase project: whoever forgets the filter would change everything. */
function refuseUnfiltered({ query }: Asked, what: "UPDATE" | "DELETE") {
  const { conditions = [], limit, offset } = query.restrictions.get("") ?? {};
  if (limit !== undefined || offset !== undefined) throw notSupported("A limit for what is changed");
  if (conditions.length === 0) throw new RestError(400, "21000", `${what} requires a WHERE clause`);
}

/** The columns that are named, or those of the objects. */
function givenColumns(table: Table, { rows }: Body, named: string[] | undefined): Column[] {
  const names = named ?? Object.keys(rows[0] ?? {});
  if (!named && rows.some((row) => Object.keys(row).length !== names.length || !names.every((name) => Object.hasOwn(row, name)))) {
    throw new RestError(400, "PGRST102", "All object keys must match");
  }
  return [...new Set(names)].map((name) => {
    const column = table.columns.find((one) => one.name === name);
    if (!column) throw new RestError(400, "PGRST204", `Could not find the '${name}' column of '${table.name}' in the schema cache`);
    return column;
  });
}

const listText = ({ isList, text }: Body) => (isList ? text : `[${text}]`);

/** The objects as rows. What one of them leaves out is null, or what the column begins with. */
function recordset(columns: Column[], body: Body, missingDefault: boolean): SQL {
  const types = list(columns.map(({ name, type }) => sql`${nameOf(name)} ${sql.raw(type)}`));
  const lacks = columns.filter((column) => column.default !== null && body.rows.some((row) => !Object.hasOwn(row, column.name)));
  if (!missingDefault || lacks.length === 0) return sql`json_to_recordset(${listText(body)}::text::json) as given (${types})`;
  const defaults = list(lacks.map((column) => sql`${column.name}::text, ${sql.raw(column.default!)}`));
  return sql`(
    select given.* from jsonb_array_elements(${listText(body)}::text::jsonb) as one,
    lateral jsonb_to_record(jsonb_build_object(${defaults}) || one) as given (${types})
  ) as given`;
}

function onConflict(table: Table, columns: Column[], named: string[] | undefined, resolution: Preferences["resolution"]): SQL {
  const keys = named ?? table.primaryKey;
  if (!resolution || keys.length === 0) return sql``;
  for (const key of keys) {
    if (!table.columns.some(({ name }) => name === key)) throw new RestError(400, "42703", `column "${key}" does not exist`);
  }
  const target = list(keys.map(nameOf));
  if (resolution === "ignore-duplicates" || columns.length === 0) return sql`on conflict (${target}) do nothing`;
  return sql`on conflict (${target}) do update set ${list(columns.map(({ name }) => sql`${nameOf(name)} = excluded.${nameOf(name)}`))}`;
}

/** No more than is wanted: what is given back must also be readable. */
function returned({ primaryKey }: Table, { return: wanted }: Preferences): SQL {
  if (wanted === "representation") return sql`${root}.*`;
  if (wanted === "headers-only" && primaryKey.length > 0) return list(primaryKey.map((name) => sql`${root}.${nameOf(name)}`));
  return sql`1 as done`;
}
