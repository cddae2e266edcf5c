import { sql, type SQL } from "drizzle-orm";
import type { Catalogue, Column, ForeignKey, Table } from "./catalogue.ts";
import { notSupported, RestError } from "./errors.ts";
import type { Condition, Field, Filter, Order, Query, Restrictions, Selected } from "./parse.ts";

/** A name as Postgres reads it, whatever is in it. */
export const nameOf = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`);
const typeOf = (type: string) => sql.raw(type);
export const tableOf = ({ name }: { name: string }) => sql`"public".${nameOf(name)}`;
const join = (parts: SQL[], between = ", ") => sql.join(parts, sql.raw(between));

/** Rows under a name: those of a table, or of what was changed or returned. */
export type Source = { from: SQL; as: string; columns: Column[]; table?: Table };

/** What a question needs to become a statement. */
export type Asked = { catalogue: Catalogue; query: Query; mostRows: number };

/** The rows that are asked for, as a statement; `count` counts all that fit, on whatever page they are. */
export function selectRows(asked: Asked, source: Source, { limit, offset }: { limit?: number; offset?: number }) {
  const builder = new Builder(asked);
  const root = builder.rows(source, asked.query.select, "", "");
  const { order } = builder.restrictionsOf("");
  builder.refuseUnused();
  const filtered = sql`from ${root.from} where ${root.where}`;
  return {
    rows: sql`select ${root.columns} ${filtered}${orderBy(source, order)}${page(limit, offset)}`,
    count: sql`select count(*) ${filtered}`,
  };
}

/** The conditions for the rows of a table that are to be changed. */
export function whereOf({ query }: Asked, source: Source): SQL {
  return all(query.restrictions.get("")?.conditions ?? [], source);
}

class Builder {
  readonly #asked: Asked;
  readonly #used = new Set<string>([""]);
  #tables = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  restrictionsOf(place: string): Restrictions {
    return this.#asked.query.restrictions.get(place) ?? { conditions: [], order: [] };
  }

  /** A filter for something that is not embedded would do nothing. */
  refuseUnused() {
    const unused = [...this.#asked.query.restrictions.keys()].find((place) => !this.#used.has(place));
    if (unused === undefined) return;
    const name = unused.split(".", 1)[0]!;
    throw new RestError(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    });
  }

  /** Columns, joined tables and conditions of the rows at one place. */
  rows(source: Source, items: Selected[], place: string, key: string) {
    const columns: SQL[] = [];
    let from = sql`${source.from} as ${nameOf(source.as)}`;
    for (const item of items) {
      if (item.kind === "all") columns.push(sql`${nameOf(source.as)}.*`);
      else if (item.kind === "column") columns.push(selectedColumn(source, item));
      else {
        const name = item.alias ?? item.name;
        const { joined, value } = this.#embed(source, item, place ? `${place}.${name}` : name, `${key}_${++this.#tables}`);
        from = sql`${from} ${joined}`;
        columns.push(sql`${value} as ${nameOf(name)}`);
      }
    }
    const where = all(this.restrictionsOf(place).conditions, source);
    return { columns: join(columns), from, where };
  }

  #embed(source: Source, item: Selected & { kind: "embedded" }, place: string, key: string) {
    const { catalogue, mostRows } = this.#asked;
    const relation = relationOf(catalogue, source, item);
    this.#used.add(place);
    const table = catalogue.tables.get(relation.target)!;
    // No name that somebody chose: it could be that of another one.
    const target: Source = { from: tableOf(table), as: `target${key}`, columns: table.columns, table };
    const inner = this.rows(target, item.items, place, key);
    const { order, limit, offset } = this.restrictionsOf(place);
    const on = relation.on(source.as, target.as, `through${key}`);
    const from = on.through ? sql`${inner.from}, ${on.through}` : inner.from;
    const alias = nameOf(`embedded${key}`);
    const rows = sql`select ${inner.columns} from ${from} where ${on.where} and ${inner.where}${orderBy(target, order)}`;
    const how = sql.raw(item.isInner ? "join" : "left join");
    const row = sql`row_to_json(one.*)`;
    if (relation.isOne) {
      const one = sql`select ${row} as value from (${rows} limit 1) as one`;
      return { joined: sql`${how} lateral (${one}) as ${alias} on true`, value: sql`${alias}.value` };
    }
    const limited = sql`${rows}${page(Math.min(limit ?? mostRows, mostRows), offset)}`;
    const many = sql`select json_agg(${row}) as value from (${limited}) as one`;
    const isThere = item.isInner ? sql`${alias}.value is not null` : sql`true`;
    return { joined: sql`${how} lateral (${many}) as ${alias} on ${isThere}`, value: sql`coalesce(${alias}.value, '[]')` };
  }
}

type On = { where: SQL; through?: SQL };
type Relation = { target: string; isOne: boolean; name: string; on(source: string, target: string, through: string): On };

/** By which foreign key the one table belongs to the other. */
function relationOf(catalogue: Catalogue, source: Source, { name, hint }: { name: string; hint?: string }): Relation {
  const found = source.table ? relationsFrom(catalogue, source.table, name, hint) : [];
  const from = source.table?.name ?? source.as;
  if (found.length === 1) return found[0]!;
  if (found.length === 0) {
    throw new RestError(400, "PGRST200", `Could not find a relationship between '${from}' and '${name}' in the schema cache`, {
      details: `Searched for a foreign key relationship between '${from}' and '${name}'${hint ? ` using the hint '${hint}'` : ""} in the schema 'public', but no matches were found.`,
    });
  }
  throw new RestError(300, "PGRST201", `Could not embed because more than one relationship was found for '${from}' and '${name}'`, {
    details: found.map((one) => one.name).join(", "),
    hint: `Try changing '${name}' to one of the following: ${found.map((one) => `'${name}!${one.name}'`).join(", ")}. Find the desired relationship in the 'details' key.`,
  });
}

function relationsFrom({ tables, foreignKeys }: Catalogue, { name: from }: Table, name: string, hint?: string): Relation[] {
  const relations: Relation[] = [];
  const isHinted = (key: ForeignKey) => !hint || hint === key.name || (key.columns.length === 1 && hint === key.columns[0]);
  for (const key of foreignKeys) {
    // To one: also by the name of the key, or of its column. A table that refers to itself has only these.
    const byKey = name === key.name || (key.columns.length === 1 && name === key.columns[0]);
    if (key.from === from && (byKey || (name === key.to && key.to !== from)) && (isHinted(key) || hint === key.to)) {
      relations.push({
        target: key.to,
        isOne: true,
        name: key.name,
        on: (source, target) => ({ where: same(source, key.columns, target, key.references) }),
      });
    }
    if (key.to === from && (name === key.from || (name === key.name && key.from !== from)) && isHinted(key)) {
      const isOne = tables.get(key.from)!.unique.some((columns) => columns.every((column) => key.columns.includes(column)));
      relations.push({
        target: key.from,
        isOne,
        name: key.name,
        on: (source, target) => ({ where: same(source, key.references, target, key.columns) }),
      });
    }
  }
  if (relations.length > 0) return relations;
  // Through a table whose key is made of both.
  for (const near of foreignKeys.filter((key) => key.to === from)) {
    const junction = tables.get(near.from)!;
    for (const far of foreignKeys.filter((key) => key !== near && key.from === near.from && key.to === name)) {
      const isJunction = [...near.columns, ...far.columns].every((column) => junction.primaryKey.includes(column));
      if (!isJunction || (hint && hint !== junction.name)) continue;
      relations.push({
        target: name,
        isOne: false,
        name: junction.name,
        on: (source, target, through) => ({
          through: sql`${tableOf(junction)} as ${nameOf(through)}`,
          where: sql`${same(source, near.references, through, near.columns)} and ${same(target, far.references, through, far.columns)}`,
        }),
      });
    }
  }
  return relations;
}

function same(left: string, leftColumns: string[], right: string, rightColumns: string[]): SQL {
  return join(
    leftColumns.map((column, place) => sql`${nameOf(left)}.${nameOf(column)} = ${nameOf(right)}.${nameOf(rightColumns[place]!)}`),
    " and ",
  );
}

function columnOf(source: Source, name: string): Column {
  const column = source.columns.find((one) => one.name === name);
  if (column) return column;
  throw new RestError(400, "42703", `column ${source.table?.name ?? source.as}.${name} does not exist`);
}

const json = ["pg_catalog.json", "pg_catalog.jsonb"];

/** A column, or what is in it, and its type. */
function valueOf(source: Source, { name, path }: Field): { value: SQL; type: string } {
  const column = columnOf(source, name);
  const value = sql`${nameOf(source.as)}.${nameOf(name)}`;
  if (path.length === 0) return { value, type: column.type };
  const isJson = json.includes(column.type);
  const steps = path.map(({ arrow, key }) =>
    /^-?\d{1,9}$/.test(key) ? sql`${sql.raw(arrow)} ${sql.raw(key)}` : sql`${sql.raw(arrow)} ${key}::text`,
  );
  // As PostgREST does it for rows and arrays.
  const start = isJson ? value : sql`to_jsonb(${value})`;
  return {
    value: sql`(${join([start, ...steps], " ")})`,
    type: path.at(-1)!.arrow === "->>" ? "pg_catalog.text" : isJson ? column.type : json[1]!,
  };
}

/** What a column may be turned into. */
const castable = new Set(
  "text varchar bpchar name int2 int4 int8 smallint integer int bigint numeric decimal float4 float8 real bool boolean uuid json jsonb date time timetz timestamp timestamptz interval bytea".split(
    " ",
  ),
);

function selectedColumn(source: Source, { field, alias, cast }: Selected & { kind: "column" }): SQL {
  const { value } = valueOf(source, field);
  if (cast !== undefined && !castable.has(cast.replace(/\[\]$/, ""))) throw notSupported(`The cast to ${cast}`);
  const name = alias ?? field.path.at(-1)?.key ?? field.name;
  return sql`${cast === undefined ? value : sql`${value}::${sql.raw(cast)}`} as ${nameOf(name)}`;
}

function orderBy(source: Source, orders: Order[]): SQL {
  if (orders.length === 0) return sql``;
  const parts = orders.map(({ field, descending, nulls }) => {
    const direction = sql.raw(descending ? " desc" : " asc");
    return sql`${valueOf(source, field).value}${direction}${sql.raw(nulls ? ` nulls ${nulls}` : "")}`;
  });
  return sql` order by ${join(parts)}`;
}

function page(limit?: number, offset?: number): SQL {
  return sql.raw(`${limit === undefined ? "" : ` limit ${limit}`}${offset ? ` offset ${offset}` : ""}`);
}

function all(conditions: Condition[], source: Source): SQL {
  return conditions.length === 0
    ? sql`true`
    : join(
        conditions.map((one) => condition(one, source)),
        " and ",
      );
}

function condition(given: Condition, source: Source): SQL {
  if (given.kind === "filter") return filter(given, source);
  const inside = sql`(${join(
    given.conditions.map((one) => condition(one, source)),
    ` ${given.kind} `,
  )})`;
  return given.not ? sql`not ${inside}` : inside;
}

const signs: Record<string, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  isdistinct: "is distinct from",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxl: "&>",
  nxr: "&<",
  adj: "-|-",
};
const searches: Record<string, string> = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
};
const truths = ["null", "not_null", "true", "false", "unknown"];

function filter({ field, not, operator, modifier, value: given }: Filter, source: Source): SQL {
  const { value, type } = valueOf(source, field);
  const result = comparison();
  return not ? sql`not (${result})` : result;

  function comparison(): SQL {
    if (operator === "in") {
      const values = given as string[];
      return values.length === 0 ? sql`false` : sql`${value} in (${join(values.map((one) => typed(one, type)))})`;
    }
    const text = given as string;
    if (operator === "is") {
      const truth = text.toLowerCase();
      if (!truths.includes(truth)) throw new RestError(400, "PGRST100", `"is" takes ${truths.join(", ")}, not "${text.slice(0, 100)}"`);
      return sql`${value} is ${sql.raw(truth.replace("_", " "))}`;
    }
    if (searches[operator]) {
      const words = sql.raw(`pg_catalog.${searches[operator]}`);
      const vector =
        type === "pg_catalog.tsvector"
          ? value
          : modifier
            ? sql`to_tsvector(${modifier}::text::regconfig, ${value})`
            : sql`to_tsvector(${value})`;
      return modifier ? sql`${vector} @@ ${words}(${modifier}::text::regconfig, ${text}::text)` : sql`${vector} @@ ${words}(${text}::text)`;
    }
    const sign = sql.raw(signs[operator]!);
    const isPattern = operator === "like" || operator === "ilike";
    const wanted = isPattern ? text.replaceAll("*", "%") : text;
    const wantedType = isPattern ? "pg_catalog.text" : type;
    if (modifier) return sql`${value} ${sign} ${sql.raw(modifier)} (cast(${wanted}::text as ${typeOf(wantedType)}[]))`;
    return sql`${value} ${sign} ${typed(wanted, wantedType)}`;
  }
}

/** What was given as text, as the column's type reads it. */
function typed(text: string, type: string): SQL {
  return sql`cast(${text}::text as ${typeOf(type)})`;
}
