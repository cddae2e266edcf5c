import { sql, type SQL } from "drizzle-orm";
import type { Catalogue, DatabaseFunction } from "./catalogue.ts";
import { RestError } from "./errors.ts";
import { nameOf } from "./select.ts";

/** What a function is called with: JSON of a body, or texts of an address. */
export type Args = { names: string[]; text: string } | { names: string[]; values: [name: string, value: string][] };

const whole = new Set(["pg_catalog.json", "pg_catalog.jsonb"]);

/** The function that takes these arguments, all of them and no others but those with a default. */
export function findFunction({ functions }: Catalogue, name: string, args: Args): DatabaseFunction {
  const given = new Set(args.names);
  const all = functions.get(name) ?? [];
  const fits = all.filter(
    (one) =>
      [...given].every((arg) => one.args.some((known) => known.name === arg)) &&
      one.args.every(({ name: known, hasDefault }) => given.has(known) || (hasDefault && known !== "")),
  );
  if (fits.length === 1) return fits[0]!;
  // One that takes the body itself.
  const takesWhole = all.filter(
    (one) => "text" in args && one.args.length === 1 && one.args[0]!.name === "" && whole.has(one.args[0]!.type),
  );
  if (fits.length === 0 && takesWhole.length === 1) return takesWhole[0]!;
  const called = `public.${name}${given.size > 0 ? `(${[...given].join(", ")})` : ""}`;
  if (fits.length === 0) {
    throw new RestError(404, "PGRST202", `Could not find the function ${called} in the schema cache`, {
      details: `Searched for the function ${called}${given.size === 0 ? " without parameters" : ""}, but no matches were found in the schema cache.`,
    });
  }
  const candidates = fits.map((one) => `public.${name}(${one.args.map((arg) => `${arg.name} => ${arg.type}`).join(", ")})`).join(", ");
  throw new RestError(300, "PGRST203", `Could not choose the best candidate function between: ${candidates}`, {
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  });
}

/** The steps that call it (`with …`), of which the last is called `source`. */
export function callFunction({ name, args, returns }: DatabaseFunction, given: Args): SQL {
  const used = args.filter((arg) => given.names.includes(arg.name));
  const isWhole = used.length === 0 && args.length === 1 && args[0]!.name === "" && "text" in given;
  const list = isWhole
    ? sql`${given.text}::text::${sql.raw(args[0]!.type)}`
    : sql.join(
        used.map((arg) => sql`${nameOf(arg.name)} => args.${nameOf(arg.name)}`),
        sql`, `,
      );
  const called = sql`"public".${nameOf(name)}(${list})`;
  const from = used.length === 0 ? sql`` : sql`${valuesOf(used, given)} as args, lateral `;
  if (returns.columns) return sql`source as (select result.* from ${from}${called} as result)`;
  return sql`source as (select result.value from ${from}${called} as result (value))`;
}

function valuesOf(used: DatabaseFunction["args"], given: Args): SQL {
  if ("text" in given) {
    const types = used.map((arg) => sql`${nameOf(arg.name)} ${sql.raw(arg.type)}`);
    return sql`(select * from json_to_record(${given.text}::text::json) as given (${sql.join(types, sql`, `)}))`;
  }
  const values = used.map((arg) => {
    const value = given.values.findLast(([name]) => name === arg.name)![1];
    return sql`cast(${value}::text as ${sql.raw(arg.type)}) as ${nameOf(arg.name)}`;
  });
  return sql`(select ${sql.join(values, sql`, `)})`;
}
