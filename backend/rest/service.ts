import { sql, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import { asRole } from "#backend/api/as-role.ts";
import { callerOf, CallRefused, type Api, type Caller } from "#backend/api/caller.ts";
import type { Service } from "#backend/api/service.ts";
import type { AuthContext, AuthEnv } from "#backend/auth/context.ts";
import { readRows, type Body } from "./body.ts";
import { callFunction, findFunction, type Args } from "./call.ts";
import { openCatalogue, type Catalogue, type Table } from "./catalogue.ts";
import { databaseError, errorResponse, notSupported, refusalResponse, refuseRest, RestError } from "./errors.ts";
import { parseQuery, type Query } from "./parse.ts";
import { selectRows, tableOf, type Asked, type Source } from "./select.ts";
import { formatOf, pageOf, preferencesOf, type Format, type Preferences } from "./wishes.ts";
import { deleteRows, insertRows, updateRows } from "./write.ts";

/** As in a Supabase project. */
const mostRows = 1000;
const largestBody = 1024 * 1024;

/** The statement that does what was asked, and what its one row must be like. */
type Plan = { statement: SQL; answer(row: Row): Response };
type Row = { body: string | null; length: number; total: number | null; location?: string | null };

/** What may have been made since the catalogue was read. */
const missing = new Set(["PGRST200", "PGRST202", "PGRST204", "PGRST205", "42703"]);
/** What may be gone since then. */
const gone = new Set(["42703", "42P01", "42883", "42704"]);

/** The part of PostgREST's API that Supabase's client commonly uses, on `public`, as the caller. */
export function createRest(api: Api): Service {
  const app = new Hono<AuthEnv>();
  const catalogue = openCatalogue(api.queries);

  app.onError((error, c) => {
    if (error instanceof RestError) return errorResponse(c, error);
    if (error instanceof CallRefused) return refusalResponse(c, error);
    api.log.error({ err: error, id: c.get("requestId") }, "a rest call failed");
    return errorResponse(c, new RestError(503, "PGRST000", "Unexpected failure, please check server logs for more information"));
  });

  app.on(["GET", "HEAD", "POST"], "/rpc/:name", (c) => answer(c, planCall));
  app.on(["GET", "HEAD", "POST", "PATCH", "DELETE"], "/:name", (c) => answer(c, planTable));
  // Last, and not by `notFound`: that of a mounted app is not asked, and the site's pages would answer.
  app.all("*", async (c) => {
    await callerOf(api, c);
    if (c.req.method === "PUT") throw notSupported("PUT");
    throw new RestError(404, "PGRST125", "Invalid path specified in request URL");
  });
  return { app, largestBody, refuse: refuseRest };

  async function answer(c: AuthContext, plan: typeof planTable): Promise<Response> {
    const caller = await callerOf(api, c);
    c.header("Cache-Control", "no-store");
    for (const name of ["accept-profile", "content-profile"]) {
      if ((c.req.header(name) ?? "public") !== "public") {
        throw new RestError(406, "PGRST106", `Invalid schema: ${c.req.header(name)!.slice(0, 100)}`, {
          hint: "Only the following schemas are exposed: public",
        });
      }
    }
    const wanted = await readWanted(c);
    let planned: Plan;
    try {
      planned = plan(c, await catalogue.current(), wanted);
    } catch (error) {
      const fresh = error instanceof RestError && missing.has(error.code) ? catalogue.refreshed() : undefined;
      if (!fresh) throw error;
      planned = plan(c, await fresh, wanted);
    }
    return run(c, caller, planned);
  }

  async function run(c: AuthContext, caller: Caller, { statement, answer: respond }: Plan): Promise<Response> {
    const { method } = c.req;
    // Without what stands before it: PostgREST knows only its own part.
    const path = c.req.path.slice(c.req.path.indexOf("/rest/v1") + "/rest/v1".length);
    try {
      return await asRole(api, caller, { method, path, headers: c.req.raw.headers }, async (queries) => {
        const { rows } = (await queries.execute(statement)) as unknown as { rows: [Row] };
        // What is refused now is undone.
        return respond(rows[0]);
      });
    } catch (error) {
      if (error instanceof RestError || error instanceof CallRefused) throw error;
      const refused = databaseError(error, caller.role);
      if (!refused) throw error;
      if (gone.has(refused.code)) catalogue.refreshed()?.catch(() => {});
      if (refused.status >= 500) api.log.error({ err: error, id: c.get("requestId") }, "a rest call failed");
      throw refused;
    }
  }
}

type Wanted = { query: Query; format: Format; preferences: Preferences; page: ReturnType<typeof pageOf>; body?: Body };

async function readWanted(c: AuthContext): Promise<Wanted> {
  const { method } = c.req;
  const isReading = method === "GET" || method === "HEAD";
  const isCall = c.req.path.includes("/rpc/");
  const query = parseQuery(new URL(c.req.url).searchParams, isCall && isReading);
  return {
    query,
    format: formatOf(c.req.header("accept")),
    preferences: preferencesOf(c.req.header("prefer")),
    page: pageOf(query.restrictions.get("") ?? {}, isReading ? c.req.header("range") : undefined),
    body: method === "POST" || method === "PATCH" ? await readRows(c) : undefined,
  };
}

function planTable(c: AuthContext, catalogue: Catalogue, wanted: Wanted): Plan {
  const name = c.req.param("name")!;
  const table = catalogue.tables.get(name);
  if (!table) throw new RestError(404, "PGRST205", `Could not find the table 'public.${name}' in the schema cache`);
  const asked = { catalogue, query: wanted.query, mostRows };
  const source: Source = { from: tableOf(table), as: "row", columns: table.columns, table };
  return c.req.method === "GET" || c.req.method === "HEAD"
    ? planRead(c, asked, source, wanted)
    : planWrite(c, asked, table, source, wanted);
}

function planRead(c: AuthContext, asked: Asked, source: Source, { format, preferences, page }: Wanted, steps?: SQL): Plan {
  const limit = Math.min(page.limit ?? mostRows, mostRows);
  const { rows, count } = selectRows(asked, source, { limit, offset: page.offset });
  const total = preferences.count ? sql`(${count})` : sql`null`;
  return {
    statement: sql`${before(steps)}${envelope(rows, format, total)}`,
    answer(row) {
      const { offset } = page;
      if (row.total !== null && offset > row.total) {
        throw new RestError(416, "PGRST103", "Requested range not satisfiable", {
          details: `An offset of ${offset} was requested, but there are only ${row.total} rows.`,
        });
      }
      requireOne(format, row);
      c.header("Content-Range", `${row.length === 0 ? "*" : `${offset}-${offset + row.length - 1}`}/${row.total ?? "*"}`);
      const isPart = row.total !== null && row.length < row.total;
      return written(c, isPart ? 206 : 200, format, preferences, row.body);
    },
  };
}

function planWrite(c: AuthContext, asked: Asked, table: Table, source: Source, { format, preferences, body }: Wanted): Plan {
  const isInsert = c.req.method === "POST";
  const steps = isInsert
    ? insertRows(asked, table, body!, preferences)
    : c.req.method === "PATCH"
      ? updateRows(asked, table, body!, preferences)
      : deleteRows(asked, table, preferences);
  const isShown = preferences.return === "representation";
  // The conditions have chosen what was changed; what was changed may not fit them any more.
  const restrictions = new Map(asked.query.restrictions);
  restrictions.set("", { conditions: [], order: restrictions.get("")?.order ?? [] });
  const shown = selectRows({ ...asked, query: { ...asked.query, restrictions } }, { ...source, from: sql`source` }, {});
  const rows = isShown ? envelope(shown.rows, format, sql`null`) : sql`select null as body, null as total, count(*)::int as length`;
  const location = preferences.return === "headers-only" && isInsert && table.primaryKey.length > 0;
  const statement = isShown
    ? sql`${before(steps)}${rows}`
    : sql`${before(steps)}${rows}${location ? sql`, (array_agg(row_to_json(source.*)))[1]::text as location` : sql``} from source`;
  return {
    statement,
    answer(row) {
      const { maxAffected } = preferences;
      if (maxAffected !== undefined && row.length > maxAffected) {
        throw new RestError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
          details: `The query affects ${row.length} rows`,
        });
      }
      if (isShown) requireOne(format, row);
      if (row.location) c.header("Location", `/${table.name}?${locationOf(row.location)}`);
      const range = isInsert || row.length === 0 ? "*" : `0-${row.length - 1}`;
      c.header("Content-Range", `${range}/${preferences.count ? row.length : "*"}`);
      const status = isInsert ? 201 : isShown ? 200 : 204;
      return isShown ? written(c, status, format, preferences, row.body) : written(c, status, undefined, preferences, null);
    },
  };
}

function locationOf(key: string): string {
  const entries = Object.entries(JSON.parse(key) as Record<string, unknown>);
  return new URLSearchParams(entries.map(([name, value]) => [name, `eq.${String(value)}`])).toString();
}

function planCall(c: AuthContext, catalogue: Catalogue, wanted: Wanted): Plan {
  const { query, body, format, preferences } = wanted;
  if (body?.isList) throw new RestError(400, "PGRST102", "The arguments of a function must be an object");
  const args: Args = body
    ? { names: Object.keys(body.rows[0]!), text: body.text }
    : { names: [...new Set(query.args.map(([name]) => name))], values: query.args };
  const found = findFunction(catalogue, c.req.param("name")!, args);
  const steps = callFunction(found, args);
  const { isVoid, isSet, columns, table } = found.returns;
  if (!columns) {
    const value = isVoid ? sql`null` : isSet ? sql`coalesce(json_agg(value), '[]')` : sql`(array_agg(to_json(value)))[1]`;
    return {
      statement: sql`${before(steps)} select coalesce(${value}::text, 'null') as body, count(*)::int as length, null as total from source`,
      answer: (row) => (isVoid ? written(c, 204, undefined, preferences, null) : written(c, 200, format, preferences, row.body)),
    };
  }
  const asked = { catalogue, query, mostRows };
  const source: Source = { from: sql`source`, as: "row", columns, table: table ? catalogue.tables.get(table) : undefined };
  // One row is an object, whatever was asked for.
  const shape: Format = isSet || format.kind === "csv" ? format : { ...format, kind: "object" };
  return planRead(c, asked, source, { ...wanted, format: shape }, steps);
}

/** All rows as one text, made by the database itself. */
function envelope(rows: SQL, { kind, withoutNulls }: Format, total: SQL): SQL {
  const json = withoutNulls ? sql`json_strip_nulls(json_agg(one))` : sql`json_agg(one)`;
  const bodies = {
    array: sql`coalesce(${json}, '[]')::text`,
    object: sql`coalesce(${json} -> 0, 'null')::text`,
    csv: sql`coalesce((array_agg(heads.names))[1] || string_agg(E'\n' || substr(one::text, 2, length(one::text) - 2), ''), '')`,
  };
  const heads = sql` left join lateral (select string_agg(name, ',') as names from json_object_keys(row_to_json(one)) as name) as heads on true`;
  return sql` select ${bodies[kind]} as body, count(*)::int as length, ${total}::int as total from (${rows}) as one${kind === "csv" ? heads : sql``}`;
}

function before(steps: SQL | undefined): SQL {
  return steps ? sql`with ${steps}` : sql``;
}

function requireOne({ kind }: Format, { length }: Row) {
  if (kind !== "object" || length === 1) return;
  throw new RestError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${length} rows`,
  });
}

function written(c: AuthContext, status: number, format: Format | undefined, { applied }: Preferences, body: string | null): Response {
  if (applied.length > 0) c.header("Preference-Applied", applied.join(", "));
  if (format) c.header("Content-Type", format.type);
  return c.newResponse(c.req.method === "HEAD" ? null : body, status as 200);
}
