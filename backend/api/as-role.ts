import { escapeLiteral } from "pg";
import { beginWith, type Queries } from "#backend/database/connection.ts";
import type { Role } from "#backend/database/roles.ts";
import { CallRefused, hasSession, type Api, type Caller } from "./caller.ts";

/** What policies and functions may know of the call: `current_setting('request.method')` and so on, in PostgREST's words. */
export type Call = {
  method: string;
  path: string;
  headers: Headers;
  /** What a service says of it itself. */
  settings?: Record<string, string>;
};

/** Milliseconds, as in a Supabase project. The embedded database has no clock: there nothing ends a statement. */
const longestStatement: Record<Role, number> = { anon: 3000, authenticated: 8000, service_role: 8000 };

/** What opens something is nobody's to read, not even a function's. */
const secretHeaders = new Set(["apikey", "authorization", "cookie"]);

/**
 * Does the work in one transaction as the caller: policies decide what there is to see and to change. Inside it only the given `queries`
 * may be asked: the embedded database has one session, and would wait for itself. A call that only reads cannot change anything.
 */
export async function asRole<T>(api: Api, caller: Caller, call: Call, work: (queries: Queries) => Promise<T>): Promise<T> {
  if (!api.isReady()) throw new CallRefused(503, "The database is not ready for this. The server's log says why.", { code: "PGRST000" });
  return beginWith(api.queries, become(caller, call), async (queries, [row]) => {
    if (!row!.is_open) throw new CallRefused(401, "The session of this JWT is over", { code: "PGRST301" });
    return work(queries);
  });
}

/** One statement, which is still the server's own: so it can also see whether the caller's session is open. */
function become(caller: Caller, { method, path, headers, settings: own }: Call): string {
  const { role, claims } = caller;
  const settings = {
    ...own,
    "request.jwt.claims": JSON.stringify(claims),
    "request.method": method,
    "request.path": path,
    "request.headers": JSON.stringify(Object.fromEntries([...headers].filter(([name]) => !secretHeaders.has(name)))),
    search_path: "public, extensions",
    statement_timeout: String(longestStatement[role]),
    ...(["GET", "HEAD"].includes(method) && { transaction_read_only: "on" }),
    role,
  };
  const isOpen = hasSession(caller)
    ? `exists (
          select from auth.sessions join auth.users on users.id = sessions.user_id
          where sessions.id::text = ${escapeLiteral(String(claims.session_id))} and users.id::text = ${escapeLiteral(claims.sub!)}
            and users.deleted_at is null and (users.banned_until is null or users.banned_until < now())
        )`
    : "true";
  return `select ${isOpen} as is_open, count(set_config(key, value, true)) from json_each_text(${escapeLiteral(JSON.stringify(settings))}::json)`;
}
