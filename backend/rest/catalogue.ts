import { sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";

export type Column = {
  name: string;
  /** Ready to stand in a statement. */
  type: string;
  /** What it gets when nothing is given, as the database writes it. */
  default: string | null;
};

export type Table = {
  name: string;
  columns: Column[];
  primaryKey: string[];
  /** The sets of columns that no two rows share. */
  unique: string[][];
};

export type ForeignKey = { name: string; from: string; to: string; columns: string[]; references: string[] };

export type DatabaseFunction = {
  name: string;
  args: { name: string; type: string; hasDefault: boolean }[];
  returns: {
    isSet: boolean;
    isVoid: boolean;
    /** Of a row: its columns, and the table whose row it is. */
    columns: Column[] | null;
    table: string | null;
  };
};

export type Catalogue = { tables: Map<string, Table>; foreignKeys: ForeignKey[]; functions: Map<string, DatabaseFunction[]> };

/** How long strangers who ask for what is not there can be answered from memory. */
const freshFor = 1000;

/** What there is in `public`, remembered. `refreshed` reads it again, for whoever did not find something that may be new: undefined if that was just done. */
export function openCatalogue(queries: Queries) {
  let reading: Promise<Catalogue> | undefined;
  let readAt = -Infinity;
  function read(): Promise<Catalogue> {
    readAt = performance.now();
    const mine = readCatalogue(queries);
    mine.catch(() => {
      if (reading === mine) reading = undefined;
    });
    return (reading = mine);
  }
  return {
    current: () => reading ?? read(),
    refreshed: () => (performance.now() - readAt > freshFor ? read() : undefined),
  };
}

async function readCatalogue(queries: Queries): Promise<Catalogue> {
  const { rows } = (await queries.execute(everything)) as unknown as { rows: [{ found: string }] };
  const { tables, foreignKeys, functions } = JSON.parse(rows[0].found) as {
    tables: Table[];
    foreignKeys: ForeignKey[];
    functions: DatabaseFunction[];
  };
  return {
    tables: new Map(tables.map((table) => [table.name, table])),
    foreignKeys,
    functions: Map.groupBy(functions, ({ name }) => name),
  };
}

const typeName = (id: string) =>
  `(select quote_ident(nspname) || '.' || quote_ident(typname) from pg_type join pg_namespace on pg_namespace.oid = typnamespace where pg_type.oid = ${id})`;

const namesOf = (table: string, numbers: string) =>
  `(select json_agg(attname order by place) from unnest(${numbers}) with ordinality as key (number, place)
    join pg_attribute on attrelid = ${table} and attnum = number)`;

const columnsOf = (table: string) =>
  `(select json_agg(json_build_object(
      'name', attname,
      'type', ${typeName("atttypid")},
      'default', case
        when attgenerated <> '' then null
        when attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(attrelid::regclass::text, attname))
        else (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum)
      end
    ) order by attnum) from pg_attribute where attrelid = ${table} and attnum > 0 and not attisdropped)`;

/** One statement: what it finds fits together. */
const everything = sql.raw(`
  select json_build_object(
    'tables', (
      select coalesce(json_agg(json_build_object(
        'name', relname,
        'columns', coalesce(${columnsOf("pg_class.oid")}, '[]'),
        'primaryKey', coalesce((select ${namesOf("indrelid", "indkey::int2[]")} from pg_index where indrelid = pg_class.oid and indisprimary), '[]'),
        'unique', (
          select coalesce(json_agg(${namesOf("indrelid", "indkey::int2[]")}), '[]')
          from pg_index where indrelid = pg_class.oid and indisunique and indpred is null and indexprs is null
        )
      )), '[]')
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    ),
    'foreignKeys', (
      select coalesce(json_agg(json_build_object(
        'name', conname,
        'from', origin.relname,
        'to', target.relname,
        'columns', ${namesOf("conrelid", "conkey")},
        'references', ${namesOf("confrelid", "confkey")}
      ) order by conname), '[]')
      from pg_constraint
      join pg_class as origin on origin.oid = conrelid
      join pg_class as target on target.oid = confrelid
      where contype = 'f' and conparentid = 0
        and origin.relnamespace = 'public'::regnamespace and target.relnamespace = 'public'::regnamespace
    ),
    'functions', (
      select coalesce(json_agg(json_build_object(
        'name', proname,
        'args', (
          select coalesce(json_agg(json_build_object(
            'name', coalesce((
              select (array_agg(proargnames[one] order by one))[place]
              from generate_series(1, cardinality(proargnames)) as one where coalesce(proargmodes[one], 'i') = 'i'
            ), ''),
            'type', ${typeName("proargtypes[place - 1]")},
            'hasDefault', place > pronargs - pronargdefaults
          ) order by place), '[]')
          from generate_series(1, pronargs) as place
        ),
        'returns', json_build_object(
          'isSet', proretset,
          'isVoid', prorettype = 'void'::regtype,
          'table', (select relname from pg_class where pg_class.oid = typrelid and relkind <> 'c' and relnamespace = 'public'::regnamespace),
          'columns', case
            when typrelid <> 0 then ${columnsOf("typrelid")}
            when prorettype = 'record'::regtype then coalesce((
              select json_agg(json_build_object('name', proargnames[place], 'type', ${typeName("proallargtypes[place]")}, 'default', null) order by place)
              from generate_series(1, cardinality(proallargtypes)) as place where proargmodes[place] in ('o', 't')
            ), '[]')
          end
        )
      )), '[]')
      from pg_proc
      join pg_type as returned on returned.oid = prorettype
      where pronamespace = 'public'::regnamespace and prokind = 'f' and provariadic = 0
        and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
        -- Those that give something back in an argument are asked for it with one that has its name.
        and not coalesce(proargmodes && array['b', 'v']::"char"[], false)
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    )
  )::text as found
`);
